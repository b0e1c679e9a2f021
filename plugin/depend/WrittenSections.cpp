// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/WrittenSections.h"
#include "access/KeptConditions.h"

using namespace twofold;

namespace {

/// What Form multiplies Axis by.
AffineForm coefficient(const AffineForm &Form, int Axis) {
  AffineForm Out;
  for (Monomial M : Form)
    if (M.Axis == Axis) {
      M.Axis = -1;
      Out.push_back(M);
    }
  return Out;
}

/// The multiples of Factor, one monomial, in Form. A constant may be one with
/// either of two numbers; Up tells which.
AffineForm quotient(const AffineForm &Form, const Monomial &Factor, bool Up) {
  AffineForm Out;
  for (Monomial M : Form) {
    bool Plain = M.Axis == -1 && M.Values.empty() && Factor.Values.empty();
    if (Plain) {
      int64_t Q = M.Constant / Factor.Constant;
      if (Q * Factor.Constant != M.Constant &&
          (M.Constant < 0) != (Factor.Constant < 0))
        --Q;
      M.Constant = Q + (Up ? 1 : 0);
    } else {
      if (M.Constant % Factor.Constant != 0)
        continue;
      M.Constant /= Factor.Constant;
      bool Divides = llvm::all_of(Factor.Values, [&](unsigned V) {
        auto *At = llvm::find(M.Values, V);
        if (At == M.Values.end())
          return false;
        M.Values.erase(At);
        return true;
      });
      if (!Divides)
        continue;
    }
    if (MaybeForm More = sum(Out, {M}); More && M.Constant != 0)
      Out = *More;
  }
  bool Constant = llvm::any_of(
      Form, [](const Monomial &M) { return M.Axis == -1 && M.Values.empty(); });
  if (Up && !Constant && Factor.Values.empty())
    if (MaybeForm More = sum(Out, constantForm(1)))
      Out = *More;
  return Out;
}

} // namespace

/// Puts By where S names Axis. False: that has no form.
template <class SectionType>
static bool replace(SectionType &S, int Axis, const AffineForm &By) {
  bool Ok = true;
  auto Put = [&](AffineForm &Form) {
    MaybeForm New = namesAxis(Form, Axis) ? withAxis(Form, Axis, By) : Form;
    Ok &= New.has_value();
    if (New)
      Form = std::move(*New);
  };
  Put(S.Low);
  Put(S.High);
  for (auto &R : S.Rows) {
    Put(R.Lower);
    Put(R.Upper);
  }
  for (AffineForm &C : S.Conditions)
    Put(C);
  return Ok;
}

/// The loop R becomes part of what lies between S.Low and S.High.
bool WrittenSections::merge(Section &S, const Row &R, bool Divides) const {
  AffineForm By = coefficient(S.Low, R.Axis);
  bool Named =
      llvm::any_of(S.Conditions,
                   [&](const AffineForm &C) { return namesAxis(C, R.Axis); }) ||
      llvm::any_of(S.Rows, [&](const Row &Inner) {
        return namesAxis(Inner.Lower, R.Axis) || namesAxis(Inner.Upper, R.Axis);
      });
  if (Named || !sameForm(By, coefficient(S.High, R.Axis)))
    return false;
  MaybeForm Trips = difference(R.Upper, R.Lower);
  if (!Trips)
    return false;
  if (By.empty()) { // once is enough
    S.Conditions.push_back(*Trips);
    return true;
  }
  MaybeForm Bytes = difference(S.High, S.Low);
  auto Length = Bytes ? constantOf(*Bytes) : std::nullopt;
  auto Each = constantOf(By);
  int64_t Stride = 0;
  if (!Length || !Each || __builtin_mul_overflow(*Each, R.Step, &Stride) ||
      std::abs(Stride) > *Length)
    return false;
  if (std::abs(Stride) < *Length)
    S.Conditions.push_back(*Trips);
  // The last value lies within a step of the end.
  int64_t Short = Divides ? 0 : std::abs(R.Step) - 1;
  MaybeForm Lower = R.Lower, Upper = R.Upper;
  (R.Step > 0 ? Upper : Lower) = R.Step > 0 ? sum(R.Upper, constantForm(-Short))
                                            : sum(R.Lower, constantForm(Short));
  if (!Lower || !Upper)
    return false;
  MaybeForm Low = withAxis(S.Low, R.Axis, *Each > 0 ? *Lower : *Upper);
  MaybeForm High = withAxis(S.High, R.Axis, *Each > 0 ? *Upper : *Lower);
  if (!Low || !High)
    return false;
  S.Low = *Low;
  S.High = *High;
  return true;
}

