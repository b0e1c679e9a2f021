// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BareLoops.h - loops without the hints that stand before them -------===//
#ifndef TWOFOLD_PLUGIN_AST_BARELOOPS_H
#define TWOFOLD_PLUGIN_AST_BARELOOPS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace twofold {

/// The loop that S is but for hints; null where S is none, or has none.
clang::ForStmt *hintedLoop(clang::Stmt *S);

/// While it lives, the loops in a statement that Which holds of stand there
/// without hints for the compiler, such as `omp simd` leaves or the pragma
/// `clang loop`: these tell how a loop is translated as it is, and nothing of a
/// nest that it becomes a part of. Loops that still stand in the statement at
/// the end have their hints again.
class BareLoops {
  clang::Stmt *&Slot;
  llvm::SmallVector<clang::AttributedStmt *, 2> Hinted;

public:
  BareLoops(clang::Stmt *&Slot,
            llvm::function_ref<bool(const clang::ForStmt &)> Which);
  ~BareLoops();
  BareLoops(const BareLoops &) = delete;
  BareLoops &operator=(const BareLoops &) = delete;
};

} // namespace twofold

#endif
