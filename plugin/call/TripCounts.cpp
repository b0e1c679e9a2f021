// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/TripCounts.h"
#include "ast/SemaScope.h"
#include "call/CallNumbers.h"

using namespace clang;

namespace twofold {

VarDecl *TripCounts::temporary(StringRef Name, unsigned Number, QualType Type,
                               Expr *Init) {
  return Make.variable(Owner,
                       ("twofold_" + Name + std::to_string(Number)).str(), Type,
                       Init, Out);
}

/// Sets Values.Step; the result holds |step| when it is not a constant.
VarDecl *TripCounts::step(const LoopDim &Dim, unsigned Number,
                          DimValues &Values) {
  if (Dim.StepMagnitude) {
    int64_t Step = Dim.Decreasing ? -*Dim.StepMagnitude : *Dim.StepMagnitude;
    Values.Step = Make.integer(Step, I64);
    return nullptr;
  }
  if (Dim.StepWraps) {
    Expr *Size = Make.convert(Dim.StepExpr, U64);
    if (Dim.SubtractStep != Dim.Decreasing)
      Size = Make.binary(BO_Sub, Make.integer(0, U64), Make.paren(Size), U64);
    QualType Unsigned = Dim.Type->isUnsignedIntegerType()
                            ? Dim.Type
                            : Ctx.getCorrespondingUnsignedType(Dim.Type);
    VarDecl *Magnitude =
        temporary("magnitude", Number, U64,
                  Make.convert(Make.convert(Make.paren(Size), Unsigned), U64));
    Expr *Step = Make.value(Magnitude);
    if (Dim.Decreasing)
      Step = Make.binary(BO_Sub, Make.integer(0, U64), Step, U64);
    Values.Step = Make.value(
        temporary("step", Number, I64, Make.convert(Make.paren(Step), I64)));
    return Magnitude;
  }
  Expr *Given = Make.convert(Dim.StepExpr, I64);
  if (Dim.SubtractStep)
    Given = Make.binary(BO_Sub, Make.integer(0, I64), Make.paren(Given), I64);
  VarDecl *Step = temporary("step", Number, I64, Given);
  Values.Step = Make.value(Step);
  Expr *Size = Make.value(Step);
  if (Dim.Decreasing)
    Size = Make.binary(BO_Sub, Make.integer(0, I64), Size, I64);
  return temporary("magnitude", Number, I64, Size);
}

/// InRange ? (Distance [- 1]) / step + 1 : 0
Expr *TripCounts::divided(const LoopDim &Dim, Expr *InRange, Expr *Distance,
                          VarDecl *Magnitude) {
  if (!Dim.Inclusive && !Magnitude && *Dim.StepMagnitude == 1)
    return Make.conditional(InRange, Distance, Make.integer(0, U64), U64);
  if (!Dim.Inclusive)
    Distance = Make.binary(BO_Sub, Distance, Make.integer(1, U64), U64);
  Expr *Steps = Make.paren(Distance);
  if (Magnitude) {
    // A step that leads away from the bound runs nothing here; serially the
    // loop would not end.
    InRange = Make.compare(
        BO_LAnd, Make.paren(InRange),
        Make.paren(Make.compare(BO_GT, Make.value(Magnitude),
                                Make.integer(0, Magnitude->getType()))));
    Steps = Make.binary(BO_Div, Steps, Make.convert(Make.value(Magnitude), U64),
                        U64);
  } else if (*Dim.StepMagnitude != 1) {
    Steps =
        Make.binary(BO_Div, Steps, Make.integer(*Dim.StepMagnitude, U64), U64);
  }
  return Make.conditional(InRange,
                          Make.binary(BO_Add, Steps, Make.integer(1, U64), U64),
                          Make.integer(0, U64), U64);
}

static BinaryOperatorKind relation(const LoopDim &Dim) {
  if (Dim.Decreasing)
    return Dim.Inclusive ? BO_GE : BO_GT;
  return Dim.Inclusive ? BO_LE : BO_LT;
}

DimValues TripCounts::integer(const LoopDim &Dim, unsigned Number) {
  DimValues Values;
  CallNumbers Numbers(Ctx, Make, Owner, Out);
  VarDecl *Lower = Numbers.keep("lower" + Twine(Number), Dim.Type, Dim.Lower);
  QualType Compare = Dim.Bound->getType().getUnqualifiedType();
  VarDecl *Bound = Numbers.keep("bound" + Twine(Number), Compare, Dim.Bound);
  VarDecl *Magnitude = step(Dim, Number, Values);
  auto As = [&](VarDecl *V, QualType Type) {
    return converted(Make, Numbers.value(V), Type, Ctx);
  };
  auto Low = [&] { return As(Lower, Compare); };
  auto High = [&] { return Numbers.value(Bound); };
  Values.Lower = As(Lower, I64);
  if (Dim.NotEqual) {
    // A narrow number wraps around before one that it is compared as does.
    QualType Unsigned = Ctx.getIntWidth(Dim.Type) < Ctx.getIntWidth(Compare)
                            ? Dim.Type
                            : Compare;
    if (Unsigned->isSignedIntegerOrEnumerationType())
      Unsigned = Ctx.getCorrespondingUnsignedType(Unsigned);
    Expr *From = converted(Make, Low(), Unsigned, Ctx),
         *To = converted(Make, High(), Unsigned, Ctx);
    if (Dim.Decreasing)
      std::swap(From, To);
    Values.Trips =
        Make.convert(Make.paren(Make.binary(BO_Sub, To, From, Unsigned)), U64);
    return Values;
  }
  Expr *InRange = Make.compare(relation(Dim), Low(), High());
  Expr *From = converted(Make, Low(), U64, Ctx),
       *To = converted(Make, High(), U64, Ctx);
  if (Dim.Decreasing)
    std::swap(From, To);
  Values.Trips =
      divided(Dim, InRange, Make.binary(BO_Sub, To, From, U64), Magnitude);
  return Values;
}

DimValues TripCounts::pointer(const LoopDim &Dim, unsigned Number) {
  DimValues Values;
  Values.Start = temporary("start", Number, Dim.Type, Dim.Lower);
  VarDecl *Bound =
      temporary("bound", Number, Dim.Type, Make.convert(Dim.Bound, Dim.Type));
  VarDecl *Magnitude = step(Dim, Number, Values);
  Expr *From = Make.value(Values.Start), *To = Make.value(Bound);
  if (Dim.Decreasing)
    std::swap(From, To);
  Expr *Distance = Make.convert(
      Make.paren(Make.binary(BO_Sub, To, From, Ctx.getPointerDiffType())), U64);
  Values.Lower = Make.integer(0, I64);
  Values.Trips =
      Dim.NotEqual
          ? Distance
          : divided(Dim,
                    Make.compare(relation(Dim), Make.value(Values.Start),
                                 Make.value(Bound)),
                    Distance, Magnitude);
  return Values;
}

/// Classes through overload resolution; range loops keep their own variables.
DimValues TripCounts::iterator(const LoopDim &Dim, unsigned Number) {
  DimValues Values;
  SemaScope Scope(S, Owner);
  VarDecl *Start, *Stop;
  if (auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop)) {
    if (Range->getInit())
      Out.push_back(Range->getInit());
    Out.push_back(Range->getRangeStmt());
    Out.push_back(Range->getBeginStmt());
    Out.push_back(Range->getEndStmt());
    Start = Dim.Induction;
    Stop = cast<VarDecl>(Range->getEndStmt()->getSingleDecl());
  } else {
    Start = Make.variable(Owner, "twofold_start" + std::to_string(Number),
                          Dim.Type, nullptr);
    Start->setInit(Dim.Lower);
    Out.push_back(Make.declare(Start));
    QualType Type = Dim.Bound->getType().getNonReferenceType();
    Stop = Make.variable(Owner, "twofold_stop" + std::to_string(Number),
                         Type.getUnqualifiedType(), nullptr);
    S.AddInitializerToDecl(Stop, Dim.Bound, false);
    Out.push_back(Make.declare(Stop));
  }
  Values.Start = Start;
  VarDecl *Magnitude = step(Dim, Number, Values);
  Expr *From = Make.lvalue(Start), *To = Make.lvalue(Stop);
  if (Dim.Decreasing)
    std::swap(From, To);
  ExprResult Distance =
      S.BuildBinOp(nullptr, Make.location(), BO_Sub, To, From);
  Values.Lower = Make.integer(0, I64);
  VarDecl *Count =
      temporary("distance", Number, I64,
                Distance.isUsable() ? Make.convert(Distance.get(), I64)
                                    : Make.integer(0, I64));
  Values.Trips =
      Dim.NotEqual
          ? Make.convert(Make.value(Count), U64)
          : divided(Dim,
                    Make.compare(Dim.Inclusive ? BO_GE : BO_GT,
                                 Make.value(Count), Make.integer(0, I64)),
                    Make.convert(Make.value(Count), U64), Magnitude);
  return Values;
}

DimValues TripCounts::evaluate(const LoopDim &Dim, unsigned Number) {
  switch (Dim.What) {
  case LoopDim::Kind::Integer:
    return integer(Dim, Number);
  case LoopDim::Kind::Pointer:
    return pointer(Dim, Number);
  case LoopDim::Kind::Iterator:
  case LoopDim::Kind::Range:
    return iterator(Dim, Number);
  }
  llvm_unreachable("covered switch");
}

} // namespace twofold
