// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ast/AtomicOperations.h"
#include "ast/Misalignment.h"
#include "ast/Nodes.h"
#include "dialect/LibraryFunctions.h"
#include "kernel/ExpressionPrinter.h"

using namespace clang;

namespace twofold {

Text LvaluePrinter::reference(const DeclRefExpr &E) {
  const ValueDecl *D = E.getDecl();
  if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D))
    return literal(APValue(Enumerator->getInitVal()), E.getType());
  if (const APValue *Value = Unit.number(D))
    return literal(*Value, D->getType());
  if (const auto *B = All.Names.find(D))
    return B->How == Binding::Pointer ? Text{"*" + B->Name, Strength::Unary}
                                      : Text{B->Name};
  const auto *V = dyn_cast<VarDecl>(D);
  if (V && Unit.isTable(D))
    return {Unit.table(V)};
  if (V && V->hasGlobalStorage()) {
    Unit.fail(diag::Id::GlobalInHelper, E.getLocation(), {V->getName().str()});
    return {};
  }
  if (!V)
    return unsupported(&E, "a structured binding or member");
  std::string Name = Unit.Names.local(V->getName());
  if (V->getType()->isReferenceType())
    return {"*" + Name, Strength::Unary};
  return {Name};
}

Text LvaluePrinter::member(const MemberExpr &E) {
  const auto *Field = dyn_cast<FieldDecl>(E.getMemberDecl());
  if (!Field) {
    // A static member.
    if (const APValue *Value = Unit.number(E.getMemberDecl()))
      return literal(*Value, E.getMemberDecl()->getType());
    if (const auto *V = dyn_cast<VarDecl>(E.getMemberDecl());
        V && Unit.isTable(V))
      return {Unit.table(V)};
    Unit.fail(diag::Id::GlobalInHelper, E.getMemberLoc(),
              {E.getMemberDecl()->getNameAsString()});
    return {};
  }
  if (!E.isArrow() && Operands::isPlaceByAddress(E.getBase()))
    return part(address(E.getBase()), true, Types.field(Field));
  return part(expression(E.getBase()), E.isArrow(), Types.field(Field));
}

Text LvaluePrinter::subscript(const ArraySubscriptExpr &E) {
  const Expr *Base = E.getBase();
  if (const Expr *Array = arrayIn(E))
    if (auto Element = Rows.element(Array, E.getIdx()))
      return *Element;
  return {expression(Base, Strength::Postfix) + "[" +
              expression(E.getIdx()).Code + "]",
          Strength::Postfix};
}

Text LvaluePrinter::address(const Expr *E) {
  E = seeThrough(E);
  if (const auto *Materialized = dyn_cast<MaterializeTemporaryExpr>(E))
    return All.copyAddress(Materialized->getSubExpr());
  if (const Expr *Same = operandOf(E, CK_NoOp))
    return address(Same);
  if (isa<BinaryConditionalOperator>(E) || E->getObjectKind() != OK_Ordinary)
    return unsupported(E, "the address of this expression");
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return {"(" + truth(Choice->getCond()).Code + ") ? " +
                address(Choice->getTrueExpr()).Code + " : " +
                address(Choice->getFalseExpr()).Code,
            Strength::Conditional};
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    const Expr *Lvalue = B->getOpcode() == BO_Comma ? B->getRHS() : B->getLHS();
    if (B->getOpcode() != BO_Comma && Lvalue->HasSideEffects(Ctx))
      return unsupported(E, "the address of this assignment");
    std::string First = B->getOpcode() == BO_Comma
                            ? expression(B->getLHS(), Strength::Assign)
                            : expression(E, Strength::Assign);
    return {"(" + First + ", " + address(Lvalue).Code + ")"};
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->isIncrementDecrementOp()) {
    if (U->getSubExpr()->HasSideEffects(Ctx))
      return unsupported(E, "the address of this increment");
    return {"(" + expression(E, Strength::Assign) + ", " +
            address(U->getSubExpr()).Code + ")"};
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *F = Call->getDirectCallee();
    const MathRule *Rule = F ? findMathRule(*F) : nullptr;
    if (Rule && Rule->Form == MathForm::First)
      return address(Call->getArg(0));
    if (F && isa<CXXOperatorCallExpr>(E) && KernelUnit::isPlainAssignment(*F)) {
      if (Call->getArg(0)->HasSideEffects(Ctx))
        return unsupported(E, "the address of this assignment");
      return {"(" + expression(E).Code + ", " + address(Call->getArg(0)).Code +
              ")"};
    }
    if (Rule || Call->isPRValue())
      return All.copyAddress(E);
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (Unit.number(Ref->getDecl()))
      return All.copyAddress(E);
    if (const auto *B = All.Names.find(Ref->getDecl());
        B && B->How == Binding::Elements)
      return cast(Ctx.getPointerType(Ref->getType()), {B->Name},
                  Spaces.lvalue(E));
  }
  Text Lvalue = expression(E);
  StringRef Code = Lvalue.Code;
  // &*p is p.
  if (Lvalue.Binds == Strength::Unary && Code.consume_front("*"))
    return {Code.str(), Strength::Unary};
  return {"&" + Lvalue.atLeast(Strength::Unary), Strength::Unary};
}

