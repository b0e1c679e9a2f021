// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Conflicts.cpp - whether iterations of one call depend on each other ===//
#include "conflict/Conflicts.h"
#include "bytes/Footprint.h"
#include "conflict/IntegerSearch.h"

#include <algorithm>

using namespace twofold;

namespace {

/// One pair in two iterations that agree in the dimensions before Differs, and
/// of which the second is ahead there, or behind.
class PairQuestion {
  const twofold_site &Site;
  const twofold_launch &Launch;
  const twofold_conflicts &All;
  IntegerSearch Search;
  static constexpr unsigned MostAxes = 16;
  /// By side and axis: the induction variable, once it is known.
  std::array<std::array<LinearSum, MostAxes>, 2> Inductions;
  std::array<std::array<bool, MostAxes>, 2> Known{};
  /// Which round of an inner axis the first side is in.
  std::array<unsigned, MostAxes> Rounds;
  bool Runs = true; ///< no loop around is known to be empty

  static LinearSum constant(Wide Value) {
    LinearSum Sum;
    Sum.Constant = Value;
    return Sum;
  }
  static LinearSum one(unsigned Unknown) {
    LinearSum Sum;
    Sum.Factors[Unknown] = 1;
    return Sum;
  }
  void add(LinearSum &To, const LinearSum &What, Wide Times) {
    if (!To.add(What, Times))
      Search.giveUp();
  }

  void dimension(unsigned Number, unsigned Differs, bool Ahead);
  void axis(unsigned Number, unsigned Side);
  LinearSum evaluate(const twofold_form &Form, unsigned Side);
  LinearSum address(const twofold_reference &R, unsigned Side);

public:
  PairQuestion(const twofold_site &Site, const twofold_launch &Launch)
      : Site(Site), Launch(Launch), All(*Site.conflicts) {}
  bool meet(const twofold_conflict &Pair, unsigned Differs, bool Ahead,
            unsigned Steps);
};

void PairQuestion::dimension(unsigned Number, unsigned Differs, bool Ahead) {
  const twofold_dim &Dim = Launch.dims[Number];
  const Wide Last = Wide(Dim.trips) - 1;
  LinearSum First = constant(Dim.lower);
  unsigned Iteration = Search.unknown(0, Last);
  add(First, one(Iteration), Dim.step);
  LinearSum Second = First;
  if (Number >= Differs) {
    const bool Free = Number > Differs;
    if (!Free && Last == 0)
      Runs = false;
    unsigned Distance =
        Search.unknown(Free || !Ahead ? -Last : 1, Free || Ahead ? Last : -1);
    add(Second, one(Distance), Dim.step);
    LinearSum Other = one(Iteration);
    add(Other, one(Distance), 1);
    Search.between(Other, 0, Last);
  }
  Inductions[0][Number] = First;
  Inductions[1][Number] = Second;
  Known[0][Number] = Known[1][Number] = true;
}

/// The induction variable of an inner axis, with those that its ends name.
void PairQuestion::axis(unsigned Number, unsigned Side) {
  if (Number >= MostAxes || Number >= Site.rank + All.axis_count)
    return Search.giveUp();
  if (Known[Side][Number])
    return;
  const twofold_axis &Axis = All.axes[Number - Site.rank];
  const LinearSum Lower = evaluate(Axis.lower, Side),
                  Upper = evaluate(Axis.upper, Side);
  const Wide Step = Axis.step < 0 ? -Wide(Axis.step) : Wide(Axis.step);
  LinearSum Length = Upper;
  add(Length, Lower, -1);
  if (Step == 0)
    return Search.giveUp();
  const Wide Span = Search.greatest(Length);
  if (Span < 0)
    Runs = false;
  const Wide Most = std::max<Wide>(Span, 0) / Step;
  LinearSum Round;
  if (Side == 1 && Known[0][Number]) {
    // Where both go through the loop alike, their distance is what counts.
    const Wide Other = Search.highOf(Rounds[Number]);
    Round = one(Rounds[Number]);
    add(Round, one(Search.unknown(-Other, Most)), 1);
    Search.between(Round, 0, Most);
  } else {
    unsigned Unknown = Search.unknown(0, Most);
    Round = one(Unknown);
    Rounds[Number] = Unknown;
  }
  // From one end in steps, as long as the other is not passed.
  const bool Down = Axis.step < 0;
  LinearSum Left = Length;
  add(Left, Round, -Step);
  Search.notNegative(Left);
  LinearSum Value = Down ? Upper : Lower;
  add(Value, Round, Down ? -Step : Step);
  Inductions[Side][Number] = Value;
  Known[Side][Number] = true;
}

LinearSum PairQuestion::evaluate(const twofold_form &Form, unsigned Side) {
  LinearSum Sum;
  for (uint32_t I = 0; I < Form.count; ++I) {
    const twofold_term &Term = Site.terms[Form.first + I];
    Wide Product = Term.constant;
    for (int32_t Value : Term.value)
      if (Value != -1 && (Value < 0 || uint32_t(Value) >= Site.value_count ||
                          __builtin_mul_overflow(
                              Product, Wide(Launch.values[Value]), &Product)))
        Search.giveUp();
    if (Term.axis == -1) {
      add(Sum, constant(1), Product);
      continue;
    }
    if (Term.axis < 0 || unsigned(Term.axis) >= MostAxes) {
      Search.giveUp();
      continue;
    }
    axis(unsigned(Term.axis), Side);
    add(Sum, Inductions[Side][Term.axis], Product);
  }
  return Sum;
}

LinearSum PairQuestion::address(const twofold_reference &R, unsigned Side) {
  LinearSum Sum = evaluate(R.offset, Side);
  add(Sum, constant(1), Wide(addressOf(Site.bases[R.base], Launch)));
  for (uint32_t I = 0; I < All.axis_count && I < 64; ++I)
    if (R.axes >> I & 1)
      axis(Site.rank + I, Side);
  constexpr Wide End = IntegerSearch::Limit;
  for (uint32_t I = 0; I < R.fact_count; ++I) {
    const twofold_check &Fact = All.facts[R.first_fact + I];
    Search.between(evaluate(Fact.form, Side), std::max<Wide>(Fact.min, -End),
                   std::min<Wide>(Fact.max, End));
  }
  return Sum;
}

bool PairQuestion::meet(const twofold_conflict &Pair, unsigned Differs,
                        bool Ahead, unsigned Steps) {
  const twofold_reference &A = All.references[Pair.first],
                          &B = All.references[Pair.second];
  if (Site.rank > MostAxes)
    return false;
  for (unsigned Number = 0; Number < Site.rank; ++Number)
    dimension(Number, Differs, Ahead);
  LinearSum Apart = address(A, 0);
  add(Apart, address(B, 1), -1);
  // Each begins before the other ends.
  Search.between(Apart, 1 - Wide(A.size), Wide(B.size) - 1);
  return Runs && Search.solve(Steps) == IntegerSearch::Outcome::Found;
}

} // namespace

