// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SumForms.h - sums of several terms, operators of classes ----------===//
#ifndef TWOFOLD_PLUGIN_MODEL_SUMFORMS_H
#define TWOFOLD_PLUGIN_MODEL_SUMFORMS_H

#include "model/LoopModel.h"
#include "model/ReductionForms.h"

namespace twofold {

/// Whether Target stands somewhere in E.
bool mentions(const clang::Expr *E, const clang::Expr *Target,
              const clang::ASTContext &Ctx);

/// What is combined with the target, as one new expression of the old terms.
struct ElementChain {
  clang::Expr *Operand = nullptr;
  bool Negated = false;
};

/// Value is the target and at least two other terms, joined by Op. Grouping
/// them otherwise is what makes a reduction.
std::optional<ElementChain> matchChain(clang::BinaryOperator &Value,
                                       const clang::Expr *Target,
                                       ReductionOp Op, clang::ASTContext &Ctx);

/// c += e, c -= e, c = c + e, c = e + c, c = c - e of a class that holds
/// numbers only; c *= e, c = c * e, c = e * c of std::complex.
std::optional<ReductionUpdate> matchUserSum(const clang::CXXOperatorCallExpr &E,
                                            const clang::ASTContext &Ctx);

} // namespace twofold

#endif
