// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/AccessModel.h"
#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

void UserExpressions::note(const Expr *Original, Expr *Copy) {
  if (Frames.inLoopText())
    Out.Originals.try_emplace(Copy, Original);
}

/// An integer of the copy in terms of the outermost call's parameters and of
/// what does not change in the loop. Null: it depends on something else.
Expr *UserExpressions::inParameters(Expr *E) {
  if (!E->getType()->isIntegralOrEnumerationType())
    return nullptr;
  const Expr *Read = operandOf(E->IgnoreParens(), CK_LValueToRValue);
  const ValueDecl *Of = Read ? namedIn(Read) : nullptr;
  for (auto &[D, P] : Frames.outermost())
    if ((P.is(Kind::Value) && P.Code == E) ||
        (Of && P.is(Kind::Device) && namedIn(P.Code) == Of))
      return Make.value(const_cast<ValueDecl *>(D));
  if (isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr>(E))
    return E;
  if (auto *P = dyn_cast<ParenExpr>(E)) {
    Expr *Sub = inParameters(P->getSubExpr());
    return Sub ? Make.paren(Sub) : nullptr;
  }
  if (Of) {
    if (Expr *First = Emit.initial(Of))
      return inParameters(First);
    const Capture *C = Loop.capture(Of);
    const LoopDim *Dim = Loop.dimOf(Of);
    if (Derived.isDerived(Of) || Loop.hasValue(Of) ||
        (Dim && Dim->What == LoopDim::Kind::Integer))
      return Make.value(const_cast<ValueDecl *>(Of), C && C->Enclosing);
    return nullptr;
  }
  if (auto *C = dyn_cast<CastExpr>(E); C && C->isPRValue()) {
    Expr *Sub = inParameters(C->getSubExpr());
    return Sub ? Emit.cast(C->getCastKind(), Sub, C->getType()) : nullptr;
  }
  if (auto *B = dyn_cast<BinaryOperator>(E);
      B && !B->isAssignmentOp() && !B->isCommaOp()) {
    Expr *L = inParameters(B->getLHS()), *R = inParameters(B->getRHS());
    return L && R ? Make.binary(B->getOpcode(), L, R, B->getType()) : nullptr;
  }
  return nullptr;
}

/// P is what the user's call E gives.
void UserExpressions::noteCall(const CallExpr &E, const Place &P) {
  if (failed() || !Frames.inLoopText() || !P.Code ||
      !(P.is(Kind::Device) || (P.is(Kind::Value) && E.isPRValue())))
    return;
  Expr *At = P.Code->IgnoreParens();
  while (auto *C = dyn_cast<CastExpr>(At)) {
    if (C->getCastKind() != CK_NoOp && C->getCastKind() != CK_LValueToRValue)
      return;
    At = C->getSubExpr()->IgnoreParens();
  }
  Expr *Index = nullptr;
  if (auto *S = dyn_cast<ArraySubscriptExpr>(At)) {
    Index = S->getIdx();
  } else if (Expr *Pointer = operandOf(At, UO_Deref)) {
    auto *Sum = dyn_cast<BinaryOperator>(Pointer->IgnoreParenImpCasts());
    if (!Sum || Sum->getOpcode() != BO_Add)
      return;
    Index = Sum->getLHS()->getType()->isPointerType() ? Sum->getRHS()
                                                      : Sum->getLHS();
    At = Sum;
  }
  if (Expr *In = Index ? inParameters(Index) : nullptr)
    Out.Calls.try_emplace(At, CalledElement{&E, In});
}

void nameSubscripts(AccessModel &Accesses, const LoweredLoop &Copy) {
  for (Subscript &Checked : Accesses.Subscripts)
    if (const Expr *Original = Copy.Originals.lookup(Checked.At)) {
      Checked.At = Original;
      const auto *At = dyn_cast<ArraySubscriptExpr>(Original);
      Checked.Loc = At ? At->getIdx()->getExprLoc() : Original->getExprLoc();
    } else if (CalledElement Called = Copy.Calls.lookup(Checked.At);
               Called.Call) {
      Checked.Call = Called.Call;
      Checked.InCall = Called.Index;
      Checked.Loc = Called.Call->getExprLoc();
    }
}

} // namespace twofold
