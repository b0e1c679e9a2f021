// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClosureCopy.h - lambdas with variables of their own ----------------===//
//
// A lambda's function names what it captures. Where the copy has other
// variables in the place of these, or other statements in the place of
// directives, it has a class of its own. Nothing but calls may name its
// objects, since all else that knows the original's class, such as instances of
// templates, would have to be made anew.
#ifndef TWOFOLD_PLUGIN_AST_CLOSURECOPY_H
#define TWOFOLD_PLUGIN_AST_CLOSURECOPY_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

class StatementCopy;

class ClosureCopy {
  StatementCopy &All;
  /// A lambda whose class the copy cannot have, and what the copy of its class
  /// is.
  struct Closure {
    clang::LambdaExpr *Original = nullptr;
    clang::CXXRecordDecl *Class = nullptr;
  };
  llvm::DenseMap<const clang::CXXRecordDecl *, Closure> Closures;
  llvm::DenseMap<const clang::FunctionDecl *, clang::CXXMethodDecl *> Operators;
  using Variables = llvm::SmallPtrSetImpl<const clang::ValueDecl *>;
  const Variables *Captured = nullptr;
  const clang::DeclRefExpr *Named = nullptr; ///< where a closure may be named

public:
  explicit ClosureCopy(StatementCopy &All) : All(All) {}

  /// What the innermost lambda that is copied captures; null: there is none.
  const Variables *captured() const { return Captured; }
  /// The lambda of a class of its own that E may not name; null: it may.
  clang::LambdaExpr *hidden(const clang::DeclRefExpr &E) const {
    return &E == Named ? nullptr : closureOf(E.getType()).Original;
  }
  bool isOwn(clang::QualType T) const { return closureOf(T).Class; }
  /// T, of which isOwn holds, with the copy's class in the place of the
  /// original's.
  clang::QualType type(clang::QualType T) const;
  /// The copy of a lambda of which others than calls may know.
  clang::Expr *shared(clang::LambdaExpr *E);
  /// The copy of a variable that V, a lambda, begins with; null: V is another
  /// one, or its class may be shared.
  clang::VarDecl *variable(const clang::VarDecl &V);
  /// E if it calls a lambda that the copy has a class for; null: it does not.
  clang::Expr *call(clang::CallExpr *E);

private:
  /// The copy may have E's class.
  bool keepsAll(const clang::LambdaExpr &E) const;
  Closure closureOf(clang::QualType T) const;
  clang::Expr *object(clang::Expr *E);
  clang::LambdaExpr *own(clang::LambdaExpr &E);
  clang::CXXMethodDecl *operatorOf(clang::CXXMethodDecl &Of,
                                   clang::CXXRecordDecl *Class);
};

} // namespace twofold

#endif
