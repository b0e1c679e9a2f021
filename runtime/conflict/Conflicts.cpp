// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conflict/Conflicts.h"
#include "conflict/PairQuestion.h"
#include "system/LoadedObjects.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <new>
#include <utility>

using namespace twofold;

namespace {

/// Calls Ask with each pair of this kind, the dimension that the iterations
/// differ in first, and which of them is ahead. Back: the first pair whose
/// outcome is not No.
template <typename Function>
std::optional<uint32_t> firstPair(const twofold_site &Site, ConflictKind Kind,
                                  Function No) {
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
        if (!No(Pair, Differs, Ahead))
          return P;
      }
  }
  return std::nullopt;
}

} // namespace

std::optional<uint32_t> twofold::findConflict(const twofold_site &Site,
                                              const twofold_launch &Launch,
                                              ConflictKind Kind,
                                              unsigned Steps) {
  PairQuestion Question(Site, Launch);
  return firstPair(
      Site, Kind,
      [&](const twofold_conflict &Pair, unsigned Differs, bool Ahead) {
        return Question.meet(Pair, Differs, Ahead, Steps) !=
               IntegerSearch::Outcome::Found;
      });
}

bool twofold::noneHasConflicts(const twofold_site &Site,
                               const twofold_launch &Launch,
                               const CallSeries &Of) {
  constexpr unsigned Steps = 400; // for what may be of no use
  PairQuestion Question(Site, Launch, &Of);
  return !firstPair(
      Site, ConflictKind::Plain,
      [&](const twofold_conflict &Pair, unsigned Differs, bool Ahead) {
        return Question.meet(Pair, Differs, Ahead, Steps) ==
               IntegerSearch::Outcome::None;
      });
}

