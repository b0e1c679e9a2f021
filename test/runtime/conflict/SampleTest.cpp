// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SampleTest.cpp - which calls teach their loop what they take -------===//
#include "region/LazyBench.h"

#include <gtest/gtest.h>

#include <sys/mman.h>

using namespace twofold;
using namespace twofold::test;

namespace {

/// ++x[i], over whole pages: nothing of it moves once it is on the device.
struct Counting {
  static constexpr uint64_t N = 4096;
  SiteBuilder B;
  int64_t *x =
      static_cast<int64_t *>(mmap(nullptr, N * 8, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));

  Counting() {
    int I = B.dim(0, 1, N);
    uint32_t Base = B.base(x, "x");
    B.access(Base, 8,
             TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_ALWAYS,
             {{8, I}});
    B.kernel("count", 1);
    B.kernelArg(TWOFOLD_ARG_BUFFER, Base);
    B.site().flags = TWOFOLD_SITE_REPEATABLE;
    B.site().ops = 100'000'000;
    B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
      for (uint64_t I = Lo; I < Hi; ++I)
        ++(*static_cast<int64_t **>(Args[1]))[I];
    };
  }
  ~Counting() { munmap(x, N * 8); }
};

class Samples : public testing::TestWithParam<bool> {};

} // namespace

/// With an event for each launch, and with events for few.
INSTANTIATE_TEST_SUITE_P(Events, Samples, testing::Bool());

/// What it takes to begin a launch is no sample of what the kernel takes.
TEST_P(Samples, LaunchesThatLeaveTeachNothing) {
  Settings Set = asked(DeviceRequest::Kind::Any);
  Set.Copies = Coherence::Lazy;
  LazyBench On(Set);
  SKIP_WITHOUT_GUARD(On);
  On.World.ErrorsLast = GetParam();
  On.TimeOfALook = 1000;
  std::atomic<unsigned> Ran{0};
  On.World.Kernels["count"] = [&](const NdRange &,
                                  const std::vector<char *> &Args) {
    ++Ran;
    On.Time = On.Time + 1e6;
    int64_t Offset;
    std::memcpy(&Offset, Args[1], 8);
    for (uint64_t I = 0; I < Counting::N; ++I)
      ++reinterpret_cast<int64_t *>(Args[0] + Offset)[I];
  };
  Counting Loop;
  for (unsigned Call = 0; Call < 200; ++Call)
    On.R->run(Loop.B.site(), Loop.B.launch(), Loop.B.trips());
  EXPECT_EQ(On.counts().CallsDevice, 200u);
  EXPECT_LT(Ran, 200u) << "none has left";
  std::string Told = On.R->explain("");
  EXPECT_NE(Told.find("1.0 ms on a GPU (measured)"), std::string::npos) << Told;
  On.R->regions().syncAll();
  EXPECT_EQ(Ran, 200u);
  for (uint64_t I = 0; I < Counting::N; ++I)
    ASSERT_EQ(Loop.x[I], 200);
  uint64_t Begin = uint64_t(uintptr_t(Loop.x));
  On.R->regions().forget({Begin, Begin + Counting::N * 8});
}
