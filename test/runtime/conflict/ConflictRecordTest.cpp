// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ConflictRecordTest.cpp - answers about conflicts, and their steps --===//
//
// What is answered is compared with all iterations elsewhere. Here it shows how
// soon it is: in how many steps of a search, in how many rounds of a sample.
#include "Record.h"
#include "conflict/IntegerSearch.h"
#include "conflict/OwnElements.h"
#include "conflict/PlaceSum.h"
#include "conflict/RandomPair.h"
#include "conflict/Scatter.h"

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr unsigned Limits[] = {1, 2, 3, 5, 9, 30, 200, 3000};

struct Draw {
  std::mt19937_64 &Random;
  int64_t operator()(int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  }
};

/// Conditions on a few unknowns: of any factors, or of powers as digits have.
struct RandomSearch {
  std::vector<std::array<int64_t, 2>> Unknowns;
  struct Condition {
    LinearSum Sum;
    int64_t Low, High;
  };
  std::vector<Condition> Conditions;

  explicit RandomSearch(Draw Number) {
    for (int64_t Left = Number(1, 6); Left; --Left) {
      const int64_t Low = Number(-20, 5) * (Number(0, 3) ? 1 : 1000);
      Unknowns.push_back(
          {Low, Low + Number(0, 40) * (Number(0, 3) ? 1 : 5000)});
    }
    const int64_t Kind = Number(0, 3);
    for (int64_t Left = Number(1, 4); Left; --Left) {
      Condition C{};
      C.Sum.Constant = Number(-9, 9);
      for (size_t U = 0; U < Unknowns.size(); ++U)
        C.Sum.Factors[U] =
            Kind == 0   ? Number(-9, 9)
            : Kind == 1 ? Number(-2, 2) * (int64_t(1) << 3 * Number(0, 4))
            : Kind == 2 ? Number(-1, 1)
                        : Number(-99999, 99999) * Number(0, 1);
      C.Low = Number(-200, 200);
      C.High = C.Low + Number(0, 3) * Number(0, 3);
      Conditions.push_back(C);
    }
  }
  IntegerSearch::Outcome solve(unsigned Steps) const {
    IntegerSearch S;
    for (const auto &[Low, High] : Unknowns)
      S.unknown(Low, High);
    for (const Condition &C : Conditions)
      S.between(C.Sum, C.Low, C.High);
    return S.solve(Steps);
  }
};

/// Indices and bounds in memory that begins with 64 pages.
struct IndexMemory {
  static constexpr size_t Numbers = 1 << 15;
  alignas(1 << 18) inline static int32_t All[Numbers];
  size_t Used = 0;

  /// Whole numbers of pages, so that the record has the same ones each time.
  int32_t *take(size_t Count) {
    int32_t *Out = All + Used;
    Used += (Count + 1023) / 1024 * 1024;
    return Out;
  }
};

/// A loop with one pair of references that go where memory says.
class RandomSites {
  Draw Number;
  IndexMemory From;
  SiteBuilder B;
  int I = 0;
  const uint64_t Trips;
  std::vector<int> Numbers; ///< axes that stand for a number

