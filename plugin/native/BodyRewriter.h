// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BodyRewriter.h - redirects a moved body to its new variables -----===//
#ifndef TWOFOLD_PLUGIN_NATIVE_BODYREWRITER_H
#define TWOFOLD_PLUGIN_NATIVE_BODYREWRITER_H

#include "ast/AstFactory.h"
#include "ast/CopiedArrays.h"
#include "model/LoopModel.h"
#include <functional>

namespace twofold {

/// Walks a statement that moves into another function and points its
/// references at that function's variables. Arrays and pointers of
/// variable-length array type become pointers to the innermost element, with
/// explicit index arithmetic, because the lengths in their types belong to the
/// function they came from.
class BodyRewriter {
public:
  /// Gives an expression for the number of innermost elements of an array.
  using LengthOf = std::function<clang::Expr *(clang::QualType Array)>;

  BodyRewriter(clang::ASTContext &Ctx, AstFactory &Make, LengthOf Length)
      : Ctx(Ctx), Make(Make), Length(std::move(Length)), Arrays(Ctx) {}

  void redirect(const clang::ValueDecl *From, clang::VarDecl *To) {
    Variables[From] = To;
  }
  /// What From became; null: it is none of the new function's variables.
  clang::VarDecl *variable(const clang::ValueDecl *From) const {
    return Variables.lookup(From);
  }
  void redirectThis(clang::VarDecl *To) { This = To; }

  void rewrite(clang::Stmt *&Slot);

  /// The innermost type of arrays and pointers that is not variably modified.
  static clang::QualType flatElement(clang::ASTContext &Ctx,
                                     clang::QualType Type);

private:
  clang::ASTContext &Ctx;
  AstFactory &Make;
  LengthOf Length;
  llvm::DenseMap<const clang::ValueDecl *, clang::VarDecl *> Variables;
  clang::VarDecl *This = nullptr;
  CopiedArrays Arrays;

  void reference(clang::Stmt *&Slot, clang::DeclRefExpr *Ref);
  void typeLengths(clang::QualType Type);
  clang::Expr *flatten(clang::Expr *E);
  clang::Expr *flatDistance(clang::BinaryOperator *E);
  clang::Expr *flatOffset(clang::Expr *Pointer, clang::Expr *Index,
                          bool Negative);
};

} // namespace twofold

#endif
