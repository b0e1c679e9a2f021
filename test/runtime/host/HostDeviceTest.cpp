// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host/HostDevice.h"
#include "Record.h"
#include "SiteBuilder.h"

#include <atomic>
#include <gtest/gtest.h>
#include <mutex>
#include <omp.h>
#include <set>
#include <stdexcept>
#include <vector>

using namespace twofold;
using namespace twofold::test;

namespace {

/// A loop that counts how often each iteration ran, sums them up, keeps the
/// last one and may throw at one.
struct CountingLoop {
  SiteBuilder B;
  std::vector<std::atomic<int>> Runs;
  uint64_t Sum = 1000;
  uint64_t Last = 0;
  uint64_t ThrowAt = ~uint64_t(0);
  std::atomic<uint64_t> Limit{0};
  std::atomic<unsigned> Calls{0};

  explicit CountingLoop(std::vector<uint64_t> Dims) {
    for (uint64_t Trips : Dims)
      B.dim(0, 1, Trips);
    Runs = std::vector<std::atomic<int>>(B.trips());
    B.arg(this);
    B.result(&Sum, sizeof Sum, TWOFOLD_RESULT_REDUCTION);
    B.result(&Last, sizeof Last, TWOFOLD_RESULT_LAST);
    B.site().native = run;
    B.site().identity = [](void **Args) {
      *static_cast<uint64_t *>(Args[2]) = 0;
    };
    B.site().combine = [](void **Into, void **From) {
      *static_cast<uint64_t *>(Into[2]) += *static_cast<uint64_t *>(From[2]);
    };
  }

  static void run(void **Args, uint64_t Lo, uint64_t Hi) {
    CountingLoop &Self = *static_cast<CountingLoop *>(Args[1]);
    ASSERT_LT(Lo, Hi);
    ++Self.Calls;
    for (uint64_t I = Lo; I < Hi; ++I) {
      if (I == Self.ThrowAt)
        throw std::runtime_error("iteration " + std::to_string(I));
      ++Self.Runs[I];
      *static_cast<uint64_t *>(Args[2]) += I;
      if (I + 1 == Self.Runs.size())
        *static_cast<uint64_t *>(Args[3]) = I;
    }
  }

  HostDevice::Mode start(uint64_t InlineOps = 1) {
    HostDevice Host(InlineOps, Limit);
    return Host.run(B.site(), B.launch(), B.trips(), B.trips());
  }

  void expectAllRun() {
    uint64_t N = Runs.size();
    for (uint64_t I = 0; I < N; ++I)
      ASSERT_EQ(Runs[I], 1) << I;
    EXPECT_EQ(Sum, 1000 + N * (N - 1) / 2);
    EXPECT_EQ(Last, N - 1);
  }
};

} // namespace

/// Whoever runs them: the pieces of all kinds of calls, and what kind of run it
/// was. The limit is set, so that no clock has a say.
TEST(HostDevice, CallsComeInTheSamePieces) {
  constexpr uint32_t Kinds[] = {0,
                                TWOFOLD_SITE_ORDERED,
                                TWOFOLD_SITE_ROUNDS,
                                TWOFOLD_SITE_RISING,
                                TWOFOLD_SITE_DYNAMIC,
                                TWOFOLD_SITE_IN_ORDER,
                                TWOFOLD_SITE_OPAQUE,
                                5u << TWOFOLD_SITE_FEWEST_SHIFT};
  static std::mutex Lock;
  static std::multiset<std::pair<uint64_t, uint64_t>> Pieces;
  Record All;
  unsigned Case = 0;
  for (uint32_t Flags : Kinds)
    for (std::vector<uint64_t> Dims :
         {std::vector<uint64_t>{1}, {500}, {30, 70}, {20000}})
      for (uint64_t OpsEach : {20, 4000})
        for (int64_t Threads : {1, 2, 3})
          for (unsigned How = 0; How < 6; ++How) {
            if (sanitized() && ++Case % 7)
              continue;
            CountingLoop Loop(Dims);
            twofold_site &Site = Loop.B.site();
            twofold_launch &Launch = Loop.B.launch();
            Site.flags = Flags;
            Site.native = [](void **Args, uint64_t Lo, uint64_t Hi) {
              const std::lock_guard<std::mutex> Hold(Lock);
              Pieces.insert({Lo, Hi});
              CountingLoop::run(Args, Lo, Hi);
            };
            Launch.num_threads = Threads;
            Launch.chunk = How == 1 ? 7 : 0;
            Launch.condition = How != 2;
            Pieces.clear();
            HostDevice Host(How == 3 ? 100000 : 1, Loop.Limit, 4);
            const uint64_t Trips = Loop.B.trips();
            const auto Ran = Host.run(Site, Launch, Trips, Trips * OpsEach,
                                      /*Deterministic=*/How == 4,
                                      /*Beside=*/How == 5 ? 2 : 0);
            Loop.expectAllRun();
            All << int(Ran) << ' ' << Loop.Limit.load();
            uint64_t Sum = 0;
            for (const auto &[Lo, Hi] : Pieces)
              Sum = Sum * 31 + Lo * 7 + Hi;
            All << ' ' << Pieces.size() << ' ' << Sum << '\n';
          }
  All.expect(0x4a27b023abda2beb);
}

