// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/Text.h"

using namespace clang;

namespace twofold {
namespace {

Strength strengthOf(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Mul:
  case BO_Div:
  case BO_Rem:
    return Strength::Product;
  case BO_Add:
  case BO_Sub:
    return Strength::Sum;
  case BO_Shl:
  case BO_Shr:
    return Strength::Shift;
  case BO_LT:
  case BO_GT:
  case BO_LE:
  case BO_GE:
    return Strength::Relation;
  case BO_EQ:
  case BO_NE:
    return Strength::Equality;
  case BO_And:
    return Strength::And;
  case BO_Xor:
    return Strength::Xor;
  case BO_Or:
    return Strength::Or;
  case BO_LAnd:
    return Strength::LogicalAnd;
  case BO_LOr:
    return Strength::LogicalOr;
  case BO_Comma:
    return Strength::Comma;
  default:
    return Strength::Assign;
  }
}

/// Compilers warn about these mixtures although they mean what they say.
bool wantsParens(Strength Outer, Strength Inner) {
  switch (Outer) {
  case Strength::LogicalOr:
    return Inner == Strength::LogicalAnd;
  case Strength::Or:
  case Strength::Xor:
  case Strength::And:
    return Inner < Strength::Unary && Inner != Outer;
  case Strength::Shift:
    return Inner < Strength::Product;
  case Strength::Relation:
  case Strength::Equality:
    return Inner == Strength::Relation || Inner == Strength::Equality;
  default:
    return false;
  }
}

std::string integerText(llvm::APSInt Value, QualType T, const ASTContext &Ctx) {
  if (T->isBooleanType())
    return Value.getBoolValue() ? "1" : "0";
  bool Signed = T->isSignedIntegerOrEnumerationType();
  unsigned Bits = Ctx.getTypeSize(T);
  Value = Value.extOrTrunc(Bits);
  Value.setIsSigned(Signed);
  StringRef Suffix = Bits == 64 ? (Signed ? "L" : "UL") : (Signed ? "" : "u");
  // The smallest number has no literal: its magnitude is out of range.
  if (Signed && Bits >= 32 && Value.isMinSignedValue())
    return "(-" +
           llvm::toString(llvm::APInt::getSignedMaxValue(Bits), 10, true) +
           Suffix.str() + " - 1)";
  std::string Digits = llvm::toString(Value, 10);
  if (Bits >= 32)
    return Digits + Suffix.str();
  StringRef Narrow =
      Bits == 8 ? (Signed ? "char" : "uchar") : (Signed ? "short" : "ushort");
  return ("(" + Narrow + ")" + Digits).str();
}

/// The fewest digits that give the same number back.
std::string floatText(const llvm::APFloat &Value, QualType T,
                      const ASTContext &Ctx) {
  if (Ctx.getTypeSize(T) == 16) {
    llvm::APFloat Wide = Value;
    bool Inexact;
    Wide.convert(llvm::APFloat::IEEEsingle(),
                 llvm::APFloat::rmNearestTiesToEven, &Inexact);
    return "(half)" + floatText(Wide, Ctx.FloatTy, Ctx);
  }
  bool Single = Ctx.getTypeSize(T) == 32;
  std::string Cast = Single ? "" : "(double)";
  if (Value.isNaN())
    return Cast + (Value.isNegative() ? "-NAN" : "NAN");
  if (Value.isInfinity())
    return Value.isNegative() ? (Single ? "-INFINITY" : "-(double)INFINITY")
                              : Cast + "INFINITY";
  llvm::SmallString<32> Digits;
  for (unsigned Precision = 1; Precision <= 17; ++Precision) {
    Digits.clear();
    Value.toString(Digits, Precision, /*FormatMaxPadding=*/6);
    llvm::APFloat Back(Value.getSemantics(), Digits);
    if (Back.bitwiseIsEqual(Value))
      break;
  }
  if (StringRef(Digits).find_first_of(".eE") == StringRef::npos)
    Digits += ".0";
  if (Single)
    Digits += 'f';
  return std::string(Digits);
}

} // namespace

