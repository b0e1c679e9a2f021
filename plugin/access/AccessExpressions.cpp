// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessExpressions.cpp - rvalues ------------------------------------===//
#include "access/AccessEvaluator.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace twofold;

void AccessEvaluator::effects(const Expr *E) {
  if (!E)
    return;
  if (E->isGLValue())
    place(E);
  else
    rvalue(E);
}

/// Any number from Lower to Upper.
Value AccessEvaluator::between(int64_t Lower, int64_t Upper) {
  return integerValue(axisForm(Recorder.intervalAxis(
      std::nullopt, constantForm(Lower), constantForm(Upper))));
}

/// The value that E has at the call.
Value AccessEvaluator::atom(const Expr *E) {
  return integerValue(valueForm(Recorder.value(const_cast<Expr *>(E))));
}

Value AccessEvaluator::rvalue(const Expr *E) {
  E = plain(E);
  if (E->isGLValue())
    return load(place(E), E);
  QualType T = E->getType();
  IntegerType Type = IntegerType::of(T, Ctx);
  Expr::EvalResult R;
  if (Type && !E->isValueDependent() && E->EvaluateAsInt(R, Ctx)) {
    const llvm::APSInt &I = R.Val.getInt();
    Arm A;
    A.What = Arm::Integer;
    A.Form = constantForm(
        int64_t(I.isSigned() ? I.getSExtValue() : I.getZExtValue()));
    A.Exact = I.isSigned() || I.getActiveBits() < 64;
    return {A};
  }
  if (auto Known = rankedConstant(E))
    return *Known;
  if (const auto *C = dyn_cast<CastExpr>(E))
    return cast(C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unary(U);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binary(B);
  if (const auto *C = dyn_cast<BinaryConditionalOperator>(E);
      C && C->getCommon()->HasSideEffects(Ctx)) {
    escape(E); // it stands in the tree twice and runs once
    return T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
  }
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditional(C);
  if (const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    if (S->getKind() == UETT_SizeOf)
      if (MaybeForm Size = sizeOf(S->getTypeOfArgument()))
        return integerValue(*Size);
    return unknownValue();
  }
  if (const auto *C = dyn_cast<CallExpr>(E))
    return call(C);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return construct(C);
  if (isa<CXXThisExpr>(E)) {
    if (Frames.size() > 1)
      return Frames.back()->This;
    Arm A;
    A.What = Arm::Memory;
    if (auto Base = Recorder.baseOf(nullptr)) {
      A.Base = *Base;
      return {A};
    }
    return addressValue(Arm::Nowhere);
  }
  if (const auto *S = dyn_cast<StmtExpr>(E)) {
    visit(S->getSubStmt());
    return T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
  }
  if (const auto *L = dyn_cast<InitListExpr>(E)) {
    Value Only = unknownValue();
    for (const Expr *Init : L->inits())
      if (Init->isGLValue())
        place(Init);
      else
        Only = rvalue(Init);
    return L->getNumInits() == 1 && T->isScalarType() ? Only : unknownValue();
  }
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr,
          CXXScalarValueInitExpr>(E))
    return T->isPointerType() || T->isNullPtrType() ? addressValue(Arm::Null)
                                                    : unknownValue();
  if (isa<ShuffleVectorExpr, ConvertVectorExpr, ExtVectorElementExpr>(E)) {
    count(1);
    for (const Stmt *Part : E->children())
      effects(llvm::cast<Expr>(Part));
    return unknownValue();
  }
  if (isa<FloatingLiteral, ImaginaryLiteral, StringLiteral, TypeTraitExpr,
          OffsetOfExpr, CharacterLiteral, DeclRefExpr>(E))
    return unknownValue();
  escape(E);
  return T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
}

