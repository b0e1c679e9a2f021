// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementRewriter.h - native updates of shared elements --------------===//
//
// In the moved body each update of an element reduction becomes
//
//   if (shared) atomically; else as the user wrote it
//
// `shared` is a parameter of the function around, which is inlined once with 0
// and once with 1: neither variant tests it in its loop.
#ifndef TWOFOLD_PLUGIN_NATIVE_ELEMENTREWRITER_H
#define TWOFOLD_PLUGIN_NATIVE_ELEMENTREWRITER_H

#include "ast/AstFactory.h"
#include "model/LoopModel.h"

namespace twofold {

class ElementRewriter {
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  AstFactory &Make;
  clang::FunctionDecl *Owner;
  clang::ValueDecl *Shared;

  clang::Stmt *atomic(const ElementUpdate &U);
  clang::Expr *atomicCall(int Op, llvm::ArrayRef<clang::Expr *> Args,
                          clang::QualType Type);
  clang::Expr *combined(const ElementUpdate &U, clang::VarDecl *Old,
                        clang::VarDecl *Value);

public:
  /// Shared: a parameter of Owner, an int.
  ElementRewriter(const ParallelLoop &Loop, clang::ASTContext &Ctx,
                  AstFactory &Make, clang::FunctionDecl *Owner,
                  clang::ValueDecl *Shared)
      : Loop(Loop), Ctx(Ctx), Make(Make), Owner(Owner), Shared(Shared) {}

  void rewrite(clang::Stmt *&Slot);
};

} // namespace twofold

#endif
