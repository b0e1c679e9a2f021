// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ArrayUses.h - where an array's address goes ------------------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_ARRAYUSES_H
#define TWOFOLD_PLUGIN_DEPEND_ARRAYUSES_H

#include "model/LoopModel.h"

namespace twofold {

enum class Addresses {
  None,  ///< only elements and members are named
  Local, ///< pointers to it exist while S runs, and no longer
  Kept   ///< one may be left somewhere
};

/// What S, but for Except in it, does with the addresses of D and its parts.
Addresses addressesOf(const clang::Stmt *S, const clang::ValueDecl *D,
                      const clang::Stmt *Except = nullptr);

/// S, or a function that it calls, leaves a pointer or a reference in an object
/// that S has not declared, or makes a number of one.
bool keepsPointers(const clang::Stmt *S);

} // namespace twofold

#endif