  uint32_t array(int64_t Kind, int64_t Most) {
    int32_t *At = From.take(2048);
    for (int64_t K = 0; K < 2048; ++K)
      At[K] = int32_t(Kind == 0   ? K
                      : Kind == 1 ? K * 7 % 2048
                      : Kind == 2 ? Number(0, Most)
                      : Kind == 3 ? K / 2
                                  : K * 8 + Number(0, 3));
    return B.base(At, "index");
  }
  SiteBuilder::Monomial any(int64_t Factor) {
    return {Factor, Numbers[size_t(Number(0, int64_t(Numbers.size()) - 1))]};
  }
  /// A loop with two variables that ends where a number is found.
  void search() {
    const int J = Numbers.back() + 1, K = J + 1, Goes = J + 6;
    B.numberAxis(TWOFOLD_NUMBER_STATE, 0, 0, {{0}}, {{1, J}, {Number(1, 2)}});
    B.setParent(J, Goes);
    B.numberAxis(TWOFOLD_NUMBER_STATE, 0, 0, {{3}}, {{1, K}, {1, J}});
    B.setParent(K, Goes);
    const int Found = B.loadedAxis(array(1, 0), 4, true, {{4, J}});
    const int Wanted = B.loadedAxis(array(2, 60), 4, true, {{4, I}});
    const int Within =
        B.numberAxis(TWOFOLD_NUMBER_REACHED, 0, 0, {{Number(9, 99)}}, {{1, J}});
    const int Differs =
        B.numberAxis(TWOFOLD_NUMBER_DIFFERS, 0, 0, {{1, Found}}, {{1, Wanted}});
    B.numberAxis(TWOFOLD_NUMBER_PRODUCT, 0, 0, {{1, Within}}, {{1, Differs}});
    Numbers = {I, J, K};
  }
  int Row = 0; ///< an inner loop; 0: there is none
  uint32_t reference(uint32_t Flags, uint32_t Base) {
    std::vector<SiteBuilder::Fact> Facts;
    if (Number(0, 3) == 0)
      Facts.push_back({{any(1), {Number(-40, 40)}}, 0, INT64_MAX});
    if (Number(0, 4) == 0)
      Facts.push_back({{any(1)}, Number(0, 9), Number(10, 2000)});
    if (Number(0, 5) == 0)
      Facts.push_back({{any(1)}, INT64_MAX, INT64_MIN}); // what it stores
    std::vector<SiteBuilder::Monomial> At = {any(8 * Number(1, 3))};
    if (Number(0, 2) == 0)
      At.push_back(any(8));
    if (Number(0, 3) == 0)
      At.push_back({8 * Number(-2, 40)});
    // In a loop that its place does not name.
    const uint64_t Around =
        Row && Number(0, 3) == 0 ? uint64_t(1) << (Row - 1) : 0;
    return B.reference(Base, Number(0, 3) ? 8 : 16, Flags, At, Around, Facts);
  }

public:
  explicit RandomSites(std::mt19937_64 &Random)
      : Number{Random},
        Trips(uint64_t(Number(0, 2) ? Number(2, 60) : Number(500, 2000))) {
    I = B.dim(0, 1, Trips);
    Numbers = {I};
    if (Number(0, 5) == 0)
      search();
    for (int64_t Left = Number(1, 2); Left; --Left)
      Numbers.push_back(
          B.loadedAxis(array(Number(0, 4), 900), 4, true, {{4, I}}));
    if (Number(0, 2) == 0) { // rows, whose ends memory says or not
      const SiteBuilder::Monomial Low = any(1);
      const int64_t Step = Number(0, 3) ? 1 : Number(0, 1) ? 3 : -1;
      Row = B.conflictAxis({Low}, {Low, {Number(0, 9)}}, Step);
      Numbers.push_back(Row);
      if (Number(0, 1))
        Numbers.push_back(B.loadedAxis(array(Number(0, 4), 900), 4, true,
                                       {{4, Numbers.back()}}));
      else if (Number(0, 1))
        Numbers.push_back(B.conflictAxis({}, {any(1)}, 1));
      else // begins where the other one is
        Numbers.push_back(
            B.conflictAxis({{1, Row}}, {{1, Row}, {Number(0, 4)}}));
    }
    for (int64_t Left = Number(1, 3); Left; --Left) {
      const uint32_t Y = B.base(at(1 << 20), "y"),
                     X = Number(0, 2) ? Y : B.base(at(1 << 24), "x");
      const uint32_t Write = reference(W, Y);
      B.loadedConflict(Write, Number(0, 1) ? Write : reference(R, X));
    }
  }

  void tell(Record &To) {
    twofold_site &Site = B.site();
    twofold_launch &Launch = B.launch();
    To << Trips << ':';
    unsigned Pages = 0, All = 0;
    const auto Begin = uint64_t(reinterpret_cast<uintptr_t>(IndexMemory::All));
    const ByteRange Memory = {Begin, Begin + sizeof IndexMemory::All};
    const auto Read = [&](ByteRange Page) {
      ++Pages;
      return Memory.contains(Page) && ++All % 11 != 0;
    };
    const auto Say = [&](std::optional<uint32_t> Found) {
      To << (Found ? char('a' + *Found) : '-') << Pages << ' ';
      Pages = 0;
    };
    if (Trips < 500)
      Say(findLoadedConflict(Site, Launch, Trips, std::nullopt, Read));
    for (uint64_t Sample : {0, 1, 2, 5, 77})
      for (uint64_t Rounds : {30, 300, 3000, 40000}) {
        if (Trips >= 500 && Sample > 2 && Rounds > 3000)
          continue;
        SampleLimits Within{Rounds, nullptr};
        Say(findLoadedConflict(Site, Launch, Trips, Sample, Read, &Within));
        To << Rounds - Within.Rounds << ' ';
      }
    To << '\n';
  }
};

