// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OutsideEffects.h - what a body does beyond its captures ------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_OUTSIDEEFFECTS_H
#define TWOFOLD_PLUGIN_DEPEND_OUTSIDEEFFECTS_H

#include "model/LoopModel.h"

namespace twofold {

/// Something that no list of accesses shows: a call into the unknown, a global
/// or static variable in a function that the loop calls, a volatile or atomic
/// object, allocation, exceptions.
struct OutsideEffect {
  clang::SourceLocation Loc;
  std::string What; ///< for "... %0"
};

/// The first one in the loop's body and the functions that it calls.
std::optional<OutsideEffect> findOutsideEffect(const ParallelLoop &Loop,
                                               clang::ASTContext &Ctx);

} // namespace twofold

#endif
