// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OverlapRecordTest.cpp - answers about sections, and their steps ----===//
//
// What is answered is compared with all pairs of elements elsewhere. Here it
// shows in how many steps: each question has budgets that end it.
#include "Record.h"
#include "section/Sections.h"
#include "twofold/overlap.hpp"

#include <random>
#include <vector>

using namespace twofold;
using namespace twofold::detail;
using namespace twofold::test;

namespace {

struct Draw {
  std::mt19937_64 Random;
  std::ptrdiff_t operator()(std::ptrdiff_t Low, std::ptrdiff_t High) {
    return Low + std::ptrdiff_t(Random() % uint64_t(High - Low + 1));
  }
};

} // namespace

TEST(OverlapRecord, EquationsTakeTheirSteps) {
  Draw Number{std::mt19937_64(211)};
  Record All;
  for (unsigned Case = 0; Case < 1500; ++Case) {
    const unsigned Count = unsigned(Number(1, 5));
    std::vector<std::array<std::ptrdiff_t, 2>> Terms;
    for (unsigned I = 0; I < Count; ++I)
      Terms.push_back({Number(-12, 12) * (Number(0, 2) ? 1 : 8), Number(0, 6)});
    for (auto &[Factor, Most] : Terms)
      Most = Factor == 0 ? 0 : Most;
    const std::ptrdiff_t Low = Number(-60, 60), High = Low + Number(-1, 9);
    for (long Budget : {1, 2, 3, 5, 9, 30, 200, 3000}) {
      bounded_equation Of(Low, High, Budget);
      for (unsigned I = 0; I < Count; ++I)
        Of.add(Terms[I][0], Terms[I][1], I);
      unsigned Solutions = 0, Sum = 0;
      const bool Known = Of.solve([&](const std::ptrdiff_t *X) {
        for (unsigned I = 0; I < Count; ++I)
          Sum = Sum * 31 + unsigned(X[I]);
        return ++Solutions == 40;
      });
      All << Known << ' ' << Solutions << ' ' << Sum << ',';
    }
    All << '\n';
  }
  All.expect(0x4aa1f839f640e22d);
}

TEST(OverlapRecord, HazardsTakeTheirSteps) {
  Draw Number{std::mt19937_64(223)};
  Record All;
  for (unsigned Case = 0; Case < 4000; ++Case) {
    const size_t Rank = Number(0, 40) ? size_t(Number(0, 4)) : 17;
    const std::ptrdiff_t Unit = Number(0, 1) ? 8 : Number(1, 5);
    std::vector<std::ptrdiff_t> Shape(Rank), To(Rank), From(Rank);
    for (size_t K = 0; K < Rank; ++K) {
      Shape[K] = Number(0, 30) ? Number(1, 6) * (Number(0, 9) ? 1 : 50)
                               : Number(-1, 0);
      To[K] = Unit * Number(-9, 9);
      From[K] = Number(0, 2) ? To[K] : Unit * Number(-9, 9);
    }
    const footprint Target{100000, Number(0, 9) ? Unit : Number(1, 12),
                           To.data(), 1};
    const footprint Source{
        uintptr_t(100000 + Unit * Number(-40, 40) + (Number(0, 5) == 0)),
        Number(0, 9) ? Unit : Number(1, 12), From.data(), Number(0, 9) ? 1 : 4};
    for (long Budget : {0, 1, 2, 4, 7, 20, 100, 4096})
      All << hazardOf(Target, Source, Shape.data(), Rank, Budget);
    All << repeats(Shape.data(), To.data(), Rank) << '\n';
  }
  for (int L = -6; L <= 6; ++L)
    for (int R = -6; R <= 6; ++R)
      for (int Least = -9; Least <= 9; Least += 3)
        for (int N : {0, 1, 2, 5})
          for (long Budget : {0, 2, 90})
            All << hazardOfLine(L, R, Least, Least + 4, N, Budget);
  All.expect(0x41a47428d4163bf9);
}

/// How slices are assigned that begin, step and lie anywhere.
TEST(SectionRecord, PlansOfOperands) {
  std::mt19937 Random(91);
  const auto Any = [&](int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  };
  const auto Blocks = [](uint64_t Address) -> KnownBlock {
    const uint64_t Begin = Address / 4096 * 4096;
    return Begin / 4096 % 3 == 2 ? ByteRange() : ByteRange{Begin, Begin + 4096};
  };
  Record All;
  for (unsigned Case = 0; Case < cases(6000); ++Case) {
    const int Rank = int(Any(1, 3)), Count = int(Any(1, 3));
    std::vector<twofold_extent> Lengths, Rows;
    for (int D = 0; D < Rank; ++D)
      Lengths.push_back(Any(0, 9)   ? Any(1, 12)
                        : Any(0, 1) ? InOrderBytes / 8 + Any(-1, 1)
                                    : InOrderBytes * 40);
    std::vector<const volatile void *> First;
    for (int I = 0; I < Count; ++I) {
      First.push_back(reinterpret_cast<const void *>(
          uintptr_t(40960 + 8 * Any(0, 9) + 4096 * (Any(0, 3) / 3))));
      constexpr twofold_extent Kinds[] = {
          TWOFOLD_ADDRESSES_STRIDED, TWOFOLD_ADDRESSES_STRIDED,
          TWOFOLD_ADDRESSES_RANGE, TWOFOLD_ADDRESSES_BLOCK,
          TWOFOLD_ADDRESSES_UNKNOWN};
      Rows.push_back(Kinds[Any(0, 4)]);
      Rows.push_back(8 * Any(1, 2));
      for (int D = 0; D < Rank; ++D)
        Rows.push_back(8 * Any(-3, 12));
    }
    All << planSections(First.data(), Rows.data(), Count, Lengths.data(), Rank,
                        Blocks)
        << (Case % 64 == 63 ? "\n" : "");
  }
  All.expect(0x9924709423c128d3);
}

TEST(SectionRecord, BracketsOfAnyShape) {
  std::mt19937 Random(93);
  const auto Any = [&](int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  };
  twofold_slice Slice = {};
  Slice.file = "slice.c";
  Record All;
  for (unsigned Case = 0; Case < cases(4000); ++Case) {
    constexpr const char *Texts[] = {"3:7:a[...]\n4:1:b\n5:20:c[0:2]", "9:", "",
                                     "12:3:x\n", "8"};
    Slice.operands = Texts[Any(0, 2) ? 0 : Any(0, 4)];
    const int Rank = int(Any(1, 3)), Count = int(Any(1, 5));
    std::vector<twofold_extent> Lengths, Rows;
    for (int D = 0; D < Rank; ++D)
      Lengths.push_back(Any(0, 7) ? Any(1, 9) : Any(0, 1) ? 0 : INT64_MAX / 4);
    for (int I = 0; I < Count; ++I) {
      const int64_t D = Any(0, Rank - 1);
      const int64_t Large = INT64_MAX >> Any(1, 12);
      Rows.insert(Rows.end(),
                  {Any(0, 2), D, Any(0, 9) ? Lengths[size_t(D)] : Any(-2, 9),
                   Any(0, 9) ? Any(-9, 9) : Large,
                   Any(0, 9) ? Any(-3, 3) : -Large, int64_t(1) << Any(0, 4)});
    }
    if (auto Wrong =
            checkSections(Slice, Rows.data(), Count, Lengths.data(), Rank))
      All << Wrong->Text << ' ' << Wrong->Operand << ' ' << Wrong->Line << ' '
          << Wrong->Column << ' ' << Wrong->Length << ' ' << Wrong->Wanted
          << '\n';
  }
  All.expect(0xc19e10ffe2b9b1c7);
}
