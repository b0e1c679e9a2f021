// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ItemLoops.h - inner loops whose rounds become items of a device ----===//
//
// A device wants many items, and neighbours at neighbouring elements, whatever
// loop is annotated. Inner loops whose rounds are independent within the whole
// iteration are shared out, wherever they stand in the body: an item runs the
// body for its own round of each. What stands around these loops each item
// does for itself.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_ITEMLOOPS_H
#define TWOFOLD_PLUGIN_SCHEDULE_ITEMLOOPS_H

#include "access/InnerLoop.h"
#include "depend/Dependence.h"
#include "schedule/PivotUpdates.h"

namespace twofold {

/// `for (j) c[j] = 0; for (k) for (j) c[j] += ..`: both loops over j.
struct ItemLoops {
  LoopLane Loops;
  llvm::SmallVector<const clang::VarDecl *, 2> Counters; ///< one for each
  InnerLoop Counts;     ///< of the first one, and but for the variable of all
  unsigned Axis = 0;    ///< of the first one in the access model
  bool Perfect = false; ///< nothing but loops with one loop each around it
  /// They begin or end at numbers of the annotated loops' iteration.
  bool Moves = false;
  /// Where they begin and end is known only where they stand: there each item
  /// takes every so manieth round.
  bool InPlace = false;
  /// What stands outside of them and stores, where they are InPlace: their
  /// first item does it.
  llvm::SmallVector<const clang::Stmt *, 2> Beside;
  unsigned Dimension = 0; ///< of the range
  /// Rounds are independent only if this does not change what they read.
  std::optional<PivotUpdate> Pivot;

  bool contains(const clang::Stmt *S) const {
    return llvm::is_contained(Loops, S);
  }
  /// No loop that ends has more rounds than its variable has values.
  bool countsIn32Bits() const { return Counts.Type.Width <= 32; }
};

/// Whether rounds of S are items of a kernel.
inline bool isItem(llvm::ArrayRef<ItemLoops> Items, const clang::Stmt *S) {
  return llvm::any_of(Items, [&](const ItemLoops &I) { return I.contains(S); });
}

/// F counts by numbers that are the same in all iterations, as an item can, and
/// nothing leaves it early. IsKnown: of other expressions, whether their values
/// are known where they are to be.
std::optional<InnerLoop>
countsForItems(const clang::ForStmt &F, const ParallelLoop &Loop,
               clang::ASTContext &Ctx,
               llvm::function_ref<bool(const clang::Expr *)> IsKnown = nullptr);

/// Both loops have the same rounds, whatever their variables are called.
bool countAlike(const InnerLoop &A, const InnerLoop &B, clang::ASTContext &Ctx);

/// Outermost ones first. InOrder: the loop's iterations depend on each other.
/// Why: where there are none, though the body has loops, but for what is not
/// done, the message's first argument.
llvm::SmallVector<ItemLoops, 2>
findItemLoops(const ParallelLoop &Loop, bool InOrder, const AccessModel &Model,
              std::optional<Refusal> &Why, clang::ASTContext &Ctx);

} // namespace twofold

#endif
