// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LocalChanges.cpp - what statements may change in objects -----------===//
#include "access/LocalObjects.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;
using namespace twofold;

void LocalObjects::takeNumbers(PathState &To, const PathState &From) const {
  for (const auto &[D, Number] : Numbers)
    if (D->getType()->isIntegralOrEnumerationType()) {
      auto It = From.Variables.find(D);
      if (It != From.Variables.end())
        To.Variables[D] = It->second;
      else
        To.Variables.erase(D);
    }
}

static bool isApart(const Expr *E, const VarDecl *D) {
  return !anyNode(E, [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    return Ref && Ref->getDecl() == D;
  });
}

/// The pointer that E is made of by adding numbers, in which D is not named;
/// null: it is another one.
static const VarDecl *pointerIn(const Expr *E, const VarDecl *D) {
  E = E->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->isAdditiveOp() && B->getType()->isPointerType()) {
    const bool Swapped = !B->getLHS()->getType()->isPointerType();
    const Expr *Index = Swapped ? B->getLHS() : B->getRHS();
    return isApart(Index, D) ? pointerIn(Swapped ? B->getRHS() : B->getLHS(), D)
                             : nullptr;
  }
  return variableIn(E);
}

/// The pointer that leads to E, an lvalue; null: none does, or several.
static const VarDecl *pointerTo(const Expr *E, const VarDecl *D) {
  E = E->IgnoreParens();
  while (const auto *M = dyn_cast<MemberExpr>(E)) {
    E = M->getBase()->IgnoreParens();
    if (M->isArrow())
      return pointerIn(E, D);
  }
  if (const auto *At = dyn_cast<ArraySubscriptExpr>(E))
    return isApart(At->getIdx(), D) ? pointerIn(At->getBase(), D) : nullptr;
  const Expr *Through = operandOf(E, UO_Deref);
  return Through ? pointerIn(Through, D) : nullptr;
}

/// What S does with the pointer D, a part of Whole, is to read what it points
/// at, also through other pointers that are made of it once.
static bool onlyReadsThrough(const Stmt *S, const VarDecl *D,
                             const Stmt *Whole) {
  if (!S)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != D;
  if (const Expr *E = operandOf(S, CK_LValueToRValue);
      E && pointerTo(E, D) == D)
    return true;
  if (const auto *One = dyn_cast<DeclStmt>(S); One && One->isSingleDecl())
    if (const auto *P = dyn_cast<VarDecl>(One->getSingleDecl());
        P && P->hasInit() && P->getType()->isPointerType()) {
      const Expr *From = P->getInit()->IgnoreParenImpCasts();
      const Expr *Place = operandOf(From, UO_AddrOf);
      if ((Place ? pointerTo(Place, D) : pointerIn(From, D)) == D)
        return staysAsItIs(P->getType()->getPointeeType()) ||
               onlyReadsThrough(Whole, P, Whole);
    }
  return llvm::all_of(ownParts(S), [&](const Stmt *Child) {
    return onlyReadsThrough(Child, D, Whole);
  });
}

/// S reads elements of D, an array that it names so often, and does no more.
static bool onlyReadsElements(const Stmt *S, const VarDecl *D, size_t Names) {
  size_t Reads = 0;
  eachNode(S, [&](const Stmt *Part) {
    const Expr *E = operandOf(Part, CK_LValueToRValue);
    while (const Expr *Of = E) {
      E = nullptr;
      Of = Of->IgnoreParenImpCasts();
      Reads += D->getType()->isArrayType() && variableIn(Of) == D;
      if (const auto *At = dyn_cast<ArraySubscriptExpr>(Of))
        E = At->getBase();
      else if (const auto *M = dyn_cast<MemberExpr>(Of); M && !M->isArrow())
        E = M->getBase();
    }
    return true;
  });
  return Reads == Names;
}

/// The variable that D is, or is a part of.
static const VarDecl *variableOf(const ValueDecl *D) {
  const auto *Binding = dyn_cast<BindingDecl>(D);
  if (!Binding)
    return dyn_cast<VarDecl>(D);
  if (const VarDecl *Held = Binding->getHoldingVar())
    return Held;
  return cast<VarDecl>(Binding->getDecomposedDecl());
}

void LocalObjects::forgetChanged(const Stmt *S) {
  if (!S || !Recorder.Occurrences)
    return;
  if (castsConstAway(S, Ctx))
    return forgetAll();
  const BodyUses Uses = collectUses(const_cast<Stmt *>(S));
  for (const auto &[D, U] : Uses.Variables) {
    const VarDecl *V = variableOf(D);
    if (!V)
      continue;
    const QualType T = V->getType();
    if (T->isPointerType() || T->isReferenceType()) {
      auto It = State.Variables.find(V);
      const bool Changes =
          T->isPointerType()
              ? !staysAsItIs(T->getPointeeType()) && !onlyReadsThrough(S, V, S)
              : U.Changed || !U.Writes.empty();
      if (Changes && It != State.Variables.end()) {
        const Value To = It->second;
        for (const Arm &A : To)
          if (isObject(A))
            forget(A.Base);
      }
    } else if (!U.Writes.empty() ||
               (U.Changed && !onlyReadsElements(S, V, U.References.size()))) {
      if (followsNumber(V)) // whose address may be taken here first
        addressOf(V);
      if (auto It = Numbers.find(V); It != Numbers.end())
        forget(It->second);
    }
  }
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(
      Frames.empty() ? nullptr : Frames.innermost().Function);
  if (Uses.This && Frames.size() > 1 && Method &&
      (!Method->isConst() || Method->getParent()->hasMutableFields())) {
    const Value This = Frames.innermost().This;
    for (const Arm &A : This)
      if (isObject(A))
        forget(A.Base);
  }
}
