// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DividedValues.h - values that are quotients of others --------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_DIVIDEDVALUES_H
#define TWOFOLD_PLUGIN_DEPEND_DIVIDEDVALUES_H

#include "access/AccessEvaluator.h"
#include "depend/DependenceProof.h"

namespace twofold {

/// Has Space count the recorded values, with what is known of each: that it is
/// unsigned, or a quotient of others.
void countValues(IterationSpace &Space, AccessRecorder &Recorder,
                 AccessEvaluator &Evaluator, clang::ASTContext &Ctx);

} // namespace twofold

#endif
