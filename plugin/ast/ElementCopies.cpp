// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementCopies.cpp --------------------------------------------------===//

#include "ast/ElementCopies.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace twofold {

/// for (k = 0; k < N; ++k) To[k] = From[k];
static Stmt *copyRows(AstFactory &Make, ASTContext &Ctx, DeclContext *Owner,
                      Expr *To, Expr *From, unsigned Depth) {
  const ConstantArrayType *Array = Ctx.getAsConstantArrayType(To->getType());
  if (!Array)
    return Make.assign(To, Make.load(From));
  QualType Size = Ctx.getSizeType();
  VarDecl *K = Make.variable(Owner, "element" + std::to_string(Depth), Size,
                             Make.integer(0, Size));
  auto At = [&](Expr *Whole) {
    return Make.subscript(Make.decay(Whole), Make.value(K));
  };
  SourceLocation Loc = Make.location();
  Expr *Next = UnaryOperator::Create(
      Ctx, Make.lvalue(K), UO_PreInc, Size,
      Ctx.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, OK_Ordinary, Loc,
      false, FPOptionsOverride());
  return new (Ctx) ForStmt(
      Ctx, Make.declare(K),
      Make.compare(BO_LT, Make.value(K),
                   Make.integer(Array->getZExtSize(), Size)),
      nullptr, Next, copyRows(Make, Ctx, Owner, At(To), At(From), Depth + 1),
      Loc, Loc, Loc);
}

Stmt *copyElements(AstFactory &Make, ASTContext &Ctx, DeclContext *Owner,
                   Expr *To, Expr *From) {
  return copyRows(Make, Ctx, Owner, To, From, 0);
}

} // namespace twofold
