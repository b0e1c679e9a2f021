// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessAnalysis.h - what memory a parallel loop touches -------------===//
#ifndef TWOFOLD_PLUGIN_ACCESSANALYSIS_H
#define TWOFOLD_PLUGIN_ACCESSANALYSIS_H

#include "AccessModel.h"
#include <optional>

namespace twofold {

/// Model and, when the touched memory cannot be told, why. The model then has
/// the work estimate alone (Ops, Axes and the values that these need).
struct AccessVerdict {
  AccessModel Model;
  std::optional<Refusal> Why;
};

/// Every read and write of Loop's body through what it captures. Looks at the
/// body as the user wrote it and changes nothing in it; what it adds to the
/// context stays outside the tree. WorkOnly drops all but the work estimate.
AccessVerdict analyzeAccesses(const ParallelLoop &Loop, clang::ASTContext &Ctx,
                              bool WorkOnly = false);

} // namespace twofold

#endif
