// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FilledArrays.h - arrays that iterations fill or update ------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_FILLEDARRAYS_H
#define TWOFOLD_PLUGIN_DEPEND_FILLEDARRAYS_H

#include "model/LoopModel.h"

namespace twofold {

/// Makes arrays and objects from outside private, of which each iteration reads
/// only what it has written before, and keeps the last iteration's where what
/// they hold may be looked at after the loop. shareData has run.
void findFilledArrays(ParallelLoop &Loop, clang::ASTContext &Ctx);

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

//
// Finds each update `h[k] op= e` of a captured array, pointer, member or
// container. Where the subscripts differ between iterations, it is none of our
// business; where they may be equal and the loop does nothing else with the
// array, the updates become an element reduction.
//

/// Fills Loop.Elements and Loop.Updates.
void findElementReductions(ParallelLoop &Loop, clang::ASTContext &Ctx);

} // namespace twofold

#endif
