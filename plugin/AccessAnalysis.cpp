// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessAnalysis.cpp - what memory a parallel loop touches -----------===//
#include "AccessAnalysis.h"

#include "AccessEvaluator.h"

using namespace twofold;

std::variant<AccessModel, Refusal>
twofold::analyzeAccesses(const ParallelLoop &Loop, clang::ASTContext &Ctx) {
  AccessRecorder Recorder(Loop, Ctx);
  AccessEvaluator Evaluator(Loop, Ctx, Recorder);
  Evaluator.evaluateBody();
  if (Evaluator.Refused)
    return *Evaluator.Refused;
  Evaluator.findExtents();
  return Recorder.finish();
}
