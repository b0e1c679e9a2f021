// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReductionFunctions.h - identity and combine of a loop's reductions -===//
#ifndef TWOFOLD_PLUGIN_NATIVE_REDUCTIONFUNCTIONS_H
#define TWOFOLD_PLUGIN_NATIVE_REDUCTIONFUNCTIONS_H

#include "model/LoopModel.h"

namespace clang {
class Sema;
} // namespace clang

namespace twofold {
class RuntimeDecls;

/// void f(void **args): *(T *)args[k] = identity, for every reduction.
clang::FunctionDecl *identityFunction(const ParallelLoop &Loop,
                                      const RuntimeDecls &Abi, clang::Sema &S);
/// void f(void **into, void **from): *into[k] = *into[k] op *from[k]. The
/// classes of objects have operators for that (see makeObjectFunctions).
clang::FunctionDecl *combineFunction(const ParallelLoop &Loop,
                                     const RuntimeDecls &Abi, clang::Sema &S);

} // namespace twofold

#endif
