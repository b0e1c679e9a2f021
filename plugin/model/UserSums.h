// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UserSums.h - sums of objects by their class's own operators ------===//
#ifndef TWOFOLD_PLUGIN_MODEL_USERSUMS_H
#define TWOFOLD_PLUGIN_MODEL_USERSUMS_H

#include "model/ReductionForms.h"
#include "clang/AST/ExprCXX.h"

namespace twofold {

/// c += e, c -= e, c = c + e, c = e + c, c = c - e of a class that holds
/// numbers only; c *= e, c = c * e, c = e * c of std::complex.
std::optional<ReductionUpdate> matchUserSum(const clang::CXXOperatorCallExpr &E,
                                            const clang::ASTContext &Ctx);

} // namespace twofold

#endif
