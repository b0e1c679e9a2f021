// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/DependenceProof.h"
#include "depend/PairConstraints.h"
#include <array>
#include <utility>

using namespace twofold;

namespace {

/// Distances beyond this are not looked for.
constexpr int64_t MaxDistance = 16;
/// Sets of values that a dependence has to show in before it counts as proven.
constexpr unsigned Samples = 16, ShortSamples = 4;

/// One question: two references, what agrees, what differs.
class PairTest {
  const IterationSpace &Space;
  const MemoryReference &A, &B;
  llvm::ArrayRef<int> Equal;
  int Differs;
  bool Same;

  PairConstraints constraints(const IterationSpace &In, bool Forward,
                              std::optional<int64_t> Exactly = {}) const {
    PairConstraints C(In, A, B, Equal, Differs);
    C.ahead(Forward, Exactly);
    return C;
  }
  int64_t distance(const IterationSpace &In, const Numbers &Sample) const;
  bool happen(const IterationSpace &In, const Numbers &Sample) const;
  bool runs(Numbers &Sample, IterationSpace &In, uint64_t &Random,
            unsigned Large, bool Short) const;
  bool divide(Numbers &Sample) const;
  void shorten(Numbers &Sample, const IterationSpace &In) const;
  bool meetsEarly(const Numbers &Sample, const IterationSpace &In,
                  int64_t Distance) const;
  /// Searches whose answer stays open cost seconds each, and a pair may need
  /// thousands of them: choices that are left to try for this pair.
  mutable unsigned Steps = 8000;
  bool isGuarded() const { return !A.Facts.empty() || !B.Facts.empty(); }
  bool isParallel(int Axis) const {
    return Axis == Differs || llvm::is_contained(Equal, Axis);
  }

public:
  PairTest(const IterationSpace &Space, const MemoryReference &A,
           const MemoryReference &B, llvm::ArrayRef<int> Equal, int Differs,
           bool Same)
      : Space(Space), A(A), B(B), Equal(Equal), Differs(Differs), Same(Same) {}
  PairVerdict run() const;
};

/// The least distance at which the two meet; 0: none was found.
int64_t PairTest::distance(const IterationSpace &In,
                           const Numbers &Sample) const {
  for (int64_t D = 1; D <= MaxDistance; ++D)
    for (bool Forward : {true, false}) {
      if (Same && Forward)
        continue;
      auto Outcome = constraints(In, Forward, D).search(Sample, Steps);
      if (Outcome != LinearSystem::Search::None)
        return Outcome == LinearSystem::Search::Found ? D : 0;
    }
  return 0;
}

std::optional<int64_t> valueOf(const AffineForm &Form, const Numbers &Sample) {
  __int128 Sum = 0;
  for (const Monomial &M : Form) {
    if (M.Axis != -1)
      return std::nullopt;
    __int128 Product = M.Constant;
    for (unsigned V : M.Values)
      Product *= Sample[V];
    Sum += Product;
  }
  return int64_t(Sum);
}

/// What is known on the paths to the two leaves both of them in iterations that
/// are further apart than distances are looked for, or as far as the axis goes.
bool PairTest::happen(const IterationSpace &In, const Numbers &Sample) const {
  MemoryReference Somewhere[2] = {A, B};
  for (MemoryReference &R : Somewhere) {
    R.Offset = AffineForm();
    R.Size = 1;
  }
  const IterationAxis &Axis = In.Axes[Differs];
  const MaybeForm Span = difference(*Axis.Upper, *Axis.Lower);
  const auto Length = Span ? valueOf(*Span, Sample) : std::nullopt;
  int64_t Far = MaxDistance + 1;
  if (Length)
    Far = std::clamp<int64_t>(*Length / std::abs(Axis.Step), 1, Far);
  return llvm::all_of(std::array{true, false}, [&](bool Forward) {
    PairConstraints C(In, Somewhere[0], Somewhere[1], Equal, Differs);
    C.ahead(Forward, Far);
    return C.search(Sample, Steps) == LinearSystem::Search::Found;
  });
}

/// Divided values follow from others, which may be divided ones as well. False:
/// no program has such values.
bool PairTest::divide(Numbers &Sample) const {
  for (unsigned Round = 0; Round <= Space.Divided.size(); ++Round) {
    bool Changed = false;
    for (const DividedValue &D : Space.Divided) {
      const int64_t Of = valueOf(D.Of, Sample).value_or(0);
      if (D.NeverNegative && Of < 0)
        return false;
      const int64_t Is = D.Remains ? Of % D.By : Of / D.By;
      Changed |= std::exchange(Sample[D.Value], Is) != Is;
    }
    if (!Changed)
      return true;
  }
  return false;
}

/// Has inner loops run twice where a value of their own says how often they do.
void PairTest::shorten(Numbers &Sample, const IterationSpace &In) const {
  llvm::SmallVector<bool, 8> Fixed(Sample.size());
  auto Fix = [&](const MaybeForm &Form) {
    for (const Monomial &M : Form.value_or(AffineForm()))
      for (unsigned V : M.Values)
        Fixed[V] = true;
  };
  for (int Axis = 0; Axis != int(In.Axes.size()); ++Axis)
    if (isParallel(Axis)) {
      Fix(In.Axes[Axis].Lower);
      Fix(In.Axes[Axis].Upper);
    }
  for (int Axis = 0; Axis != int(In.Axes.size()); ++Axis) {
    const IterationAxis &A = In.Axes[Axis];
    if (isParallel(Axis) || !A.Lower || !A.Upper)
      continue;
    MaybeForm Span = difference(*A.Upper, *A.Lower);
    auto Length = Span ? valueOf(*Span, Sample) : std::nullopt;
    if (!Length)
      continue;
    for (const Monomial &M : *Span)
      if (M.Values.size() == 1 && !Fixed[M.Values[0]] &&
          (M.Constant == 1 || M.Constant == -1)) {
        int64_t Step = A.Step < 0 ? -A.Step : A.Step;
        Sample[M.Values[0]] += (Step - *Length) * M.Constant;
        break;
      }
    Fix(A.Lower);
    Fix(A.Upper);
  }
}

/// They still meet where the axis runs no farther than they are apart. If its
/// end is that of other loops, too, or they get longer as it goes on, long ones
/// may leave rows that shorter ones do not.
bool PairTest::meetsEarly(const Numbers &Sample, const IterationSpace &In,
                          int64_t Distance) const {
  constexpr int64_t More = 8;
  auto SpanOf = [&](int Number) {
    const IterationAxis &A = In.Axes[Number];
    return A.Lower && A.Upper ? difference(*A.Upper, *A.Lower) : std::nullopt;
  };
  auto Names = [&](int Number, unsigned V) {
    return llvm::any_of(
        SpanOf(Number).value_or(AffineForm()),
        [&](const Monomial &M) { return llvm::is_contained(M.Values, V); });
  };
  const AffineForm Span = SpanOf(Differs).value_or(AffineForm());
  const auto Length = valueOf(Span, Sample);
  const bool Given = Space.Axes[Differs].Lower && Space.Axes[Differs].Upper;
  if (!Length)
    return true;
  auto Moves = [&](int Number) { // with the axis that differs
    return llvm::any_of(SpanOf(Number).value_or(AffineForm()),
                        [&](const Monomial &M) { return M.Axis == Differs; });
  };
  const auto Here = llvm::concat<const int>(Equal, A.Around);
  const bool Triangular =
      llvm::any_of(llvm::concat<const int>(A.Around, B.Around), Moves);
  if (isGuarded() && (Given || !Triangular))
    return true;
  const Monomial *By = nullptr;
  for (const Monomial &M : Span) {
    const bool Ends = M.Values.size() == 1 && std::abs(M.Constant) == 1;
    auto EndsThere = [&](int Number) {
      return Number != Differs && Names(Number, M.Values[0]);
    };
    if (Ends && !Triangular && llvm::none_of(Here, EndsThere))
      return true;
    By = Ends ? &M : By;
  }
  if (!By && (Given || !Triangular))
    return true;
  const int64_t Step = std::max<int64_t>(std::abs(In.Axes[Differs].Step), 1);
  for (int64_t Rounds = Distance; Rounds <= Distance + More; ++Rounds) {
    Numbers Few = Sample;
    IterationSpace Shorter = In;
    const int64_t Longer = Rounds * Step - *Length;
    if (By)
      Few[By->Values[0]] += Longer * By->Constant;
    else if (IterationAxis &Axis = Shorter.Axes[Differs];
             Space.Axes[Differs].Lower)
      Axis.Upper = sum(*Axis.Upper, constantForm(Longer));
    else
      Axis.Lower = difference(*Axis.Lower, constantForm(Longer));
    auto Runs = [&](int Number) {
      const MaybeForm Of = SpanOf(Number);
      return !Of || valueOf(*Of, Few).value_or(0) >= 0;
    };
    if (llvm::all_of(Here, Runs) && llvm::all_of(B.Around, Runs)) {
      const bool Meets = distance(Shorter, Few) == Distance;
      if (Meets || !Triangular)
        return Meets;
    }
  }
  return !Triangular;
}

/// Draws values with which all loops go on for a while, or inner loops for two
/// rounds alone. Ends that are not known are put there.
bool PairTest::runs(Numbers &Sample, IterationSpace &In, uint64_t &Random,
                    unsigned Large, bool Short) const {
  constexpr int64_t Long = 24;
  Sample.clear();
  for (unsigned V = 0; V != Space.Values; ++V) {
    Random = Random * 6364136223846793005u + 1442695040888963407u;
    int64_t Number = int64_t((Random >> 33) % 100) - 30;
    Sample.push_back((Random >> 60) % 2 ? 8 * Number : Number);
  }
  // Each of them once far above the others: a row may well be longer than what
  // is used of it, and then nothing meets.
  if (Large < Sample.size())
    Sample[Large] = 40000 + Large;
  if (Short && divide(Sample))
    shorten(Sample, In);
  if (!divide(Sample))
    return false;
  for (const AffineForm &Fact : Space.Facts)
    if (valueOf(Fact, Sample).value_or(0) < 0)
      return false;
  auto StepOf = [&](int Number) {
    int64_t Step = Space.Axes[Number].Step;
    return std::max<int64_t>(Step < 0 ? -Step : Step, 1);
  };
  IterationAxis &Axis = In.Axes[Differs];
  if (!Axis.Lower && !Axis.Upper)
    Axis.Lower = constantForm(0);
  if (!Axis.Upper)
    Axis.Upper = sum(*Axis.Lower, constantForm(Long * StepOf(Differs)));
  if (!Axis.Lower)
    Axis.Lower = difference(*Axis.Upper, constantForm(Long * StepOf(Differs)));
  if (!Axis.Upper || !Axis.Lower)
    return false;
  int64_t Rounds = Short ? 1 : Long;
  for (int Number = 0; Number != int(In.Axes.size()); ++Number) {
    IterationAxis &A = In.Axes[Number];
    int64_t Length = Rounds * StepOf(Number);
    if (A.Lower && !A.Upper)
      A.Upper = sum(*A.Lower, constantForm(Length));
    else if (A.Upper && !A.Lower)
      A.Lower = difference(*A.Upper, constantForm(Length));
  }
  auto RunsLong = [&](int Number) {
    const IterationAxis &A = In.Axes[Number];
    auto Lower = A.Lower ? valueOf(*A.Lower, Sample) : std::nullopt;
    auto Upper = A.Upper ? valueOf(*A.Upper, Sample) : std::nullopt;
    // Ends that name other axes are for the search to see.
    return !Lower || !Upper || (constantOf(*A.Lower) && constantOf(*A.Upper)) ||
           (*Upper - *Lower) / StepOf(Number) >=
               (isParallel(Number) ? Long : Rounds);
  };
  return RunsLong(Differs) && llvm::all_of(Equal, RunsLong) &&
         llvm::all_of(A.Around, RunsLong) && llvm::all_of(B.Around, RunsLong);
}

PairVerdict PairTest::run() const {
  PairVerdict Verdict;
  Verdict.Axis = Differs;
  bool Impossible = true, Numeric = true;
  for (bool Forward : {false, true}) {
    if (Same && Forward)
      continue;
    PairConstraints C = constraints(Space, Forward);
    Numeric &= C.isNumeric();
    if (C.impossible())
      continue;
    Impossible = Impossible && Numeric &&
                 constraints(Space, Forward).search({}, Steps) ==
                     LinearSystem::Search::None;
  }
  if (Impossible) {
    Verdict.What = PairVerdict::Never;
    return Verdict;
  }
  auto Strides = [&](int Axis) { return Space.Axes[Axis].Step == 0; };
  if (!A.Surely || !B.Surely || Strides(Differs) ||
      llvm::any_of(A.Around, Strides) || llvm::any_of(B.Around, Strides))
    return Verdict; // it may step over where they meet
  uint64_t Random = 1;
  unsigned Seen = 0, Missed = 0, Large = 0;
  bool Apart = false; // in a short sample that ran
  bool Open = llvm::any_of(llvm::enumerate(Space.Axes), [&](auto Axis) {
    return !isParallel(int(Axis.index())) &&
           (!Axis.value().Lower || !Axis.value().Upper);
  });
  for (unsigned Tries = 0; Tries != 2000 && Seen != Samples && Steps != 0;
       ++Tries) {
    Numbers Sample;
    IterationSpace In = Space;
    // A few of inner loops that hardly run: rows may be as short as they are
    // apart, and then nothing meets.
    bool Short = Seen + ShortSamples >= Samples;
    // There may be none: loops that begin at a value do not run where it is far
    // above the others.
    bool Runs = runs(Sample, In, Random, Short ? ~0u : Large, Short);
    int64_t D = Runs ? distance(In, Sample) : 0;
    if (!Runs || (D == 0 && isGuarded() && !happen(In, Sample))) {
      Apart |= Runs && Short;
      if (++Missed == 100) {
        if (Short)
          break;
        Missed = 0;
        ++Large;
      }
      continue;
    }
    Missed = 0;
    ++Seen;
    ++Large;
    if (D == 0 || (Verdict.Distance != 0 && D != Verdict.Distance) ||
        !meetsEarly(Sample, In, D))
      return Verdict;
    Verdict.Distance = D;
    if (Numeric && !Open)
      break; // every sample is the same
  }
  // Whether conditions or short rows keep all short samples apart is not known.
  Apart &= Seen + ShortSamples == Samples;
  if ((Seen + ShortSamples >= Samples && !Apart) ||
      (Numeric && !Open && Seen != 0))
    Verdict.What = PairVerdict::Carried;
  return Verdict;
}

} // namespace