TEST(HostDevice, LimitsAreRaisedUnlessNonePass) {
  CountingLoop Loop({5});
  twofold_site &Site = Loop.B.site();
  HostDevice::letPass(Site, 9); // without a limit of its own
  HostDevice::letCome(Site);
  volatile uint64_t Limit = 0;
  Site.inline_limit = &Limit;
  const auto After = [&](uint64_t Before, auto Do) {
    Limit = Before;
    Do();
    return uint64_t(Limit);
  };
  constexpr uint64_t None = HostDevice::LetsNonePass;
  const auto Pass = [&] { HostDevice::letPass(Site, 50); };
  EXPECT_EQ(After(0, Pass), 50u);
  EXPECT_EQ(After(48, Pass), 50u);
  EXPECT_EQ(After(49, Pass), 51u) << "one thread still passes alone";
  EXPECT_EQ(After(51, Pass), 51u);
  EXPECT_EQ(After(None, Pass), None);
  const auto Come = [&] { HostDevice::letCome(Site); };
  EXPECT_EQ(After(0, Come), 0u);
  EXPECT_EQ(After(50, Come), 0u);
  EXPECT_EQ(After(None, Come), None);
  EXPECT_EQ(After(50, [&] { HostDevice::letNonePass(Site); }), None);
}

TEST(HostDevice, StaticBlocksRunEverythingOnce) {
  for (uint64_t Trips : {5, 500})
    for (int64_t Threads : {1, 2, 3, 7}) {
      CountingLoop Loop({Trips});
      Loop.B.launch().num_threads = Threads;
      Loop.start();
      Loop.expectAllRun();
    }
}

TEST(HostDevice, ChunksRunEverythingOnce) {
  for (uint32_t Flags : {0u, TWOFOLD_SITE_DYNAMIC})
    for (int64_t Chunk : {1, 7, 499, 500, 100000}) {
      CountingLoop Loop({500});
      Loop.B.site().flags = Flags;
      Loop.B.launch().num_threads = 3;
      Loop.B.launch().chunk = Chunk;
      EXPECT_EQ(Loop.start(), HostDevice::Mode::Threads);
      Loop.expectAllRun();
      EXPECT_EQ(Loop.Calls, (499 / std::min<uint64_t>(Chunk, 500)) + 1);
    }
}

/// Its parts depend on the work alone, and are combined in their order.
TEST(HostDevice, DeterministicLoopsHaveTheSameParts) {
  for (uint64_t Parts : {1, 2, 5})
    for (int64_t Threads : {1, 2, 3, 7}) {
      CountingLoop Loop({700});
      Loop.B.launch().num_threads = Threads;
      HostDevice Host(1, Loop.Limit);
      const HostDevice::Mode Ran =
          Host.run(Loop.B.site(), Loop.B.launch(), 700, Parts * 8192,
                   /*Deterministic=*/true);
      EXPECT_EQ(Ran, Parts > 1 && Threads > 1 ? HostDevice::Mode::Threads
                                              : HostDevice::Mode::Inline);
      EXPECT_EQ(Loop.Calls, Parts);
      Loop.expectAllRun();
    }
}

