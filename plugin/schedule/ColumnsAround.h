// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ColumnsAround.h - columns of an iteration around its rounds --------===//
//
//   for (j) c[j] = 0;
//   for (k) for (j) c[j] += a[k] * b[k][j];
//
// does to each column what this does, where columns are independent:
//
//   for (j) { c[j] = 0; for (k) c[j] += a[k] * b[k][j]; }
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_COLUMNSAROUND_H
#define TWOFOLD_PLUGIN_SCHEDULE_COLUMNSAROUND_H

#include "model/LoopModel.h"

namespace twofold {

/// An iteration in that form, which shares no statements with the loop's body.
struct ColumnsAround {
  clang::Stmt *Body = nullptr;
  clang::ForStmt *Columns = nullptr;
};

/// Nothing: the body has another form. Whether columns are independent is not
/// looked at.
std::optional<ColumnsAround> turnColumns(const ParallelLoop &Loop,
                                         clang::ASTContext &Ctx);

} // namespace twofold

#endif
