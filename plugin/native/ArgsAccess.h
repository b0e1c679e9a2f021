// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ArgsAccess.h - expressions over a variant's args -----------------===//
#ifndef TWOFOLD_PLUGIN_NATIVE_ARGSACCESS_H
#define TWOFOLD_PLUGIN_NATIVE_ARGSACCESS_H

#include "ast/AstFactory.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

namespace twofold {

/// Reads a `void **args` parameter.
class ArgsAccess {
  clang::ASTContext &Ctx;
  AstFactory &Make;
  clang::ValueDecl *Args;

public:
  ArgsAccess(clang::ASTContext &Ctx, AstFactory &Make, clang::ValueDecl *Args)
      : Ctx(Ctx), Make(Make), Args(Args) {}

  /// args[Index], a void *
  clang::Expr *address(unsigned Index) {
    return Make.load(
        Make.subscript(Make.value(Args), Make.integer(Index, Ctx.IntTy)));
  }
  /// *(T *)args[Index]
  clang::Expr *lvalue(unsigned Index, clang::QualType T) {
    return Make.dereference(
        Make.convert(address(Index), Ctx.getPointerType(T)));
  }
};

} // namespace twofold

#endif
