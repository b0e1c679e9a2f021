// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReductionObjects.h - objects that a loop sums up or multiplies ---===//
#ifndef TWOFOLD_PLUGIN_MODEL_REDUCTIONOBJECTS_H
#define TWOFOLD_PLUGIN_MODEL_REDUCTIONOBJECTS_H

#include "model/LoopModel.h"

namespace twofold {

/// What partial results of the class of C begin with, for the body of Function:
/// a new object, whose bytes are 0 where its constructor sets none, or the
/// number 1.
clang::Expr *beginningObject(const Capture &C, clang::Sema &S,
                             clang::FunctionDecl *Function);

using MadeExpr = llvm::function_ref<clang::Expr *()>;

/// into += from, or into = into + from, by the class's own operators, for the
/// body of Function. Null where it has none that fits.
clang::Expr *combinedObjects(const Capture &C, MadeExpr Into, MadeExpr From,
                             clang::Sema &S, clang::FunctionDecl *Function);

/// Makes functions of what a private copy begins with and of how two are
/// combined, for a kernel: fills Beginning and Combination of the
/// captures that need them. No unit gets to see the functions. False: some
/// class has no operator that combines two, so the loop Stays, which was
/// reported.
bool makeObjectFunctions(ParallelLoop &Loop, clang::Sema &S,
                         Diagnostics &Diags);

} // namespace twofold

#endif
