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

/// S does no more with the pointer D than to read what it points at.
static bool onlyReadsThrough(const Stmt *S, const VarDecl *D) {
  if (!S)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != D;
  if (const Expr *E = operandOf(S, CK_LValueToRValue)) {
    while (const auto *M = dyn_cast<MemberExpr>(E->IgnoreParens())) {
      E = M->getBase();
      if (M->isArrow())
        break;
    }
    if (const Expr *Through = operandOf(E->IgnoreParens(), UO_Deref))
      E = Through;
    if (E != operandOf(S, CK_LValueToRValue) &&
        variableIn(E->IgnoreParenImpCasts()) == D)
      return true;
  }
  return llvm::all_of(ownParts(S), [&](const Stmt *Child) {
    return onlyReadsThrough(Child, D);
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
              ? !staysAsItIs(T->getPointeeType()) && !onlyReadsThrough(S, V)
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
