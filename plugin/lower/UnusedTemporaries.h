// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UnusedTemporaries.h - parts of objects that nobody reads -----------===//
#ifndef TWOFOLD_PLUGIN_LOWER_UNUSEDTEMPORARIES_H
#define TWOFOLD_PLUGIN_LOWER_UNUSEDTEMPORARIES_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace twofold {

/// Body without the Temporaries that are only set, to something that MayWrite
/// says has no effect. Body is the caller's own copy and is changed.
clang::Stmt *
withoutUnused(clang::Stmt *Body,
              const llvm::DenseSet<const clang::VarDecl *> &Temporaries,
              clang::ASTContext &Ctx,
              llvm::function_ref<bool(const clang::Expr *)> MayWrite);

} // namespace twofold

#endif
