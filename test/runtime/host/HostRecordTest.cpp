// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostRecordTest.cpp - all that is decided for the host's threads ----===//
//
// How iterations are dealt out, when sleeping threads are woken, which elements
// are copied, and which calls are worth threads or pass by: without threads
// wherever these can be asked alone, and by given times.
#include "Record.h"
#include "SiteBuilder.h"
#include "host/ElementCopies.h"
#include "host/HostDevice.h"
#include "host/Schedule.h"
#include "host/TeamState.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <mutex>
#include <omp.h>
#include <random>
#include <set>

using namespace twofold;
using namespace twofold::test;

namespace {

struct Draw {
  std::mt19937 Random;
  explicit Draw(unsigned Seed) : Random(Seed) {}
  uint64_t operator()(uint64_t Below) { return Random() % Below; }
};

void tellSchedule(Record &To, const Schedule &S, unsigned Threads) {
  To << S.Unit << ' ' << S.Chunk << ' ' << S.Dynamic << ' ' << S.Least << ' '
     << S.Spare;
  uint64_t Sum = 0, Pieces = 0;
  for (unsigned T = 0; T < Threads; ++T) {
    const Schedule::Block B = S.block(T, Threads);
    Sum = Sum * 31 + B.Begin * 7 + B.End;
    uint64_t Left = T < 2 && S.Least ? B.End - B.Begin : 0;
    for (; Left; ++Pieces) {
      const uint64_t Piece = std::clamp<uint64_t>(S.piece(Left), 1, Left);
      Sum = Sum * 31 + Piece;
      Left -= Piece;
    }
  }
  To << ' ' << Sum << ' ' << Pieces << '\n';
}

/// Arrays that a loop updates, as any site may have them.
struct Updates {
  static constexpr uint64_t Most = 1 << 14; ///< bytes of one array
  SiteBuilder B;
  std::vector<std::vector<char>> Arrays;
  uint32_t Entry = 0;

  explicit Updates(unsigned Seed) {
    Draw Any(Seed);
    const uint64_t Trips = 1 + Any(60);
    const int I = B.dim(0, 1 + int64_t(Any(2)), Trips);
    const int J = Any(2) ? B.dim(0, 1, 1 + Any(9)) : -1;
    B.kernel("k", 1, TWOFOLD_KERNEL_LINEAR);
    const int K = Any(3) ? B.axis({}, {{int64_t(Any(5)) - 1}}) : -1;
    const uint64_t Count = 1 + Any(3);
    Entry = B.arg(nullptr);
    for (uint64_t E = 0; E < Count; ++E) {
      const uint32_t Size = 1u << Any(4);
      std::vector<char> &Bytes = Arrays.emplace_back(Most);
      for (char &Each : Bytes)
        Each = char(Any(7));
      const bool Extent = Any(4) != 0;
      const uint32_t Base =
          B.base(Bytes.data(), "h",
                 Extent ? int64_t((4 + Any(Most / Size / 8)) * Size) : -1);
      for (uint64_t More = 1 + Any(2); More; --More) {
        uint32_t Flags = TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE;
        if (Extent && Any(2))
          Flags |= TWOFOLD_ACCESS_UNKNOWN;
        std::vector<SiteBuilder::Monomial> At = {{int64_t(Size * Any(4)), I},
                                                 {int64_t(Size * Any(3))}};
        if (J >= 0 && Any(3))
          At.push_back({int64_t(Size * Any(20)), J});
        if (K >= 0 && Any(2))
          At.push_back({int64_t(Size) * (int64_t(Any(5)) - 2), K});
        B.access(Base, Size, Flags, At);
      }
      uint32_t Flags = Any(6) ? TWOFOLD_ELEMENT_COPY : 0;
      if (Any(2))
        Flags |= Entry << TWOFOLD_ELEMENT_ENTRY;
      const bool Real = Size >= 4 && Any(2);
      constexpr uint32_t Operations[] = {TWOFOLD_OP_ADD, TWOFOLD_OP_MUL,
                                         TWOFOLD_OP_MIN, TWOFOLD_OP_MAX};
      B.element(Base, Size, Real ? TWOFOLD_TYPE_FLOAT : TWOFOLD_TYPE_SIGNED,
                Operations[Any(4)], Flags);
      if (Any(2))
        B.kernelArg(TWOFOLD_ARG_COPIED, uint32_t(E));
    }
  }

  /// The bytes of all arrays.
  uint64_t sum() const {
    uint64_t Out = 0;
    for (const auto &Array : Arrays)
      for (char Each : Array)
        Out = Out * 31 + uint8_t(Each);
    return Out;
  }

