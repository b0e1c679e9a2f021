// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessExpressions.cpp - rvalues ------------------------------------===//
#include "access/NodeEvaluators.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace twofold;

void ExpressionEvaluator::effects(const Expr *E) {
  if (!E)
    return;
  if (E->isGLValue())
    Places.place(E);
  else
    rvalue(E);
}

Value ExpressionEvaluator::rvalue(const Expr *E) {
  if (const ExprWithCleanups *Full = fullExpression(E))
    return Ends.whole(*Full, [&](const Expr *Part) { return rvalue(Part); });
  const Expr *Whole = E->IgnoreParens();
  while (const auto *Full = dyn_cast<FullExpr>(Whole))
    Whole = Full->getSubExpr()->IgnoreParens();
  if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Whole))
    return Ends.temporary(Bound);
  E = plain(E);
  if (E->isGLValue())
    return Places.load(Places.place(E), E);
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
  if (auto Known = Ranks.rankedConstant(E))
    return *Known;
  if (Loop.Given.Atomics)
    if (const auto Of = atomicOperation(E, Ctx))
      return atomic(*Of, E);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return cast(C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unary(U);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binary(B);
  if (const auto *C = dyn_cast<BinaryConditionalOperator>(E);
      C && C->getCommon()->HasSideEffects(Ctx)) {
    Places.escape(E); // it stands in the tree twice and runs once
    return T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
  }
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditional(C);
  if (const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    if (S->getKind() == UETT_SizeOf)
      if (MaybeForm Size = Values.sizeOf(S->getTypeOfArgument()))
        return integerValue(*Size);
    return unknownValue();
  }
  if (const auto *C = dyn_cast<CallExpr>(E))
    return Calls.call(C);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return Calls.construct(C);
  if (isa<CXXThisExpr>(E))
    return Variables.thisAddress();
  if (const auto *S = dyn_cast<StmtExpr>(E))
    return Statements.block(S);
  if (const auto *L = dyn_cast<InitListExpr>(E)) {
    if (T->isRecordType() && Recorder.Occurrences)
      return Places.aggregate(L);
    Value Only = unknownValue();
    for (const Expr *Init : L->inits())
      if (Init->isGLValue())
        Places.place(Init);
      else
        Only = rvalue(Init);
    return L->getNumInits() == 1 && T->isScalarType() ? Only : unknownValue();
  }
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr,
          CXXScalarValueInitExpr>(E))
    return T->isPointerType() || T->isNullPtrType() ? addressValue(Arm::Null)
                                                    : unknownValue();
  if (isa<ShuffleVectorExpr, ConvertVectorExpr, ExtVectorElementExpr>(E)) {
    Touches.count(1);
    for (const Stmt *Part : E->children())
      effects(llvm::cast<Expr>(Part));
    return unknownValue();
  }
  if (const auto *L = dyn_cast<CXXStdInitializerListExpr>(E);
      L && Recorder.Occurrences)
    return list(L);
  if (auto Memory = Calls.allocation(E))
    return *Memory;
  if (isa<FloatingLiteral, ImaginaryLiteral, StringLiteral, TypeTraitExpr,
          OffsetOfExpr, CharacterLiteral, DeclRefExpr>(E))
    return unknownValue();
  Places.escape(E);
  return T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
}

/// Other iterations may have changed what it finds.
Value ExpressionEvaluator::atomic(const AtomicOperation &Of, const Expr *E) {
  const Value Address = rvalue(Of.Pointer);
  for (const Expr *Given : {Of.Expected, Of.Value})
    if (Given)
      rvalue(Given);
  Touches.touch(Address, Of.Type, /*Reads=*/true, Of.writes(), E,
                /*Atomic=*/true);
  if (Of.writes())
    Objects.forget(Address);
  return unknownValue();
}

