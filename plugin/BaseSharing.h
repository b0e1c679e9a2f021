// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BaseSharing.h - what is said of all elements of an array -----------===//
#ifndef TWOFOLD_PLUGIN_BASESHARING_H
#define TWOFOLD_PLUGIN_BASESHARING_H

#include "AccessModel.h"

namespace twofold {

/// Atomic, volatile and thread-local objects are shared on purpose, or not.
bool isSynchronised(const Base &B, const clang::ASTContext &Ctx);

} // namespace twofold

#endif
