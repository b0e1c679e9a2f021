// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PlacedCalls.h - what calls compute in the place of the calls -------===//
//
// `y[next(&c[i])]`, where next does `return c->at++;`, is `y[c[i].at++]`. Such
// copies are for looking at only: what a place is spelled as is taken to stay
// what it is while a called function runs.
#ifndef TWOFOLD_PLUGIN_DEPEND_PLACEDCALLS_H
#define TWOFOLD_PLUGIN_DEPEND_PLACEDCALLS_H

#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "llvm/ADT/StringSet.h"

namespace twofold {

/// Of one copy, with all the bodies in it.
struct Placed {
  StatementCopy &Whole;

  explicit Placed(StatementCopy &Whole) : Whole(Whole) {}

  llvm::SmallVector<const clang::FunctionDecl *, 4> Around; ///< innermost last
  llvm::SmallVector<const clang::VarDecl *, 2> Lambdas;     ///< gone
  unsigned Nodes = 0;                                       ///< of all bodies
  bool Any = false;
};

/// Has what calls compute in the place of the calls, and places in the place of
/// pointers and references that name them.
class CallsCopy : public StatementCopy {
protected:
  clang::FunctionDecl *Owner;
  llvm::StringSet<> &Names;
  Placed *In; ///< null: calls and pointers stay
  /// Pointers and values that are what these say, and references to them.
  llvm::DenseMap<const clang::ValueDecl *, clang::Expr *> Same;

  clang::Expr *argument(clang::Expr *E) {
    StatementCopy Copy(Ctx, Owner);
    clang::Expr *New = Copy.copy(E);
    return Copy.obstacle() ? nullptr : New;
  }

  clang::Expr *again(clang::Expr *E) {
    clang::Expr *New = argument(E);
    if (!New)
      fail(E);
    return New ? New : E;
  }

  bool isFixed(const clang::Expr *E) const {
    return !E->HasSideEffects(Ctx) &&
           !holdsNode<clang::StmtExpr, clang::LambdaExpr,
                      clang::MaterializeTemporaryExpr>(E);
  }

  /// The place or pointer E as its owner spells it.
  static clang::Expr *withoutConst(clang::Expr *E) {
    while (clang::Expr *Sub = operandOf(E->IgnoreParens(), clang::CK_NoOp))
      E = Sub;
    return E->IgnoreParens();
  }

  /// Whether the pointer E is spelled as the address of a place, `&a[i]` or
  /// `a + i`.
  static bool leadsToPlace(const clang::Expr *E);
  /// The place that E, which reads such a pointer, leads to; else null.
  clang::Expr *pointee(clang::Expr *E);
  clang::Expr *memberOf(clang::Expr *Object, const clang::MemberExpr &M) {
    return clang::MemberExpr::Create(
        Ctx, Object, false, M.getOperatorLoc(), M.getQualifierLoc(),
        M.getTemplateKeywordLoc(), M.getMemberDecl(), M.getFoundDecl(),
        M.getMemberNameInfo(), nullptr, M.getType(), M.getValueKind(),
        M.getObjectKind(), M.isNonOdrUse());
  }

  clang::Stmt *replacement(clang::Stmt *S) override;
  unsigned replace(llvm::ArrayRef<clang::Stmt *> Body, unsigned At,
                   llvm::SmallVectorImpl<clang::Stmt *> &Out) override;

private:
  clang::Expr *computed(clang::CallExpr &Call);

public:
  CallsCopy(clang::ASTContext &Ctx, clang::FunctionDecl *Owner,
            llvm::StringSet<> &Names, Placed *In)
      : StatementCopy(Ctx, Owner), Owner(Owner), Names(Names), In(In) {}
};

/// A copy of S, a part of Owner, with what short functions do and compute in
/// the place of their calls. Null: there are none, or S cannot be copied.
clang::Stmt *withBodiesInPlace(clang::Stmt *S, clang::FunctionDecl &Owner,
                               clang::ASTContext &Ctx);

} // namespace twofold

#endif
