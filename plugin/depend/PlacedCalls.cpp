// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/PlacedCalls.h"
#include "ast/VariableUses.h"
#include "depend/CalledBody.h"

using namespace clang;

namespace twofold {

bool CallsCopy::leadsToPlace(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  return operandOf(E, UO_AddrOf) || (Sum && Sum->getOpcode() == BO_Add &&
                                     Sum->getLHS()->getType()->isPointerType());
}

Expr *CallsCopy::pointee(Expr *E) {
  const Expr *Read = operandOf(E->IgnoreParens(), CK_LValueToRValue);
  Expr *Said = Read ? Same.lookup(namedIn(Read)) : nullptr;
  if (!Said || !leadsToPlace(Said))
    return nullptr;
  Said = Said->IgnoreParenImpCasts();
  if (Expr *Place = operandOf(Said, UO_AddrOf))
    return again(Place->IgnoreParens());
  auto *Sum = cast<BinaryOperator>(Said);
  return new (Ctx)
      ArraySubscriptExpr(again(Sum->getLHS()), again(Sum->getRHS()),
                         Sum->getLHS()->getType()->getPointeeType(), VK_LValue,
                         OK_Ordinary, Sum->getOperatorLoc());
}

Stmt *CallsCopy::replacement(Stmt *S) {
  if (Expr *Pointer = operandOf(S, UO_Deref))
    if (Expr *Place = pointee(Pointer))
      return Place;
  if (auto *M = dyn_cast<MemberExpr>(S); M && M->isArrow())
    if (Expr *Object = pointee(M->getBase()))
      return memberOf(Object, *M);
  if (Expr *Read = operandOf(S, CK_LValueToRValue))
    if (const ValueDecl *D = namedIn(Read); D && D->getType()->isScalarType())
      if (Expr *Said = Same.lookup(D))
        return again(Said);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (Expr *Said = Same.lookup(Ref->getDecl()))
      return again(Said);
  auto *Call = In ? dyn_cast<CallExpr>(S) : nullptr;
  if (!Call)
    return nullptr;
  Expr *Copy = call(Call);
  auto *Called = dyn_cast<CallExpr>(Copy);
  Expr *Value = Called && !obstacle() ? computed(*Called) : nullptr;
  return Value ? Value : Copy;
}

/// `int *p = &a[i];` goes, where a[i] may stand for *p in what follows.
unsigned CallsCopy::replace(ArrayRef<Stmt *> Body, unsigned At,
                            SmallVectorImpl<Stmt *> &Out) {
  const VarDecl *V = In ? onlyVariable(Body[At]) : nullptr;
  const Expr *Init = V && V->hasLocalStorage() ? V->getInit() : nullptr;
  if (Init && isa<LambdaExpr>(seeThrough(Init))) {
    In->Lambdas.push_back(V); // its body stands where it is called
    return 1;
  }
  const bool Reference = V && V->getType()->isLValueReferenceType();
  auto IsPointer = [&] {
    const Expr *Read = Init->IgnoreParens();
    while (const Expr *Sub = operandOf(Read, CK_NoOp))
      Read = Sub->IgnoreParens();
    Read = operandOf(Read, CK_LValueToRValue);
    return V->getType()->isPointerType() &&
           (leadsToPlace(Init) || (Read && variableIn(Read)));
  };
  if (!Init || !isFixed(Init) || !(Reference || IsPointer()))
    return 0;
  for (Stmt *S : Body.drop_front(At + 1)) {
    const BodyUses Uses = collectUses(S);
    for (const auto &[D, U] : Uses.Variables)
      if ((D == V ? !Reference : mentions(Init, D)) && U.mayChange())
        return 0;
  }
  Same[V] = withoutConst(copy(const_cast<Expr *>(Init)));
  In->Any = true;
  return 1;
}

/// `++it`, `it != end`: what loops over iterators are known by.
static bool movesIterator(const CallExpr &Call) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  return Operator &&
         !llvm::is_contained({OO_Subscript, OO_Call, OO_Star, OO_Arrow},
                             Operator->getOperator());
}

/// Null: what runs is not known, is long, or gives back more than a number.
Expr *CallsCopy::computed(CallExpr &Call) {
  constexpr unsigned Deepest = 4, Most = 2000;
  const auto What = calledBy(Call);
  const QualType T = Call.getType();
  if (!What || movesIterator(Call) || In->Around.size() > Deepest ||
      llvm::is_contained(In->Around, What->Definition) ||
      !(Call.isGLValue() || T->isScalarType() || T->isVoidType()))
    return nullptr;
  eachNode(What->Definition->getBody(),
           [&](const Stmt *) { return ++In->Nodes <= Most; });
  if (In->Nodes > Most)
    return nullptr;
  In->Around.push_back(What->Definition);
  Expr *Value = valueInPlace(*What, Call, *Owner, Names, *In, Ctx);
  In->Around.pop_back();
  In->Any |= Value != nullptr;
  return Value;
}

Stmt *withBodiesInPlace(Stmt *S, FunctionDecl &Owner, ASTContext &Ctx) {
  struct Copy : CallsCopy {
    Placed All{*this};
    llvm::StringSet<> Known;
    Copy(ASTContext &Ctx, FunctionDecl &Owner)
        : CallsCopy(Ctx, &Owner, Known, &All) {}
  } Whole(Ctx, Owner);
  Stmt *New = Whole.copy(S);
  const bool Called = llvm::any_of(
      Whole.All.Lambdas, [&](const VarDecl *V) { return mentions(New, V); });
  return Whole.All.Any && !Called && !Whole.obstacle() ? New : nullptr;
}

} // namespace twofold
