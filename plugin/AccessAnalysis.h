// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessAnalysis.h - what memory a parallel loop touches -------------===//
#ifndef TWOFOLD_PLUGIN_ACCESSANALYSIS_H
#define TWOFOLD_PLUGIN_ACCESSANALYSIS_H

#include "AccessModel.h"
#include <variant>

namespace twofold {

/// Every read and write of Loop's body through what it captures, or why that
/// cannot be said. Looks at the body as the user wrote it and changes nothing
/// in it; what it adds to the context stays outside the tree.
std::variant<AccessModel, Refusal> analyzeAccesses(const ParallelLoop &Loop,
                                                   clang::ASTContext &Ctx);

} // namespace twofold

#endif