/// `for (o = first[i]; o < last[i]; ++o) f[o] += 1`, some with conditions, with
/// another array that is updated, and with stores beside it.
class RandomUpdates {
  Draw Number;
  IndexMemory From;
  SiteBuilder B;
  int I = 0;
  const uint64_t Trips;
  static constexpr uint32_t Update =
      TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE | TWOFOLD_REFERENCE_UPDATE;

  void rows(uint32_t Base, uint32_t Others) {
    int32_t *First = From.take(Trips), *Last = From.take(Trips);
    const int64_t Kind = Number(0, 4), Long = Number(1, 5);
    for (int64_t K = 0, At = 0; K < int64_t(Trips); ++K, At += Long) {
      const int64_t Place = Kind == 0   ? At
                            : Kind == 1 ? 900 - At
                            : Kind == 2 ? (K * 5 % int64_t(Trips)) * Long
                                        : At + Number(0, Kind == 3 ? 1 : 0);
      First[K] = int32_t(Place);
      Last[K] = int32_t(Place + (Number(0, 9) ? Long : Number(-1, Long)));
    }
    const int L = B.loadedAxis(B.base(First, "first"), 4, true, {{4, I}}),
              H = B.loadedAxis(B.base(Last, "last"), 4, true, {{4, I}});
    const int O = B.conflictAxis({{1, L}}, {{1, H}, {-1}});
    std::vector<SiteBuilder::Fact> Facts;
    if (Number(0, 3) == 0)
      Facts.push_back({{{1, L}}, INT64_MAX, Number(-1, 3)});
    if (Number(0, 2) == 0)
      Facts.push_back({{{1, I}, {-Number(0, 5)}}, 0, INT64_MAX});
    if (Number(0, 4) == 0)
      Facts.push_back({{{1, H}}, 900, Number(-2, 30)});
    B.reference(Base, 8, Update, {{8, O}}, 0, Facts);
    if (Number(0, 3) == 0)
      B.reference(Others, 8, Update, {{8, I}, {8 * Number(-9, 2000)}});
  }

public:
  explicit RandomUpdates(std::mt19937_64 &Random)
      : Number{Random}, Trips(uint64_t(Number(2, 40))) {
    I = B.dim(0, 1, Trips);
    const int64_t Apart = Number(0, 3) ? 1 << 20 : 8 * Number(0, 300);
    const uint32_t F = B.base(at(1 << 24), "f"),
                   G = B.base(at((1 << 24) + Apart), "g");
    constexpr uint32_t Stores = TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_UNKNOWN;
    const bool Two = Number(0, 1);
    rows(F, Two ? G : F);
    B.access(F, 8, Stores, {});
    B.element(F, 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD, TWOFOLD_ELEMENT_TESTED);
    if (Two) {
      rows(G, F);
      B.access(G, 8, Stores, {});
      B.element(G, 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD,
                Number(0, 4) ? TWOFOLD_ELEMENT_TESTED : 0);
    }
    if (Number(0, 2) == 0) {
      const uint32_t H =
          Number(0, 1) ? B.base(at((1 << 24) + 8 * Number(-50, 2000)), "h")
                       : B.base(IndexMemory::All + Number(0, 4000), "h");
      B.access(H, 8, TWOFOLD_ACCESS_WRITE, {{8, I}});
    }
  }
  void tell(Record &To) {
    for (uint64_t Work : {100, 511, 512}) {
      const OwnElementsFound Found =
          findOwnElements(B.site(), B.launch(), Trips, Work);
      To << Found.Own;
      for (const ByteRange &Each : Found.Read) {
        const auto Begin = reinterpret_cast<uintptr_t>(IndexMemory::All);
        To << ' ' << Each.Begin - Begin << '-' << Each.End - Begin;
      }
      To << '\n';
    }
  }
};

} // namespace