  void tell(Record &To, unsigned Workers, uint64_t Ops, ElementMask Own);
};

void Updates::tell(Record &To, unsigned Workers, uint64_t Ops,
                   ElementMask Own) {
  const twofold_site &Site = B.site();
  const twofold_launch &Launch = B.launch();
  const IterationSpace Space(Site, Launch);
  for (uint32_t E = 0; E < Site.element_count; ++E)
    To << keepApart(Site, Launch, Space, Site.elements[E]);
  for (unsigned Units : {0u, 4u, 64u})
    To << contend(Site, Launch, Space, B.trips(), Units);
  ElementCopies Copies(Site, Launch, Workers, Ops, Own);
  To << ' ' << Copies.made() << Copies.needed()
     << (Copies.first() ? int(*Copies.first()) : -1);
  if (!Copies.made() || !Copies.needed()) {
    To << '\n';
    return;
  }
  // Each worker updates two elements of each array where its arguments say
  // that the array is.
  for (unsigned Worker = 0; Worker < Workers; ++Worker) {
    std::vector<void *> Mine(Launch.args, Launch.args + Site.arg_count);
    Copies.install(Mine.data(), Worker);
    To << (Mine[Entry] != nullptr);
    for (uint32_t E = 0; E < Site.element_count; ++E) {
      const auto Touched =
          computeBaseFootprint(Site, Launch, Space, Site.elements[E].base);
      if (!Touched || Touched->Hull.empty() || !Touched->Around.empty())
        continue;
      void *&Given = Mine[Site.bases[Site.elements[E].base].arg];
      const auto *Array = Arrays[E].data();
      char *Of = *static_cast<char **>(Given);
      To << (Of == Array);
      const auto First = Touched->Hull.Begin - uint64_t(uintptr_t(Array));
      const uint64_t Size = Site.elements[E].size;
      for (uint64_t At : {First, First + Touched->Hull.size() - Size}) {
        To << ' ' << unsigned(uint8_t(Of[At]));
        Of[At] = char(Of[At] + 3 * Worker + 1);
      }
    }
  }
  for (unsigned Share = 0; Share < 3; ++Share)
    Copies.combine(Share, 3, Workers);
  To << ' ' << sum() << '\n';
}

} // namespace

TEST(HostRecord, HowIterationsAreDealtOut) {
  Record All;
  for (uint32_t Flags :
       {0u, uint32_t(TWOFOLD_SITE_DYNAMIC), uint32_t(TWOFOLD_SITE_ORDERED),
        TWOFOLD_SITE_ORDERED | TWOFOLD_SITE_DYNAMIC,
        uint32_t(TWOFOLD_SITE_ROUNDS), uint32_t(TWOFOLD_SITE_RISING),
        9u << TWOFOLD_SITE_FEWEST_SHIFT})
    for (const std::vector<uint64_t> &Dims : {std::vector<uint64_t>{1},
                                              {257},
                                              {65536},
                                              {1000003},
                                              {16, 100},
                                              {5, 9, 30},
                                              {2000, 77},
                                              {UINT64_MAX - 40}})
      for (unsigned Threads : {1u, 2u, 4u, 9u, 40u})
        for (unsigned Shift : {0u, 18u, 22u, 30u})
          for (int64_t Chunk : {int64_t(0), int64_t(7), INT64_MAX}) {
            SiteBuilder B;
            for (uint64_t Trips : Dims)
              B.dim(0, 1, Trips);
            B.site().flags = Flags;
            B.launch().chunk = Chunk;
            tellSchedule(All,
                         Schedule::make(B.site(), B.launch(), B.trips(),
                                        Threads, uint64_t(1) << Shift),
                         Threads);
          }
  for (uint64_t Trips : {1, 10, 1000, 100000})
    for (uint64_t First : {1, 8, 100})
      for (uint64_t Chunk : {0, 1, 7})
        for (unsigned Threads : {1, 2, 8}) {
          const SearchSchedule S = {Trips, First, Chunk};
          for (uint64_t Begin = First; Begin < Trips;) {
            const uint64_t Length = S.length(Begin, Threads);
            All << Length << ' ';
            Begin += std::clamp<uint64_t>(Length, Trips / 500 + 1, Trips);
          }
          All << '\n';
        }
  All.expect(0xe400229eba9eae81);
}

TEST(HostRecord, WhenThreadsSpinAndAreWoken) {
  Record All;
  for (unsigned Seed = 0; Seed < 30; ++Seed) {
    Draw Any(Seed);
    TeamState Team;
    int64_t Now = 1000;
    for (unsigned Step = 0; Step < 80; ++Step) {
      Now += int64_t(Any(90));
      switch (Any(8)) {
      case 0:
        Team.note(Now);
        break;
      case 1:
        Team.wake();
        break;
      default:
        All << Team.hot(Now, int64_t(Any(3)) * 100, int64_t(Any(2)) * 4)
            << Team.worthWaking(double(Any(60)), double(1 + Any(6)) * 50);
      }
    }
    All << '\n';
  }
  All.expect(0x7388eecfdc114718);
}

