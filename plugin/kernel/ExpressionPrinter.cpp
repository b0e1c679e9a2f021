// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/ExpressionPrinter.h"

using namespace clang;

namespace twofold {
namespace {

/// A condition needs no conversion to bool: any scalar will do.
const Expr *withoutTruth(const Expr *E) {
  while (true) {
    E = seeThrough(E);
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
        Cast && (Cast->getCastKind() == CK_IntegralToBoolean ||
                 Cast->getCastKind() == CK_FloatingToBoolean ||
                 Cast->getCastKind() == CK_FloatingComplexToBoolean))
      E = Cast->getSubExpr();
    else
      return E;
  }
}

} // namespace

/// Their steps are no elements, in which the kernel counts.
static bool pointsAtRows(QualType T) {
  return T->isAnyPointerType() && T->getPointeeType()->isVariablyModifiedType();
}

Text ExpressionPrinter::expression(const Expr *E) {
  auto It = Checks.find(E);
  if (It == Checks.end())
    return unchecked(E);
  return {It->second.first + unchecked(E).Code + It->second.second,
          Strength::Postfix};
}

Text ExpressionPrinter::unchecked(const Expr *E) {
  if (Unit.failed())
    return {};
  if (auto Name = Kept.find(E); Name != Kept.end())
    return {Name->second};
  if (const ElementUpdate *U = Unit.Loop.update(E))
    return Updates.update(*U);
  if (const Expr *Seen = seeThrough(E); Seen != E)
    return expression(Seen);
  if (Unit.Loop.Given.Atomics)
    if (const auto Of = atomicOperation(E, Ctx))
      return Updates.operation(*Of);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Ahead.contains(E)
               ? Ahead.element(*E, Conversions.conversion(*Cast).Code, Unit)
               : Conversions.conversion(*Cast);
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(E))
    return compound(*Compound);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binary(*B);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unary(*U);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditional(*C);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Lvalues.reference(*Ref);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Lvalues.member(*Member);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return S->getBase()->getType()->isVectorType() ? Vectors.lane(*S)
                                                   : Lvalues.subscript(*S);
  if (const auto *Lanes = dyn_cast<ExtVectorElementExpr>(E))
    return Vectors.lanes(*Lanes);
  if (const auto *Shuffle = dyn_cast<ShuffleVectorExpr>(E))
    return Vectors.shuffle(*Shuffle);
  if (const auto *Convert = dyn_cast<ConvertVectorExpr>(E))
    return Vectors.converted(*Convert);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return Calls.call(*C);
  if (const auto *Written = dyn_cast<StringLiteral>(E))
    return {Unit.text(*Written)};
  if (const auto *I = dyn_cast<IntegerLiteral>(E))
    return literal(APValue(llvm::APSInt(I->getValue(),
                                        E->getType()->isUnsignedIntegerType())),
                   E->getType());
  if (const auto *C = dyn_cast<CharacterLiteral>(E))
    return literal(APValue(Ctx.MakeIntValue(C->getValue(), E->getType())),
                   E->getType());
  if (const auto *F = dyn_cast<FloatingLiteral>(E))
    return literal(APValue(F->getValue()), E->getType());
  if (const auto *I = dyn_cast<ImaginaryLiteral>(E))
    return complexNumber(
        E->getType(),
        zero(E->getType()->castAs<ComplexType>()->getElementType()),
        expression(I->getSubExpr()));
  if (const auto *B = dyn_cast<CXXBoolLiteralExpr>(E))
    return {B->getValue() ? "1" : "0"};
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return {"0"};
  if (const auto *Sizeof = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    return Conversions.unevaluated(*Sizeof);
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E)) {
    auto It = Opaques.find(Opaque);
    return It != Opaques.end() ? It->second
                               : expression(Opaque->getSourceExpr());
  }
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return expression(M->getSubExpr());
  if (isa<CXXThisExpr>(E))
    return Names.Self;
  if (isa<InitListExpr, CompoundLiteralExpr, ImplicitValueInitExpr,
          CXXScalarValueInitExpr, CXXParenListInitExpr>(E))
    return Objects.aggregate(E);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Calls.construction(*Construct);
  if (E->getType()->isIntegralOrEnumerationType())
    if (auto Known = constantOf(E, Ctx))
      return literal(APValue(*Known), E->getType());
  return unsupported(E, isa<CXXInheritedCtorInitExpr>(E)
                            ? "a constructor that 'using' takes from a base"
                            : "this expression");
}

