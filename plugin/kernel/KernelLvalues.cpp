// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelLvalues.cpp - variables, elements, members, addresses --------===//

#include "ast/TransparentNodes.h"
#include "ast/VariableUses.h"
#include "dialect/LibraryFunctions.h"
#include "kernel/KernelFunction.h"

using namespace clang;

namespace twofold {

Text KernelFunction::dereference(const Expr *Pointer) {
  Text P = expression(Pointer);
  StringRef Code = P.Code;
  // *&x is x.
  if (P.Binds == Strength::Unary && Code.consume_front("&"))
    return {Code.str(), Strength::Postfix};
  bool Weak = P.Binds < Strength::Unary;
  return {Weak ? "*(" + P.Code + ")" : "*" + P.Code, Strength::Unary};
}

Text KernelFunction::reference(const DeclRefExpr &E) {
  const ValueDecl *D = E.getDecl();
  if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D))
    return literal(APValue(Enumerator->getInitVal()), E.getType());
  if (const APValue *Value = Unit.number(D))
    return literal(*Value, D->getType());
  if (const auto It = Names.find(canonical(D)); It != Names.end()) {
    const Bound &B = It->second;
    if (B.How == Binding::Pointer)
      return {"*" + B.Name, Strength::Unary};
    return {B.Name};
  }
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

Text KernelFunction::member(const MemberExpr &E) {
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
  return part(expression(E.getBase()), E.isArrow(), Types.field(Field));
}

/// Base.Name or Base->Name.
Text KernelFunction::part(const Text &Base, bool Arrow, StringRef Name) {
  StringRef Code = Base.Code;
  std::string Operator = Arrow ? "->" : ".";
  bool Unary = Base.Binds == Strength::Unary;
  if (Arrow && Unary && Code.consume_front("&"))
    return {(Code + "." + Name).str(), Strength::Postfix};
  if (!Arrow && Unary && Code.consume_front("*") && !Code.starts_with("*") &&
      !Code.starts_with("("))
    return {(Code + "->" + Name).str(), Strength::Postfix};
  bool Weak = Base.Binds < Strength::Postfix;
  return {(Weak ? "(" + Base.Code + ")" : Base.Code) + Operator + Name.str(),
          Strength::Postfix};
}

Text KernelFunction::subscript(const ArraySubscriptExpr &E) {
  const Expr *Base = E.getBase();
  const auto *Decay = dyn_cast<CastExpr>(Base->IgnoreParens());
  if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
    if (auto Row = flat(Decay->getSubExpr())) {
      std::string Index = expression(E.getIdx(), Strength::Product);
      if (Row->Offset.empty())
        return {Row->Base + "[" + expression(E.getIdx()).Code + "]",
                Strength::Postfix};
      return {Row->Base + "[" + Row->Offset + " + " + Index + "]",
              Strength::Postfix};
    }
  return {expression(Base, Strength::Postfix) + "[" +
              expression(E.getIdx()).Code + "]",
          Strength::Postfix};
}

/// The name of a variable that holds what is loaded; each place is loaded once.
Text KernelFunction::loaded(const CastExpr &E) {
  std::string Code = conversion(E).Code;
  auto *It = llvm::find_if(
      Loaded, [&](const LoadedAhead &L) { return L.Code == Code; });
  if (It == Loaded.end()) {
    Loaded.push_back({Unit.Names.claim("loaded"),
                      Types.memory(E.getType().getUnqualifiedType()), Code});
    It = &Loaded.back();
  }
  return {It->Name + "[" + AheadLane + "]", Strength::Postfix};
}

Text KernelFunction::address(const Expr *E) {
  E = seeThrough(E);
  if (const auto *Materialized = dyn_cast<MaterializeTemporaryExpr>(E)) {
    const Expr *Value = Materialized->getSubExpr();
    std::string Name =
        temporary(Value->getType().getUnqualifiedType(), "value");
    return {"(" + Name + " = " + expression(Value, Strength::Assign) + ", &" +
            Name + ")"};
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getCastKind() == CK_NoOp)
    return address(Cast->getSubExpr());
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
    if (Rule || Call->isPRValue()) {
      std::string Name =
          temporary(Call->getType().getUnqualifiedType(), "value");
      return {"(" + Name + " = " + expression(E, Strength::Assign) + ", &" +
              Name + ")"};
    }
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (Unit.number(Ref->getDecl())) {
      std::string Name =
          temporary(Ref->getType().getUnqualifiedType(), "value");
      return {"(" + Name + " = " + expression(E, Strength::Assign) + ", &" +
              Name + ")"};
    }
    if (auto It = Names.find(canonical(Ref->getDecl()));
        It != Names.end() && It->second.How == Binding::Elements)
      return cast(Ctx.getPointerType(Ref->getType()), {It->second.Name},
                  Spaces.lvalue(E));
  }
  Text Lvalue = expression(E);
  StringRef Code = Lvalue.Code;
  // &*p is p.
  if (Lvalue.Binds == Strength::Unary && Code.consume_front("*"))
    return {Code.str(), Strength::Unary};
  bool Weak = Lvalue.Binds < Strength::Unary;
  return {Weak ? "&(" + Lvalue.Code + ")" : "&" + Lvalue.Code, Strength::Unary};
}

