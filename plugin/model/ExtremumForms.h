// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExtremumForms.h - the ways to write a minimum or maximum ---------===//
#ifndef TWOFOLD_PLUGIN_MODEL_EXTREMUMFORMS_H
#define TWOFOLD_PLUGIN_MODEL_EXTREMUMFORMS_H

#include "model/ReductionForms.h"

namespace twofold {

/// `if (e < x) x = e;` with any comparison either way round, other conditions
/// joined by &&, and other variables assigned in the same branch.
std::optional<ReductionUpdate> matchExtremum(const clang::IfStmt &If,
                                             const BodyUses &Uses,
                                             clang::ASTContext &Ctx);

/// `x = e < x ? e : x`, `x = fmin(x, e)`, `x = std::min(x, e)` and their
/// mirrored forms.
std::optional<ReductionUpdate> matchExtremum(const clang::BinaryOperator &E,
                                             const BodyUses &Uses,
                                             clang::ASTContext &Ctx);

/// The assignments to variables that a branch consists of, in their order; none
/// where there is more to it.
llvm::SmallVector<const clang::BinaryOperator *, 4>
assignmentsOf(const clang::Stmt *Branch);

} // namespace twofold

#endif