TEST(HostRecord, WhichElementsAreCopiedAndHow) {
  Record All;
  for (unsigned Seed = 0; Seed < cases(400); ++Seed) {
    Draw Any(Seed + 1000);
    Updates(Seed).tell(All, 1 + unsigned(Any(4)), uint64_t(1) << (8 + Any(18)),
                       Any(5) ? 0 : Any(8));
  }
  All.expect(0x35b536245416f74b);
}

/// The limit is as if threads had been measured, and threads are awake.
TEST(HostRecord, WhichCallsAreWorthThreads) {
  Record All;
  SiteBuilder Before;
  Before.dim(0, 1, 4);
  Before.site().native = [](void **, uint64_t, uint64_t) {};
  Before.launch().num_threads = 2;
  std::atomic<uint64_t> Limit{0};
  HostDevice Host(std::nullopt, Limit, 2);
  Host.wakeTeam();
  Host.run(Before.site(), Before.launch(), 4, UINT64_MAX / 64);
  for (uint32_t Flags :
       {0u, uint32_t(TWOFOLD_SITE_OPAQUE), uint32_t(TWOFOLD_SITE_IN_ORDER)})
    for (uint32_t Axis : {0u, uint32_t(TWOFOLD_AXIS_UNKNOWN),
                          TWOFOLD_AXIS_UNKNOWN | TWOFOLD_AXIS_VIRTUAL})
      for (uint64_t Trips : {1, 2, 30})
        for (int64_t Threads : {1, 2})
          for (int32_t Condition : {0, 1})
            for (uint64_t Ops :
                 {511u, 512u, 513u, 16383u, 16384u, 16385u, 600000u}) {
              SiteBuilder B;
              B.dim(0, 1, Trips);
              B.axis({}, {{3}}, 1, -1, 1, Axis);
              B.site().flags = Flags;
              B.site().native = Before.site().native;
              B.launch().num_threads = Threads;
              B.launch().condition = Condition;
              Limit = 16384;
              Host.wakeTeam();
              All << int(Host.run(B.site(), B.launch(), Trips, Ops)) << ' '
                  << Limit.load() << '\n';
            }
  All.expect(0xdea731820eb0b475);
}

TEST(HostRecord, WhichCallsPassBy) {
  const int Threads = omp_get_max_threads();
  Record All;
  for (int Now : {1, 2}) {
    omp_set_num_threads(Now);
    for (bool Set : {false, true})
      for (uint32_t Flags : {0u, uint32_t(TWOFOLD_SITE_ROUNDS)})
        for (bool Alone : {false, true})
          for (double Time : {999.0, 1000.0, 4999.0, 5000.0, 9999.0, 10000.0})
            for (uint64_t Ops : {0u, 16383u, 16384u, 64u * 16384 - 1,
                                 64u * 16384, 64u * 16384 + 64}) {
              std::atomic<uint64_t> Limit{0};
              volatile uint64_t Passes = 0;
              twofold_site Site = {};
              Site.flags = Flags;
              Site.inline_limit = &Passes;
              Site.combine = [](void **, void **) {};
              const HostDevice Host(
                  Set ? std::optional<uint64_t>(16384) : std::nullopt, Limit);
              Limit = 16384;
              Host.letPass(Site, Ops, Time, Alone);
              All << Passes << ' ';
              HostDevice::letPassAlone(Site);
              twofold_launch Launch = {};
              All << Passes << ' ' << HostDevice::passesAlone(Site, Launch)
                  << HostDevice::threads(Launch) << HostDevice::mostThreads()
                  << '\n';
            }
  }
  omp_set_num_threads(Threads);
  All.expect(0x1edb1e1a39073a5);
}

