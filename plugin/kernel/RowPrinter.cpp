// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/VariableUses.h"
#include "kernel/ExpressionPrinter.h"

using namespace clang;

namespace twofold {

std::optional<RowPrinter::FlatPointer> RowPrinter::find(const Expr *E) {
  E = E->IgnoreParens();
  if (!E->getType()->isVariablyModifiedType()) {
    // A row of constant length inside rows of variable length.
    const auto *Row = dyn_cast<ArraySubscriptExpr>(E);
    if (!Row || !E->getType()->isConstantArrayType())
      return std::nullopt;
    auto From = find(Row->getBase()->IgnoreParenImpCasts());
    if (From)
      From = advanced(*From, Row->getIdx(), E->getType(), false);
    return From;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    switch (Cast->getCastKind()) {
    case CK_ArrayToPointerDecay:
    case CK_LValueToRValue:
    case CK_NoOp:
      return find(Cast->getSubExpr());
    case CK_BitCast:
      // Two spellings of one row type.
      if (Cast->getSubExpr()->getType()->isVariablyModifiedType())
        return find(Cast->getSubExpr());
      if (!Cast->getSubExpr()->getType()->isAnyPointerType())
        break;
      return FlatPointer{"(" +
                             cast(Ctx.getPointerType(elementOf(
                                      E->getType()->getPointeeType(), Ctx)),
                                  expression(Cast->getSubExpr()),
                                  Spaces.pointer(Cast->getSubExpr()))
                                 .Code +
                             ")",
                         ""};
    default:
      unsupported(E, "this conversion of a variable-length array");
      return FlatPointer{};
    }
  }
  if (isa<DeclRefExpr>(E))
    return FlatPointer{expression(E, Strength::Postfix), ""};
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    if (auto From = find(S->getBase()))
      return advanced(*From, S->getIdx(), S->getType(), false);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    if (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf)
      return find(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->isAdditiveOp() && B->getLHS()->getType()->isAnyPointerType())
    if (auto From = find(B->getLHS()))
      return advanced(*From, B->getRHS(), B->getType()->getPointeeType(),
                      B->getOpcode() == BO_Sub);
  unsupported(E, "this use of a variable-length array");
  return FlatPointer{};
}

RowPrinter::FlatPointer RowPrinter::advanced(FlatPointer From,
                                             const Expr *Count, QualType Row,
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
bool RowPrinter::keepsValue(const ValueDecl *D) {
  const auto *Owner = dyn_cast<FunctionDecl>(D->getDeclContext());
  if (!Owner || !Owner->getBody() ||
      (Owner == Unit.Loop.Function && !All.Names.find(D)))
    return false;
  return !collectUses(Owner->getBody()).of(D).mayChange();
}

/// Whether the loop writes this length, with values that it does not change.
bool RowPrinter::isWrittenInside(const Expr *Size,
                                 const ValueDecl *Part) const {
  if (!Unit.Loop.hasValue(Part))
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

std::string RowPrinter::length(QualType Array, const Expr *Use,
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
  BodyUses Parts = collectUses(Size);
  for (auto &[D, InSize] : Parts.Variables)
    if (!Unit.number(D) && !isWrittenInside(Size, D) && !keepsValue(D))
      Unit.fail(diag::Id::RowLength, Use->getExprLoc(), {Name.str()});
  return "(long)" + expression(Size, Strength::Unary) + Inner;
}

std::optional<Text> RowPrinter::flat(const Expr *E) {
  auto Found = find(E);
  return Found ? std::optional<Text>(*Found) : std::nullopt;
}

std::optional<Text> RowPrinter::element(const Expr *Row, const Expr *Index) {
  auto From = find(Row);
  if (!From)
    return std::nullopt;
  std::string At = expression(Index, Strength::Product);
  if (From->Offset.empty())
    return Text{From->Base + "[" + expression(Index).Code + "]",
                Strength::Postfix};
  return Text{From->Base + "[" + From->Offset + " + " + At + "]",
              Strength::Postfix};
}

std::optional<Text> RowPrinter::sum(const Expr *Pointer, const Expr *Count,
                                    bool Subtract) {
  QualType Row = Pointer->getType()->getPointeeType();
  auto From = Row->isVariablyModifiedType() ? find(Pointer) : std::nullopt;
  if (!From)
    return std::nullopt;
  return advanced(*From, Count, Row, Subtract);
}

} // namespace twofold
