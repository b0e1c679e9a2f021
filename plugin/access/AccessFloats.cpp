// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessFloats.cpp - floating-point numbers that places are made of --===//
//
// `h[(int)((x[i] - low) * k)]`: where numbers in memory are followed, the call
// computes such numbers iteration by iteration. Their forms are ranks: see
// TWOFOLD_NUMBER_FLOATING. What the program fuses or reorders may come out as a
// neighbour, so nothing is proven by them.
#include "access/ComputedNumbers.h"
#include "ast/Nodes.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace twofold;

/// TWOFOLD_NUMBER_FLOATING of a constant.
static std::optional<int64_t> rankOf(llvm::APFloat Number) {
  bool Loses;
  Number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &Loses);
  if (Number.isNaN())
    return INT64_MIN;
  if (Loses)
    return std::nullopt;
  const bool Negative = Number.isNegative();
  Number.clearSign();
  const auto Bits = int64_t(Number.bitcastToAPInt().getZExtValue());
  return Negative ? -Bits : Bits;
}

/// Calls compute numbers of this type, whose forms are ranks.
bool FloatRanks::isRanked(QualType T) const {
  if (!FollowsLoads || In.InClause || !T->isRealFloatingType() ||
      In.isIrreducible())
    return false;
  const llvm::fltSemantics &Kind = Ctx.getFloatTypeSemantics(T);
  return &Kind == &llvm::APFloat::IEEEsingle() ||
         &Kind == &llvm::APFloat::IEEEdouble();
}

/// The rank of an expression that is one number at compile time.
std::optional<Value> FloatRanks::rankedConstant(const Expr *E) {
  Expr::EvalResult R;
  if (!isRanked(E->getType()) || E->isValueDependent() ||
      !E->EvaluateAsRValue(R, Ctx) || R.HasSideEffects || !R.Val.isFloat())
    return std::nullopt;
  auto Known = rankOf(R.Val.getFloat());
  return Known ? std::optional(integerValue(constantForm(*Known)))
               : std::nullopt;
}

/// The number that Code makes of the two, in type T.
Value FloatRanks::ranked(unsigned Code, const Value &Left, const Value &Right,
                         QualType T) {
  const Value L = Numbers.chosen(Left), R = Numbers.chosen(Right);
  if (!isRanked(T) || L.size() != 1 || R.size() != 1 ||
      L[0].What != Arm::Integer || R[0].What != Arm::Integer ||
      Recorder.isFull())
    return unknownValue();
  Arm Out = L[0];
  Out.Checks.append(R[0].Checks.begin(), R[0].Checks.end());
  Out.Facts.append(R[0].Facts.begin(), R[0].Facts.end());
  Out.Told &= R[0].Told;
  Out.Exact = true;
  auto Make = [&](unsigned Code, const AffineForm &Than) {
    Out.Form = axisForm(Recorder.computedAxis(Code, Out.Form, Than));
  };
  Make(Code, R[0].Form);
  const bool Rounds =
      Code >= TWOFOLD_NUMBER_SUM && Code <= TWOFOLD_NUMBER_OF_INTEGER;
  if (Rounds && Ctx.getTypeSize(T) == 32)
    Make(TWOFOLD_NUMBER_FUNCTION, constantForm(TWOFOLD_FUNCTION_SHORT));
  return {Out};
}

/// What Op makes of two numbers of type T.
Value FloatRanks::rankedArithmetic(BinaryOperatorKind Op, const Value &Left,
                                   const Value &Right, QualType T) {
  switch (Op) {
  case BO_Add:
    return ranked(TWOFOLD_NUMBER_SUM, Left, Right, T);
  case BO_Sub:
    return ranked(TWOFOLD_NUMBER_LESS, Left, Right, T);
  case BO_Mul:
    return ranked(TWOFOLD_NUMBER_TIMES, Left, Right, T);
  case BO_Div:
    return ranked(TWOFOLD_NUMBER_RATIO, Left, Right, T);
  default:
    return unknownValue();
  }
}