/// What W has written when the step number From around it has been left, or in
/// iterations of that step, a loop, before the one that is running.
std::optional<WrittenSections::Section>
WrittenSections::section(const Occurrence &W, size_t From, bool Earlier) const {
  llvm::SmallVector<Row, 3> Loops;
  llvm::SmallVector<bool, 3> Divides;
  Section S;
  for (size_t I = From; I != W.Steps.size(); ++I) {
    const PathStep &Step = W.Steps[I];
    bool Own = Earlier && I == From;
    if (llvm::is_contained(W.Skips, Step.Id))
      return std::nullopt;
    if (!Own && !Step.Whole) {
      // Once per iteration it is either way.
      if (Earlier || Step.Fork == 0 || !Loops.empty())
        return std::nullopt;
      S.Taken.push_back({Step.Fork, Step.First});
      continue;
    }
    if (Step.What != PathStep::Loop)
      continue;
    const Axis &A = Recorder.innerAxis(Step.Axis);
    Row R = {Step.Axis, A.Lower, A.Upper, A.Step};
    Divides.push_back(Step.Divides || A.Step == 1 || A.Step == -1);
    Loops.push_back(std::move(R));
  }
  int First = Loops.empty() ? INT_MAX : Loops.front().Axis;
  auto Outer = [&](const AffineForm &Form) { // no number of the loops' own
    return llvm::none_of(Form, [&](const Monomial &M) {
      return M.Axis > First && Recorder.innerAxis(M.Axis).Virtual;
    });
  };
  auto Free = [&](AffineForm Form) {
    for (Monomial &M : Form)
      if (llvm::any_of(Loops, [&](const Row &R) { return R.Axis == M.Axis; }))
        M.Axis = renamed(M.Axis);
    return sum(AffineForm(), Form).value_or(Form); // sorted anew
  };
  if (Unsteady(W.Offset) || !Outer(W.Offset))
    return std::nullopt;
  S.Low = Free(W.Offset);
  MaybeForm High = sum(S.Low, constantForm(W.Size));
  if (!High)
    return std::nullopt;
  S.High = *High;
  for (const AffineForm &Fact : W.Facts) {
    if (Unsteady(Fact) || !Outer(Fact))
      return std::nullopt;
    S.Conditions.push_back(Free(Fact));
  }
  for (Row &R : Loops) {
    if (!Outer(R.Lower) || !Outer(R.Upper) || Unsteady(R.Lower) ||
        Unsteady(R.Upper))
      return std::nullopt;
    const int Number = R.Axis;
    const bool Running = Earlier && &R == Loops.begin();
    R.Axis = renamed(Number);
    // The loops' ends name those of the loops around.
    AffineForm Lower = R.Lower, Upper = R.Upper;
    auto Rename = [&](AffineForm Form) {
      for (Monomial &M : Form)
        for (const Row &Around : llvm::make_range(Loops.begin(), &R))
          if (renamed(M.Axis) == Around.Axis && M.Axis != -1)
            M.Axis = Around.Axis;
      return sum(AffineForm(), Form).value_or(Form);
    };
    R.Lower = Rename(Lower);
    R.Upper = Rename(Upper);
    if (Running) {
      MaybeForm Last = sum(axisForm(Number), constantForm(-R.Step));
      if (!Last)
        return std::nullopt;
      (R.Step > 0 ? R.Upper : R.Lower) = *Last;
    }
  }
  for (size_t I = Loops.size(); I-- != 0;) {
    bool Exact = Divides[I] || (Earlier && I == 0);
    if (!merge(S, Loops[I], Exact))
      S.Rows.push_back(Loops[I]);
  }
  return S;
}

