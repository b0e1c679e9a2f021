// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BaseSharing.h - what is said of all elements of an array -----------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_BASESHARING_H
#define TWOFOLD_PLUGIN_DEPEND_BASESHARING_H

#include "access/AccessModel.h"
#include "ast/VariableUses.h"

namespace twofold {

/// Atomic, volatile and thread-local objects are shared on purpose, or not.
bool isSynchronised(const Base &B, const clang::ASTContext &Ctx);

/// One may reach into the other's memory. Uses are those of the function.
bool mayOverlap(const Base &A, const Base &B, const ParallelLoop &Loop,
                const BodyUses &Uses);

} // namespace twofold

#endif
