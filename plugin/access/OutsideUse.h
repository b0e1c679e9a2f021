// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OutsideUse.h - variables that a call comes to, by its text ---------===//
//
// For calls whose bodies are not evaluated: those of functions that call
// themselves, say.
#ifndef TWOFOLD_PLUGIN_ACCESS_OUTSIDEUSE_H
#define TWOFOLD_PLUGIN_ACCESS_OUTSIDEUSE_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace twofold {

/// Arrays and objects of the program that are no constants.
struct OutsideUse {
  llvm::SmallSetVector<const clang::VarDecl *, 4> Named;
  llvm::SmallSetVector<const clang::VarDecl *, 4> Written; ///< perhaps
  /// Variables of functions around, which a lambda has captured, among others.
  llvm::SmallSetVector<const clang::VarDecl *, 8> Local;
};

/// What a call of Def comes to by name, with all that it calls but what is in
/// headers of the system. What its arguments lead to is not among it.
OutsideUse outsideUse(const clang::FunctionDecl &Def,
                      const clang::ASTContext &Ctx);

} // namespace twofold

#endif