/// The iterations of S.Rows in which S may hold what R reads.
void WrittenSections::solve(Section S, const Read &R, Sections &Out) const {
  constexpr unsigned Most = 200;
  if (Out.size() >= Most)
    return;
  if (S.Rows.empty()) {
    Out.push_back(std::move(S));
    return;
  }
  // The longest rows first.
  auto Length = [&](const Row &X) {
    AffineForm By = coefficient(S.Low, X.Axis);
    auto C = constantOf(By);
    return C ? std::abs(*C) : INT64_MAX;
  };
  auto *Longest = llvm::max_element(S.Rows, [&](const Row &A, const Row &B) {
    return Length(A) < Length(B);
  });
  const Row Here = *Longest;
  S.Rows.erase(Longest);
  llvm::SmallVector<AffineForm, 4> Candidates;
  auto Add = [&](AffineForm Form) {
    if (llvm::none_of(Candidates, [&](const AffineForm &Known) {
          return sameForm(Known, Form);
        }))
      Candidates.push_back(std::move(Form));
  };
  AffineForm By = coefficient(S.Low, Here.Axis);
  AffineForm Rest;
  llvm::copy_if(S.Low, std::back_inserter(Rest), [&](const Monomial &M) {
    return M.Axis < renamed(0) && M.Axis != Here.Axis;
  });
  MaybeForm Apart = difference(R.Begin, Rest);
  if (By.size() == 1 && Apart && std::abs(Here.Step) == 1)
    for (bool Up : {false, true})
      Add(quotient(*Apart, By[0], Up));
  if (Here.Step > 0)
    Add(Here.Lower);
  else
    Add(Here.Upper);
  if (std::abs(Here.Step) == 1)
    Add(Here.Step > 0 ? Here.Upper : Here.Lower);
  for (const AffineForm &At : Candidates) {
    Section One = S;
    MaybeForm Low = difference(At, Here.Lower),
              High = difference(Here.Upper, At);
    if (!Low || !High)
      continue;
    One.Conditions.push_back(*Low);
    One.Conditions.push_back(*High);
    if (replace(One, Here.Axis, At))
      solve(std::move(One), R, Out);
  }
}

void WrittenSections::addSections(const Occurrence &W, const Read &R,
                                  bool Before, Sections &Out) const {
  size_t Common = 0;
  while (Common < W.Steps.size() && Common < R.Where.Steps.size() &&
         W.Steps[Common].Id == R.Where.Steps[Common].Id)
    ++Common;
  auto Add = [&](size_t From, bool Earlier) {
    if (auto S = section(W, From, Earlier))
      solve(std::move(*S), R, Out);
  };
  if (Before)
    Add(Common, /*Earlier=*/false);
  for (size_t I = 0; I != Common; ++I)
    if (W.Steps[I].What == PathStep::Loop && W.Steps[I].Counts)
      Add(I, /*Earlier=*/true);
}

/// Some of Usable, one behind the other, hold what R reads.
bool WrittenSections::chain(const Read &R,
                            llvm::ArrayRef<const Section *> Usable,
                            const FormProofs &Proofs) const {
  llvm::SmallVector<AffineForm, 8> Ends = {R.Begin};
  llvm::SmallVector<const Section *, 8> Left(Usable);
  for (size_t At = 0; At != Ends.size(); ++At)
    for (const Section *&S : Left)
      if (S && Proofs.ordered(S->Low, Ends[At])) {
        if (Proofs.ordered(R.End, S->High))
          return true;
        Ends.push_back(S->High);
        S = nullptr;
      }
  return false;
}