/// Copies of what reaches anywhere are not made: one part has to do.
TEST(HostDevice, DeterministicLoopsWithoutCopiesHaveOnePart) {
  CountingLoop Loop({700});
  const uint32_t Base = Loop.B.base(&Loop, "a");
  Loop.B.access(
      Base, 8,
      TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_UNKNOWN, {});
  Loop.B.element(Base, 8, TWOFOLD_TYPE_SIGNED, TWOFOLD_OP_ADD);
  Loop.B.launch().num_threads = 3;
  HostDevice Host(1, Loop.Limit);
  EXPECT_EQ(Host.run(Loop.B.site(), Loop.B.launch(), 700, 5 * 8192,
                     /*Deterministic=*/true),
            HostDevice::Mode::Inline);
  EXPECT_EQ(Loop.Calls, 1u);
  Loop.expectAllRun();
}

TEST(HostDevice, NestsRunEverythingOnce) {
  CountingLoop Loop({20, 5, 3});
  Loop.B.launch().num_threads = 4;
  Loop.start();
  Loop.expectAllRun();
  EXPECT_EQ(Loop.Calls, 4u);
}

TEST(HostDevice, SmallWorkRunsInline) {
  CountingLoop Loop({500});
  Loop.B.launch().num_threads = 2;
  EXPECT_EQ(Loop.start(501), HostDevice::Mode::Inline);
  EXPECT_EQ(Loop.Calls, 1u);
  Loop.expectAllRun();
}

TEST(HostDevice, AFalseConditionRunsInline) {
  CountingLoop Loop({500});
  Loop.B.launch().num_threads = 2;
  Loop.B.launch().condition = 0;
  EXPECT_EQ(Loop.start(), HostDevice::Mode::Inline);
  Loop.expectAllRun();
}

TEST(HostDevice, NumThreadsIsHonoured) {
  CountingLoop Loop({500});
  Loop.B.launch().num_threads = 5;
  Loop.start();
  EXPECT_EQ(Loop.Calls, 5u);
  omp_set_num_threads(3);
  CountingLoop Other({500});
  Other.start();
  EXPECT_EQ(Other.Calls, 3u);
}

TEST(HostDevice, TheFirstExceptionReachesTheCaller) {
  for (uint32_t Flags : {0u, TWOFOLD_SITE_DYNAMIC})
    for (int64_t Threads : {1, 4}) {
      CountingLoop Loop({500});
      Loop.B.site().flags = Flags;
      Loop.B.launch().num_threads = Threads;
      Loop.ThrowAt = 321;
      try {
        Loop.start();
        FAIL() << "no exception";
      } catch (const std::runtime_error &E) {
        EXPECT_STREQ(E.what(), "iteration 321");
      }
    }
}

TEST(HostDevice, OtherThreadsStopAfterAnException) {
  CountingLoop Loop({1000000});
  Loop.B.site().flags = TWOFOLD_SITE_DYNAMIC;
  Loop.B.launch().num_threads = 2;
  Loop.ThrowAt = 0;
  EXPECT_THROW(Loop.start(), std::runtime_error);
  EXPECT_LT(Loop.Calls, 1000000u);
}

TEST(HostDevice, NestedCallsRunOnTheirThread) {
  HostDevice::Mode Modes[2] = {HostDevice::Mode::Threads,
                               HostDevice::Mode::Threads};
  CountingLoop Inner[2] = {CountingLoop({300}), CountingLoop({300})};
  struct Outer {
    CountingLoop *Inner;
    HostDevice::Mode *Modes;
  } Data = {Inner, Modes};
  SiteBuilder B;
  B.dim(0, 1, 2);
  B.arg(&Data);
  B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
    Outer &Data = *static_cast<Outer *>(Args[1]);
    for (; Lo < Hi; ++Lo)
      Data.Modes[Lo] = Data.Inner[Lo].start();
  };
  B.launch().num_threads = 2;
  std::atomic<uint64_t> Limit;
  HostDevice(1, Limit).run(B.site(), B.launch(), 2, 1000);
  for (int I = 0; I < 2; ++I) {
    EXPECT_EQ(Modes[I], HostDevice::Mode::Inline);
    Inner[I].expectAllRun();
  }
}

