// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SemaScope.h - expressions built where no parser is -----------------===//
#ifndef TWOFOLD_PLUGIN_AST_SEMASCOPE_H
#define TWOFOLD_PLUGIN_AST_SEMASCOPE_H

#include "clang/Sema/EnterExpressionEvaluationContext.h"

namespace twofold {

/// While it lives Sema builds expressions of a function that it has left.
class SemaScope {
  clang::Sema::ContextRAII Inside;
  clang::Sema::FunctionScopeRAII Popped;
  clang::EnterExpressionEvaluationContext Evaluated;

public:
  SemaScope(clang::Sema &S, clang::DeclContext *Function)
      : Inside(S, Function), Popped(S),
        Evaluated(
            (S.PushFunctionScope(), S),
            clang::Sema::ExpressionEvaluationContext::PotentiallyEvaluated) {}
};

} // namespace twofold

#endif
