// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UserSums.cpp -----------------------------------------------------===//

#include "model/UserSums.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace twofold {
namespace {

const Expr *copied(const Expr *E) {
  while (true) {
    E = seeThrough(E)->IgnoreParenImpCasts();
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
             Made && Made->getNumArgs() == 1 &&
             Made->getConstructor()->isCopyOrMoveConstructor())
      E = Made->getArg(0);
    else
      return E;
  }
}

/// A sum can begin with a new object.
bool isPlainSum(QualType T, const ASTContext &Ctx) {
  const auto *R = T->getAsCXXRecordDecl();
  return R && holdsNumbersOnly(T, Ctx) && R->hasDefaultConstructor();
}

} // namespace

std::optional<ReductionUpdate> matchUserSum(const CXXOperatorCallExpr &E,
                                            const ASTContext &Ctx) {
  OverloadedOperatorKind Op = E.getOperator();
  if (E.getNumArgs() != 2 || !E.getDirectCallee())
    return std::nullopt;
  const auto *Ref = dyn_cast<DeclRefExpr>(E.getArg(0)->IgnoreParens());
  if (!Ref)
    return std::nullopt;
  QualType T = Ref->getType().getUnqualifiedType();
  if (!isPlainSum(T, Ctx))
    return std::nullopt;
  // Of other classes nobody knows what is one.
  bool Multiplies = isStandardComplex(T);
  const auto *Method = dyn_cast<CXXMethodDecl>(E.getDirectCallee());
  bool Product = Op == OO_StarEqual && Multiplies;
  if (Op == OO_PlusEqual || Op == OO_MinusEqual || Product) {
    if (Method && Method->isConst())
      return std::nullopt;
    return ReductionUpdate{
        Product ? ReductionOp::UserMul : ReductionOp::UserAdd, &E, {Ref}};
  }
  if (Op != OO_Equal || !assignsWhole(E))
    return std::nullopt;
  const auto *Value = dyn_cast<CXXOperatorCallExpr>(copied(E.getArg(1)));
  if (!Value || Value->getNumArgs() != 2 ||
      !Ctx.hasSameUnqualifiedType(Value->getType(), T))
    return std::nullopt;
  OverloadedOperatorKind Inner = Value->getOperator();
  Product = Inner == OO_Star && Multiplies;
  if (Inner != OO_Plus && Inner != OO_Minus && !Product)
    return std::nullopt;
  for (unsigned Side : {0u, 1u}) {
    const auto *Old = dyn_cast<DeclRefExpr>(copied(Value->getArg(Side)));
    if (Old && Old->getDecl() == Ref->getDecl() &&
        (Side == 0 || Inner != OO_Minus))
      return ReductionUpdate{Product ? ReductionOp::UserMul
                                     : ReductionOp::UserAdd,
                             &E,
                             {Ref, Old}};
  }
  return std::nullopt;
}

} // namespace twofold
