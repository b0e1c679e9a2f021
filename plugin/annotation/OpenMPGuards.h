// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPGuards.h - paths that no iteration takes ---------------------===//
//
// An iteration that fails jumps to code that tells of it: Cython's loops raise
// exceptions so, which nothing but a thread can do. Where the condition is the
// same for all iterations it is tested before the loop, which is then taken
// without such paths; if it holds, OpenMP's loop runs as it stands. So it is
// with paths that call functions which are not visible, to log, say.
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPGUARDS_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPGUARDS_H

#include "annotation/Bounds.h"
#include "ast/DirectiveCopy.h"

namespace twofold {

/// Whether E names nothing that S changes.
bool keepsAll(const clang::Stmt *S, const clang::Expr *E);

/// What is tested before a loop.
struct LoopTest {
  clang::Expr *Holds;
  /// Why the loop is not taken where it does not hold; empty: iterations have
  /// nothing to do then.
  std::string Otherwise;
};
using LoopTests = llvm::SmallVector<LoopTest, 4>;

class OpenMPGuards {
  DirectiveCopy &Copy;
  clang::ASTContext &Ctx;
  const clang::Stmt *Loop;       ///< under a directive
  const clang::Stmt *Region;     ///< under the outermost one
  bool Alone;                    ///< whoever comes to Region comes to Loop
  bool OfRegion = false;         ///< what is left out stands between loops
  bool AtEntry = false;          ///< values are those before the loop
  bool Counted = false;          ///< whether Loop has iterations can be told
  clang::Expr *Enters = nullptr; ///< what the whole body stands under
  Jumps Before;                  ///< of Loop as it is
  Jumps::Statements LeftOut;
  llvm::SmallVector<clang::Expr *, 4> Failing; ///< tested in this order
  BoundsTable InRange; ///< what is claimed of subscripts
  /// Has the profile of each of Failing, so that none is tested twice.
  llvm::SmallVector<llvm::FoldingSetNodeID, 4> Known;
  /// Each iteration reads through these unless one of Failing holds.
  llvm::DenseSet<const clang::VarDecl *> Valid;
  /// Not left out yet: who fails at one of them has read through Follow.
  Jumps::Statements Pending;
  /// Set once, by the first statement that may be one of Pending.
  const clang::VarDecl *Follow = nullptr;
  /// Variables of the function that more than their names leads to while Region
  /// runs, and those of the program that decide.
  mutable llvm::DenseSet<const clang::ValueDecl *> Reached;
  /// What is read ahead of memory that pointers may lead to.
  mutable llvm::SmallVector<clang::QualType, 4> Watched;

public:
  /// Copy has the variables of Loop's own.
  OpenMPGuards(DirectiveCopy &Copy, clang::FunctionDecl &F, clang::Stmt *Loop,
               const clang::Stmt *Region);

  /// The same of paths that each thread of Region would take, outside its
  /// loops. Copy has no variables of Region's own.
  OpenMPGuards(DirectiveCopy &Copy, clang::FunctionDecl &F,
               clang::Stmt *Region);

  /// Statements that do nothing but to choose such a path.
  const Jumps::Statements &leftOut() const { return LeftOut; }
  bool isNeeded() const {
    return Enters || !Failing.empty() || InRange.hasClaims();
  }
  /// Takes away what the whole body of Own, Loop's copy, stands under, where
  /// iterations do not change it.
  void enter(clang::Stmt *Own);
  /// Whether Whole, which Region has become, may change what is tested ahead.
  bool isChangedIn(const clang::Stmt *Whole) const;
  clang::SourceLocation where() const { return Loop->getBeginLoc(); }
  /// That there are iterations and none of them fails, in the order in which it
  /// is to be tested; none: that is not needed, or cannot be told.
  LoopTests tests();

private:
  void reach(const clang::Stmt *S);
  void reachBefore(const clang::Stmt *S);
  void reachUntilEnd(const clang::Stmt *Body);
  bool isStoredIn(const clang::Stmt *Whole) const;
  void follow(const clang::Expr *E);
  void visit(clang::Stmt *S, bool Always);
  bool guard(const clang::IfStmt &If, bool Always);
  void leaveOutBounded(const clang::ForStmt &For);
  struct Pointers {
    llvm::SmallVector<const clang::VarDecl *, 2> All;
    /// Those that are read through whatever the operands of '&&' and '||' are.
    llvm::SmallVector<const clang::VarDecl *, 2> Surely;
  };
  bool isFixed(const clang::Expr *E, Pointers &Followed) const;
  clang::Expr *firstCondition();
};

} // namespace twofold

#endif
