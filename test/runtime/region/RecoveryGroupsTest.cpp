// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device fails that had the results of loops that have nothing to do with
// each other: of those that are home none is made again.
#include "region/LazyBench.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Protects pages, but puts no others in their place while it Refuses.
class RefusingGuard final : public PageGuard {
  HostGuard Real;
  const bool &Refuses;
  unsigned &Refused;

public:
  RefusingGuard(GuardResolver &Resolver, const bool &Refuses, unsigned &Refused)
      : Real(Resolver), Refuses(Refuses), Refused(Refused) {}
  bool working() const override { return Real.working(); }
  std::string whyNot() const override { return Real.whyNot(); }
  RangeSet guardable(ByteRange Range, const Origin &Of) const override {
    return Real.guardable(Range, Of);
  }
  Status set(ByteRange Pages, Access How) override {
    return Real.set(Pages, How);
  }
  Status replace(ByteRange Pages, const Filler &Fill, Access How,
                 const Saver &Save) override {
    if (!Refuses)
      return Real.replace(Pages, Fill, How, Save);
    ++Refused;
    return Error{ErrorCode::OutOfMemory, "no page for it", ""};
  }
};

} // namespace

static void failFromNow(LazyBench &On) {
  On.World.FailWith = ErrorCode::DeviceLost;
  On.World.FailFrom = On.World.Calls + 1;
}

/// All comes home, and the device fails on the way: what loops that have
/// nothing to do with each other have made is not made again once it is here.
TEST(RecoveryGroups, GroupsThatAreHomeAreNotRepeated) {
  bool Failed = true;
  size_t Fewest = 10;
  for (unsigned After = 1; Failed; ++After) {
    LazyBench On;
    SKIP_WITHOUT_GUARD(On);
    std::deque<ExampleLoop> Loops; // 2.4 MB to come home of each
    for (unsigned I = 0; I < 3; ++I)
      Loops.emplace_back(100'000);
    for (ExampleLoop &Loop : Loops)
      On.run(Loop);
    On.World.FailWith = ErrorCode::DeviceLost;
    On.World.FailFrom = On.World.Calls + After;
    On.R->regions().checkpoint();
    Failed = On.World.Failed;
    On.World.FailFrom = 0;
    for (ExampleLoop &Loop : Loops) {
      Loop.expectResults(1);
      On.forget(Loop);
    }
    if (const size_t At = On.Told.find("): "); Failed && At != On.Told.npos)
      Fewest = std::min(Fewest, size_t(std::atoi(&On.Told[At + 3])));
    ASSERT_FALSE(HasFailure()) << "after call " << After << On.Told;
  }
  EXPECT_EQ(Fewest, 1u);
}

/// Nor what the host has read all results of, whose input is not kept then.
TEST(RecoveryGroups, GroupsThatWereReadAreNotRepeated) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Read(9000), Left(9000);
  On.run(Read);
  On.run(Left);
  Read.expectResults(1);
  failFromNow(On);
  Left.expectResults(1);
  EXPECT_NE(On.Told.find("1 launch was repeated natively"), std::string::npos)
      << On.Told;
  Read.expectResults(1);
  On.forget(Read);
  On.forget(Left);
}

/// Loops that read each other's results, or do not; accesses of the host, all
/// of it at home now and then, and a failure at last.
TEST(RecoveryGroups, OfRandomGroups) {
  unsigned Repeated = 0;
  for (unsigned Seed = 1; Seed <= 40; ++Seed) {
    LazyBench On;
    SKIP_WITHOUT_GUARD(On);
    std::mt19937 Random(Seed);
    auto Below = [&](size_t Limit) { return size_t(Random() % Limit); };
    constexpr size_t N = 9000;
    std::deque<ExampleLoop> Loops, Truth;
    for (unsigned I = 0; I < 5; ++I) {
      Loops.emplace_back(N);
      Truth.emplace_back(N);
    }
    auto Vector = [](ExampleLoop &Of, size_t Which) -> auto & {
      return Which == 0 ? Of.x : Which == 1 ? Of.y : Which == 2 ? Of.w : Of.z;
    };
    for (unsigned Step = 0; Step < 60; ++Step) {
      const size_t One = Below(Loops.size()), Other = Below(Loops.size()),
                   Which = Below(4), At = Below(N);
      auto &Here = Vector(Loops[One], Which);
      auto &There = Vector(Truth[One], Which);
      switch (Below(8)) {
      case 0: // reads another one's array from now on
        for (auto *All : {&Loops, &Truth})
          *static_cast<int64_t **>((*All)[One].B.launch().args[1]) =
              Vector((*All)[Other], One == Other ? 0 : Which).data();
        break;
      case 1:
        ASSERT_EQ(Here[At], There[At]) << "seed " << Seed;
        break;
      case 2:
        Here[At] = There[At] = int64_t(Step);
        break;
      case 3:
        ASSERT_TRUE(Here == There) << "seed " << Seed;
        break;
      case 4:
        if (Below(4) == 0)
          On.R->regions().checkpoint();
        break;
      default:
        On.run(Loops[One]);
        ExampleLoop::native(Truth[One].B.launch().args, 0, N);
      }
    }
    failFromNow(On);
    for (size_t I = 0; I < Loops.size(); ++I)
      for (size_t Which = 0; Which < 4; ++Which)
        EXPECT_TRUE(Vector(Loops[I], Which) == Vector(Truth[I], Which))
            << "seed " << Seed << ", loop " << I << ", array " << Which << '\n'
            << On.Told;
    for (ExampleLoop &Loop : Loops)
      On.forget(Loop);
    if (HasFailure())
      return;
    Repeated += On.Told.find(" repeated natively") != std::string::npos;
  }
  EXPECT_GT(Repeated, 20u);
}

/// Where there is no memory for other pages, what comes home is put into those
/// that are there: it is home all the same, and the device is told of what the
/// host writes there.
TEST(RecoveryGroups, WhatCannotBePutInPlaceAtOnceComesHome) {
  bool Refuses = false;
  unsigned Refused = 0;
  LazyBench On(lazy(), [&](GuardResolver &Resolver) {
    return std::make_unique<RefusingGuard>(Resolver, Refuses, Refused);
  });
  SKIP_WITHOUT_GUARD(On);
  std::deque<ExampleLoop> Loops;
  for (size_t N : {9000, 20'000, 3000})
    Loops.emplace_back(N);
  for (ExampleLoop &Loop : Loops)
    On.run(Loop);
  Refuses = true;
  On.R->regions().checkpoint();
  Refuses = false;
  EXPECT_GE(Refused, 3u);
  const uint64_t Read = On.World.Read;
  for (ExampleLoop &Loop : Loops) {
    Loop.expectResults(1);
    Loop.x[7] = 1234;
  }
  EXPECT_EQ(On.World.Read, Read) << "nothing is fetched again";
  for (ExampleLoop &Loop : Loops) {
    ExampleLoop Truth(Loop.x.size());
    ExampleLoop::native(Truth.B.launch().args, 0, Truth.x.size());
    Truth.x[7] = 1234;
    ExampleLoop::native(Truth.B.launch().args, 0, Truth.x.size());
    On.run(Loop);
    EXPECT_EQ(Loop.y, Truth.y);
    EXPECT_EQ(Loop.z, Truth.z);
    On.forget(Loop);
  }
}
