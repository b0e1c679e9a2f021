// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NestMapping.h - which loop is which dimension of the device --------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_NESTMAPPING_H
#define TWOFOLD_PLUGIN_KERNEL_NESTMAPPING_H

#include "depend/InferredCollapse.h"
#include "schedule/ItemLoops.h"
#include "schedule/ItemTiles.h"
#include "schedule/RowGroups.h"
#include "schedule/TransposedLoads.h"

namespace twofold {

/// A value between the analysis and the printer: what stands inside stays
/// sequential in each work-item.
struct NestMapping {
  /// One NDRange dimension over all iterations, several per work-item; needed
  /// for reductions, of elements too, and for more than three dimensions.
  bool Linear = false;
  unsigned Rank = 1; ///< of the NDRange
  /// Axis that NDRange dimension r runs over, the one with the shortest strides
  /// first: a parallel dimension, or the loop that Shared or Items name. Not
  /// used when Linear.
  unsigned Range[3] = {0, 0, 0};
  std::optional<InferredCollapse> Shared; ///< where nests run as written
  llvm::SmallVector<ItemLoops, 2> Items;  ///< where they do not
  /// Another form, in which a group has several iterations.
  std::optional<RowGroups> Groups;
  /// Others, in which a group computes a tile of the first dimensions.
  std::optional<ItemTiles> Tiles;
  std::optional<TransposedLoads> Transposed;
  /// Why there are no Items or Tiles though there are loops for them, but for
  /// the first argument of the message.
  std::optional<Refusal> NotItems, NotTiles;
  /// Elements that stay the same in a loop are kept in registers.
  bool Keeps = false;

  /// What Axis counts, if it is no parallel dimension.
  const ItemLoops *itemsOf(unsigned Axis) const {
    auto Found = llvm::find_if(
        Items, [&](const ItemLoops &I) { return I.Axis == Axis; });
    return Found == Items.end() ? nullptr : Found;
  }
  /// The variable that dimension R of the NDRange counts by.
  const clang::VarDecl *counterOf(const ParallelLoop &Loop, unsigned R) const {
    if (Range[R] < Loop.Dims.size())
      return Loop.Dims[Range[R]].Induction;
    const ItemLoops *Own = itemsOf(Range[R]);
    return Own ? Own->Counts.Induction : Shared->Counts.Induction;
  }
  /// Whether items share out rounds with a pivot, of which each row is one
  /// iteration; see PivotUpdates.h.
  bool hasPivotRows() const {
    return Rank == 2 && Items.size() == 1 && Items.front().Pivot &&
           Items.front().Perfect && itemsOf(Range[0]);
  }
  /// Whether D counts the rounds of inner loops that are shared out.
  bool isCounter(const clang::ValueDecl *D) const {
    return llvm::any_of(Items, [&](const ItemLoops &I) {
      return !I.InPlace && llvm::is_contained(I.Counters, D);
    });
  }
  /// Whether the rounds of all loops that are shared out are the same in all
  /// iterations.
  bool isRegular() const {
    return llvm::none_of(
        Items, [](const ItemLoops &I) { return I.Moves || I.InPlace; });
  }
};

/// Schedules: inner loops anywhere in the body may become dimensions.
NestMapping mapNest(const ParallelLoop &Loop, bool InOrder,
                    const AccessModel &Model, bool Schedules,
                    clang::ASTContext &Ctx);

} // namespace twofold

#endif
