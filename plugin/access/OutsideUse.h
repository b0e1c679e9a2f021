// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OutsideUse.h - memory that a call may come to, by its text ---------===//
//
// For calls whose bodies are not evaluated: those of functions that call
// themselves, say.
#ifndef TWOFOLD_PLUGIN_ACCESS_OUTSIDEUSE_H
#define TWOFOLD_PLUGIN_ACCESS_OUTSIDEUSE_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace twofold {

struct OutsideUse {
  bool Writes = false; ///< what is not the call's own, wherever that is
  /// Variables of the program that are named.
  llvm::SmallSetVector<const clang::VarDecl *, 4> Globals;
};

/// What a call of Def does to memory outside, with all that it calls. Own: by
/// number of the parameter, that what it points or refers to is the caller's
/// own as well. OwnThis: the same of the object.
OutsideUse outsideUse(const clang::FunctionDecl &Def, llvm::ArrayRef<bool> Own,
                      bool OwnThis, const clang::ASTContext &Ctx);

} // namespace twofold

#endif
