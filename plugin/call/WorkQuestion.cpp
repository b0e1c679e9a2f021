// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/WorkQuestion.h"
#include "access/AffineForms.h"

using namespace clang;

namespace twofold {

WorkQuestion::WorkQuestion(const SiteFacts &Facts, ASTContext &Ctx,
                           ArrayRef<CountedDim> Dims,
                           ArrayRef<VarDecl *> Values,
                           SmallVectorImpl<Stmt *> &Out)
    : Facts(Facts), Loop(*Facts.Loop), Ctx(Ctx), Make(Ctx, Loop.Loc),
      Dims(Dims), Values(Values), Out(Out),
      Numbers(Ctx, Make, Loop.Function, Out) {}

Expr *WorkQuestion::trips(BinaryOperatorKind Op) {
  Expr *Product = nullptr;
  for (auto &Dim : Dims)
    Product = Make.joined(Op, Product, Numbers.value(Dim.Trips));
  return Product;
}

/// As a comparison of one less than the work, which says that there is some.
Expr *WorkQuestion::simple() {
  Expr *Few = Make.compare(BO_LT, Make.paren(trips(BO_Or)),
                           Make.integer(mostOf(Loop), U64));
  Expr *Work = Make.binary(BO_Mul, Make.paren(trips(BO_Mul)),
                           Make.integer(Facts.Accesses.Ops, U64), U64);
  Work = Make.binary(BO_Sub, Work, Make.integer(1, U64), U64);
  return Make.paren(both(
      Make.paren(Few),
      Make.paren(Make.compare(BO_LT, Work, Make.value(Facts.InlineLimit)))));
}

/// What is Upper - Lower at most. The ends of dimension D are values behind
/// those of Accesses: its least at 2 * D, and its greatest.
static MaybeForm mostSpan(const ParallelLoop &Loop, const AccessModel &Accesses,
                          const Axis &A) {
  const int Rank = Loop.Dims.size();
  auto EndOf = [&](int Number, bool Last) -> MaybeForm {
    if (Number < Rank) {
      if (!Loop.Dims[Number].StepMagnitude)
        return std::nullopt;
      return valueForm(Accesses.Values.size() + 2 * Number + Last);
    }
    const Axis &Outer = Accesses.Axes[Number - Rank];
    if (Outer.Unknown)
      return std::nullopt;
    return Last ? Outer.Upper : Outer.Lower;
  };
  MaybeForm Least = difference(A.Lower, A.Upper);
  if (Least)
    Least = leastForm(
        *Least, [&](int Number) { return EndOf(Number, false); },
        [&](int Number) { return EndOf(Number, true); });
  return Least ? scaled(*Least, -1) : std::nullopt;
}

bool WorkQuestion::mayAsk(const ParallelLoop &Loop,
                          const AccessModel &Accesses) {
  return llvm::all_of(Accesses.Axes, [&](const Axis &A) {
    return A.Virtual || (!A.Unknown && mostSpan(Loop, Accesses, A));
  });
}

/// The least or the greatest number that a dimension counts, if it counts any.
Expr *WorkQuestion::end(unsigned Dim, bool Greatest) {
  const CountedDim &D = Dims[Dim];
  Expr *First = real(Numbers.value(D.Lower));
  if (Greatest == Loop.Dims[Dim].Decreasing)
    return First;
  Expr *Steps = realBinary(BO_Sub, count(Numbers.value(D.Trips)),
                           real(Make.integer(1, I64)));
  return realBinary(BO_Add, First,
                    realBinary(BO_Mul, Steps, real(Numbers.value(D.Step))));
}

Expr *WorkQuestion::sum(const AffineForm &Form) {
  Expr *Sum = nullptr;
  for (const Monomial &M : Form) {
    Expr *Product = real(Make.integer(uint64_t(M.Constant), I64));
    for (unsigned V : M.Values)
      Product = realBinary(BO_Mul, Product,
                           V < Values.size() ? real(Numbers.value(Values[V]))
                                             : end((V - Values.size()) / 2,
                                                   (V - Values.size()) % 2));
    Sum = Sum ? realBinary(BO_Add, Sum, Product) : Product;
  }
  return Sum ? Sum : real(Make.integer(0, I64));
}

/// How often an inner loop runs, at most.
VarDecl *WorkQuestion::span(const Axis &A, unsigned Number) {
  uint64_t Step = A.Step < 0 ? -uint64_t(A.Step) : uint64_t(A.Step);
  Expr *Span = namesAxes(A.Lower) || namesAxes(A.Upper)
                   ? sum(*mostSpan(Loop, Facts.Accesses, A))
                   : realBinary(BO_Sub, sum(A.Upper), sum(A.Lower));
  if (Step > 1)
    Span = realBinary(BO_Div, Span, real(Make.integer(Step, U64)));
  VarDecl *Count = ask("count" + Twine(Number),
                       realBinary(BO_Add, Span, real(Make.integer(1, I64))));
  auto Zero = [&] { return real(Make.integer(0, I64)); };
  return ask("span" + Twine(Number),
             Make.conditional(Make.compare(BO_GT, Make.value(Count), Zero()),
                              Make.value(Count), Zero(), Ctx.DoubleTy));
}

/// Of one iteration, as the runtime estimates them (AffineForm.h). In floating
/// point, which does not overflow; the compiler folds the constants.
Expr *WorkQuestion::innerOperations() {
  const unsigned Rank = Loop.Dims.size();
  Expr *Each = real(Make.integer(Facts.Accesses.Ops, I64));
  SmallVector<VarDecl *, 4> Spans, Times;
  for (const Axis &A : Facts.Accesses.Axes) {
    Spans.push_back(nullptr);
    Times.push_back(nullptr);
    if (A.Virtual)
      continue;
    for (auto [Of, Known] : llvm::zip(Facts.Accesses.Axes, Spans))
      if (Known && Of.Step == A.Step && sameForm(Of.Lower, A.Lower) &&
          sameForm(Of.Upper, A.Upper))
        Spans.back() = Known;
    if (!Spans.back())
      Spans.back() = span(A, Spans.size());
    Times.back() = Spans.back();
    int Parent = A.Parent - int(Rank);
    if (Parent >= 0 && Times[Parent])
      Times.back() = ask("times" + Twine(Times.size()),
                         realBinary(BO_Mul, Make.value(Spans.back()),
                                    Make.value(Times[Parent])));
    Each = realBinary(BO_Add, Each,
                      realBinary(BO_Mul, Make.value(Times.back()),
                                 real(Make.integer(A.Ops, I64))));
  }
  return Each;
}

Expr *WorkQuestion::nestedWork() {
  Expr *Work = innerOperations();
  for (auto &Dim : Dims)
    Work = realBinary(BO_Mul, Work, count(Numbers.value(Dim.Trips)));
  return Work;
}

Expr *WorkQuestion::nested() {
  Expr *Work = nestedWork();
  Expr *Some = nullptr;
  for (auto &Dim : Dims)
    Some = both(Some, Make.paren(Make.nonZero(Numbers.value(Dim.Trips))));
  return Make.paren(
      both(Some, Make.paren(Make.compare(
                     BO_LT, Work, count(Make.value(Facts.InlineLimit))))));
}

bool WorkQuestion::isNested() const {
  return llvm::any_of(Facts.Accesses.Axes,
                      [](const Axis &A) { return !A.Virtual; });
}

Expr *WorkQuestion::ask() { return isNested() ? nested() : simple(); }

Expr *WorkQuestion::askFew(uint64_t Most) {
  if (isNested()) {
    VarDecl *Work = ask("work", nestedWork());
    auto Below = [&](Expr *Limit) {
      return Make.paren(Make.compare(BO_LT, Make.value(Work), count(Limit)));
    };
    return both(Below(Make.integer(Most + 1, U64)),
                Below(Make.value(Facts.InlineLimit)));
  }
  // Of each dimension, so that the product does not overflow.
  const uint64_t MostTrips = Most / Facts.Accesses.Ops;
  auto Below = [&](Expr *E, Expr *Limit) {
    return Make.paren(Make.compare(BO_LT, Make.paren(E), Limit));
  };
  Expr *Few = nullptr;
  for (auto &Dim : Dims)
    Few = both(
        Few, Below(Numbers.value(Dim.Trips), Make.integer(MostTrips + 1, U64)));
  if (Dims.size() > 1)
    Few = both(Few, Below(trips(BO_Mul), Make.integer(MostTrips + 1, U64)));
  return both(Few,
              Below(Make.binary(BO_Mul, Make.paren(trips(BO_Mul)),
                                Make.integer(Facts.Accesses.Ops, U64), U64),
                    Make.value(Facts.InlineLimit)));
}

} // namespace twofold
