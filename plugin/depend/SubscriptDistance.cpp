// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SubscriptDistance.cpp - whether iterations keep apart --------------===//

#include "depend/Subscripts.h"

using namespace clang;

namespace twofold {

bool Subscripts::hull(const AffineForm &F, AffineForm &Least,
                      AffineForm &Greatest) const {
  Least = Greatest = AffineForm();
  AffineForm L = F, G = F;
  // Innermost first: ends may name loops further out.
  for (const InnerAxis &Axis : llvm::reverse(Inner)) {
    for (bool Up : {false, true}) {
      AffineForm &Form = Up ? G : L;
      AffineForm Rest, Mine;
      for (const Monomial &M : Form)
        (M.Axis == Axis.Number ? Mine : Rest).push_back(M);
      for (Monomial M : Mine) {
        // Factors of sizes count as positive; the distances that are compared
        // in the end cancel only then.
        bool Rises = (M.Constant > 0) == Up;
        const MaybeForm &End = Rises ? Axis.Upper : Axis.Lower;
        if (!End)
          return false;
        M.Axis = -1;
        MaybeForm Part = product({M}, *End);
        MaybeForm Whole = Part ? sum(Rest, *Part) : std::nullopt;
        if (!Whole)
          return false;
        Rest = *Whole;
      }
      Form = Rest;
    }
  }
  Least = std::move(L);
  Greatest = std::move(G);
  return true;
}

MaybeForm Subscripts::endOf(const LoopDim &Dim, bool Upper) {
  if (Dim.What != LoopDim::Kind::Integer)
    return std::nullopt;
  bool First = Upper == Dim.Decreasing;
  const Expr *E = First ? Dim.Lower : Dim.Bound;
  MaybeForm F = E ? form(E) : std::nullopt;
  if (!F || First || Dim.Inclusive)
    return F;
  return difference(*F, constantForm(Upper ? 1 : -1));
}

/// Whether equal subscripts at Level mean equal values of the parallel
/// dimensions that they name, those Pinned being equal already.
bool Subscripts::pins(llvm::ArrayRef<const ElementPlace *> Places,
                      unsigned Level, unsigned Pinned, unsigned &Named) {
  MaybeForm Shared, Least, Greatest;
  auto IsFree = [&](int Axis) {
    return Axis >= 0 && Axis < rank() && !((Pinned >> Axis) & 1);
  };
  // An inner loop's ends that move with the iteration change the stride.
  auto NamesFree = [&](const AffineForm &F) {
    return llvm::any_of(F, [&](const Monomial &M) { return IsFree(M.Axis); });
  };
  for (const ElementPlace *P : Places) {
    const MaybeForm &F = P->Levels[Level].Form;
    if (!F)
      return false;
    AffineForm Parallel, Others;
    for (const Monomial &M : *F)
      (IsFree(M.Axis) ? Parallel : Others).push_back(M);
    if (Shared && !sameForm(*Shared, Parallel))
      return false;
    Shared = Parallel;
    AffineForm Low, High;
    if (!hull(Others, Low, High) || NamesFree(Low) || NamesFree(High))
      return false;
    // Several places: their distance must be a number to be compared.
    auto Extend = [&](MaybeForm &Hull, const AffineForm &End, bool Up) {
      if (!Hull) {
        Hull = End;
        return true;
      }
      MaybeForm Distance = difference(End, *Hull);
      auto By = Distance ? constantOf(*Distance) : std::nullopt;
      if (By && (Up ? *By > 0 : *By < 0))
        Hull = End;
      return By.has_value();
    };
    if (!Extend(Least, Low, false) || !Extend(Greatest, High, true))
      return false;
  }
  MaybeForm Width = difference(*Greatest, *Least);
  if (Width)
    Width = sum(*Width, constantForm(1));
  Named = 0;
  for (const Monomial &M : *Shared)
    Named |= 1u << M.Axis;
  // From the shortest stride to the longest, in whatever order works.
  unsigned Left = Named;
  while (Left && Width) {
    bool Progress = false;
    for (int D = 0; D < rank() && Width; ++D) {
      if (!((Left >> D) & 1))
        continue;
      AffineForm Stride;
      for (Monomial M : *Shared)
        if (M.Axis == D) {
          M.Axis = -1;
          Stride.push_back(M);
        }
      for (int Sign : {1, -1}) {
        MaybeForm Signed = scaled(Stride, Sign);
        MaybeForm Step = Signed && Loop.Dims[D].StepMagnitude
                             ? scaled(*Signed, *Loop.Dims[D].StepMagnitude)
                             : Signed;
        MaybeForm Room = Step ? difference(*Step, *Width) : std::nullopt;
        auto Over = Room ? constantOf(*Room) : std::nullopt;
        if (!Over || *Over < 0)
          continue;
        Left &= ~(1u << D);
        Progress = true;
        MaybeForm High = Left ? endOf(Loop.Dims[D], true) : MaybeForm();
        MaybeForm Low = Left ? endOf(Loop.Dims[D], false) : MaybeForm();
        MaybeForm Span = High && Low ? difference(*High, *Low) : MaybeForm();
        MaybeForm Reach = Span ? product(*Signed, *Span) : MaybeForm();
        Width = Reach ? sum(*Width, *Reach) : MaybeForm();
        break;
      }
      if (Progress)
        break;
    }
    if (!Progress)
      return false;
  }
  return Left == 0;
}

bool Subscripts::areDistinct(llvm::ArrayRef<const ElementPlace *> Places) {
  unsigned Levels = Places.front()->Levels.size();
  for (const ElementPlace *P : Places)
    if (P->Levels.size() != Levels)
      return false;
  unsigned All = (1u << rank()) - 1, Pinned = 0;
  if (rank() > 31)
    return false;
  for (bool Progress = true; Progress && Pinned != All;) {
    Progress = false;
    for (unsigned L = 0; L < Levels; ++L) {
      unsigned Named = 0;
      if (pins(Places, L, Pinned, Named) && (Named & ~Pinned)) {
        Pinned |= Named;
        Progress = true;
      }
    }
  }
  return Pinned == All;
}

} // namespace twofold