Value AccessEvaluator::cast(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  QualType T = E->getType();
  switch (E->getCastKind()) {
  case CK_LValueToRValue: {
    if (const auto *C = dyn_cast<CallExpr>(plain(Sub)))
      if (Selection Which = selectionOf(C); Which != Selection::None)
        return selected(C, Which);
    // Of two variables C++ makes an lvalue.
    if (const auto *C = dyn_cast<ConditionalOperator>(plain(Sub));
        C && Recorder.Occurrences && IntegerType::of(T, Ctx))
      return conditional(C);
    return load(place(Sub), E);
  }
  case CK_ArrayToPointerDecay:
    return addressOf(place(Sub));
  case CK_NoOp:
  case CK_BitCast:
  case CK_AddressSpaceConversion:
    return rvalue(Sub);
  case CK_IntegralCast: {
    Value V = rvalue(Sub);
    IntegerType From = IntegerType::of(Sub->getType(), Ctx);
    IntegerType To = IntegerType::of(T, Ctx);
    // Cut to a byte on purpose: a check would only fail.
    bool Cut = To && To.Unsigned && To.Width == 8 && From.Width > 8;
    if (Cut && FollowsLoads && V.size() == 1)
      if (Value Last =
              bits(BO_And, V, integerValue(constantForm(To.max())), From);
          !Last.empty())
        return Last;
    if (Cut && llvm::any_of(V, [&](const Arm &A) {
          MaybeForm Rest = difference(constantForm(To.max()), A.Form);
          return A.What != Arm::Integer || !Recorder.neverNegative(A.Form) ||
                 !Rest || !Recorder.neverNegative(*Rest);
        }))
      return integerValue(
          axisForm(Recorder.foldedAxis(constantForm(To.max()))));
    for (Arm &A : V)
      A = mixed(A, From, To);
    return V;
  }
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
  case CK_FloatingToBoolean:
  case CK_BooleanToSignedIntegral:
    effects(Sub);
    return E->getCastKind() == CK_BooleanToSignedIntegral ? between(-1, 0)
                                                          : between(0, 1);
  case CK_NullToPointer:
    return addressValue(Arm::Null);
  case CK_LValueToRValueBitCast:
    if (Sub->isGLValue())
      touch(addressOf(place(Sub)), Sub->getType(), true, false, E);
    else
      rvalue(Sub);
    return T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
  case CK_FloatingCast:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
    return rankedCast(rvalue(Sub), Sub->getType(), T);
  case CK_UncheckedDerivedToBase:
  case CK_DerivedToBase:
  case CK_BaseToDerived:
    return T->isPointerType() ? alongBases(rvalue(Sub), E) : rvalue(Sub);
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return unknownValue();
  default:
    effects(Sub);
    return T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
  }
}

Value AccessEvaluator::unary(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  IntegerType Type = IntegerType::of(E->getType(), Ctx);
  switch (E->getOpcode()) {
  case UO_AddrOf:
    return addressOf(place(Sub));
  case UO_PostInc:
  case UO_PostDec: {
    Value Old;
    increment(E, &Old);
    return Old;
  }
  case UO_PreInc:
  case UO_PreDec: { // an rvalue in C
    Place P = increment(E);
    return P.Variable ? variable(P.Variable) : unknownValue();
  }
  case UO_Plus:
    return rvalue(Sub);
  case UO_Minus:
  case UO_Not: {
    count(1);
    Value V = rvalue(Sub);
    if (!Type)
      return E->getOpcode() == UO_Minus
                 ? rankedArithmetic(BO_Sub, integerValue(AffineForm()), V,
                                    E->getType())
                 : unknownValue();
    if (E->getOpcode() == UO_Not && isComposable(E))
      return atom(E);
    // ~x is -1 - x.
    Arm From = integerValue(constantForm(E->getOpcode() == UO_Not ? -1 : 0))[0];
    for (Arm &A : V)
      A = combined(BO_Sub, From, A, Type);
    return V;
  }
  case UO_LNot:
    effects(Sub);
    return Type ? truth(E) : unknownValue();
  default:
    effects(Sub);
    return unknownValue();
  }
}

Value AccessEvaluator::binary(const BinaryOperator *E) {
  BinaryOperatorKind Op = E->getOpcode();
  if (Op == BO_Comma) {
    effects(E->getLHS());
    return rvalue(E->getRHS());
  }
  if (E->isAssignmentOp()) { // an rvalue in C
    Value Stored;
    assignment(E, &Stored);
    return Stored;
  }
  if (E->isLogicalOp()) {
    auto Right = [&] { effects(E->getRHS()); };
    if (Op == BO_LAnd)
      branch(E->getLHS(), Right, [] {});
    else
      branch(E->getLHS(), [] {}, Right);
    count(1);
    return truth(E);
  }
  Value Left = rvalue(E->getLHS()), Right = rvalue(E->getRHS());
  if (E->isComparisonOp()) {
    count(1);
    return Op == BO_Cmp ? unknownValue() : truth(E);
  }
  return arithmetic(Op, Left, Right, E->getLHS(), E->getRHS(), E->getType(), E);
}

/// A sum of the two has a number of the iteration's own in it.
bool AccessEvaluator::isSpread(const Value &A, const Value &B) const {
  return llvm::any_of(llvm::ArrayRef({&A, &B}), [&](const Value *V) {
    return llvm::any_of(
        *V, [&](const Arm &X) { return X.Spread || namesOuterAxis(X.Form); });
  });
}

