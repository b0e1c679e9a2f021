// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowGroups.h - iterations that walk rows, shared by a work-group ----===//
//
//   for (i) { s = 0; for (j) s += a[i][j]; for (j) b[i][j] = a[i][j] / s; }
//
// An item a row has neighbours read elements a row apart. Instead a group has
// some rows: its items share out the elements of all of them, meet, and one
// item a row adds up, in order, what they have put into local memory. Where the
// order of sums is free, each item adds up a part of a row, and then they meet.
// Sums of columns (`s += a[j][i]`) have neighbours as they are, but too few
// items where columns are long: a group has some, in the same way.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_ROWGROUPS_H
#define TWOFOLD_PLUGIN_SCHEDULE_ROWGROUPS_H

#include "model/ReductionForms.h"
#include "schedule/ItemLoops.h"
#include "schedule/KeptRows.h"

namespace twofold {

/// Statements of the iteration between two places where items meet.
struct RowSection {
  llvm::SmallVector<const clang::Stmt *, 4> Statements; ///< or of Loop's body
  const clang::ForStmt *Loop = nullptr; ///< its rounds are shared out
  InnerLoop Counts;
  /// Variables of the row that rounds change one after the other.
  llvm::SmallVector<const clang::VarDecl *, 2> Sums;
  /// What would combine partial results of each of the Sums; fewer: one of them
  /// cannot be made of these.
  llvm::SmallVector<ReductionOp, 2> Operations;
  bool Free = true; ///< the order of the Sums is

  /// Items may have a part of a row each: its order is free, or tells nothing
  /// but the sign of a zero.
  bool hasParts() const;
  /// S is for one item a row: it changes Sums, and nothing else.
  bool isOrdered(const clang::Stmt *S) const;
};

struct RowGroups {
  /// The sections are parts of it: the loop's body, or a copy of that.
  const clang::Stmt *Body = nullptr;
  llvm::SmallVector<RowSection, 4> Sections;
  /// Variables that live through several sections: one for each row.
  llvm::SmallVector<const clang::VarDecl *, 4> Rows;
  /// Others, which sections declare again: their values are no one's results.
  llvm::SmallVector<const clang::VarDecl *, 2> Again;
  /// Neighbouring rows, not columns, lie beside each other in memory.
  bool Across = false;
  unsigned Axis = 0; ///< of the first loop, in the access model
  /// Each row is added up in parts: all sums have Operations, and the order of
  /// its rounds is free.
  bool Trees = false;
  bool Combines = false; ///< what the sums are made of allows it
  /// ...and several groups may have parts of one row: up to its only loop,
  /// which stores nothing, each may run the iteration for itself.
  bool Shares = false;
  /// What stays in local memory; then sums that are not Free are made by one
  /// item a row.
  llvm::SmallVector<KeptRow, 2> Kept;

  /// Local memory holds a thousand columns in all rows of each slot, beside
  /// what is found in parts.
  bool hasRoom(unsigned Slots, const clang::ASTContext &Ctx) const;
};

/// Where that has neighbours read neighbouring elements, and nothing else
/// would.
std::optional<RowGroups> findRowGroups(const ParallelLoop &Loop,
                                       const AccessModel &Model,
                                       clang::ASTContext &Ctx);

} // namespace twofold

#endif
