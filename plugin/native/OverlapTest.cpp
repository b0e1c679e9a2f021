// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/OverlapTest.h"

using namespace clang;

namespace twofold {

/// The monomial without its axis.
Expr *OverlapTest::factor(const Monomial &M) {
  Expr *Product = Make.integer(uint64_t(M.Constant), U64);
  for (unsigned V : M.Values)
    Product =
        Make.binary(BO_Mul, Product,
                    Make.convert(Make.convert(Make.paren(Make.copyInvariant(
                                                  Nest.Proof.Model.Values[V])),
                                              I64),
                                 U64),
                    U64);
  return Product;
}

/// The greatest or least value of Form in the nest.
Expr *OverlapTest::end(const AffineForm &Form, bool Upper) {
  Expr *Sum = Make.integer(0, U64);
  for (const Monomial &M : Form) {
    Expr *Term = nullptr;
    // With gives the term for the last or first number of its axis.
    auto AtEnd = [&](llvm::function_ref<Expr *(bool)> With) {
      if (M.Values.empty())
        return With((M.Constant > 0) == Upper);
      Expr *Factor = Make.convert(Make.paren(factor(M)), I64);
      Expr *Turned = Make.compare(BO_LT, Factor, Make.integer(0, I64));
      return Make.paren(
          Make.conditional(Turned, With(!Upper), With(Upper), U64));
    };
    if (M.Axis == -1) {
      Term = factor(M);
    } else if (M.Axis == 0 && FirstRow) {
      auto With = [&](bool Last) {
        Expr *Value = Make.value(Last ? LastRow : FirstRow);
        return Make.binary(BO_Mul, factor(M),
                           Make.convert(Make.convert(Value, I64), U64), U64);
      };
      Term = AtEnd(With);
    } else if (const VarDecl *V = Nest.Inductions.lookup(M.Axis)) {
      Expr *Value = Make.value(const_cast<VarDecl *>(V));
      Term = Make.binary(BO_Mul, factor(M),
                         Make.convert(Make.convert(Value, I64), U64), U64);
    } else {
      const Axis &A = Nest.Proof.Model.Axes[M.Axis - Loop.Dims.size()];
      auto With = [&](bool Last) {
        return Make.binary(BO_Mul, factor(M),
                           Make.paren(end(Last ? A.Upper : A.Lower, Last)),
                           U64);
      };
      Term = AtEnd(With);
    }
    Sum = Make.binary(BO_Add, Sum, Term, U64);
  }
  return Sum;
}

void OverlapTest::find(unsigned Touch, SmallVectorImpl<Stmt *> &To) {
  if (Ends.contains(Touch))
    return;
  const Occurrence &O = Nest.Proof.Touches[Touch];
  const Base &B = Nest.Proof.Model.Bases[O.Base];
  auto Variable = [&](StringRef Name, bool Upper) {
    Expr *At = Make.convert(addressOf(B, Loop, Make), U64);
    At = Make.binary(BO_Add, At, Make.paren(end(O.Offset, Upper)), U64);
    if (Upper)
      At = Make.binary(BO_Add, At, Make.integer(O.Size, U64), U64);
    return Make.variable(Loop.Function, (Name + std::to_string(Touch)).str(),
                         U64, At, To);
  };
  VarDecl *First = Variable("from", false);
  Ends[Touch] = {First, Variable("behind", true)};
}

Expr *OverlapTest::apart(SmallVectorImpl<Stmt *> &To) {
  Expr *All = nullptr;
  for (auto [A, B] : Nest.Proof.Apart) {
    find(A, To);
    find(B, To);
    auto Ahead = [&](unsigned First, unsigned Second) {
      return Make.compare(BO_LE, Make.value(Ends[First].second),
                          Make.value(Ends[Second].first));
    };
    All =
        Make.joined(BO_LAnd, All,
                    Make.paren(Make.compare(BO_LOr, Ahead(A, B), Ahead(B, A))));
  }
  auto NeverNegative = [&](const AffineForm &Form) {
    return Make.paren(
        Make.compare(BO_GE, Make.convert(Make.paren(end(Form, false)), I64),
                     Make.integer(0, I64)));
  };
  for (const AffineForm &Form : Nest.Proof.InRows)
    All = Make.joined(BO_LAnd, All, NeverNegative(Form));
  for (const auto &[Ahead, Behind] : Nest.Beside)
    All = Make.joined(BO_LAnd, All,
                      Make.paren(Make.joined(BO_LOr, NeverNegative(Ahead),
                                             NeverNegative(Behind))));
  return All;
}

Expr *OverlapTest::stride(unsigned Touch, int Axis) {
  Expr *Stride = Make.integer(0, U64);
  for (const Monomial &M : Nest.Proof.Touches[Touch].Offset)
    if (M.Axis == Axis)
      Stride = Make.binary(BO_Add, Stride, factor(M), U64);
  return Make.convert(Make.paren(Stride), I64);
}

Expr *OverlapTest::apartBy(unsigned Touch, int Axis) {
  const Occurrence &O = Nest.Proof.Touches[Touch];
  AffineForm Own;
  for (const Monomial &M : O.Offset)
    if (M.Axis != Axis)
      Own.push_back(M);
  // Neither is near the ends of 64 bits where memory is touched.
  Expr *Extent = Make.binary(
      BO_Add,
      Make.binary(BO_Sub, end(Own, true), Make.paren(end(Own, false)), U64),
      Make.integer(O.Size, U64), U64);
  return Make.paren(Make.compare(BO_GE, stride(Touch, Axis),
                                 Make.convert(Make.paren(Extent), I64)));
}

} // namespace twofold
