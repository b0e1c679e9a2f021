// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "order/VaryingNumbers.h"
#include "ast/Nodes.h"
#include "order/StorePlaces.h"

using namespace clang;

namespace twofold {

bool VaryingNumbers::varies(const ValueDecl *D) const {
  auto It = Now.find(D);
  return It == Now.end() || It->second.Varies;
}

void VaryingNumbers::assign(const ValueDecl *D, bool Varies) {
  Now[D] = {Varies, ++Assignments};
}

void VaryingNumbers::join(const State &Before, const State &Other,
                          bool ConditionVaries) {
  auto Changed = [&](const State &S, const ValueDecl *D) {
    return S.lookup(D).Since != Before.lookup(D).Since;
  };
  for (auto &[D, Value] : Other) {
    Known Mine = Now.lookup(D);
    if (Changed(Other, D) || Changed(Now, D))
      Now[D] = {ConditionVaries || Mine.Varies || Value.Varies, ++Assignments};
  }
  for (auto &[D, Value] : Now)
    if (!Other.count(D))
      Value = {true, ++Assignments};
}

void VaryingNumbers::leaveLoop(const State &Before, bool EndVaries) {
  llvm::SmallVector<const ValueDecl *, 8> Changed;
  for (auto &[D, Value] : Now)
    if (Value.Since != Before.lookup(D).Since) {
      Changed.push_back(D);
      EndVaries |= Value.Varies;
    }
  for (const ValueDecl *D : Changed)
    assign(D, EndVaries);
}

bool VaryingNumbers::parts(const Expr *E) {
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && vary(Part);
  });
}

bool VaryingNumbers::call(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (auto It = Results.find(&E); It != Results.end())
    return It->second;
  bool Pure = F && (F->hasAttr<ConstAttr>() ||
                    (F->getBuiltinID() && F->isInStdNamespace()));
  return !Pure || llvm::any_of(E.arguments(), [&](const Expr *Argument) {
    return Argument->isGLValue() ? load(Argument) : vary(Argument);
  });
}

/// What is found at the lvalue E.
bool VaryingNumbers::load(const Expr *E) {
  E = seeThrough(E);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return vary(Temporary->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && llvm::any_of(Call->arguments(), [&](const Expr *Argument) {
        return Argument->getType()->isIntegerType() &&
               (Argument->isGLValue() ? load(Argument) : vary(Argument));
      }))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const ValueDecl *D = Ref->getDecl();
    if (Loop.dimOf(D) || D == Loop.Iteration)
      return true;
  }
  StorePlace P = Places.place(E);
  if (P.Root == StorePlace::Of::Own)
    return !P.Variable || P.Variable->getType()->isArrayType() ||
           varies(P.Variable);
  if (P.Root == StorePlace::Of::Nothing || E->getType().isVolatileQualified())
    return true;
  if (P.Variable && P.Path.empty() && !P.Counted && Loop.hasValue(P.Variable))
    return false;
  return Stores.mayStore(E->getType());
}

bool VaryingNumbers::vary(const Expr *E) {
  if (!E || !Budget)
    return true;
  --Budget;
  E = seeThrough(E);
  if (isa<IntegerLiteral, CharacterLiteral, FloatingLiteral, CXXBoolLiteralExpr,
          CXXNullPtrLiteralExpr, StringLiteral, UnaryExprOrTypeTraitExpr,
          OffsetOfExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
      Ref && isa<EnumConstantDecl>(Ref->getDecl()))
    return false;
  if (E->isGLValue()) { // an address
    StorePlace P = Places.place(E);
    return P.Root == StorePlace::Of::Own || P.Root == StorePlace::Of::Nothing;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_LValueToRValue ? load(Cast->getSubExpr())
                                                    : vary(Cast->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(*Call);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->isIncrementDecrementOp() ? load(U->getSubExpr())
                                       : vary(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_Assign || B->getOpcode() == BO_Comma)
      return vary(B->getRHS());
    if (B->isCompoundAssignmentOp())
      return load(B->getLHS()) || vary(B->getRHS());
    return parts(E);
  }
  if (isa<CXXThisExpr>(E))
    return !Places.This.isFixed();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return llvm::any_of(Construct->arguments(), [&](const Expr *Argument) {
      return Argument->isGLValue() ? load(Argument) : vary(Argument);
    });
  if (isa<ConditionalOperator, InitListExpr, MaterializeTemporaryExpr,
          CXXBindTemporaryExpr, SubstNonTypeTemplateParmExpr>(E))
    return parts(E);
  const Expr *Default = defaultOf(E);
  return !Default || vary(Default);
}

} // namespace twofold
