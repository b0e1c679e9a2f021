// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NativeInputs.h - what a native variant reads but arrays ------------===//
#ifndef TWOFOLD_PLUGIN_CALL_NATIVEINPUTS_H
#define TWOFOLD_PLUGIN_CALL_NATIVEINPUTS_H

#include "native/CallLayout.h"

#include <optional>

namespace twofold {

/// Bytes that the native variant may read and that no base lists.
struct NativeInput {
  unsigned Kind = 0; ///< TWOFOLD_INPUT_*
  unsigned Arg = 0;  ///< 0: Variable is global
  uint64_t Bytes = 0;
  clang::VarDecl *Variable = nullptr;
};

/// All of them, so that a call can be repeated when the variables have changed.
/// Nothing where that cannot be told: the variant follows pointers in objects
/// that are reached through pointers, or reads large objects.
std::optional<llvm::SmallVector<NativeInput, 8>>
nativeInputs(const ParallelLoop &Loop, const CallLayout &Layout,
             const AccessModel &Accesses, clang::ASTContext &Ctx);

} // namespace twofold

#endif
