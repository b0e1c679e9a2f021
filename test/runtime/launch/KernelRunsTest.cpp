// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelRunsTest.cpp - launches of one kernel, and of phases ---------===//
#include "launch/KernelRuns.h"
#include "SiteBuilder.h"
#include "fake/FakeDevice.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

using namespace twofold;
using namespace twofold::test;

namespace {

/// A kernel whose text has others.
class Phased final : public Program {
  const size_t Most;
  std::map<std::string, Phased *> Others;

public:
  explicit Phased(size_t Most, std::map<std::string, Phased *> Others = {})
      : Most(Most), Others(std::move(Others)) {}
  std::vector<uint8_t> binary() const override { return {}; }
  size_t maxGroupSize() const override { return Most; }
  Result<Program *> other(const char *Name) override {
    auto Found = Others.find(Name);
    if (Found == Others.end())
      return Error{ErrorCode::Unsupported, "there is none", Name};
    return static_cast<Program *>(Found->second);
  }
};

DeviceFacts facts(DeviceKind Kind) {
  DeviceFacts Out;
  Out.Kind = Kind;
  Out.ComputeUnits = 4;
  Out.MaxGroupSize = 1024;
  Out.LocalMemory = 48 << 10;
  Out.MaxItemSizes = {1024, 1024, 64};
  return Out;
}

/// 1000 rows of 65 columns, first along rows and then along columns.
struct TwoPhases : testing::Test {
  SiteBuilder B;
  twofold_kernel_arg Along = {}, Across = {};
  twofold_kernel Phases[2] = {};
  Phased First{256}, Second{128},
      Kernel{1024, {{"first", &First}, {"second", &Second}}},
      Lacking{1024, {{"first", &First}}};

  TwoPhases() {
    B.dim(0, 1, 1000);
    const int Inner = B.axis({{0}}, {{64}});
    B.kernel("k", 1, TWOFOLD_KERNEL_LINEAR);
    Along = {TWOFOLD_ARG_ROWS, uint32_t(Inner), 32};
    Across = {TWOFOLD_ARG_ROWS, 0, 32 | TWOFOLD_ROWS_ACROSS};
    Phases[0].args = &Along;
    Phases[0].name = "first";
    Phases[1].args = &Across;
    Phases[1].name = "second";
    Phases[1].flags = TWOFOLD_KERNEL_TURNED;
    Phases[1].range[0] = uint32_t(Inner);
    for (twofold_kernel &P : Phases)
      P.arg_count = P.rank = 1;
    B.phases(Phases);
  }
  LaunchShape shape(DeviceKind Kind) {
    return LaunchShape::make(B.site(), B.launch(), 1000, facts(Kind), 128,
                             true);
  }
  /// The kernels that are run until one fails, which the last one does.
  static std::vector<Program *> run(KernelRuns &Runs, size_t Last = 9) {
    std::vector<Program *> Out;
    const Status Done = Runs.each([&](KernelRun &Run) -> Status {
      Out.push_back(&Run.Kernel);
      if (Out.size() == Last)
        return Error{ErrorCode::DeviceLost, "it broke", ""};
      return Unit();
    });
    EXPECT_EQ(bool(Done), Out.size() != Last);
    return Out;
  }
};

} // namespace

TEST_F(TwoPhases, AGroupIsAsLargeAsAllOfThemAllow) {
  const auto Most = [&](Program &Of, DeviceKind Kind) {
    return KernelRuns::largestGroup(B.site(), Of, facts(Kind));
  };
  EXPECT_EQ(*Most(Kernel, DeviceKind::Gpu), 128u);
  EXPECT_EQ(*Most(Kernel, DeviceKind::Cpu), 1024u) << "it runs no phases";
  EXPECT_FALSE(Most(Lacking, DeviceKind::Gpu));
}

TEST_F(TwoPhases, RunInTheirOrderUntilOneFails) {
  const LaunchShape Shape = shape(DeviceKind::Gpu);
  ASSERT_EQ(Shape.Phases.size(), 2u);
  KernelRuns Runs, None;
  ASSERT_TRUE(Runs.make(B.site(), B.launch(), Shape, Kernel));
  EXPECT_EQ(run(Runs), (std::vector<Program *>{&First, &Second}));
  EXPECT_EQ(run(Runs, 1), (std::vector<Program *>{&First}));
  EXPECT_EQ(run(Runs, 2), (std::vector<Program *>{&First, &Second}));
  EXPECT_FALSE(None.make(B.site(), B.launch(), Shape, Lacking));
}

TEST_F(TwoPhases, WithoutThemTheKernelRunsAlone) {
  const LaunchShape Shape = shape(DeviceKind::Cpu);
  ASSERT_TRUE(Shape.Phases.empty());
  KernelRuns Runs;
  ASSERT_TRUE(Runs.make(B.site(), B.launch(), Shape, Lacking));
  EXPECT_EQ(run(Runs), (std::vector<Program *>{&Lacking}));
}

TEST_F(TwoPhases, GiveTheirMemoryBack) {
  FakeWorld World;
  FakeDevice Device(World, DeviceKind::Gpu);
  BufferPool Pool(Device);
  for (const DeviceKind Kind : {DeviceKind::Gpu, DeviceKind::Cpu}) {
    const LaunchShape Shape = shape(Kind);
    KernelRuns Runs;
    ASSERT_TRUE(Runs.make(B.site(), B.launch(), Shape, Kernel));
    const auto Each = [&](auto Do) {
      (void)Runs.each([&](KernelRun &Run) -> Status {
        Do(Run);
        return Unit();
      });
    };
    Each([&](KernelRun &Run) {
      Run.Shared = std::make_unique<FakeBuffer>(World, 64);
    });
    Runs.free(Pool);
    Each([](KernelRun &Run) { EXPECT_EQ(Run.Shared, nullptr); });
  }
  EXPECT_EQ(World.LiveBytes, 3 * 64u) << "the pool keeps it";
}