/// Left Op Right in Type. Whole is the expression itself where there is one:
/// compound assignments have none.
Value AccessEvaluator::arithmetic(BinaryOperatorKind Op, const Value &A,
                                  const Value &B, const Expr *Left,
                                  const Expr *Right, QualType Type,
                                  const Expr *Whole) {
  bool Divides = Op == BO_Div || Op == BO_Rem;
  count(Divides ? 4 : 1);
  if (Type->isPointerType()) {
    bool Swapped = !Left->getType()->isPointerType();
    const Expr *Index = Swapped ? Left : Right;
    return moved(Swapped ? B : A, Swapped ? A : B,
                 IntegerType::of(Index->getType(), Ctx), Type->getPointeeType(),
                 Op == BO_Sub);
  }
  IntegerType T = IntegerType::of(Type, Ctx);
  if (!T)
    return rankedArithmetic(Op, A, B, Type);
  if (Op == BO_Sub && Left->getType()->isPointerType() && A.size() == 1 &&
      B.size() == 1)
    if (MaybeForm Form = elementsBetween(A[0], B[0], Left->getType()))
      return integerValue(std::move(*Form));
  Value Result;
  if (Op == BO_Add || Op == BO_Sub || Op == BO_Mul || Op == BO_Shl) {
    if (A.size() * B.size() > MaxArms) {
      const Value X = chosen(A), Y = chosen(B);
      return X.size() * Y.size() > MaxArms
                 ? unknownValue()
                 : arithmetic(Op, X, Y, Left, Right, Type, Whole);
    }
    for (const Arm &X : A)
      for (const Arm &Y : B)
        Result.push_back(combined(Op, X, Y, T));
    if (llvm::all_of(Result,
                     [](const Arm &R) { return R.What != Arm::Unknown; }))
      return Result;
    if (Op != BO_Shl)
      for (Arm &R : Result)
        R.Spread = R.What == Arm::Unknown && isSpread(A, B);
  }
  if (Whole && isComposable(Whole))
    return atom(Whole);
  if (Op == BO_Mul)
    if (Value Computed = products(A, B, T); !Computed.empty())
      return Computed;
  if (Op == BO_Rem || Op == BO_Div || Op == BO_And || Op == BO_Shr)
    if (Value Exact = divided(Op, A, B, T); !Exact.empty())
      return Exact;
  if (Value Computed = bits(Op, A, B, T); !Computed.empty())
    return Computed;
  if (Op == BO_Rem)
    return remainder(A, B, T);
  if (Op == BO_And)
    return masked(A, B, T);
  if (Op == BO_Shr && Recorder.Occurrences && !InClause)
    return shiftedDown(B, T);
  return Result.empty() ? unknownValue() : Result;
}

/// A - B, where both are known to be in one array.
MaybeForm AccessEvaluator::elementsBetween(const Arm &A, const Arm &B,
                                           QualType Pointer) {
  auto Whole = [&](Arm Of) -> std::optional<Arm> {
    if (Of.What != Arm::Memory || Of.Wild || !Of.Checks.empty())
      return std::nullopt;
    // A pointer loop's first element may be one of another base.
    for (const LoopDim &Dim : Loop.Dims) {
      if (Dim.What != LoopDim::Kind::Pointer || !Dim.Lower ||
          Recorder.baseOf(Dim.Induction) != Of.Base)
        continue;
      const auto *Ref = dyn_cast<DeclRefExpr>(Dim.Lower->IgnoreParenImpCasts());
      const Capture *From = Ref ? Loop.capture(Ref->getDecl()) : nullptr;
      if (From &&
          (From->Kind == Sharing::Value || Ref->getType()->isArrayType()))
        if (auto Start = Recorder.baseOf(Ref->getDecl()))
          Of.Base = *Start;
    }
    return Of;
  };
  auto First = Whole(A), Second = Whole(B);
  MaybeForm Size = sizeOf(Pointer->getPointeeType());
  auto Bytes = Size ? constantOf(*Size) : std::nullopt;
  if (!First || !Second || First->Base != Second->Base || !Bytes || *Bytes <= 0)
    return std::nullopt;
  MaybeForm Distance = difference(First->Form, Second->Form);
  for (unsigned I = 0; Distance && I < Distance->size(); ++I) {
    if ((*Distance)[I].Constant % *Bytes != 0)
      return std::nullopt;
    (*Distance)[I].Constant /= *Bytes;
  }
  return Distance;
}
