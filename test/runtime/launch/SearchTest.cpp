// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SearchTest.cpp - searches for the iteration that leaves a loop -----===//
#include "RuntimeBench.h"
#include "bytes/Footprint.h"
#include "host/Schedule.h"
#include "launch/LaunchShape.h"

#include <gtest/gtest.h>
#include <set>

using namespace twofold;
using namespace twofold::test;

namespace {

/// for (i = 0; i < n; ++i) if (a[i] == 1) leave;
struct SearchLoop {
  SiteBuilder B;
  std::vector<char> A;
  std::vector<std::atomic<int>> Runs;
  uint64_t Found;

  enum { This = 1, Data, Exit };

  SearchLoop(uint64_t N, std::set<uint64_t> Exits) : A(N), Runs(N), Found(N) {
    for (uint64_t E : Exits)
      A[E] = 1;
    int I = B.dim(0, 1, N);
    B.arg(this);
    uint32_t Base = B.base(A.data(), "a", int64_t(N));
    B.access(Base, 1, TWOFOLD_ACCESS_READ, {{1, I}});
    uint32_t R = B.result(&Found, 8, TWOFOLD_RESULT_REDUCTION);
    B.kernel("search", 1, TWOFOLD_KERNEL_LINEAR);
    B.kernelArg(TWOFOLD_ARG_BUFFER, Base);
    B.kernelArg(TWOFOLD_ARG_ITEM_STEP);
    B.kernelArg(TWOFOLD_ARG_STRIDE);
    B.kernelArg(TWOFOLD_ARG_ITEM_TRIPS);
    B.kernelArg(TWOFOLD_ARG_FIRST);
    B.kernelArg(TWOFOLD_ARG_END);
    B.kernelArg(TWOFOLD_ARG_PARTIAL, R, 8);
    B.kernelArg(TWOFOLD_ARG_LOCAL, R, 8);
    B.site().flags = TWOFOLD_SITE_SEARCH;
    B.site().native = native;
    B.site().identity = [](void **Args) {
      *static_cast<uint64_t *>(Args[Exit]) = UINT64_MAX;
    };
    B.site().combine = [](void **Into, void **From) {
      uint64_t &To = *static_cast<uint64_t *>(Into[Exit]);
      To = std::min(To, *static_cast<uint64_t *>(From[Exit]));
    };
  }

  static void native(void **Args, uint64_t Lo, uint64_t Hi) {
    SearchLoop &Self = *static_cast<SearchLoop *>(Args[This]);
    ASSERT_LT(Lo, Hi);
    for (uint64_t I = Lo; I < Hi; ++I) {
      ++Self.Runs[I];
      if (!Self.A[I])
        continue;
      uint64_t &Lowest = *static_cast<uint64_t *>(Args[Exit]);
      Lowest = std::min(Lowest, I);
      return;
    }
  }

  /// The items' iterations, as printed kernels have them.
  static void kernel(const NdRange &Range, const std::vector<char *> &Args) {
    auto Number = [&](int Arg) {
      uint64_t Out;
      std::memcpy(&Out, Args[Arg], 8);
      return Out;
    };
    const char *A = Args[0] + int64_t(Number(1));
    uint64_t Step = Number(2), Stride = Number(3), Trips = Number(4),
             First = Number(5), End = Number(6);
    auto *Partial = reinterpret_cast<uint64_t *>(Args[7]);
    for (uint64_t G = 0; G < Range.Global[0] / Range.Local[0]; ++G) {
      Partial[G] = UINT64_MAX;
      for (uint64_t T = 0; T < Range.Local[0]; ++T) {
        uint64_t I = First + (G * Range.Local[0] + T) * Step;
        for (uint64_t K = 0; K < Trips && I < End; ++K, I += Stride)
          if (A[I]) {
            Partial[G] = std::min(Partial[G], I);
            break;
          }
      }
    }
  }

  HostDevice::Mode search(int64_t Threads, bool MayReadAhead = true,
                          uint64_t InlineOps = 1) {
    std::atomic<uint64_t> Limit{0};
    B.launch().num_threads = Threads;
    return HostDevice(InlineOps, Limit)
        .search(B.site(), B.launch(), A.size(), A.size(),
                [=] { return MayReadAhead; });
  }
};

} // namespace

TEST(Search, TheLowestWinsOnThreads) {
  for (uint64_t N : {1, 2, 3, 100, 5000})
    for (int64_t Threads : {1, 2, 5})
      for (uint64_t Exit : {uint64_t(0), N / 3, N - 1, N}) {
        std::set<uint64_t> Exits;
        for (uint64_t E = Exit; E < N; E += 1 + N / 7)
          Exits.insert(E);
        SearchLoop Loop(N, Exits);
        Loop.search(Threads);
        EXPECT_EQ(Loop.Found, Exit) << N << " on " << Threads;
        // All below were tried, and none twice.
        for (uint64_t I = 0; I < N; ++I) {
          EXPECT_LE(Loop.Runs[I], 1);
          if (I <= Exit)
            EXPECT_EQ(Loop.Runs[I], 1) << I;
        }
      }
}