std::string spaces(unsigned Indent) { return std::string(2 * Indent, ' '); }

std::string indented(StringRef Lines, unsigned Indent) {
  std::string Out;
  for (; !Lines.empty(); Lines = Lines.split('\n').second)
    Out += spaces(Indent) + Lines.split('\n').first.str() + "\n";
  return Out;
}

void putFor(std::string &In, StringRef What, const std::string &By) {
  for (size_t At; (At = In.find(What.str())) != std::string::npos;)
    In.replace(At, What.size(), By);
}

Text joined(const Text &Left, BinaryOperatorKind Op, const Text &Right) {
  Strength Mine = strengthOf(Op);
  auto Operand = [&](const Text &T, bool IsRight) {
    bool Parens = T.Binds < Mine || (IsRight && T.Binds == Mine) ||
                  wantsParens(Mine, T.Binds);
    return Parens ? "(" + T.Code + ")" : T.Code;
  };
  std::string Spelling = BinaryOperator::getOpcodeStr(Op).str();
  return {Operand(Left, false) + (Op == BO_Comma ? "" : " ") + Spelling + " " +
              Operand(Right, true),
          Mine};
}

Text part(const Text &Base, bool Arrow, StringRef Name) {
  StringRef Code = Base.Code;
  std::string Operator = Arrow ? "->" : ".";
  bool Unary = Base.Binds == Strength::Unary;
  if (Arrow && Unary && Code.consume_front("&"))
    return {(Code + "." + Name).str(), Strength::Postfix};
  if (!Arrow && Unary && Code.consume_front("*") && !Code.starts_with("*") &&
      !Code.starts_with("("))
    return {(Code + "->" + Name).str(), Strength::Postfix};
  return {Base.atLeast(Strength::Postfix) + Operator + Name.str(),
          Strength::Postfix};
}

Text dereferenced(const Text &Pointer) {
  StringRef Code = Pointer.Code;
  // *&x is x.
  if (Pointer.Binds == Strength::Unary && Code.consume_front("&"))
    return {Code.str(), Strength::Postfix};
  return {"*" + Pointer.atLeast(Strength::Unary), Strength::Unary};
}

Text TypedText::cast(QualType T, const Text &Operand, AddressSpace Space) {
  std::string Type = T->isAnyPointerType() ? Types.declareMemory(T, "", Space)
                                           : Types.value(T);
  if (Operand.Binds == Strength::Unary &&
      StringRef(Operand.Code).starts_with("(" + Type + ")"))
    return Operand;
  return {"(" + Type + ")" + Operand.atLeast(Strength::Unary), Strength::Unary};
}

Text TypedText::rounded(QualType T, const Text &Operand, QualType From) {
  bool Narrow = From->isRealFloatingType() && T->isIntegerType() &&
                !T->isBooleanType() && Ctx.getTypeSize(T) < 32;
  return cast(T, Narrow ? cast(Ctx.IntTy, Operand) : Operand);
}

Text TypedText::literal(const APValue &Value, QualType T) {
  Types.value(T);
  if (Value.isComplexFloat()) {
    QualType Part = T->castAs<ComplexType>()->getElementType();
    return complexNumber(T.getUnqualifiedType(),
                         literal(APValue(Value.getComplexFloatReal()), Part),
                         literal(APValue(Value.getComplexFloatImag()), Part));
  }
  std::string Code = numberText(Value, T, Ctx);
  bool Simple = isalnum(Code.front()) || StringRef(Code).ends_with(" - 1)");
  return {Code, Simple ? Strength::Primary : Strength::Unary};
}

