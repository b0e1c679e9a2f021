// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dialect/LibraryFunctions.h"
#include "kernel/ExpressionPrinter.h"

using namespace clang;

namespace twofold {
namespace {

QualType plain(QualType T) {
  return T.getNonReferenceType().getUnqualifiedType();
}

bool isFloating(QualType T) { return plain(T)->isRealFloatingType(); }

} // namespace

/// std::min and its like on scalars: the same choice for equal and unordered
/// arguments as the library makes.
Text LibraryPrinter::extremum(const CallExpr &E, const MathRule &Rule) {
  QualType T = plain(E.getType());
  if (!T->isArithmeticType())
    return unsupported(&E, "std::" + Rule.Kernel.str() + " of this type");
  std::string Before;
  llvm::SmallVector<Text, 3> Args;
  bool Integer = T->isIntegerType() && !T->isBooleanType();
  if (Integer && Rule.Form != MathForm::Between) {
    auto Exact = [&](const Expr *Arg) {
      return Ctx.getTypeSize(T) <= 32 ? cast(T, expression(Arg))
                                      : expression(Arg);
    };
    auto Cast = [&](const Expr *Arg) {
      const Expr *Core = Arg->IgnoreParens();
      if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Core))
        Core = M->getSubExpr()->IgnoreParenNoopCasts(Ctx);
      // A promotion is not printed; a variable or element has its own type.
      bool Own = Core->isGLValue() || isa<IntegerLiteral>(Core);
      Text Operand = Own ? expression(Arg) : Exact(Arg);
      return Operand.atLeast(Strength::Assign);
    };
    return {Rule.Kernel.str() + "(" + Cast(E.getArg(0)) + ", " +
                Cast(E.getArg(1)) + ")",
            Strength::Postfix};
  }
  for (const Expr *Arg : E.arguments())
    Args.push_back(repeatable(Arg, Before));
  auto Less = [&](const Text &A, const Text &B) {
    return joined(A, BO_LT, B).Code;
  };
  auto Operand = [](const Text &T) { return T.atLeast(Strength::Conditional); };
  std::string Code;
  if (Rule.Form == MathForm::Lesser)
    Code = Less(Args[1], Args[0]) + " ? " + Operand(Args[1]) + " : " +
           Operand(Args[0]);
  else if (Rule.Form == MathForm::Greater)
    Code = Less(Args[0], Args[1]) + " ? " + Operand(Args[1]) + " : " +
           Operand(Args[0]);
  else
    Code = Less(Args[0], Args[1]) + " ? " + Operand(Args[1]) + " : " +
           Less(Args[2], Args[0]) + " ? " + Operand(Args[2]) + " : " +
           Operand(Args[0]);
  return Text{Code, Strength::Conditional}.after(Before);
}

Text LibraryPrinter::call(const CallExpr &E, const FunctionDecl &F,
                          const MathRule &Rule) {
  if (Rule.Form == MathForm::Complex)
    return Complex.math(E, Rule);
  if (Rule.Form == MathForm::ByteSwap)
    return byteSwap(E);
  if (Rule.Form == MathForm::Rotation)
    return rotation(E, Rule.Kernel == "left");
  if (Rule.Form == MathForm::Overflow)
    return overflow(E, Rule.Kernel);
  if (Rule.Form == MathForm::Elementwise)
    return Vectors.elementwise(E, Rule);
  QualType Floating = F.getReturnType();
  if (!isFloating(Floating) || Rule.Form == MathForm::Predicate ||
      Rule.Form == MathForm::SinCos) {
    // The widest argument decides; integers count as double.
    Floating = Ctx.FloatTy;
    for (const Expr *Arg : E.arguments())
      if (!plain(Arg->getType())->isAnyPointerType() &&
          !isHalf(Arg->getType()) &&
          !Ctx.hasSameType(plain(Arg->getType()), Ctx.FloatTy))
        Floating = Ctx.DoubleTy;
  }
  auto Float = [&](const Expr *Arg) {
    Text Operand = expression(Arg);
    if (!Ctx.hasSameType(plain(Arg->getType()), plain(Floating)))
      Operand = cast(plain(Floating), Operand);
    return Operand.atLeast(Strength::Assign);
  };
  auto Call = [&](llvm::ArrayRef<std::string> Args) {
    return Text{Rule.Kernel.str() + "(" + llvm::join(Args, ", ") + ")",
                Strength::Postfix};
  };
  llvm::SmallVector<std::string, 3> Args;
  switch (Rule.Form) {
  case MathForm::Direct:
  case MathForm::Predicate:
    for (const Expr *Arg : E.arguments())
      Args.push_back(Float(Arg));
    return Call(Args);
  case MathForm::InfinitySign: {
    std::string Before;
    Text X = repeatable(E.getArg(0), Before);
    return {"(" + Before + "isinf(" + X.Code + ") ? (signbit(" + X.Code +
            ") ? -1 : 1) : 0)"};
  }
  case MathForm::Rounded:
    return cast(E.getType(), Call(Float(E.getArg(0))));
  case MathForm::Scaled:
    return Call(
        {Float(E.getArg(0)), cast(Ctx.IntTy, expression(E.getArg(1))).Code});
  case MathForm::OutLast:
    for (unsigned I = 0; I + 1 != E.getNumArgs(); ++I)
      Args.push_back(Float(E.getArg(I)));
    Args.push_back(expression(E.getArg(E.getNumArgs() - 1), Strength::Assign));
    return Call(Args);
  case MathForm::SinCos:
    return {dereferenced(expression(E.getArg(1))).Code + " = " +
                Call({Float(E.getArg(0)),
                      expression(E.getArg(2), Strength::Assign)})
                    .Code,
            Strength::Assign};
  case MathForm::Absolute:
    return cast(E.getType(),
                Call(cast(E.getType(), expression(E.getArg(0))).Code));
  case MathForm::First:
    return E.isGLValue() ? Text{expression(E.getArg(0))}
                         : cast(E.getType(), expression(E.getArg(0)),
                                E.getType()->isAnyPointerType()
                                    ? Spaces.pointer(E.getArg(0))
                                    : AddressSpace::Private);
  case MathForm::Nothing:
    return {"(void)0", Strength::Unary};
  case MathForm::Complex:
  case MathForm::Elementwise:
  case MathForm::ByteSwap:
  case MathForm::Rotation:
  case MathForm::Overflow:
    break;
  case MathForm::Lesser:
  case MathForm::Greater:
  case MathForm::Between:
    return extremum(E, Rule);
  case MathForm::Bits:
  case MathForm::Parity:
  case MathForm::TrailingZeros:
  case MathForm::FindFirstSet:
    return bits(E, F, Rule);
  }
  return {};
}