Text ExpressionPrinter::unary(const UnaryOperator &E) {
  const Expr *Sub = E.getSubExpr();
  if (E.getOpcode() == UO_Real || E.getOpcode() == UO_Imag ||
      (Sub->getType()->isAnyComplexType() && E.getOpcode() != UO_AddrOf))
    return Complex.unary(E);
  switch (E.getOpcode()) {
  case UO_AddrOf:
    if (Sub->getType()->isVariablyModifiedType())
      if (auto Row = Rows.flat(Sub))
        return *Row;
    return address(Sub);
  case UO_Deref:
    return dereferenced(expression(Sub));
  case UO_PostInc:
  case UO_PostDec:
  case UO_PreInc:
  case UO_PreDec: {
    if (Sub->getType()->isBooleanType())
      return unsupported(&E, "++ and -- of a bool");
    if (pointsAtRows(Sub->getType()))
      return unsupported(&E, "arithmetic on a pointer to rows");
    std::string Op = UnaryOperator::getOpcodeStr(E.getOpcode()).str();
    if (E.isPostfix())
      return {stored(Sub).atLeast(Strength::Postfix) + Op, Strength::Postfix};
    return {Op + stored(Sub).atLeast(Strength::Unary), Strength::Unary};
  }
  case UO_Plus:
  case UO_Minus:
  case UO_Not: {
    std::string Op = UnaryOperator::getOpcodeStr(E.getOpcode()).str();
    std::string Operand = expression(Sub, Strength::Unary);
    if (!Operand.empty() && Operand.front() == Op.front())
      Operand = "(" + Operand + ")";
    return {Op + Operand, Strength::Unary};
  }
  case UO_LNot:
    return {"!" + truth(Sub).atLeast(Strength::Unary), Strength::Unary};
  default:
    return unsupported(&E, "this operator");
  }
}

Text ExpressionPrinter::binary(const BinaryOperator &E) {
  if (E.isAssignmentOp())
    return assignment(E);
  if (E.isPtrMemOp())
    return unsupported(&E, "a pointer to a member");
  const Expr *Left = E.getLHS(), *Right = E.getRHS();
  if ((Left->getType()->isAnyComplexType() ||
       Right->getType()->isAnyComplexType()) &&
      !E.isLogicalOp() && E.getOpcode() != BO_Comma)
    return Complex.binary(E);
  if (isHalf(E.getType()) && E.getOpcode() != BO_Comma)
    return Half.binary(E);
  bool LeftPoints = Left->getType()->isAnyPointerType();
  bool RightPoints = Right->getType()->isAnyPointerType();
  if (LeftPoints && RightPoints && E.getOpcode() != BO_Comma)
    comparePointers(E);
  if (E.isAdditiveOp() && (LeftPoints || RightPoints)) {
    if (LeftPoints && RightPoints && pointsAtRows(Left->getType()))
      return unsupported(&E, "arithmetic on a pointer to rows");
    if (LeftPoints && RightPoints)
      return cast(E.getType(),
                  joined(expression(Left), BO_Sub, expression(Right)));
    return LeftPoints ? pointerSum(Left, Right, E.getOpcode() == BO_Sub)
                      : pointerSum(Right, Left, false);
  }
  if (E.isAdditiveOp())
    if (auto Fused = Sums.fused(E, E.getOpcode() == BO_Sub, nullptr))
      return *Fused;
  if (E.isLogicalOp())
    return joined(truth(Left), E.getOpcode(), truth(Right));
  if (E.getOpcode() == BO_Cmp)
    return unsupported(&E, "<=> but in comparisons with 0");
  return joined(expression(Left), E.getOpcode(), expression(Right));
}

/// Addresses differ between host and device, and so do distances between
/// buffers. A null pointer stays one where somebody asks.
void ExpressionPrinter::comparePointers(const BinaryOperator &E) {
  if (PointerSpaces::isNull(E.getLHS()) || PointerSpaces::isNull(E.getRHS()))
    Unit.testsPointers();
  else if (Spaces.pointer(E.getLHS()) == AddressSpace::Global &&
           !Spaces.sameOrigin(E.getLHS(), E.getRHS()))
    Unit.fail(diag::Id::PointerOrigin, E.getOperatorLoc());
}

