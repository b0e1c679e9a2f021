// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelNumbers.cpp - constants, exactly -----------------------------===//

#include "kernel/KernelFunction.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;

namespace twofold {
namespace {

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