TEST(ConflictRecord, searchesTakeTheirSteps) {
  std::mt19937_64 Random(101);
  Record All;
  for (unsigned Try = 0; Try < cases(3000); ++Try) {
    const RandomSearch Search(Draw{Random});
    for (unsigned Steps : Limits)
      All << int(Search.solve(Steps));
    All << '\n';
  }
  All.expect(0xddb61bc9fc0b4f27);
}

TEST(ConflictRecord, questionsTakeTheirSteps) {
  std::mt19937_64 Random(103);
  Record All;
  for (unsigned Try = 0; Try < cases(1500); ++Try) {
    RandomPair Pair(Random);
    for (unsigned Steps : Limits)
      All << Pair.answer(Steps);
    All << ' ' << int(Pair.trySeries()) << '\n';
  }
  All.expect(0xbe5e20a81f88a0af);
}

TEST(ConflictRecord, samplesTakeTheirRounds) {
  std::mt19937_64 Random(107);
  Record All;
  for (unsigned Try = 0; Try < cases(400); ++Try)
    RandomSites(Random).tell(All);
  for (uint64_t Ops : {0ull, 1000ull, 1000000ull, 1ull << 40, ~0ull})
    for (uint64_t Calls : {0ull, 1ull, 30ull, 100000ull, ~0ull})
      for (uint64_t Taken : {0ull, 1000ull, 1000000ull})
        All << sampleRounds(Ops, Calls, Taken) << '\n';
  All.expect(0x2a64a70e07f03359);
}

TEST(ConflictRecord, elementsAreTheirIterationsOwn) {
  std::mt19937_64 Random(109);
  Record All;
  for (unsigned Try = 0; Try < cases(1500); ++Try)
    RandomUpdates(Random).tell(All);
  All.expect(0x903d1436a889e568);
}

/// But for functions whose last bits are the library's.
TEST(ConflictRecord, numbersAreCombined) {
  constexpr int64_t One = 0x3ff0000000000000, Half = 0x3fe0000000000000;
  constexpr int64_t Some[] = {
      0,          1,         -1,        2,       3,         -3,
      7,          -8,        63,        64,      One,       -Half,
      One + 9999, INT64_MAX, INT64_MIN, One * 2, -One,      INT64_MIN + 1,
      1000003,    -77777,    Half,      300,     255 << 20, One - Half};
  SiteBuilder B;
  B.dim(0, 1, 1);
  B.reference(B.base(at(4096), "a"), 8, R, {});
  Record All;
  for (int64_t Code = 1; Code <= TWOFOLD_NUMBER_EQUALS; ++Code) {
    if (Code == TWOFOLD_NUMBER_POWER || Code == TWOFOLD_NUMBER_ANGLE ||
        Code == TWOFOLD_NUMBER_STATE)
      continue;
    const bool Calls = Code == TWOFOLD_NUMBER_FUNCTION;
    B.numberAxis(Code, 0, 0, {}, {});
    const twofold_site &Site = B.site();
    const PlaceAxis Axis(Site, B.launch(),
                         Site.conflicts->axes[Site.conflicts->axis_count - 1]);
    All << Code << Axis.wraps() << Axis.isFloating() << ':';
    for (int64_t First : Some)
      for (int64_t Second : Some) {
        if (Calls && (Second < 0 || Second > TWOFOLD_FUNCTION_SQRT))
          continue;
        const auto Is = Axis.combine(First, Second);
        All << ' ' << (Is ? std::to_string(*Is) : "-");
        for (int64_t Reach : {1, 100}) {
          if (First > INT64_MAX - Reach || Second > INT64_MAX - Reach)
            continue;
          for (int64_t Other : {int64_t(0), Calls ? 0 : Reach}) {
            const auto Range = Axis.combine(PlaceRange{First, First + Reach},
                                            PlaceRange{Second, Second + Other});
            if (Range)
              All << ',' << Range->Min << ',' << Range->Max;
          }
        }
      }
    All << '\n';
  }
  All.expect(0x662f61e0d318a4f4);
}