Value ExpressionEvaluator::cast(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  QualType T = E->getType();
  switch (E->getCastKind()) {
  case CK_LValueToRValue: {
    if (const auto *C = dyn_cast<CallExpr>(plain(Sub)))
      if (CallEvaluator::Selection Which = Calls.selectionOf(C);
          Which != CallEvaluator::Selection::None)
        return Calls.selected(C, Which);
    // Of two variables C++ makes an lvalue.
    if (const auto *C = dyn_cast<ConditionalOperator>(plain(Sub));
        C && Recorder.Occurrences &&
        (IntegerType::of(T, Ctx) || T->isPointerType()))
      return conditional(C);
    return Places.load(Places.place(Sub), E);
  }
  case CK_ArrayToPointerDecay:
    return Places.addressOf(Sub);
  case CK_NoOp:
  case CK_BitCast:
  case CK_AddressSpaceConversion:
    return rvalue(Sub);
  case CK_IntegralCast:
    return converted(rvalue(Sub), IntegerType::of(Sub->getType(), Ctx),
                     IntegerType::of(T, Ctx));
  case CK_IntegralToBoolean:
    effects(Sub);
    return Conditions.truth(Sub);
  case CK_PointerToBoolean:
  case CK_FloatingToBoolean:
  case CK_BooleanToSignedIntegral:
    effects(Sub);
    return E->getCastKind() == CK_BooleanToSignedIntegral
               ? Numbers.between(-1, 0)
               : Numbers.between(0, 1);
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    if (!Sub->isGLValue())
      return rvalue(Sub);
    break;
  case CK_NullToPointer:
    return addressValue(Arm::Null);
  case CK_LValueToRValueBitCast:
    if (Sub->isGLValue())
      Touches.touch(Places.addressOf(Sub), Sub->getType(), true, false, E);
    else
      rvalue(Sub);
    return T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
  case CK_FloatingCast:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
    return Ranks.rankedCast(rvalue(Sub), Sub->getType(), T);
  case CK_UncheckedDerivedToBase:
  case CK_DerivedToBase:
  case CK_BaseToDerived:
    return T->isPointerType() ? Places.alongBases(rvalue(Sub), E) : rvalue(Sub);
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return unknownValue();
  case CK_PointerToIntegral: {
    const Value Address = rvalue(Sub), Number = Values.numberOf(Address, T);
    if (!Number.empty())
      return Number;
    Objects.escape(Address);
    return unknownValue();
  }
  case CK_IntegralToPointer:
    return Numbers.chosenPlace(Values.placeAt(rvalue(Sub), Sub->getType()));
  default:
    break;
  }
  effects(Sub);
  return T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
}

Value ExpressionEvaluator::unary(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  IntegerType Type = IntegerType::of(E->getType(), Ctx);
  switch (E->getOpcode()) {
  case UO_AddrOf:
    return Places.addressOf(Sub);
  case UO_PostInc:
  case UO_PostDec: {
    Value Old;
    Places.increment(E, &Old);
    return Old;
  }
  case UO_PreInc:
  case UO_PreDec: { // an rvalue in C
    PlaceEvaluator::Place P = Places.increment(E);
    return Places.current(P, E->getType());
  }
  case UO_Plus:
    return rvalue(Sub);
  case UO_Minus:
  case UO_Not: {
    Touches.count(1);
    Value V = rvalue(Sub);
    if (!Type)
      return E->getOpcode() == UO_Minus
                 ? Ranks.rankedArithmetic(BO_Sub, integerValue(AffineForm()), V,
                                          E->getType())
                 : unknownValue();
    if (E->getOpcode() == UO_Not && Values.isComposable(E))
      return Values.atom(E);
    // ~x is -1 - x.
    Arm From = integerValue(constantForm(E->getOpcode() == UO_Not ? -1 : 0))[0];
    for (Arm &A : V)
      A = combined(BO_Sub, From, A, Type);
    return V;
  }
  case UO_LNot:
    effects(Sub);
    return Type ? Conditions.truth(E) : unknownValue();
  default:
    effects(Sub);
    return unknownValue();
  }
}

Value ExpressionEvaluator::binary(const BinaryOperator *E) {
  BinaryOperatorKind Op = E->getOpcode();
  if (Op == BO_Comma) {
    effects(E->getLHS());
    return rvalue(E->getRHS());
  }
  if (E->isAssignmentOp()) { // an rvalue in C
    Value Stored;
    Places.assignment(E, &Stored);
    return Stored;
  }
  if (E->isLogicalOp()) {
    auto Right = [&] { effects(E->getRHS()); };
    if (Op == BO_LAnd)
      Statements.branch(E->getLHS(), Right, [] {});
    else
      Statements.branch(E->getLHS(), [] {}, Right);
    Touches.count(1);
    return Conditions.truth(E);
  }
  Value Left = rvalue(E->getLHS()), Right = rvalue(E->getRHS());
  if (E->isComparisonOp()) {
    Touches.count(1);
    return Op == BO_Cmp ? unknownValue() : Conditions.compared(E, Left, Right);
  }
  return arithmetic(Op, Left, Right, E->getLHS(), E->getRHS(), E->getType(), E);
}

