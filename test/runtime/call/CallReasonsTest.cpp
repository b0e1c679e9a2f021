// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallReasonsTest.cpp - what is told of calls, for all their reasons -===//
//
// Elements that iterations share, orders that nobody may see, halves that
// differ, devices that are demanded.
#include "Record.h"
#include "RuntimeBench.h"
#include "guard/HostGuard.h"

#include <bit>
#include <gtest/gtest.h>
#include <omp.h>

using namespace twofold;
using namespace twofold::test;

namespace {

Settings told(DeviceRequest::Kind What) {
  Settings Set = asked(What);
  Set.Info = 1;
  return Set;
}

/// `h[i % 8] += 1`, on two threads.
struct Updates {
  SiteBuilder B;
  int32_t Bins[8] = {};

  Updates(const char *Name, bool Extent, uint32_t Flags) {
    B.dim(0, 1, 4000);
    const uint32_t Base =
        B.base(Bins, Name, Extent ? int64_t(sizeof Bins) : -1);
    B.access(Base, 4,
             TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE |
                 TWOFOLD_ACCESS_UNKNOWN,
             {});
    B.element(Base, 4, TWOFOLD_TYPE_SIGNED, TWOFOLD_OP_ADD, Flags);
    B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
      for (; Lo < Hi; ++Lo)
        ++(*static_cast<int32_t **>(Args[1]))[Lo % 8];
    };
    B.site().shared = [](void **Args, uint64_t Lo, uint64_t Hi) {
      for (; Lo < Hi; ++Lo)
        __atomic_fetch_add(*static_cast<int32_t **>(Args[1]) + Lo % 8, 1,
                           __ATOMIC_RELAXED);
    };
    B.site().ops = 100;
    B.launch().num_threads = 2;
  }
};

} // namespace

TEST(CallReasons, ElementsThatIterationsShare) {
  // Copies need the length of the block that the elements are in.
  if (const char *Sanitizer = activeSanitizer())
    GTEST_SKIP() << "no blocks are known under " << Sanitizer;
  Record All;
  for (const char *Name : {"h", "", static_cast<const char *>(nullptr)})
    for (bool Extent : {false, true})
      for (uint32_t Flags : {0u, uint32_t(TWOFOLD_ELEMENT_COPY)})
        for (int Info : {0, 1, 2}) {
          Settings Set = told(DeviceRequest::Kind::Native);
          Set.Info = Info;
          Bench On(Set);
          Updates Loop(Name, Extent, Flags);
          for (unsigned Call = 1; Call <= 3; ++Call) {
            On.R->run(Loop.B.site(), Loop.B.launch(), 4000);
            EXPECT_EQ(Loop.Bins[7], int32_t(Call * 500));
          }
          const size_t Line = On.Told.find("elements of");
          All << Info << (Line == std::string::npos ? "\n" : On.Told);
        }
  All.expect(0xdd0a36716c4ad419);
}

/// In what order iterations are run shows where one thread runs them all.
TEST(CallReasons, CallsThatMayHaveAnyOrder) {
  const int Before = omp_get_max_threads();
  omp_set_num_threads(2);
  for (uint32_t Flags : {0u, uint32_t(TWOFOLD_SITE_ANY_ORDER)})
    for (int64_t Threads : {0, 1, 3})
      for (int64_t Chunk : {-1, 0, 99, 100, 101}) {
        Bench On(gpu());
        ExampleLoop Loop(100);
        Loop.B.site().flags |= Flags;
        Loop.B.launch().num_threads = Threads;
        Loop.B.launch().chunk = Chunk;
        On.run(Loop);
        Loop.expectResults(1);
        EXPECT_EQ(On.counts().CallsDevice == 1,
                  !Flags || (Threads != 1 && Chunk < 100))
            << Threads << ' ' << Chunk;
      }
  omp_set_num_threads(Before);
}