bool WrittenSections::cover(const Read &R, const Sections &Known,
                            const FormProofs &Proofs, const Ways &Taken,
                            unsigned Splits) {
  llvm::SmallVector<const Section *, 8> Usable;
  llvm::SmallVector<const AffineForm *, 4> Open;
  llvm::SmallVector<unsigned, 2> Forks;
  for (const Section &S : Known) {
    bool Here = true;
    for (auto [Fork, First] : S.Taken) {
      Here &= llvm::is_contained(Taken, std::pair(Fork, First));
      if (!llvm::is_contained(Taken, std::pair(Fork, !First)) &&
          !llvm::is_contained(Taken, std::pair(Fork, First)) &&
          !llvm::is_contained(Forks, Fork))
        Forks.push_back(Fork);
    }
    if (!Here)
      continue;
    const auto *Fails = llvm::find_if(
        S.Conditions, [&](const AffineForm &C) { return !Proofs.holds(C); });
    if (Fails == S.Conditions.end()) {
      Usable.push_back(&S);
    } else if (llvm::none_of(Open, [&](const AffineForm *Other) {
                 return sameForm(*Other, *Fails);
               })) {
      MaybeForm Never = opposite(*Fails);
      if (Never && !Proofs.holds(*Never))
        Open.push_back(Fails);
    }
  }
  if (chain(R, Usable, Proofs))
    return true;
  if (Splits == 0)
    return false;
  for (const AffineForm *Condition : Open) {
    FormProofs Yes = Proofs, No = Proofs;
    Yes.assume(*Condition);
    No.assume(*opposite(*Condition));
    if (cover(R, Known, Yes, Taken, Splits - 1) &&
        cover(R, Known, No, Taken, Splits - 1))
      return true;
  }
  for (unsigned Fork : Forks) {
    Ways First = Taken, Second = Taken;
    First.push_back({Fork, true});
    Second.push_back({Fork, false});
    if (cover(R, Known, Proofs, First, Splits - 1) &&
        cover(R, Known, Proofs, Second, Splits - 1))
      return true;
  }
  return false;
}

bool WrittenSections::cover(const Read &R) {
  FormProofs Proofs(Recorder, Budget);
  for (const AffineForm &Fact : R.Where.Facts)
    if (!Unsteady(Fact))
      Proofs.assume(Fact);
  Sections Known;
  for (auto [Number, W] : llvm::enumerate(All))
    if (W.Base == R.Where.Base && W.Writes && W.Alone)
      addSections(W, R, Number < R.Number, Known);
  llvm::erase_if(Known, [&](const Section &S) {
    auto Inner = [&](const AffineForm &Form) {
      return llvm::any_of(
          Form, [&](const Monomial &M) { return M.Axis >= renamed(0); });
    };
    return Inner(S.Low) || Inner(S.High) || llvm::any_of(S.Conditions, Inner);
  });
  return cover(R, Known, Proofs, /*Taken=*/{}, /*Splits=*/2);
}

bool WrittenSections::cover(unsigned Number) {
  const Occurrence &O = All[Number];
  MaybeForm End = sum(O.Offset, constantForm(O.Size));
  return !O.Unknown && !O.wraps() && End && !Unsteady(O.Offset) &&
         cover({O.Offset, *End, O, Number});
}

bool WrittenSections::coverAround(unsigned Number, unsigned Size) {
  return cover({AffineForm(), constantForm(Size), All[Number], Number});
}

bool WrittenSections::coverAll(unsigned Base, unsigned Size) {
  Occurrence Everything;
  Everything.Base = Base;
  return cover(
      {AffineForm(), constantForm(Size), Everything, unsigned(All.size())});
}
