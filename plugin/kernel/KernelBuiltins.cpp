// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelBuiltins.cpp - clang's builtins on bits and overflow ---------===//

#include "dialect/LibraryFunctions.h"
#include "kernel/KernelFunction.h"

using namespace clang;

namespace twofold {

/// Bytes in reverse order, as lanes of a vector.
Text KernelFunction::byteSwap(const CallExpr &E) {
  QualType T = E.getType();
  Text Operand = cast(T, expression(E.getArg(0)));
  unsigned Bytes = Ctx.getTypeSizeInChars(T).getQuantity();
  StringRef Lanes = Bytes == 2 ? "s10" : Bytes == 4 ? "s3210" : "s76543210";
  return {"as_" + Types.value(T) + "(as_uchar" + std::to_string(Bytes) + "(" +
              Operand.Code + ")." + Lanes.str() + ")",
          Strength::Postfix};
}

Text KernelFunction::rotation(const CallExpr &E, bool Left) {
  QualType T = E.getType();
  Text By = cast(T, expression(E.getArg(1)));
  // OpenCL takes the count modulo the width.
  std::string Count = Left ? By.Code : "(" + Types.value(T) + ")-" + By.Code;
  return {"rotate(" + cast(T, expression(E.getArg(0))).Code + ", " + Count +
              ")",
          Strength::Postfix};
}

/// `(a = x, b = y, *to = a + b, overflows)`.
Text KernelFunction::overflow(const CallExpr &E, StringRef Operation) {
  QualType T = E.getArg(2)->getType()->getPointeeType().getUnqualifiedType();
  for (unsigned I = 0; I != 2; ++I)
    if (!Ctx.hasSameUnqualifiedType(E.getArg(I)->getType(), T) ||
        T->isBooleanType())
      return unsupported(&E, "an overflow test of several types");
  bool Signed = T->isSignedIntegerType(), Wide = Ctx.getTypeSize(T) == 64;
  std::string Type = Types.value(T);
  std::string A = temporary(T, "left"), B = temporary(T, "right");
  std::string Op = Operation == "add"   ? " + "
                   : Operation == "sub" ? " - "
                                        : " * ";
  std::string Before = A + " = " + expression(E.getArg(0), Strength::Assign) +
                       ", " + B + " = " +
                       expression(E.getArg(1), Strength::Assign) + ", ";
  std::string Target = dereference(E.getArg(2)).Code;
  if (!Wide) {
    // 64 bits hold every result, of products of unsigned numbers too.
    bool Unsigned = !Signed && Operation == "mul";
    std::string Large = Unsigned ? "ulong" : "long";
    std::string R =
        temporary(Unsigned ? Ctx.UnsignedLongTy : Ctx.LongTy, "result");
    return {"(" + Before + R + " = (" + Large + ")" + A + Op + "(" + Large +
            ")" + B + ", " + Target + " = (" + Type + ")" + R + ", " + R +
            " != (" + Large + ")(" + Type + ")" + R + ")"};
  }
  std::string R = temporary(T, "result");
  Before += R + " = (" + Type + ")((ulong)" + A + Op + "(ulong)" + B + "), " +
            Target + " = " + R + ", ";
  std::string Test;
  if (Operation == "mul")
    Test = Signed ? "mul_hi(" + A + ", " + B + ") != (" + R + " >> 63)"
                  : "mul_hi(" + A + ", " + B + ") != 0";
  else if (!Signed)
    Test = Operation == "add" ? R + " < " + A : A + " < " + B;
  else if (Operation == "add")
    Test = "((" + A + " ^ " + R + ") & (" + B + " ^ " + R + ")) < 0";
  else
    Test = "((" + A + " ^ " + B + ") & (" + A + " ^ " + R + ")) < 0";
  return {"(" + Before + Test + ")"};
}

/// __builtin_bit_cast, which std::bit_cast is.
Text KernelFunction::reinterpreted(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  auto Numeric = [](QualType T) {
    return (T->isArithmeticType() && !T->isAnyComplexType() &&
            !T->isBooleanType()) ||
           T->isVectorType();
  };
  if (!Numeric(E.getType()) || !Numeric(Sub->getType()))
    return unsupported(&E, "a bit cast of this type");
  std::string Type = Types.value(E.getType());
  Text Operand = expression(Sub);
  if (Type == Types.value(Sub->getType()))
    return Operand;
  return {"as_" + Type + "(" + Operand.Code + ")", Strength::Postfix};
}

} // namespace twofold
