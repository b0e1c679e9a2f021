// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Dependence.h - whether iterations depend on each other -------------===//
//
// What the user vouches for, looked at all the same: a dependence that surely
// exists is a mistake worth a warning.
#ifndef TWOFOLD_PLUGIN_DEPEND_DEPENDENCE_H
#define TWOFOLD_PLUGIN_DEPEND_DEPENDENCE_H

#include "access/AccessRecorder.h"
#include "access/Conflicts.h"
#include "model/LoopModel.h"

namespace twofold {

/// One side of a dependence.
struct DependentAccess {
  clang::SourceLocation Loc;
  const char *Does = "read"; ///< "read", "written" or "updated"
};

struct DependenceVerdict {
  enum Kind {
    Independent, ///< proven, but for Assumption
    Carried,     ///< proven: Variable, First, Second, Induction, Distance
    Guarded,     ///< like Carried, where a condition holds that no call tells
    Mixed,       ///< atomic operations on Variable are First, others Second
    Drawn,       ///< values of updates of Variable are used: First
    Searched,    ///< First is where a search in Variable itself ends
    Crowded,     ///< Distance places of Variable, at First, and more iterations
    Meeting,     ///< may be updated by several, one at a time: Variable, First
    Combined,    ///< only updates of reduced elements meet, or may meet
    Unknown,     ///< Variable, First, Second; or Obstacle at First.Loc
    Jumped,      ///< goto hides where elements of Variable are, at First
    Unfollowed   ///< First calls Variable, whose body is not compared: Obstacle
  };
  Kind What = Unknown;
  /// What the proof leaves open, for "as long as %0"; empty: nothing.
  std::string Assumption;
  std::string Obstacle;
  std::string Variable;
  const clang::ValueDecl *Named = nullptr; ///< Variable, if a clause may
  bool Single = false;                     ///< all iterations come to one place
  bool Read = false; ///< some access of the body reads the array of Variable
  DependentAccess First, Second;
  const clang::VarDecl *Induction = nullptr;
  int64_t Distance = 0;
  /// Stores that no two iterations make to one place: proven.
  llvm::SmallVector<clang::SourceLocation, 4> Apart;
  /// Of ParallelLoop::Elements, those of which two iterations never update the
  /// same one: proven.
  llvm::SmallVector<unsigned, 2> Owned;
  /// By number in ParallelLoop::Elements, the base whose elements are updated;
  /// nothing: several, or not known.
  llvm::SmallVector<std::optional<unsigned>, 2> UpdatedBases;
  /// What each call has to look for; unless Carried, Guarded, Mixed,
  /// Drawn, Searched, Crowded, Jumped, Unfollowed or Meeting.
  ConflictModel Conflicts;
};

/// Inputs are read besides what the loop's body touches.
DependenceVerdict findDependence(const ParallelLoop &Loop,
                                 clang::ASTContext &Ctx,
                                 llvm::ArrayRef<CallInput> Inputs = {});

/// What the accesses in one loop of the body are, whose iterations are proven
/// independent within each iteration of the loops around it.
struct IndependentLoop {
  AccessModel Model; ///< its bases, values and axes
  llvm::SmallVector<Occurrence, 16> Touches;
  int Axis = -1;                                 ///< the loop's own
  llvm::DenseMap<const clang::Stmt *, int> Axes; ///< of loops, by their bodies
  /// The proof holds as long as these touches, by number, do not overlap.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 4> Apart;
  /// ...and as long as these are not negative: subscripts stay within rows.
  llvm::SmallVector<AffineForm, 2> InRows;
};

/// Nothing: there is no such proof. It holds as long as the access model's
/// checks do. Rows: it may need subscripts to stay within rows of a constant
/// length, which the caller finds out.
std::optional<IndependentLoop> findIndependentLoop(const ParallelLoop &Loop,
                                                   const clang::ForStmt &Inner,
                                                   clang::ASTContext &Ctx,
                                                   bool Rows = false);

/// Loops of the body that run over the same numbers, none inside another.
using LoopLane = llvm::SmallVector<const clang::ForStmt *, 2>;

/// Those of the Candidates, each together with those before it, whose rounds
/// are proven to have nothing to do with each other within one iteration of
/// Loop: what one of them writes none but itself touches, in whichever of the
/// lane's loops, and nothing outside of these loops. Beside: what is outside of
/// them may write, too, what it does not read and they do not touch. It holds
/// as long as the access model's checks do and no written base overlaps
/// another, and where no round changes what others read as one of Kept. Loops
/// of a lane begin and end at numbers that are the same in all of an iteration,
/// or follow from the rounds of lanes before it.
llvm::SmallVector<unsigned, 2> findIndependentLanes(
    const ParallelLoop &Loop, llvm::ArrayRef<LoopLane> Candidates,
    clang::ASTContext &Ctx, llvm::ArrayRef<const clang::Expr *> Kept = {},
    bool Beside = false);

} // namespace twofold

#endif
