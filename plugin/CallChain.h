// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallChain.h - where the user called a library's loop ---------------===//
#ifndef TWOFOLD_PLUGIN_CALLCHAIN_H
#define TWOFOLD_PLUGIN_CALLCHAIN_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace twofold {

/// Clang is silent about system headers, and nobody could change them. A loop
/// in a template there concerns whoever made the compiler instantiate it.
class CallChain {
  llvm::SmallVector<clang::FunctionDecl *, 0> Functions;

public:
  /// Functions of the unit, callers before what they instantiate.
  void add(clang::FunctionDecl &F) { Functions.push_back(&F); }

  /// Loc, or the place outside of system headers that F is instantiated for.
  clang::SourceLocation shown(clang::SourceLocation Loc,
                              const clang::FunctionDecl &F,
                              const clang::SourceManager &Sources) const;
};

} // namespace twofold

#endif