std::optional<uint32_t> twofold::findConflict(const twofold_site &Site,
                                              const twofold_launch &Launch,
                                              ConflictKind Kind,
                                              unsigned Steps) {
  const twofold_conflicts &All = *Site.conflicts;
  const uint32_t Loaded = All.pair_count - All.loaded_count,
                 Rows = Loaded - All.row_count;
  const bool OfRows = Kind == ConflictKind::OfRows;
  for (uint32_t P = OfRows ? Rows : 0; P < (OfRows ? Loaded : Rows); ++P) {
    const twofold_conflict &Pair = All.pairs[P];
    for (unsigned Differs = 0; Differs < Site.rank; ++Differs)
      for (bool Ahead : {true, false}) {
        if (Pair.first == Pair.second && !Ahead)
          continue; // the same two the other way round
        if (PairQuestion(Site, Launch).meet(Pair, Differs, Ahead, Steps))
          return P;
      }
  }
  return std::nullopt;
}

std::string twofold::describeConflict(const twofold_site &Site,
                                      uint32_t Conflict) {
  const twofold_conflict &Pair = Site.conflicts->pairs[Conflict];
  auto Name = [&](uint32_t Number) {
    const twofold_reference &R = Site.conflicts->references[Number];
    const char *Name = R.base == UINT32_MAX ? nullptr : Site.bases[R.base].name;
    return (Name ? "'" + std::string(Name) + "'" : std::string("an array")) +
           (R.line ? " (line " + std::to_string(R.line) + ")" : "");
  };
  auto Does = [&](uint32_t Number) -> std::string {
    uint32_t Flags = Site.conflicts->references[Number].flags;
    return !(Flags & TWOFOLD_ACCESS_WRITE)  ? "reads"
           : !(Flags & TWOFOLD_ACCESS_READ) ? "writes"
                                            : "updates";
  };
  uint32_t First = Pair.first, Second = Pair.second;
  if (!(Site.conflicts->references[First].flags & TWOFOLD_ACCESS_WRITE))
    std::swap(First, Second);
  return "one iteration " + Does(First) + " " + Name(First) +
         " where another one " + Does(Second) + " " + Name(Second);
}

const ConflictMemo::Entry &ConflictMemo::find(const twofold_site &Site,
                                              const twofold_launch &Launch,
                                              ConflictKind Kind) {
  const unsigned Slot = CallKey::slot(Site, Launch, KeptBits);
  Entry &E = Entries[Slot], &Second = Entries[CallKey::secondSlot(Slot)];
  if (E.isOf(Site, Launch))
    return E;
  if (Second.isOf(Site, Launch))
    return Second;
  Second = E;
  E.Answer = findConflict(Site, Launch, Kind);
  E.Site = &Site;
  E.Of = CallKey(Site, Launch);
  return E;
}

// Each nanosecond is one of every short call: the answers are apart from what
// leads to the last ones, which is small enough for the fast kind of memory.
[[gnu::flatten]] std::optional<uint32_t>
twofold::conflictOf(const twofold_site &Site, const twofold_launch &Launch) {
  if (!Site.conflicts || Launch.apart ||
      Site.conflicts->pair_count ==
          Site.conflicts->loaded_count + Site.conflicts->row_count)
    return std::nullopt;
  static thread_local constinit __attribute__((tls_model("initial-exec")))
  const ConflictMemo::Entry *LastOf[8] = {};
  const ConflictMemo::Entry *&Last =
      LastOf[reinterpret_cast<uintptr_t>(&Site) * 0x9e3779b97f4a7c15 >> 61];
  if (!Last || !Last->isOf(Site, Launch)) {
    static thread_local constinit ConflictMemo Memo;
    Last = &Memo.find(Site, Launch, ConflictKind::Plain);
  }
  return Last->Answer;
}

std::optional<uint32_t> twofold::rowConflictOf(const twofold_site &Site,
                                               const twofold_launch &Launch) {
  if (!Site.conflicts || !Site.conflicts->row_count)
    return std::nullopt;
  static thread_local constinit ConflictMemo Memo;
  return Memo.find(Site, Launch, ConflictKind::OfRows).Answer;
}