/// Of, a number of type From, as one of type To. One of them is a
/// floating-point number.
Value FloatRanks::rankedCast(const Value &Of, QualType From, QualType To) {
  const Value Zero = integerValue(AffineForm());
  if (const IntegerType Type = IntegerType::of(To, Ctx))
    return Type.Boolean ? unknownValue()
                        : ranked(TWOFOLD_NUMBER_TRUNCATED, Of, Zero, From);
  if (!isRanked(To))
    return unknownValue();
  if (const IntegerType Type = IntegerType::of(From, Ctx)) {
    Value Whole = Numbers.chosen(Of);
    for (Arm &A : Whole)
      if (A.What == Arm::Integer)
        A = exact(std::move(A), Type);
    return ranked(TWOFOLD_NUMBER_OF_INTEGER, Whole, Zero, To);
  }
  if (!isRanked(From))
    return unknownValue();
  return Ctx.getFloatingTypeOrder(To, From) < 0
             ? ranked(TWOFOLD_NUMBER_FUNCTION, Of,
                      integerValue(constantForm(TWOFOLD_FUNCTION_SHORT)), To)
             : Of;
}

/// The result of a call of one of <math.h>'s functions. Empty: it is none that
/// calls compute.
Value FloatRanks::rankedCall(const CallExpr *E, QuietEvaluator &Quiet) {
  const FunctionDecl *F = E->getDirectCallee();
  const unsigned Count = E->getNumArgs();
  if (!FollowsLoads || In.InClause || !F || !F->getBuiltinID() || Count < 1 ||
      Count > 2)
    return {};
  const std::string Name = Ctx.BuiltinInfo.getName(F->getBuiltinID());
  llvm::StringRef Short = Name;
  Short.consume_front("__builtin_");
  QualType T = E->getArg(0)->getType();
  const IntegerType Gives = IntegerType::of(E->getType(), Ctx);
  if (Short == "abs" || Short == "labs" || Short == "llabs") {
    const Value V = Numbers.chosen(Quiet.quietly(E->getArg(0)));
    return V.size() == 1 && V[0].What == Arm::Integer && !Recorder.isFull()
               ? Value{Numbers.magnitude(V[0])}
               : Value();
  }
  if (!isRanked(T) || (Ctx.getTypeSize(T) == 32) != Short.consume_back("f"))
    return {};
  if (Count == 2) {
    const unsigned Code = llvm::StringSwitch<unsigned>(Short)
                              .Case("fmod", TWOFOLD_NUMBER_LEFT)
                              .Case("pow", TWOFOLD_NUMBER_POWER)
                              .Case("atan2", TWOFOLD_NUMBER_ANGLE)
                              .Case("fmax", TWOFOLD_NUMBER_GREATER)
                              .Default(0);
    if (Short == "fmin") { // of which one may be none
      const Value Zero = integerValue(AffineForm());
      auto Less = [&](const Value &V) {
        return ranked(TWOFOLD_NUMBER_LESS, Zero, V, T);
      };
      return Less(ranked(TWOFOLD_NUMBER_GREATER,
                         Less(Quiet.quietly(E->getArg(0))),
                         Less(Quiet.quietly(E->getArg(1))), T));
    }
    return Code ? ranked(Code, Quiet.quietly(E->getArg(0)),
                         Quiet.quietly(E->getArg(1)), T)
                : Value();
  }
  const int Function =
      llvm::StringSwitch<int>(Short)
          .Case("floor", TWOFOLD_FUNCTION_FLOOR)
          .Case("ceil", TWOFOLD_FUNCTION_CEIL)
          .Case("trunc", TWOFOLD_FUNCTION_TRUNC)
          .Cases({"round", "lround", "llround"}, TWOFOLD_FUNCTION_ROUND)
          .Cases({"rint", "nearbyint", "lrint", "llrint"},
                 TWOFOLD_FUNCTION_RINT)
          .Case("fabs", TWOFOLD_FUNCTION_FABS)
          .Case("sqrt", TWOFOLD_FUNCTION_SQRT)
          .Case("exp", TWOFOLD_FUNCTION_EXP)
          .Case("log", TWOFOLD_FUNCTION_LOG)
          .Case("log2", TWOFOLD_FUNCTION_LOG2)
          .Case("log10", TWOFOLD_FUNCTION_LOG10)
          .Case("sin", TWOFOLD_FUNCTION_SIN)
          .Case("cos", TWOFOLD_FUNCTION_COS)
          .Default(-1);
  if (Function < 0)
    return {};
  const Value Out = ranked(TWOFOLD_NUMBER_FUNCTION, Quiet.quietly(E->getArg(0)),
                           integerValue(constantForm(Function)), T);
  return Gives ? rankedCast(Out, T, E->getType()) : Out;
}
