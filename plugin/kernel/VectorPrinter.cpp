// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dialect/LibraryFunctions.h"
#include "kernel/ExpressionPrinter.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace twofold {
namespace {

std::string laneName(uint64_t Lane) {
  return std::string("s") + llvm::hexdigit(unsigned(Lane), /*LowerCase=*/true);
}

} // namespace

/// `(float4)(a, b, c, d)`, the rest zero.
Text VectorPrinter::literal(const InitListExpr &E) {
  QualType T = E.getType().getUnqualifiedType();
  const auto *Vector = T->castAs<VectorType>();
  llvm::SmallVector<std::string, 16> Parts;
  unsigned Lanes = 0;
  for (const Expr *Init : E.inits()) {
    const auto *Part = Init->getType()->getAs<VectorType>();
    Lanes += Part ? Part->getNumElements() : 1;
    Parts.push_back(expression(Init, Strength::Assign));
  }
  for (; Lanes < Vector->getNumElements(); ++Lanes)
    Parts.push_back(zero(Vector->getElementType()).Code);
  return {"(" + Types.value(T) + ")(" + llvm::join(Parts, ", ") + ")",
          Strength::Unary};
}

Text VectorPrinter::lanes(const ExtVectorElementExpr &E) {
  StringRef Name = E.getAccessor().getName();
  std::string Spelled = Name.str();
  bool Named = Name == "lo" || Name == "hi" || Name == "odd" || Name == "even";
  if (!Named && Name.find_first_not_of("xyzw") != StringRef::npos) {
    llvm::SmallVector<uint32_t, 16> Lanes;
    E.getEncodedElementAccess(Lanes);
    Spelled = "s";
    for (uint32_t Lane : Lanes)
      Spelled += llvm::hexdigit(Lane, /*LowerCase=*/true);
  }
  return part(expression(E.getBase()), E.isArrow(), Spelled);
}

/// Vector[Index], which OpenCL C has for constant indices alone.
Text VectorPrinter::lane(const ArraySubscriptExpr &E) {
  const Expr *Vector = E.getBase();
  if (auto Index = constantOf(E.getIdx(), Ctx))
    return part(expression(Vector), false, laneName(Index->getZExtValue()));
  QualType T = Vector->getType();
  QualType Element = T->castAs<VectorType>()->getElementType();
  std::string Before;
  Text Pointer;
  AddressSpace Space = AddressSpace::Private;
  if (Vector->isGLValue()) {
    Space = Spaces.lvalue(Vector);
    Pointer = address(Vector);
  } else {
    Pointer = All.copyAddress(Vector);
  }
  QualType To =
      Ctx.getPointerType(T.isConstQualified() ? Element.withConst() : Element);
  return {"(" + cast(To, Pointer, Space).Code + ")[" +
              expression(E.getIdx()).Code + "]",
          Strength::Postfix};
}

Text VectorPrinter::shuffle(const ShuffleVectorExpr &E) {
  const auto *Source = E.getExpr(0)->getType()->getAs<VectorType>();
  const auto *Result = E.getType()->getAs<VectorType>();
  if (!Source || !Result || E.getNumSubExprs() != 2 + Result->getNumElements())
    return unsupported(&E, "this shuffle of vectors");
  std::string Before;
  Text From[2] = {repeatable(E.getExpr(0), Before),
                  repeatable(E.getExpr(1), Before)};
  llvm::SmallVector<std::string, 16> Parts;
  for (unsigned I = 0; I != Result->getNumElements(); ++I) {
    llvm::APSInt Index = E.getShuffleMaskIdx(I);
    // -1 asks for anything.
    uint64_t Lane = Index.isNegative() ? 0 : Index.getZExtValue();
    bool Second = Lane >= Source->getNumElements();
    Parts.push_back(
        part(From[Second], false,
             laneName(Second ? Lane - Source->getNumElements() : Lane))
            .Code);
  }
  std::string Code =
      "(" + Types.value(E.getType()) + ")(" + llvm::join(Parts, ", ") + ")";
  return Text{Code, Strength::Unary}.after(Before);
}

Text VectorPrinter::conversion(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  QualType To = E.getType().getUnqualifiedType();
  switch (E.getCastKind()) {
  case CK_VectorSplat: {
    // A promotion is not printed; the vector's elements may be narrower.
    QualType Element = To->castAs<VectorType>()->getElementType();
    Text One = cast(Element, expression(Sub));
    return {"(" + Types.value(To) + ")(" + One.Code + ")", Strength::Unary};
  }
  case CK_BitCast:
    if (Types.value(To) == Types.value(Sub->getType()))
      return expression(Sub);
    return {"as_" + Types.value(To) + "(" + expression(Sub, Strength::Assign) +
                ")",
            Strength::Postfix};
  default:
    return unsupported(&E, "this conversion of vectors");
  }
}

Text VectorPrinter::converted(const ConvertVectorExpr &E) {
  const Expr *From = E.getSrcExpr();
  QualType To = E.getType().getUnqualifiedType();
  if (Types.value(To) == Types.value(From->getType()))
    return expression(From);
  return {"convert_" + Types.value(To) + "(" +
              expression(From, Strength::Assign) + ")",
          Strength::Postfix};
}

/// `mask ? a : b` chooses by the top bit in OpenCL C, by any bit here.
Text VectorPrinter::chosen(const AbstractConditionalOperator &E) {
  if (isa<BinaryConditionalOperator>(E))
    return unsupported(&E, "?: without its middle");
  Text Mask = joined(expression(E.getCond()), BO_NE, Text{"0"});
  return {"(" + Mask.Code + ") ? " +
              expression(E.getTrueExpr(), Strength::Conditional) + " : " +
              expression(E.getFalseExpr(), Strength::Conditional),
          Strength::Conditional};
}

Text VectorPrinter::elementwise(const CallExpr &E, const MathRule &Rule) {
  QualType T = E.getType().getUnqualifiedType();
  bool Floating = T->hasFloatingRepresentation();
  std::string Name = Rule.Kernel.str();
  if (Floating && (Name == "abs" || Name == "min" || Name == "max"))
    Name = "f" + Name;
  if (Floating && Name == "fabs" && E.getNumArgs() != 1)
    return unsupported(&E, "this builtin");
  llvm::SmallVector<std::string, 3> Args;
  for (const Expr *Arg : E.arguments()) {
    Text A = expression(Arg);
    bool Narrow =
        Arg->getType()->isIntegerType() && Ctx.getTypeSize(Arg->getType()) < 32;
    if (Narrow)
      A = cast(Arg->getType().getUnqualifiedType(), A);
    Args.push_back(A.atLeast(Strength::Assign));
  }
  std::string Code = Name + "(" + llvm::join(Args, ", ") + ")";
  // OpenCL's gives unsigned integers.
  if (Name == "abs")
    return {"as_" + Types.value(T) + "(" + Code + ")", Strength::Postfix};
  return {Code, Strength::Postfix};
}

} // namespace twofold
