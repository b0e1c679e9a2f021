// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessAnalysis.h - what a loop touches, and as text ---------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_ACCESSANALYSIS_H
#define TWOFOLD_PLUGIN_ACCESS_ACCESSANALYSIS_H

#include "access/AccessModel.h"
#include <optional>

namespace twofold {

/// Model and, when the touched memory cannot be told, why. What the model has
/// is right all the same, but it may leave out accesses (it is opaque then) or
/// not know how far they reach.
struct AccessVerdict {
  AccessModel Model;
  std::optional<Refusal> Why;
  /// One for each base that is known to reach as far as its block of memory
  /// does, and no better: the runtime looks for the block.
  llvm::SmallVector<Refusal, 2> Blocks;
};

/// Every read and write of Loop's body through what it captures. Looks at the
/// body as the user wrote it and changes nothing in it; what it adds to the
/// context stays outside the tree.
AccessVerdict analyzeAccesses(const ParallelLoop &Loop, clang::ASTContext &Ctx);

/// One line for the loop and one for each axis, base, access and check, in the
/// order of the tables. Parallel axes go by their variable's name, inner ones
/// by `axis<number>`, values as the user wrote them.
std::string toString(const AccessModel &Model, const ParallelLoop &Loop);

} // namespace twofold

#endif
