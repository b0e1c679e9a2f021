// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ShapeRecordTest.cpp - how calls are shared out, on both sides ------===//
#include "Record.h"
#include "SiteBuilder.h"
#include "host/Schedule.h"
#include "launch/LaunchShape.h"

#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr uint64_t Most = uint64_t(1) << 31;

/// 1 to Largest: mostly powers of two and their neighbours, which limits are.
uint64_t around(std::mt19937 &Random, uint64_t Largest) {
  const uint64_t Power = uint64_t(1) << Random() % std::bit_width(Largest);
  const uint64_t Some[] = {Power - 1, Power, Power + 1, 1 + Random() % Largest};
  return std::clamp<uint64_t>(Some[Random() % 4], 1, Largest);
}

DeviceFacts facts(std::mt19937 &Random) {
  DeviceFacts Out;
  Out.Kind = Random() % 2 ? DeviceKind::Gpu : DeviceKind::Cpu;
  Out.ComputeUnits = unsigned(around(Random, 40));
  Out.MaxGroupSize = size_t(1) << Random() % 11;
  Out.LocalMemory = uint64_t(1)
                    << (Random() % 3 ? 15 + Random() % 2 : 10 + Random() % 4);
  Out.MaxItemSizes = {Out.MaxGroupSize, Out.MaxGroupSize,
                      std::min<size_t>(Out.MaxGroupSize, 64)};
  return Out;
}

/// A loop with a kernel of any kind.
struct AnyLoop {
  SiteBuilder B;
  explicit AnyLoop(std::mt19937 &Random) {
    const uint64_t Longest = uint64_t(1) << (1 + Random() % 24);
    const unsigned Rank = 1 + Random() % 3;
    for (unsigned D = 0; D < Rank; ++D)
      B.dim(0, 1, around(Random, std::max<uint64_t>(Longest >> (8 * D), 2)));
    constexpr uint32_t Kinds[] = {0, TWOFOLD_KERNEL_LINEAR,
                                  TWOFOLD_KERNEL_GIVEN};
    const uint32_t Flags = Kinds[Random() % 3];
    for (unsigned D = 0; D < 3; ++D)
      B.value(64 << Random() % 4);
    for (unsigned D = 0; D < 3; ++D)
      B.value(Random() % 3 ? 0 : 8);
    const bool Inner = !Flags && Rank < 3 && Random() % 2;
    B.kernel("k", Flags & TWOFOLD_KERNEL_LINEAR ? 1 : Rank + Inner,
             Flags | (Random() % 6 ? 0 : TWOFOLD_KERNEL_TILES));
    if (Inner) {
      for (unsigned R = 0; R < Rank; ++R)
        B.kernelRange(R + 1, int(Rank - 1 - R));
      B.kernelRange(0, B.axis({{0}}, {{int64_t(around(Random, 3000)) - 1}}));
    }
    if (Random() % 2)
      B.kernelArg(TWOFOLD_ARG_WIDTH, 4);
    if (!Flags && Random() % 2)
      for (uint32_t Columns : {128, 64, 32})
        B.kernelArg(TWOFOLD_ARG_TILE, Columns, TWOFOLD_TILE_SIZE(64, 32));
    if (Random() % 2)
      for (uint32_t R = 0; R < Rank; ++R)
        B.kernelArg(TWOFOLD_ARG_FIRST, R, 8);
    static int64_t Sum;
    for (unsigned Left = Random() % 3; Left; --Left) {
      const uint32_t R = B.result(&Sum, 8,
                                  Random() % 2 ? TWOFOLD_RESULT_REDUCTION
                                               : TWOFOLD_RESULT_LAST);
      B.kernelArg(TWOFOLD_ARG_PARTIAL, R, 8);
      B.kernelArg(TWOFOLD_ARG_LOCAL, R, 8);
    }
    for (uint32_t E = 0, Count = Random() % 3; E < Count; ++E) {
      static double Array[64];
      B.element(B.base(Array, "a"), 1u << Random() % 4, TWOFOLD_TYPE_SIGNED,
                TWOFOLD_OP_ADD);
      if (Random() % 4)
        B.kernelArg(TWOFOLD_ARG_COPIES, E, 8);
    }
    constexpr uint32_t Some[] = {0,
                                 0,
                                 TWOFOLD_SITE_SEARCH,
                                 TWOFOLD_SITE_ROUNDS,
                                 TWOFOLD_SITE_DETERMINISTIC,
                                 TWOFOLD_SITE_ORDERED,
                                 TWOFOLD_SITE_DYNAMIC,
                                 TWOFOLD_SITE_RISING};
    B.site().flags = Some[Random() % 8] |
                     (Random() % 4 ? 0 : 7u << TWOFOLD_SITE_FEWEST_SHIFT);
    B.launch().chunk = Random() % 4 ? 0 : 1 + Random() % 100;
  }
};

} // namespace