/// A pointer that becomes one to rows, in elements.
Text KernelFunction::fromFlat(const CastExpr &E) {
  QualType Element = elementOf(E.getType()->getPointeeType(), Ctx);
  const Expr *From = E.getSubExpr();
  return cast(Ctx.getPointerType(Element), expression(From),
              Spaces.pointer(From));
}

std::optional<KernelFunction::FlatPointer> KernelFunction::flat(const Expr *E) {
  E = E->IgnoreParens();
  if (!E->getType()->isVariablyModifiedType()) {
    // A row of constant length inside rows of variable length.
    const auto *Row = dyn_cast<ArraySubscriptExpr>(E);
    if (!Row || !E->getType()->isConstantArrayType())
      return std::nullopt;
    auto From = flat(Row->getBase()->IgnoreParenImpCasts());
    if (From)
      From = advanced(*From, Row->getIdx(), E->getType(), false);
    return From;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    switch (Cast->getCastKind()) {
    case CK_ArrayToPointerDecay:
    case CK_LValueToRValue:
    case CK_NoOp:
      return flat(Cast->getSubExpr());
    case CK_BitCast:
      // Two spellings of one row type.
      if (Cast->getSubExpr()->getType()->isVariablyModifiedType())
        return flat(Cast->getSubExpr());
      if (!Cast->getSubExpr()->getType()->isAnyPointerType())
        break;
      return FlatPointer{"(" + fromFlat(*Cast).Code + ")", ""};
    default:
      unsupported(E, "this conversion of a variable-length array");
      return FlatPointer{};
    }
  }
  if (isa<DeclRefExpr>(E))
    return FlatPointer{expression(E, Strength::Postfix), ""};
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    if (auto From = flat(S->getBase()))
      return advanced(*From, S->getIdx(), S->getType(), false);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    if (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf)
      return flat(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->isAdditiveOp() && B->getLHS()->getType()->isAnyPointerType())
    if (auto From = flat(B->getLHS()))
      return advanced(*From, B->getRHS(), B->getType()->getPointeeType(),
                      B->getOpcode() == BO_Sub);
  unsupported(E, "this use of a variable-length array");
  return FlatPointer{};
}

KernelFunction::FlatPointer KernelFunction::advanced(FlatPointer From,
                                                     const Expr *Count,
                                                     QualType Row,
                                                     bool Subtract) {
  // In 64 bits, as the host computes addresses.
  std::string Step = expression(Count, Strength::Unary);
  if (Ctx.getTypeSize(Count->getType()) < 64)
    Step = "(long)" + Step;
  if (Row->isArrayType())
    Step += " * " + length(Row, Count, From.Base);
  if (From.Offset.empty())
    From.Offset = Subtract ? "-(" + Step + ")" : Step;
  else
    From.Offset += (Subtract ? " - " : " + ") + Step;
  return From;
}

/// Whether the variable is known here and has the value that it had when an
/// array type with it was spelled.
bool KernelFunction::keepsValue(const ValueDecl *D) {
  const auto *Owner = dyn_cast<FunctionDecl>(D->getDeclContext());
  if (!Owner || !Owner->getBody() ||
      (Owner == Unit.Loop.Function && !Names.count(canonical(D))))
    return false;
  BodyUses Uses = collectUses(Owner->getBody(), Ctx);
  const VariableUses &All = Uses.Variables[const_cast<ValueDecl *>(D)];
  return All.Writes.empty() && !All.Escapes;
}

/// Whether the loop writes this length, with values that it does not change.
bool KernelFunction::isWrittenInside(const Expr *Size,
                                     const ValueDecl *Part) const {
  const Capture *Known = Unit.Loop.capture(Part);
  if (!Known || Known->Kind != Sharing::Value)
    return false;
  for (const Capture &C : Unit.Loop.Captures) {
    QualType T = C.Type->isAnyPointerType() ? C.Type->getPointeeType() : C.Type;
    for (; const ArrayType *A = Ctx.getAsArrayType(T); T = A->getElementType())
      if (const auto *Variable = dyn_cast<VariableArrayType>(A))
        if (Variable->getSizeExpr() == Size)
          return false;
  }
  return true;
}

/// In elements. A length that the caller passes, or the type's own expression
/// where all of it reaches the kernel unchanged.
std::string KernelFunction::length(QualType Array, const Expr *Use,
                                   StringRef Name) {
  const ArrayType *A = Ctx.getAsArrayType(Array);
  if (!A)
    return "1";
  if (!Array->isVariablyModifiedType())
    return std::to_string(
        Ctx.getConstantArrayElementCount(cast<ConstantArrayType>(A)));
  for (auto &[Known, Passed] : Lengths)
    if (Ctx.hasSameType(Known, Array))
      return Passed;
  std::string Inner = A->getElementType()->isArrayType()
                          ? " * " + length(A->getElementType(), Use, Name)
                          : "";
  if (const auto *Constant = dyn_cast<ConstantArrayType>(A))
    return std::to_string(Constant->getZExtSize()) + Inner;
  const Expr *Size = cast<VariableArrayType>(A)->getSizeExpr();
  BodyUses Parts = collectUses(const_cast<Expr *>(Size), Ctx);
  for (auto &[D, InSize] : Parts.Variables)
    if (!Unit.number(D) && !isWrittenInside(Size, D) && !keepsValue(D))
      Unit.fail(diag::Id::RowLength, Use->getExprLoc(), {Name.str()});
  return "(long)" + expression(Size, Strength::Unary) + Inner;
}

} // namespace twofold