/// A sum of the two has a number of the iteration's own in it.
bool ExpressionEvaluator::isSpread(const Value &A, const Value &B) const {
  return llvm::any_of(llvm::ArrayRef({&A, &B}), [&](const Value *V) {
    return llvm::any_of(*V, [&](const Arm &X) {
      return X.Spread || Recorder.namesOuterAxis(X.Form);
    });
  });
}

/// Left Op Right in Type. Whole is the expression itself where there is one:
/// compound assignments have none.
Value ExpressionEvaluator::arithmetic(BinaryOperatorKind Op, const Value &A,
                                      const Value &B, const Expr *Left,
                                      const Expr *Right, QualType Type,
                                      const Expr *Whole) {
  bool Divides = Op == BO_Div || Op == BO_Rem;
  Touches.count(Divides ? 4 : 1);
  if (Type->isPointerType()) {
    bool Swapped = !Left->getType()->isPointerType();
    const Expr *Index = Swapped ? Left : Right;
    return Places.moved(Swapped ? B : A, Swapped ? A : B,
                        IntegerType::of(Index->getType(), Ctx),
                        Type->getPointeeType(), Op == BO_Sub);
  }
  IntegerType T = IntegerType::of(Type, Ctx);
  if (!T)
    return Ranks.rankedArithmetic(Op, A, B, Type);
  if (Op == BO_Sub && Left->getType()->isPointerType() && A.size() == 1 &&
      B.size() == 1)
    if (MaybeForm Form = elementsBetween(A[0], B[0], Left->getType()))
      return integerValue(std::move(*Form));
  Value Result;
  if (Op == BO_Add || Op == BO_Sub || Op == BO_Mul || Op == BO_Shl) {
    if (A.size() * B.size() > MaxArms) {
      const Value X = Numbers.chosen(A), Y = Numbers.chosen(B);
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
  if (Whole && Values.isComposable(Whole))
    return Values.atom(Whole);
  if (Op == BO_Mul)
    if (Value Computed = Numbers.products(A, B, T); !Computed.empty())
      return Computed;
  if (Op == BO_Rem || Op == BO_Div || Op == BO_And || Op == BO_Shr)
    if (Value Exact = Numbers.divided(Op, A, B, T); !Exact.empty())
      return Exact;
  if (Value Computed = Numbers.bits(Op, A, B, T); !Computed.empty())
    return Computed;
  if (Op == BO_Rem)
    return Numbers.remainder(A, B, T);
  if (Op == BO_And)
    return Numbers.masked(A, B, T);
  if (Op == BO_Shr && Recorder.Occurrences && !In.InClause)
    return Numbers.shiftedDown(B, T);
  return Result.empty() ? unknownValue() : Result;
}

/// A - B, where both are known to be in one array.
MaybeForm ExpressionEvaluator::elementsBetween(const Arm &A, const Arm &B,
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
  MaybeForm Size = Values.sizeOf(Pointer->getPointeeType());
  auto Bytes = Size ? constantOf(*Size) : std::nullopt;
  if (!First || !Second || First->Base != Second->Base || !Bytes || *Bytes <= 0)
    return std::nullopt;
  MaybeForm Distance = difference(First->Form, Second->Form);
  if (Distance && llvm::any_of(*Distance, [&](const Monomial &M) {
        return M.Constant % *Bytes != 0;
      })) {
    // Pointers in memory are numbers of bytes.
    if (!FollowsLoads || !Recorder.Occurrences || Recorder.isFull())
      return std::nullopt;
    return axisForm(Recorder.computedAxis(TWOFOLD_NUMBER_QUOTIENT, *Distance,
                                          constantForm(*Bytes)));
  }
  for (unsigned I = 0; Distance && I < Distance->size(); ++I)
    (*Distance)[I].Constant /= *Bytes;
  return Distance;
}

/// The value of C, or of what it designates.
Value ExpressionEvaluator::conditional(const AbstractConditionalOperator *C) {
  Value Then, Else;
  bool TookThen = false, TookElse = false;
  const size_t Before = State.Facts.size();
  auto Take = [&](const Expr *Way, bool &Took, Value &Out) {
    Took = true;
    Out = Way->isGLValue() ? referent(Way) : rvalue(Way);
    assume(Out,
           llvm::ArrayRef(State.Facts)
               .drop_front(std::min(Before, State.Facts.size())),
           Path.Steps.back().Whole);
  };
  Statements.branch(
      C->getCond(), [&] { Take(C->getTrueExpr(), TookThen, Then); },
      [&] { Take(C->getFalseExpr(), TookElse, Else); });
  return !TookElse ? Then : !TookThen ? Else : either(Then, Else);
}
