// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KeptRows.h - elements of rows that stay in local memory ------------===//
//
//   for (j) if (a[i][j] > most) most = a[i][j];
//   for (j) { b[i][j] = exp(a[i][j] - most); sum += b[i][j]; }
//   for (j) b[i][j] /= sum;
//
// Each loop would read the row from memory again, and the second one store what
// the third one replaces. Instead a group keeps what such places of its rows
// hold from the first loop that touches them to the last one.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_KEPTROWS_H
#define TWOFOLD_PLUGIN_SCHEDULE_KEPTROWS_H

#include "model/LoopModel.h"
#include "llvm/ADT/SmallSet.h"

namespace twofold {

struct AccessModel;
struct RowGroups;
struct RowSection;

/// `a[i][j]` for each j, in all loops that touch it.
struct KeptRow {
  struct Use {
    unsigned Section;
    const clang::Expr *Place;
  };
  llvm::SmallVector<Use, 6> Uses; ///< in the order of the text
  clang::QualType Type;
  bool Loaded = false; ///< the first of these sections reads it from memory
  /// The first section begins with a later column than this one: what is before
  /// that is loaded by the numbers of this one.
  std::optional<unsigned> Lead;
  llvm::SmallSet<unsigned, 4> Stores;  ///< sections that change it
  llvm::SmallSet<unsigned, 4> Dropped; ///< ...which a later one replaces
  unsigned Slot = 0;                   ///< rows of one slot take turns

  unsigned first() const { return Uses.front().Section; }
  unsigned last() const { return Uses.back().Section; }
  const clang::Expr *placeIn(unsigned Section) const {
    for (const Use &U : Uses)
      if (U.Section == Section)
        return U.Place;
    return nullptr;
  }
};

/// What changes the section's sums, behind declarations of what that names.
llvm::SmallVector<const clang::Stmt *, 4> sumsOf(const RowSection &In);

/// Empty: no place is worth it, or a section has sums in order that one item
/// cannot make of what is kept.
llvm::SmallVector<KeptRow, 2> findKeptRows(const RowGroups &Groups,
                                           const ParallelLoop &Loop,
                                           const AccessModel &Model,
                                           clang::ASTContext &Ctx);

} // namespace twofold

#endif