TEST(CallReasons, SumsWithOneOrder) {
  for (bool Set : {false, true})
    for (bool Site : {false, true})
      for (bool Rounds : {false, true})
        for (bool Inner : {false, true}) {
          Settings All = gpu();
          All.Deterministic = Set;
          Bench On(All);
          ExampleLoop Loop(100);
          if (Inner)
            Loop.B.axis({}, {{3}});
          if (Site)
            Loop.B.site().flags |= TWOFOLD_SITE_DETERMINISTIC;
          if (Rounds)
            Loop.B.site().flags |= TWOFOLD_SITE_ROUNDS;
          On.R->run(Loop.B.site(), Loop.B.launch(), 100);
          EXPECT_EQ(On.counts().CallsDevice == 1,
                    !((Set || Site) && (Rounds || Inner)))
              << Set << Site << Rounds << Inner;
        }
}

TEST(CallReasons, DevicesThatAreDemanded) {
  using Kind = DeviceRequest::Kind;
  const auto Demands = [](Kind What, OffloadPolicy Offload, int Switched,
                          bool Has = true) {
    Settings Set = asked(What);
    Set.Offload = Offload;
    Bench On(Set, DeviceKind::Gpu, Has);
    if (Switched >= 0)
      On.R->setOffload(Switched,
                       [] { return std::vector<const twofold_site *>(); });
    const bool Out = On.R->demandsDevice();
    On.R->becomeForkedChild(false);
    EXPECT_FALSE(On.R->demandsDevice());
    return Out;
  };
  constexpr auto Default = OffloadPolicy::Default,
                 Mandatory = OffloadPolicy::Mandatory,
                 Disabled = OffloadPolicy::Disabled;
  EXPECT_FALSE(Demands(Kind::Any, Default, -1));
  EXPECT_TRUE(Demands(Kind::Gpu, Default, -1));
  EXPECT_FALSE(Demands(Kind::Cpu, Default, -1)) << "there is none";
  EXPECT_FALSE(Demands(Kind::Gpu, Default, -1, false));
  EXPECT_FALSE(Demands(Kind::Native, Default, -1));
  EXPECT_FALSE(Demands(Kind::Native, Mandatory, -1));
  EXPECT_TRUE(Demands(Kind::Any, Mandatory, -1));
  EXPECT_FALSE(Demands(Kind::Gpu, Disabled, -1));
  EXPECT_FALSE(Demands(Kind::Gpu, Default, TWOFOLD_OFFLOAD_OFF));
  EXPECT_FALSE(Demands(Kind::Any, Mandatory, TWOFOLD_OFFLOAD_OFF));
}

/// Of a device that makes each half of them another one.
TEST(CallReasons, HalvesThatDiffer) {
  constexpr uint16_t Natively[] = {0x0000, 0x3c00, 0xbc00, 0x0001, 0x83ff,
                                   0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x3555};
  Record All;
  for (uint16_t Change : {0, 1, 2, 7, 0x40, 0x8000})
    for (uint16_t Half : Natively) {
      Settings Set = gpu();
      Set.Check = 1;
      Bench On(Set);
      SiteBuilder B;
      uint16_t Data[4] = {};
      const int I = B.dim(0, 1, 4);
      const uint32_t Base = B.base(Data, "a", sizeof Data);
      B.access(Base, 2,
               TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_ALWAYS |
                   2 << TWOFOLD_ACCESS_NUMBERS,
               {{2, I}});
      B.lastAccess();
      B.arg(const_cast<uint16_t *>(&Half));
      B.kernel("halves", 1);
      B.kernelArg(TWOFOLD_ARG_BUFFER, Base);
      B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
        for (; Lo < Hi; ++Lo)
          (*static_cast<uint16_t **>(Args[1]))[Lo] =
              *static_cast<uint16_t *>(Args[2]);
      };
      On.World.Kernels["halves"] = [&](const NdRange &,
                                       const std::vector<char *> &Args) {
        int64_t Offset;
        std::memcpy(&Offset, Args[1], 8);
        for (unsigned K = 0; K < 4; ++K) {
          const uint16_t Here = Half ^ (K == 2 ? Change : 0);
          std::memcpy(Args[0] + Offset + 2 * K, &Here, 2);
        }
      };
      On.R->run(B.site(), B.launch(), 4);
      On.R->summarizeChecks();
      All << Change << ' ' << Half << ' ' << On.Told << '\n';
    }
  All.expect(0xa2e77dfa9015f87a);
}
