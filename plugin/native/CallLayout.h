// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallLayout.h - the entries of args that a call fills ---------------===//
#ifndef TWOFOLD_PLUGIN_NATIVE_CALLLAYOUT_H
#define TWOFOLD_PLUGIN_NATIVE_CALLLAYOUT_H

#include "access/AccessModel.h"
#include "ast/AstFactory.h"

namespace twofold {

/// Begins with the entries that the model has numbered
/// (ParallelLoop::ArgCount); the native variant adds those that it alone needs.
struct CallLayout {
  unsigned ArgCount = 1; ///< of all entries, the dims included
  llvm::SmallVector<ArrayLength, 2> Lengths;
  unsigned BoundsArg = 0; ///< entry with the limits; 0: there are none
  unsigned LimitCount = 0;
  /// Only of a loop that is checked where it stands: what gets the limits.
  clang::VarDecl *Limits = nullptr;

  CallLayout() = default;
  explicit CallLayout(const ParallelLoop &Loop)
      : ArgCount(Loop.ArgCount), Lengths(Loop.Lengths) {}
  /// With an entry for the limits of subscripts that the variants check.
  CallLayout(const ParallelLoop &Loop, const AccessModel &Accesses)
      : CallLayout(Loop) {
    LimitCount = Accesses.Subscripts.size();
    if (LimitCount)
      BoundsArg = ArgCount++;
  }
};

/// What a body is given by itself, in place of an entry of args.
struct Passed {
  unsigned Arg = 0; ///< 0: where the only dimension begins
  clang::QualType Type;
  llvm::StringRef Name; ///< of the parameter
};

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