PairVerdict twofold::testPair(const IterationSpace &Space,
                              const MemoryReference &A,
                              const MemoryReference &B,
                              llvm::ArrayRef<int> Equal, int Differs,
                              bool Same) {
  return PairTest(Space, A, B, Equal, Differs, Same).run();
}

bool twofold::neverMeet(const IterationSpace &Space, const MemoryReference &A,
                        const MemoryReference &B, llvm::ArrayRef<int> Equal) {
  return PairConstraints(Space, A, B, Equal, /*Differs=*/-1).impossible();
}

PairVerdict twofold::testPair(const IterationSpace &Space,
                              const MemoryReference &A,
                              const MemoryReference &B, unsigned Rank,
                              bool Same) {
  MemoryReference Inside[2] = {A, B};
  for (MemoryReference &R : Inside)
    for (unsigned Axis = 0; Axis != Rank; ++Axis)
      R.Around.push_back(int(Axis));
  PairVerdict All;
  All.What = PairVerdict::Never;
  llvm::SmallVector<int, 3> Equal;
  for (unsigned Axis = 0; Axis != Rank; ++Axis) {
    PairVerdict One =
        testPair(Space, Inside[0], Inside[1], Equal, int(Axis), Same);
    if (One.What == PairVerdict::Carried)
      return One;
    if (One.What == PairVerdict::Unknown)
      All = One;
    Equal.push_back(int(Axis));
  }
  return All;
}