Text ExpressionPrinter::pointerSum(const Expr *Pointer, const Expr *Count,
                                   bool Subtract) {
  if (auto InRows = Rows.sum(Pointer, Count, Subtract))
    return *InRows;
  return joined(expression(Pointer), Subtract ? BO_Sub : BO_Add,
                expression(Count));
}

Text ExpressionPrinter::assignment(const BinaryOperator &E) {
  return {stored(E.getLHS()).atLeast(Strength::Unary) + " = " +
              expression(E.getRHS(), Strength::Assign),
          Strength::Assign};
}

/// OpenCL C computes `a op= b` in the type of a op b and converts back, as C
/// does, so most keep their form.
Text ExpressionPrinter::compound(const CompoundAssignOperator &E) {
  const Expr *Left = E.getLHS();
  QualType T = Left->getType(), Computed = E.getComputationResultType();
  if (T->isAnyComplexType() || Computed->isAnyComplexType())
    return Complex.compound(E);
  if (isHalf(Computed))
    return Half.compound(E);
  BinaryOperatorKind Op =
      BinaryOperator::getOpForCompoundAssignment(E.getOpcode());
  if (pointsAtRows(T))
    return unsupported(&E, "arithmetic on a pointer to rows");

  bool Additive = Op == BO_Add || Op == BO_Sub;
  bool Fuses = Additive && Sums.fuses(E);
  bool Rounds = Computed->isRealFloatingType() && T->isIntegerType() &&
                Ctx.getTypeSize(T) < 32;
  // In memory a bool is a byte, which would take more values than two.
  const bool Loaded = Ahead.contains(Left);
  if (!Fuses && !Rounds && !Loaded && !T->isBooleanType())
    return {stored(Left).atLeast(Strength::Unary) + " " +
                E.getOpcodeStr().str() + " " +
                expression(E.getRHS(), Strength::Assign),
            Strength::Assign};

  std::string Before;
  Text Target = target(Left, Before);
  Text Value = Loaded ? Ahead.element(*Left, Target.Code, Unit) : Target;
  if (!Ctx.hasSameType(T.getUnqualifiedType(), E.getComputationLHSType()))
    Value = cast(E.getComputationLHSType(), Value);
  Text Result = Fuses ? *Sums.fused(E, Op == BO_Sub, &Value)
                      : joined(Value, Op, expression(E.getRHS()));
  if (!Ctx.hasSameType(T.getUnqualifiedType(), Computed))
    Result = rounded(T.getUnqualifiedType(), Result, Computed);
  return Text{Target.Code + " = " + Result.Code, Strength::Assign}.after(
      Before);
}

Text ExpressionPrinter::conditional(const AbstractConditionalOperator &E) {
  if (E.getCond()->getType()->isVectorType())
    return Vectors.chosen(E);
  std::string Before;
  if (const auto *Binary = dyn_cast<BinaryConditionalOperator>(&E))
    Opaques[Binary->getOpaqueValue()] = repeatable(Binary->getCommon(), Before);
  std::string Cond = truth(E.getCond()).atLeast(Strength::LogicalOr);
  Text Result{Cond + " ? " +
                  expression(E.getTrueExpr(), Strength::Conditional) + " : " +
                  expression(E.getFalseExpr(), Strength::Conditional),
              Strength::Conditional};
  return Result.after(Before);
}

/// OpenCL C takes integers only where C takes any scalar.
Text ExpressionPrinter::truth(const Expr *E) {
  E = withoutTruth(E);
  if (E->getType()->isAnyPointerType())
    Unit.testsPointers();
  if (E->getType()->isAnyComplexType())
    return Complex.call("truth", E->getType(), {expression(E)});
  if (E->getType()->isRealFloatingType() || E->getType()->isAnyPointerType())
    return joined(expression(E), BO_NE, zero(E->getType()));
  return expression(E);
}

Text LoadsAhead::element(const Expr &Load, std::string Code, KernelUnit &Unit) {
  auto *It =
      llvm::find_if(Arrays, [&](const Filled &A) { return A.Code == Code; });
  if (It == Arrays.end()) {
    Arrays.push_back({Unit.Names.claim("loaded"),
                      Unit.Types.memory(Load.getType().getUnqualifiedType()),
                      std::move(Code)});
    It = &Arrays.back();
  }
  return {It->Name + "[" + Index + "]", Strength::Postfix};
}

} // namespace twofold
