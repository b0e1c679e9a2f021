// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UsedUpdates.h - `x[k]++` whose value somebody looks at -------------===//
//
// Who draws a number from a counter gets another one each time, so iterations
// that meet at a counter depend on each other even where they only count.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_USEDUPDATES_H
#define TWOFOLD_PLUGIN_DEPEND_USEDUPDATES_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

struct ElementUpdate;

/// Adds the operands of each ++, --, += and their like in S, and in functions
/// that S calls, that is part of a larger expression or returned, along with
/// the ++ and -- themselves. Likewise of what a function counts by constants
/// where it also returns the count or stores to an element of that number:
/// `out[next[k]] = i; next[k] += 1;`.
void findUsedUpdates(const clang::Stmt *S, const clang::ASTContext &Ctx,
                     llvm::SmallPtrSetImpl<const clang::Expr *> &Found);

/// Adds where Update names its element, more than once in the spelled-out
/// forms.
void findTargets(const ElementUpdate &Update, const clang::ASTContext &Ctx,
                 llvm::DenseSet<clang::SourceLocation> &Targets);

} // namespace twofold

#endif