Text LibraryPrinter::bits(const CallExpr &E, const FunctionDecl &F,
                          const MathRule &Rule) {
  // The generic ones take whatever they are given.
  QualType T = F.getNumParams() ? F.getParamDecl(0)->getType()
                                : E.getArg(0)->getType().getUnqualifiedType();
  if (!T->isUnsignedIntegerType())
    T = Ctx.getCorrespondingUnsignedType(T);
  if (E.getNumArgs() != 1)
    return unsupported(&E, "a count with a value for zero");
  Text Operand = cast(T, expression(E.getArg(0)));
  std::string Name = Rule.Kernel.str();
  if (Rule.Form == MathForm::Bits)
    return cast(E.getType(), {Name + "(" + Operand.Code + ")"});
  if (Rule.Form == MathForm::Parity)
    return {"(int)(" + Name + "(" + Operand.Code + ") & 1)"};
  // The lowest bit alone: x & -x.
  std::string X = temporary(T, "bits");
  unsigned Width = Ctx.getTypeSize(T);
  Text One{X + " & -" + X, Strength::And};
  if (Width < 32)
    One = cast(T, One);
  std::string Lowest = "(int)" + Name + "(" + One.Code + ")";
  if (Rule.Form == MathForm::TrailingZeros)
    --Width;
  return {"(" + X + " = " + Operand.Code + ", " + std::to_string(Width) +
          " - " + Lowest + ")"};
}

/// Bytes in reverse order, as lanes of a vector.
Text LibraryPrinter::byteSwap(const CallExpr &E) {
  QualType T = E.getType();
  Text Operand = cast(T, expression(E.getArg(0)));
  unsigned Bytes = Ctx.getTypeSizeInChars(T).getQuantity();
  StringRef Lanes = Bytes == 2 ? "s10" : Bytes == 4 ? "s3210" : "s76543210";
  return {"as_" + Types.value(T) + "(as_uchar" + std::to_string(Bytes) + "(" +
              Operand.Code + ")." + Lanes.str() + ")",
          Strength::Postfix};
}

Text LibraryPrinter::rotation(const CallExpr &E, bool Left) {
  QualType T = E.getType();
  Text By = cast(T, expression(E.getArg(1)));
  // OpenCL takes the count modulo the width.
  std::string Count = Left ? By.Code : "(" + Types.value(T) + ")-" + By.Code;
  return {"rotate(" + cast(T, expression(E.getArg(0))).Code + ", " + Count +
              ")",
          Strength::Postfix};
}

/// `(a = x, b = y, *to = a + b, overflows)`.
Text LibraryPrinter::overflow(const CallExpr &E, StringRef Operation) {
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
  std::string Target = dereferenced(expression(E.getArg(2))).Code;
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

} // namespace twofold