/// Where nothing is found all pieces are tried, whoever takes them.
TEST(HostRecord, WhichPiecesSearchesTry) {
  static std::mutex Lock;
  static std::multiset<std::pair<uint64_t, uint64_t>> Pieces;
  Record All;
  for (uint64_t Trips : {1, 40, 3000})
    for (int64_t Threads : {1, 2, 3})
      for (uint64_t InlineOps : {1, 60, 100000})
        for (int64_t Chunk : {-1, 0, 9})
          for (bool Ahead : {false, true})
            for (uint64_t At : {uint64_t(0), Trips / 2, UINT64_MAX}) {
              SiteBuilder B;
              B.dim(0, 1, Trips);
              uint64_t Found = UINT64_MAX;
              B.result(&Found, 8, TWOFOLD_RESULT_REDUCTION);
              B.arg(&At);
              twofold_site &Site = B.site();
              Site.flags = TWOFOLD_SITE_SEARCH;
              Site.native = [](void **Args, uint64_t Lo, uint64_t Hi) {
                {
                  const std::lock_guard<std::mutex> Hold(Lock);
                  Pieces.insert({Lo, Hi});
                }
                const uint64_t Here = *static_cast<uint64_t *>(Args[2]);
                uint64_t &To = *static_cast<uint64_t *>(Args[1]);
                if (Lo <= Here && Here < Hi)
                  To = std::min(To, Here);
              };
              Site.identity = [](void **Args) {
                *static_cast<uint64_t *>(Args[1]) = UINT64_MAX;
              };
              Site.combine = [](void **Into, void **From) {
                uint64_t &To = *static_cast<uint64_t *>(Into[1]);
                To = std::min(To, *static_cast<uint64_t *>(From[1]));
              };
              B.launch().num_threads = Threads;
              B.launch().chunk = Chunk;
              Pieces.clear();
              std::atomic<uint64_t> Limit{0};
              HostDevice Host(InlineOps, Limit);
              const auto Ran = Host.search(Site, B.launch(), Trips, Trips * 4,
                                           [&] { return Ahead; });
              EXPECT_EQ(Found, At);
              All << int(Ran);
              uint64_t Sum = 0;
              for (const auto &[Lo, Hi] : Pieces)
                Sum = Sum * 31 + Lo * 7 + Hi;
              if (At == UINT64_MAX)
                All << ' ' << Pieces.size() << ' ' << Sum;
              All << '\n';
            }
  All.expect(0x3f22ededf34662d9);
}

/// Parts of loops whose sums are to have the same bits each time.
TEST(HostRecord, WhatPartsOfLoopsGet) {
  struct Piece {
    uint64_t Begin, End;
    bool Own;
    bool operator<(const Piece &O) const { return Begin < O.Begin; }
  };
  static std::mutex Lock;
  static std::set<Piece> Pieces;
  static int32_t Array[64];
  static uint64_t Throws;
  Record All;
  for (bool Copied : {false, true})
    for (uint64_t Trips : {1, 2, 37, 5000})
      for (uint64_t Ops : {1ull << 10, 1ull << 16, 1ull << 19, 1ull << 30})
        for (int64_t Threads : {1, 2})
          for (uint64_t At : {uint64_t(0), UINT64_MAX}) {
            SiteBuilder B;
            B.dim(0, 1, Trips);
            const uint32_t Entry = B.arg(nullptr), // 1, the array's is 2
                Base = B.base(Array, "h", sizeof Array);
            int64_t Sum = 5;
            B.result(&Sum, 8, TWOFOLD_RESULT_REDUCTION);
            B.access(Base, 4,
                     TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE |
                         TWOFOLD_ACCESS_UNKNOWN,
                     {});
            if (Copied)
              B.element(Base, 4, TWOFOLD_TYPE_SIGNED, TWOFOLD_OP_ADD,
                        TWOFOLD_ELEMENT_COPY | Entry << TWOFOLD_ELEMENT_ENTRY);
            twofold_site &Site = B.site();
            Site.native = [](void **Args, uint64_t Lo, uint64_t Hi) {
              int32_t *To = *static_cast<int32_t **>(Args[2]);
              {
                const std::lock_guard<std::mutex> Hold(Lock);
                Pieces.insert({Lo, Hi, To != Array});
              }
              if (Throws == Lo)
                throw 7;
              for (uint64_t K = Lo; K < Hi; ++K) {
                __atomic_fetch_add(&To[K * 7 % 64], int32_t(K), 0);
                *static_cast<int64_t *>(Args[3]) += int64_t(K);
              }
            };
            Site.identity = [](void **Args) {
              *static_cast<int64_t *>(Args[3]) = 0;
            };
            Site.combine = [](void **Into, void **From) {
              *static_cast<int64_t *>(Into[3]) +=
                  *static_cast<int64_t *>(From[3]);
            };
            B.launch().num_threads = Threads;
            Throws = At;
            Pieces.clear();
            std::fill(std::begin(Array), std::end(Array), 3);
            std::atomic<uint64_t> Limit{0};
            HostDevice Host(1000, Limit, 2);
            try {
              All << int(Host.run(Site, B.launch(), Trips, Ops, true)) << ' '
                  << Sum;
              for (const Piece &Each : Pieces)
                All << ' ' << Each.Begin << '-' << Each.End << Each.Own;
              for (int32_t Each : Array)
                All << ' ' << Each;
            } catch (int Thrown) {
              All << "thrown " << Thrown;
            }
            All << '\n';
          }
  All.expect(0x262b8d3335cbcec9);
}