TEST(HostDevice, TheLimitIsMeasuredOnce) {
  std::atomic<uint64_t> Limit{0};
  HostDevice Host(std::nullopt, Limit);
  EXPECT_GT(Limit, 0u);
  CountingLoop Loop({500});
  Loop.B.launch().num_threads = 2;
  Host.run(Loop.B.site(), Loop.B.launch(), 500, UINT64_MAX);
  Loop.expectAllRun();
  uint64_t Measured = Limit;
  EXPECT_GE(Measured, 2048u);
  EXPECT_LE(Measured, 1048576u);
  CountingLoop Again({500});
  Again.B.launch().num_threads = 2;
  Host.run(Again.B.site(), Again.B.launch(), 500, UINT64_MAX);
  EXPECT_EQ(Limit, Measured);
}

TEST(HostDevice, ShortCallsNeedNotCome) {
  volatile uint64_t Bypassed = 0;
  twofold_site Site = {};
  HostDevice::letPass(Site, 100); // one that asks each time
  Site.inline_limit = &Bypassed;
  HostDevice::letPass(Site, 100);
  EXPECT_EQ(Bypassed, 100u);
  HostDevice::letPass(Site, 50);
  EXPECT_EQ(Bypassed, 100u) << "the limit rises alone";
}

TEST(HostDevice, WhatTookLittleTimeNeedNotCome) {
  std::atomic<uint64_t> Limit{0};
  volatile uint64_t Bypassed = 0;
  twofold_site Site = {};
  Site.inline_limit = &Bypassed;
  HostDevice Host(std::nullopt, Limit);
  Limit = 16384;
  for (const uint64_t Ops : {20000u, 20001u, 20002u, 20003u}) {
    Host.letPass(Site, Ops, 100);
    EXPECT_LT(Ops, Bypassed) << "such a call passes at its own site";
    EXPECT_LE(Bypassed, Ops + 2);
  }
  const uint64_t Before = Bypassed;
  Host.letPass(Site, 30000, 100'000);
  EXPECT_EQ(Bypassed, Before) << "it took longer than a fork";
  Host.letPass(Site, 100'000'000, 100);
  EXPECT_EQ(Bypassed, Before) << "the clock is wrong";
  HostDevice Given(5000, Limit); // and no other
  Given.letPass(Site, 30000, 100);
  EXPECT_EQ(Bypassed, Before);
}

TEST(HostDevice, OnOneThreadLongCallsNeedNotBeDecided) {
  const int Threads = omp_get_max_threads();
  omp_set_num_threads(1);
  volatile uint64_t Limit = 0;
  twofold_site Site = {}, Asks = {}, Search = {}, Updates = {};
  twofold_launch Launch = {};
  Site.inline_limit = Search.inline_limit = Updates.inline_limit = &Limit;
  Search.flags = TWOFOLD_SITE_SEARCH;
  Updates.element_count = 1;
  for (const twofold_site *Each : {&Asks, &Search, &Updates}) {
    HostDevice::letPassAlone(*Each);
    EXPECT_FALSE(HostDevice::passesAlone(*Each, Launch));
  }
  HostDevice::letPassAlone(Site);
  EXPECT_TRUE(HostDevice::passesAlone(Site, Launch));
  HostDevice::letPass(Site, 1000);
  EXPECT_EQ(Limit | 1, 1001u);
  EXPECT_TRUE(HostDevice::passesAlone(Site, Launch));
  Launch.num_threads = 2;
  EXPECT_FALSE(HostDevice::passesAlone(Site, Launch)) << "the clause";
  Launch.num_threads = 0;
  omp_set_num_threads(2);
  EXPECT_FALSE(HostDevice::passesAlone(Site, Launch)) << "there are more now";
  omp_set_num_threads(1);
  HostDevice::letCome(Site);
  EXPECT_FALSE(HostDevice::passesAlone(Site, Launch)) << "a device is wanted";
  HostDevice::letNonePass(Site);
  HostDevice::letPassAlone(Site);
  EXPECT_FALSE(HostDevice::passesAlone(Site, Launch));
  EXPECT_EQ(Limit, HostDevice::LetsNonePass);
  omp_set_num_threads(Threads);
}

TEST(HostDevice, ReductionsOfManyTypesAreAligned) {
  SiteBuilder B;
  B.dim(0, 1, 64);
  char Flag = 0;
  alignas(64) double Wide[8] = {};
  B.result(&Flag, 1, TWOFOLD_RESULT_REDUCTION);
  B.result(Wide, sizeof Wide, TWOFOLD_RESULT_REDUCTION);
  B.site().identity = [](void **Args) {
    *static_cast<char *>(Args[1]) = 0;
    for (int I = 0; I < 8; ++I)
      static_cast<double *>(Args[2])[I] = 0;
  };
  B.site().combine = [](void **Into, void **From) {
    *static_cast<char *>(Into[1]) |= *static_cast<char *>(From[1]);
    for (int I = 0; I < 8; ++I)
      static_cast<double *>(Into[2])[I] += static_cast<double *>(From[2])[I];
  };
  B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Args[2]) % 64, 0u);
    for (; Lo < Hi; ++Lo) {
      *static_cast<char *>(Args[1]) |= char(Lo);
      static_cast<double *>(Args[2])[Lo % 8] += 1;
    }
  };
  B.launch().num_threads = 3;
  std::atomic<uint64_t> Limit;
  HostDevice(1, Limit).run(B.site(), B.launch(), 64, 1000);
  EXPECT_EQ(Flag, 63);
  for (double Count : Wide)
    EXPECT_EQ(Count, 8);
}