Text UpdatePrinter::update(const ElementUpdate &U) {
  const Expr *Target = U.target(), *Operand = U.operand();
  QualType T = Target->getType().getUnqualifiedType();
  if (Spaces.lvalue(Target) != AddressSpace::Global ||
      isMisaligned(Target, Ctx))
    return unsupported(Target, "an update of this element");
  bool Logical =
      U.Op == ReductionOp::LogicalAnd || U.Op == ReductionOp::LogicalOr;
  QualType By = T;
  // What is added to a float may be a double, and is added as one.
  if (Operand && T->isRealFloatingType() &&
      (U.Op == ReductionOp::Add || U.Op == ReductionOp::Mul)) {
    QualType Own = Operand->getType().getUnqualifiedType();
    if (Own->isRealFloatingType() && Ctx.getFloatingTypeOrder(T, Own) < 0)
      By = Own;
  }
  AtomicUpdate A;
  A.Op = U.Op;
  A.Negated = U.Negated;
  A.SkipsNan = U.SkipsNan;
  A.Type = Types.memory(T);
  A.By = Logical ? "int" : Types.memory(By);
  Text Value;
  if (!Operand)
    Value = {T->isRealFloatingType() ? "1.0f" : "1"};
  else if (Logical)
    Value = truth(Operand);
  else
    Value = expression(Operand);
  bool Same = Operand && Ctx.hasSameUnqualifiedType(Operand->getType(), By) &&
              !T->isBooleanType();
  if (!Logical && !Same)
    Value = {"(" + A.By + ")" + Value.atLeast(Strength::Unary),
             Strength::Unary};
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Target->IgnoreParens());
  for (const GroupCopy &Copy : Copies) {
    if (Copy.Number != U.Reduction)
      continue;
    if (Whole && Element) {
      A.Local = true;
      return {Unit.Elements.function(A) + "(&" + Copy.Mine + "[(uint)" +
                  expression(Element->getIdx()).atLeast(Strength::Unary) +
                  " * (uint)" + Copy.Copies + "], " + Value.Code + ")",
              Strength::Postfix};
    }
    return {Unit.Elements.copyFunction(A) + "(" + address(Target).Code + ", " +
                Value.Code + ", " + Copy.First + ", " + Copy.Mine + ", " +
                Copy.Count + ", " + Copy.Copies + ")",
            Strength::Postfix};
  }
  return {Unit.Elements.function(A) + "(" + address(Target).Code + ", " +
              Value.Code + ")",
          Strength::Postfix};
}

Text UpdatePrinter::operation(const AtomicOperation &Of) {
  if (Spaces.pointer(Of.Pointer) != AddressSpace::Global)
    return unsupported(Of.Pointer, "an atomic operation on this variable");
  const std::string Type = Types.memory(Of.Type);
  std::string Given = expression(Of.Pointer).atLeast(Strength::Assign);
  for (const Expr *E : {Of.Expected, Of.Value})
    if (E)
      Given += ", (" + Type + ")" + expression(E).atLeast(Strength::Unary);
  return {Unit.Elements.operation(Of, Type) + "(" + Given + ")",
          Strength::Postfix};
}

} // namespace twofold
