// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementChain.h - `t = a + t - b`, where t is one of several terms --===//
#ifndef TWOFOLD_PLUGIN_MODEL_ELEMENTCHAIN_H
#define TWOFOLD_PLUGIN_MODEL_ELEMENTCHAIN_H

#include "model/LoopModel.h"

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

} // namespace twofold

#endif
