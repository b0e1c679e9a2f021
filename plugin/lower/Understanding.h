// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Understanding.h - what is known of the memory that a loop touches --===//
#ifndef TWOFOLD_PLUGIN_LOWER_UNDERSTANDING_H
#define TWOFOLD_PLUGIN_LOWER_UNDERSTANDING_H

#include "access/AccessAnalysis.h"
#include "lower/LoweredLoop.h"

namespace twofold {

/// The accesses of a loop as the user wrote it, and of its lowered copy, where
/// somebody asks for one. Whoever needs either gets it from here, so that the
/// body is evaluated once and lowered once.
class Understanding {
  std::optional<LoweringResult> Copy;
  std::optional<AccessVerdict> InCopy;

public:
  AccessVerdict Written;

  /// The lowered copy, if one has been made.
  const LoweredLoop *copy() const {
    return Copy && Copy->Lowered ? &*Copy->Lowered : nullptr;
  }
  /// Of the loop that Written is of.
  LoweringResult &lower(const ParallelLoop &Loop, clang::Sema &S);
  /// Accesses of the lowered copy, which is there. Its Elements may have been
  /// settled before.
  AccessVerdict &lowered(clang::ASTContext &Ctx);
  /// What to go by where nothing but the accesses counts: lowered(), if only
  /// the copy shows all of them, or more of its subscripts can be checked.
  bool needsCopy(const ParallelLoop &Loop, clang::Sema &S);
};

Understanding understand(const ParallelLoop &Loop, clang::ASTContext &Ctx);

} // namespace twofold

#endif