TEST(ShapeRecord, launches) {
  std::mt19937 Random(5);
  Record All;
  for (unsigned Try = 0; Try < 4000; ++Try) {
    AnyLoop L(Random);
    const DeviceFacts Facts = facts(Random);
    GroupShape Wish;
    if (Random() % 3 == 0)
      Wish.Items = {1u << Random() % 9, 1u << Random() % 4, 1u << Random() % 2};
    if (Random() % 3 == 0)
      Wish.GroupsEachUnit = 1 + Random() % 16;
    std::vector<uint64_t> Copies; // that fit into local memory
    for (uint32_t E = 0; E < L.B.site().element_count; ++E)
      Copies.push_back(
          Random() % 3
              ? around(Random, Random() % 2 ? 40 : Facts.LocalMemory / 32)
              : 0);
    const LaunchShape S = LaunchShape::make(
        L.B.site(), L.B.launch(), L.B.trips(), Facts,
        std::max<size_t>(Facts.MaxGroupSize >> Random() % 3, 1), Random() % 2,
        Random() % 5 ? Most : around(Random, 100000) + L.B.trips() / 256,
        Copies, Wish);
    All << S.Groups << ' ' << S.GroupSize << ' ' << S.ItemStep << ' '
        << S.Stride << ' ' << S.ItemTrips << ' ' << S.End << ' ' << S.Width
        << S.Apart << ' ' << S.Rows << ' ' << S.Shares << ' ' << S.SharedBytes
        << ' ' << S.CopiesEach << ' ' << S.TileColumns << ' ' << S.items()
        << ' ' << S.Pieces.size();
    for (size_t P = 0; P < std::min<size_t>(S.Pieces.size(), 5); ++P) {
      const LaunchShape::Piece &Each = S.Pieces[P];
      All << '\n' << Each.Range.Rank << Each.Joins;
      for (unsigned D = 0; D < 3; ++D)
        All << ' ' << Each.Range.Global[D] << '/' << Each.Range.Local[D] << '+'
            << Each.First[D];
    }
    All << '\n';
  }
  All.expect(0xc694b6095af919b8);
}

TEST(ShapeRecord, threads) {
  std::mt19937 Random(6);
  Record All;
  for (unsigned Try = 0; Try < 3000; ++Try) {
    AnyLoop L(Random);
    const unsigned Threads = 1u << Random() % 7;
    const uint64_t Trips = L.B.trips();
    const Schedule S = Schedule::make(L.B.site(), L.B.launch(), Trips, Threads,
                                      Trips * (uint64_t(1) << Random() % 20));
    All << S.Unit << ' ' << S.Chunk << ' ' << S.Dynamic << ' ' << S.Least << ' '
        << S.Spare;
    for (unsigned T : {0u, Threads / 2, Threads - 1}) {
      const Schedule::Block B = S.block(T, Threads);
      All << ' ' << B.Begin << '-' << B.End;
      if (S.Least)
        for (uint64_t Left = B.End - B.Begin; Left; Left /= 3)
          All << ',' << S.piece(Left);
    }
    const SearchSchedule Search{Trips, Random() % 3 ? 0 : Random() % Trips,
                                uint64_t(L.B.launch().chunk)};
    for (uint64_t Begin = 0; Begin < Trips; Begin = Begin * 2 + 1)
      All << ' ' << Search.length(Begin, Threads);
    All << '\n';
  }
  All.expect(0x56d0b7fdfe7e44a1);
}

TEST(ShapeRecord, groups) {
  Record All;
  for (DeviceKind Kind : {DeviceKind::Cpu, DeviceKind::Gpu})
    for (unsigned Rank : {1, 2, 3})
      for (uint32_t Flags :
           {0u, unsigned(TWOFOLD_KERNEL_LINEAR), unsigned(TWOFOLD_KERNEL_GIVEN),
            unsigned(TWOFOLD_KERNEL_GROUPED)}) {
        SiteBuilder B;
        for (unsigned D = 0; D < Rank; ++D)
          B.dim(0, 1, 9);
        B.kernel("k", Rank, Flags);
        for (const GroupShape &Each : groupCandidates(B.site(), Kind)) {
          const auto Again = parseGroupShape(formatGroupShape(Each));
          All << formatGroupShape(Each) << ", " << (Again == Each) << '\n';
        }
      }
  for (const char *Text :
       {"", "items 1 1 1 groups 0", "items 65536 1 1 groups 4096",
        "items 65537 1 1 groups 0", "items 131072 1 1 groups 0",
        "items 1 1 1 groups 4097", "items 0 1 1 groups 0",
        "items 1 0 1 groups 0", "items 3 1 1 groups 0", "items 1 1 groups 1",
        "items 1 1 1 groups 1 ", "items 1 1 1 groups", "items -1 1 1 groups 0"})
    All << Text << ": " << parseGroupShape(Text).has_value() << '\n';
  std::mt19937 Random(7);
  for (unsigned Try = 0; Try < 60; ++Try) {
    std::vector<GroupShape> Shapes(1 + Random() % 4);
    for (size_t I = 1; I < Shapes.size(); ++I)
      Shapes[I].Items = {16u << I, 1, 1};
    GroupTuner Tuner(Shapes, Random() % 2);
    const double Base = Random() % 3 ? 1e6 : 15e3;
    for (unsigned Call = 0; Call < 80; ++Call) {
      GroupTrial Trial = Tuner.next(Try % 3 || Call % 20 ? 7 : 7 + Call / 20);
      Trial.Nanoseconds =
          Base * (1 + double((Trial.Candidate * 7 + Try) % 5) / 50) +
          double(Random() % 7) * Base / 3;
      All << Trial.Measure << Trial.Settled << Trial.Candidate
          << (Trial.Measure && Tuner.tell(Trial));
    }
    All << ' '
        << (Tuner.settled() ? formatGroupShape(*Tuner.settled()) : "open")
        << '\n';
  }
  All.expect(0x42d6422be2fbfc64);
}