TEST(Search, ChunksAreHonoured) {
  SearchLoop Loop(1000, {700, 710, 999});
  Loop.B.launch().chunk = 10;
  EXPECT_EQ(Loop.search(3), HostDevice::Mode::Threads);
  EXPECT_EQ(Loop.Found, 700u);
}

TEST(Search, NothingIsReadAheadWithoutLeave) {
  SearchLoop Loop(5000, {100, 4000});
  EXPECT_EQ(Loop.search(4, /*MayReadAhead=*/false), HostDevice::Mode::Inline);
  EXPECT_EQ(Loop.Found, 100u);
  for (uint64_t I = 0; I < 5000; ++I)
    EXPECT_EQ(Loop.Runs[I], I <= 100);
}

TEST(Search, AnEarlyFindStartsNoThreads) {
  SearchLoop Loop(100000, {50, 99999});
  EXPECT_EQ(Loop.search(4, true, /*InlineOps=*/1000), HostDevice::Mode::Inline);
  EXPECT_EQ(Loop.Found, 50u);
}

TEST(Search, ChunksGrowAndEndTogether) {
  SearchSchedule S{1000000, 16, 0};
  uint64_t Longest = 0, Begin = 16;
  unsigned Count = 0;
  for (; Begin < S.Trips; ++Count) {
    uint64_t Length = S.length(Begin, 4);
    ASSERT_GE(Length, 1u);
    ASSERT_LE(Length, S.Trips - Begin);
    // Work beyond a find is a share of the work before it.
    EXPECT_LE(Length, std::max<uint64_t>(Begin / 8, 4));
    Longest = std::max(Longest, Length);
    Begin += Length;
  }
  EXPECT_EQ(Begin, S.Trips);
  EXPECT_GT(Longest, 50000u);
  EXPECT_LT(Count, 5000u);
  EXPECT_EQ((SearchSchedule{100, 10, 7}).length(95, 4), 5u);
}

TEST(Search, DevicesGoBySlices) {
  for (DeviceKind Kind : {DeviceKind::Gpu, DeviceKind::Cpu})
    for (uint64_t Exit : {0, 1, 4095, 300000, 999999, 1000000}) {
      Bench On(asked(Kind == DeviceKind::Gpu ? DeviceRequest::Kind::Gpu
                                             : DeviceRequest::Kind::Cpu),
               Kind);
      On.World.Kernels["search"] = SearchLoop::kernel;
      std::set<uint64_t> Exits;
      for (uint64_t E = Exit; E < 1000000; E += 77777)
        Exits.insert(E);
      SearchLoop Loop(1000000, Exits);
      On.R->run(Loop.B.site(), Loop.B.launch(), 1000000);
      EXPECT_EQ(Loop.Found, Exit);
      EXPECT_EQ(On.counts().CallsDevice, 1u);
    }
}

TEST(Search, SlicesPartitionTheIterations) {
  SearchLoop Loop(1000, {});
  DeviceFacts Facts;
  Facts.ComputeUnits = 2;
  Facts.MaxGroupSize = 64;
  Facts.LocalMemory = 1 << 15;
  for (DeviceKind Kind : {DeviceKind::Gpu, DeviceKind::Cpu}) {
    Facts.Kind = Kind;
    LaunchShape S =
        LaunchShape::make(Loop.B.site(), Loop.B.launch(), 1000, Facts, 64);
    uint64_t Items = S.Groups * S.GroupSize;
    for (auto [First, End] :
         {std::pair<uint64_t, uint64_t>{0, 1}, {1, 300}, {300, 1000}}) {
      S.slice(First, End);
      EXPECT_EQ(S.Groups * S.GroupSize, Items);
      EXPECT_EQ(S.Pieces.front().First[0], First);
      std::multiset<uint64_t> Ran;
      for (uint64_t T = 0; T < Items; ++T) {
        uint64_t I = First + T * S.ItemStep;
        for (uint64_t K = 0; K < S.ItemTrips && I < S.End; ++K, I += S.Stride)
          Ran.insert(I);
      }
      EXPECT_EQ(Ran.size(), End - First);
      EXPECT_EQ(*Ran.begin(), First);
      EXPECT_EQ(*Ran.rbegin(), End - 1);
    }
  }
}

TEST(Search, RangesMustBeReadableAsAWhole) {
  auto Footprint = [](uint64_t Trips, int64_t Extent, bool Readable) {
    SiteBuilder B;
    int I = B.dim(0, 1, Trips);
    B.site().flags = TWOFOLD_SITE_SEARCH;
    const void *At = reinterpret_cast<const void *>(uintptr_t(1) << 20);
    B.access(B.base(At, "a", Extent), 4, TWOFOLD_ACCESS_READ, {{4, I}});
    twofold_site &Site = B.site();
    twofold_launch &Launch = B.launch();
    return computeFootprint(
        Site, Launch, IterationSpace(Site, Launch),
        [=](ByteRange Wanted, ByteRange, RangeSet &Found) {
          Found.insert({Wanted.Begin, Readable ? Wanted.End : Wanted.End - 1});
          return true;
        });
  };
  EXPECT_TRUE(Footprint(100, 400, false).known());
  EXPECT_FALSE(Footprint(101, 400, true).known());
  EXPECT_TRUE(Footprint(100, -1, true).known());
  EXPECT_FALSE(Footprint(100, -1, false).known());
}