Text TypedText::zero(QualType T) {
  if (T->isAnyPointerType())
    return {"0"};
  if (const auto *Complex = T->getAs<ComplexType>())
    return complexNumber(T.getUnqualifiedType(),
                         zero(Complex->getElementType()),
                         zero(Complex->getElementType()));
  if (T->isVectorType())
    return {"(" + Types.value(T) + ")(0)", Strength::Unary};
  if (T->isRealFloatingType())
    return literal(APValue(llvm::APFloat::getZero(
                       Ctx.getFloatTypeSemantics(T.getCanonicalType()))),
                   T);
  return literal(APValue(Ctx.MakeIntValue(0, T)), T);
}

Text TypedText::complexNumber(QualType T, const Text &Re, const Text &Im) {
  auto Part = [](const Text &Of) { return Of.atLeast(Strength::Assign); };
  return {"(" + Types.value(T) + "){" + Part(Re) + ", " + Part(Im) + "}",
          Strength::Postfix};
}

std::string numberText(const APValue &Value, QualType T,
                       const ASTContext &Ctx) {
  return Value.isFloat() ? floatText(Value.getFloat(), T, Ctx)
                         : integerText(Value.getInt(), T, Ctx);
}

std::string constantText(const APValue &Value, QualType T,
                         const ASTContext &Ctx) {
  llvm::SmallVector<std::string, 16> Parts;
  if (Value.isFloat() && !Value.getFloat().isFinite()) {
    // The macros are no constant expressions everywhere.
    const llvm::APFloat &Number = Value.getFloat();
    const char *Suffix = Ctx.getTypeSize(T) == 64 ? "" : "f";
    return (Twine(Number.isNegative() ? "-(" : "(") +
            (Number.isNaN() ? "0.0" : "1.0") + Suffix + " / 0.0" + Suffix + ")")
        .str();
  }
  if (Value.isArray()) {
    QualType Element = Ctx.getAsArrayType(T)->getElementType();
    for (unsigned I = 0; I != Value.getArrayInitializedElts(); ++I)
      Parts.push_back(
          constantText(Value.getArrayInitializedElt(I), Element, Ctx));
    // What C leaves out is zero; other fillers are written out.
    if (Value.hasArrayFiller()) {
      std::string Filler = constantText(Value.getArrayFiller(), Element, Ctx);
      if (Filler != "0" && Filler != "0.0" && Filler != "0.0f")
        for (uint64_t I = Value.getArrayInitializedElts();
             I != Value.getArraySize(); ++I)
          Parts.push_back(Filler);
    }
  } else if (Value.isStruct()) {
    if (const CXXRecordDecl *Class = T->getAsCXXRecordDecl()) {
      unsigned Index = 0;
      for (const CXXBaseSpecifier &B : Class->getDefinition()->bases()) {
        const APValue &Base = Value.getStructBase(Index++);
        if (!B.getType()->getAsCXXRecordDecl()->isEmpty())
          Parts.push_back(constantText(Base, B.getType(), Ctx));
      }
    }
    for (const FieldDecl *F : T->getAsRecordDecl()->getDefinition()->fields())
      Parts.push_back(constantText(Value.getStructField(F->getFieldIndex()),
                                   F->getType(), Ctx));
  } else if (Value.isComplexFloat()) {
    QualType Part = T->castAs<ComplexType>()->getElementType();
    Parts = {constantText(APValue(Value.getComplexFloatReal()), Part, Ctx),
             constantText(APValue(Value.getComplexFloatImag()), Part, Ctx)};
  } else if (Value.isVector()) {
    const auto *Vector = T->castAs<VectorType>();
    for (unsigned I = 0; I != Value.getVectorLength(); ++I)
      Parts.push_back(
          constantText(Value.getVectorElt(I), Vector->getElementType(), Ctx));
  } else if (Value.isInt() || Value.isFloat()) {
    return numberText(Value, T, Ctx);
  }
  if (Parts.empty())
    Parts.push_back("0");
  return "{" + llvm::join(Parts, ", ") + "}";
}

} // namespace twofold