std::string twofold::describeConflict(const twofold_site &Site,
                                      uint32_t Conflict) {
  const twofold_conflict &Pair = Site.conflicts->pairs[Conflict];
  auto Name = [&](uint32_t Number) {
    const twofold_reference &R = Site.conflicts->references[Number];
    const char *Name =
        R.base == TWOFOLD_NO_BASE ? nullptr : Site.bases[R.base].name;
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
  Entry *const Set = setOf(Site, Launch);
  for (Entry *E = Set; E != Set + Places; ++E)
    if (E->isOf(Site, Launch))
      return *E;
  Entry *Free =
      std::find_if(Set, Set + Places, [](const Entry &E) { return !E.Site; });
  // By chance: of calls that come round, one after the other, any fixed order
  // would drive out the very ones that come next.
  if (Free == Set + Places) {
    Next = Next * 1664525 + 1013904223;
    Free = Set + (Next >> (32 - PlacesBits));
  }
  Entry &E = *Free;
  const double Start = Now();
  E.Answer = findConflict(Site, Launch, Kind);
  Prices[courseNumber(Site)].note(Site, Now() - Start);
  E.Site = &Site;
  E.Of = CallKey(Site, Launch);
  if (Kind == ConflictKind::Plain)
    courseOf(Site).follow(E, Launch);
  return E;
}

/// The longer a series is, the longer it may become: few questions are asked.
void ConflictMemo::Course::extend(CallSeries By, uint64_t Length,
                                  const twofold_launch &Launch) {
  By.setLength(By.reach(std::min<uint64_t>(Length, 1 << 20)));
  if (!noneHasConflicts(*Site, Launch, By)) {
    Pause = 4u << std::min(++Pauses, 16u);
    return;
  }
  Apart = By;
  Pauses = 0;
}

void ConflictMemo::Course::follow(const Entry &Asked,
                                  const twofold_launch &Launch) {
  if (Asked.Answer || !Asked.Of.fits() || Site != Asked.Site) {
    *this = {};
    if (!Asked.Answer && Asked.Of.fits()) {
      Site = Asked.Site;
      Last = Asked.Of;
    }
    return;
  }
  const CallSeries Step(*Site, Last, Asked.Of);
  const CallSeries Before = std::exchange(Steps, Step);
  Last = Asked.Of;
  if (Pause) {
    --Pause;
  } else if (const auto Number = Apart.position(*Site, Launch)) {
    extend(Apart, std::max(*Number, 8 * Apart.length()), Launch);
  } else if (!Step.empty() && Step.sameSteps(Before)) {
    extend(Before, 16, Launch);
  }
}

ConflictMemo::ConflictMemo()
    : ConflictMemo([] {
        using Time = std::chrono::duration<double, std::nano>;
        return Time(std::chrono::steady_clock::now().time_since_epoch())
            .count();
      }) {}

void ConflictMemo::Price::note(const twofold_site &Of, double Nanoseconds) {
  if (Site != &Of)
    *this = {.Site = &Of, .OfQuestion = Nanoseconds};
  // A thread that has to wait meanwhile sees a high price once.
  OfQuestion = std::min(Nanoseconds, 2 * std::max(OfQuestion, LeastPrice));
  Due -= Due != 0;
}

/// Some questions in a row may tell of a series, and what they take changes: so
/// they are asked after all from time to time, ever more seldom.
bool ConflictMemo::Price::isDear(double Other) {
  constexpr unsigned InRow = 4;
  if (Due || OfQuestion < 2 * Other)
    return false;
  InOrder += Other;
  if (InOrder > OfQuestion * (2u * InRow << std::min(Times, 10u))) {
    InOrder = 0;
    ++Times;
    Due = InRow;
  }
  return true;
}

bool ConflictMemo::putsOff(const twofold_site &Site,
                           const twofold_launch &Launch, double InOrder) {
  if (!hasPrice(Site) || apart(Site, Launch) || knows(Site, Launch))
    return false;
  const uint32_t Call = CallKey::slot(Site, Launch, 32);
  uint32_t &Last = PutOff[Call >> 24];
  if (Last == Call || !Prices[courseNumber(Site)].isDear(InOrder))
    return false;
  Last = Call;
  return true;
}

namespace {
struct Memos {
  ConflictMemo Plain, OfRows;
};
} // namespace

// A library that a program opens gets little of the fast kind of memory: what
// is larger than pointers lies elsewhere.
static thread_local constinit Memos *MemosHere
    __attribute__((tls_model("initial-exec"))) = nullptr;
static thread_local constinit const ConflictMemo::Entry *LastOf[8]
    __attribute__((tls_model("initial-exec"))) = {};
static thread_local constinit uint64_t UnloadsThen
    __attribute__((tls_model("initial-exec"))) = 0;

/// Another library may have a loop of its own where Site has been.
static void forgetUnloaded(const twofold_site &Site) {
  const uint64_t Unloads = unloadsBefore(&Site);
  if (Unloads <= UnloadsThen) [[likely]]
    return;
  UnloadsThen = Unloads;
  std::fill(std::begin(LastOf), std::end(LastOf), nullptr);
  delete std::exchange(MemosHere, nullptr);
}

/// The calling thread's, until it ends. Null for want of memory.
static Memos *memos() {
  struct AtEnd {
    ~AtEnd() {
      std::fill(std::begin(LastOf), std::end(LastOf), nullptr);
      delete std::exchange(MemosHere, nullptr);
    }
  };
  if (!MemosHere) [[unlikely]] {
    MemosHere = new (std::nothrow) Memos;
    static thread_local AtEnd Frees;
    (void)&Frees;
  }
  return MemosHere;
}

// Each nanosecond is one of every short call: the answers are apart from what
// leads to the last ones, which is small enough for the fast kind of memory.
[[gnu::flatten]] std::optional<uint32_t>
twofold::conflictOf(const twofold_site &Site, const twofold_launch &Launch) {
  if (!Site.conflicts || Launch.apart ||
      Site.conflicts->pair_count ==
          Site.conflicts->loaded_count + Site.conflicts->row_count)
    return std::nullopt;
  forgetUnloaded(Site);
  const ConflictMemo::Entry *&Last =
      LastOf[reinterpret_cast<uintptr_t>(&Site) * 0x9e3779b97f4a7c15 >> 61];
  if (!Last || !Last->isOf(Site, Launch)) {
    Memos *Here = memos();
    if (!Here)
      return findConflict(Site, Launch, ConflictKind::Plain);
    if (Here->Plain.apart(Site, Launch))
      return std::nullopt;
    Last = &Here->Plain.find(Site, Launch, ConflictKind::Plain);
  }
  return Last->Answer;
}

bool twofold::putsOffQuestion(const twofold_site &Site,
                              const twofold_launch &Launch, uint64_t Trips) {
  // Sums have the bits of one order, whatever is remembered. Loops inside may
  // prepare something in each call of the variant.
  constexpr uint32_t Never = TWOFOLD_SITE_ROUNDS | TWOFOLD_SITE_SEARCH;
  if (!Site.conflicts || Launch.apart || Site.flags & Never ||
      Site.axis_count || !MemosHere || !MemosHere->Plain.hasPrice(Site))
    return false;
  constexpr double OfEach = 6; // nanoseconds of a call; an operation takes one
  return MemosHere->Plain.putsOff(Site, Launch,
                                  double(Trips) * (OfEach + double(Site.ops)));
}

std::optional<uint32_t> twofold::rowConflictOf(const twofold_site &Site,
                                               const twofold_launch &Launch) {
  if (!Site.conflicts || !Site.conflicts->row_count)
    return std::nullopt;
  forgetUnloaded(Site);
  Memos *Here = memos();
  return Here ? Here->OfRows.find(Site, Launch, ConflictKind::OfRows).Answer
              : findConflict(Site, Launch, ConflictKind::OfRows);
}