namespace {

/// A sum whose bits depend on how many parts it is made in.
struct RoundingLoop {
  SiteBuilder B;
  float Sum = 0;
  std::atomic<unsigned> Parts{0};
  std::atomic<uint64_t> Limit{0};

  RoundingLoop() {
    B.dim(0, 1, 30000);
    B.arg(this);
    B.result(&Sum, sizeof Sum, TWOFOLD_RESULT_REDUCTION);
    B.site().flags = TWOFOLD_SITE_ROUNDS;
    B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
      ++static_cast<RoundingLoop *>(Args[1])->Parts;
      for (uint64_t I = Lo; I < Hi; ++I)
        *static_cast<float *>(Args[2]) += 1 / float(I % 1013 + 3);
    };
    B.site().identity = [](void **Args) { *static_cast<float *>(Args[2]) = 0; };
    B.site().combine = [](void **Into, void **From) {
      *static_cast<float *>(Into[2]) += *static_cast<float *>(From[2]);
    };
    B.launch().num_threads = 3;
  }

  /// The sum, by the side that was found to be sooner.
  float run(TeamTrials::Side Sooner, HostDevice::Mode Expected) {
    constexpr uint64_t Ops = 30000 * 8;
    HostDevice Host(std::nullopt, Limit);
    TeamTrials Trials;
    for (int I = 0; I < 40; ++I) {
      const TeamTrials::Answer To = Trials.ask(Ops, Sooner);
      if (To.Measure)
        Trials.note(Ops, 3, To.To, To.To == Sooner ? 1e4 : 1e6);
    }
    Sum = 0;
    Parts = 0;
    Host.wakeTeam(); // a team that sleeps might not be worth it
    EXPECT_EQ(
        Host.run(B.site(), B.launch(), 30000, Ops, false, 0, nullptr, &Trials),
        Expected);
    return Sum;
  }
};

} // namespace

TEST(HostDevice, SumsThatRoundHaveTheirPartsOnOneThreadToo) {
  RoundingLoop Alone, Team;
  const float One = Alone.run(TeamTrials::Alone, HostDevice::Mode::Inline);
  EXPECT_EQ(Alone.Parts, 3u);
  const float Several = Team.run(TeamTrials::Team, HostDevice::Mode::Threads);
  EXPECT_EQ(Team.Parts, 3u);
  EXPECT_EQ(One, Several);
}
