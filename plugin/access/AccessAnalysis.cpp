// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/AccessAnalysis.h"
#include "access/AccessEvaluator.h"

using namespace twofold;

AccessVerdict twofold::analyzeAccesses(const ParallelLoop &Loop,
                                       clang::ASTContext &Ctx) {
  AccessRecorder Recorder(Loop, Ctx);
  AccessEvaluator Evaluator(Loop, Ctx, Recorder);
  Evaluator.evaluateBody();
  AccessVerdict Verdict;
  Verdict.Why = Evaluator.refused();
  Evaluator.findExtents();
  Verdict.Blocks = Recorder.unknownExtents();
  if (Loop.Given.Bounds)
    Evaluator.findSubscripts();
  // Updates of shared elements need to know what else reaches them.
  if (Evaluator.refused() && !Loop.Elements.empty())
    Recorder.touchEverywhere();
  Verdict.Model = Recorder.finish();
  Verdict.Model.Opaque = Evaluator.refused().has_value();
  return Verdict;
}
