// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowGroups.h - iterations that walk rows, shared by a work-group ----===//
//
//   for (i) { s = 0; for (j) s += a[i][j]; for (j) b[i][j] = a[i][j] / s; }
//
// An item a row has neighbours read elements a row apart. Instead a group has
// some rows: its items share out the elements of all of them, meet, and one
// item a row adds up, in order, what they have put into local memory.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_ROWGROUPS_H
#define TWOFOLD_PLUGIN_SCHEDULE_ROWGROUPS_H

#include "schedule/ItemLoops.h"

namespace twofold {

/// Statements of the iteration between two places where items meet.
struct RowSection {
  llvm::SmallVector<const clang::Stmt *, 4> Statements; ///< or of Loop's body
  const clang::ForStmt *Loop = nullptr; ///< its rounds are shared out
  InnerLoop Counts;
  /// Variables of the row that rounds change one after the other.
  llvm::SmallVector<const clang::VarDecl *, 2> Sums;

  /// S is for one item a row: it changes Sums, and nothing else.
  bool isOrdered(const clang::Stmt *S) const;
};

struct RowGroups {
  llvm::SmallVector<RowSection, 4> Sections;
  /// Variables that live through several sections: one for each row.
  llvm::SmallVector<const clang::VarDecl *, 4> Rows;
  /// Others, which sections declare again: their values are no one's results.
  llvm::SmallVector<const clang::VarDecl *, 2> Again;
  unsigned Axis = 0; ///< of the first loop, in the access model
};

/// Where that has neighbours read neighbouring elements, and nothing else
/// would.
std::optional<RowGroups> findRowGroups(const ParallelLoop &Loop,
                                       const AccessModel &Model,
                                       clang::ASTContext &Ctx);

} // namespace twofold

#endif
