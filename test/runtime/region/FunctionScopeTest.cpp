// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FunctionScopeTest.cpp - results that stay for a part of a function -===//
#include "region/FunctionScope.h"
#include "region/LazyBench.h"

#include <array>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

Settings functionMode() {
  Settings Set = gpu();
  Set.Copies = Coherence::Function;
  return Set;
}

uint64_t address(const void *Pointer) { return uint64_t(uintptr_t(Pointer)); }

/// As twofold_run does it.
void runIn(Bench &On, ExampleLoop &Loop, FunctionScope *Scope) {
  if (Scope)
    Scope->arm();
  const FunctionScope::Call In;
  On.run(Loop);
}

TEST(FunctionScope, ResultsComeHomeAtItsEnd) {
  Bench On(functionMode());
  const uint64_t Count = 10000, Array = Count * 8;
  ExampleLoop Loop(Count);
  FunctionScope Scope;
  for (int Call = 0; Call < 10; ++Call)
    runIn(On, Loop, &Scope);
  EXPECT_LE(On.counts().BytesToDevice, 3 * Array); // x, y, z
  EXPECT_LT(On.counts().BytesToHost, Array);       // sums
  Scope.empty(On.R->regions());
  EXPECT_LE(On.counts().BytesToHost, 3 * Array + 10000);
  EXPECT_TRUE(On.R->regions().idle());
  Loop.expectResults(10);
}

TEST(FunctionScope, TheProgramSeesWhetherAnythingIsLeft) {
  Bench On(functionMode());
  ExampleLoop Loop(5000);
  twofold_scope Program = {nullptr};
  FunctionScope &Scope = FunctionScope::of(Program);
  Loop.B.launch().condition = 0; // natively
  runIn(On, Loop, &Scope);
  EXPECT_EQ(Program.state, nullptr);
  Loop.B.launch().condition = 1;
  runIn(On, Loop, &Scope);
  EXPECT_NE(Program.state, nullptr);
  Scope.empty(On.R->regions());
  EXPECT_EQ(Program.state, nullptr);
  Loop.expectResults(2);
}

TEST(FunctionScope, OtherCallsLeaveNothing) {
  Bench On(functionMode());
  ExampleLoop Loop(5000);
  runIn(On, Loop, nullptr);
  Loop.expectResults(1);
  EXPECT_TRUE(On.R->regions().idle());
}

TEST(FunctionScope, AnArmedScopeIsForOneCallOfItsThread) {
  FunctionScope Scope;
  Scope.arm();
  {
    const FunctionScope::Call Outer;
    EXPECT_EQ(FunctionScope::current(), &Scope);
    {
      const FunctionScope::Call Inside;
      EXPECT_EQ(FunctionScope::current(), nullptr);
    }
    EXPECT_EQ(FunctionScope::current(), &Scope);
    std::thread([] { EXPECT_EQ(FunctionScope::current(), nullptr); }).join();
  }
  const FunctionScope::Call Next;
  EXPECT_EQ(FunctionScope::current(), nullptr);
}

TEST(FunctionScope, TheHostMayWriteOnceItIsEmpty) {
  Bench On(functionMode());
  ExampleLoop Loop(5000), Plain(5000, false);
  FunctionScope Scope;
  for (int Round = 0; Round < 3; ++Round) {
    for (int Call = 0; Call < 2; ++Call) {
      runIn(On, Loop, &Scope);
      ExampleLoop::native(Plain.B.launch().args, 0, 5000);
    }
    Scope.empty(On.R->regions());
    EXPECT_EQ(Loop.y, Plain.y);
    Loop.x[Round] += 5;
    Plain.x[Round] += 5;
  }
  EXPECT_EQ(Loop.z, Plain.z);
  EXPECT_EQ(Loop.w, Plain.w);
}

TEST(FunctionScope, WhatTheHostReadsIsCurrent) {
  Bench On(functionMode());
  ExampleLoop Loop(5000);
  FunctionScope Scope;
  runIn(On, Loop, &Scope);
  uint64_t Y = address(Loop.y.data());
  Scope.read({Y, Y + 8}, On.R->regions());
  EXPECT_EQ(Loop.y[0], 3 * Loop.x[0]);
  // The rest is still where it was.
  runIn(On, Loop, &Scope);
  Scope.empty(On.R->regions());
  Loop.expectResults(2);
}

/// To find out what a call touches reads a byte of each page of an array that
/// nobody has seen being allocated.
TEST(FunctionScope, NativeCallsAskNothingWhereNothingIsLeft) {
  Bench On(functionMode());
  constexpr uint64_t Pages = 64, Page = 4096;
  void *Array = mmap(nullptr, Pages * Page, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(Array, MAP_FAILED);
  SiteBuilder B;
  const int I = B.dim(0, 1, Pages * Page / 8);
  B.access(B.base(Array, "a"), 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_ALWAYS,
           {{8, I}});
  B.site().native = [](void **, uint64_t, uint64_t) {};
  B.launch().condition = 0;
  FunctionScope Scope;
  Scope.arm();
  {
    const FunctionScope::Call In;
    On.R->run(B.site(), B.launch(), B.trips());
  }
  std::array<unsigned char, Pages> Present;
  ASSERT_EQ(mincore(Array, Pages * Page, Present.data()), 0);
  for (unsigned char Each : Present)
    EXPECT_EQ(Each & 1, 0);
  munmap(Array, Pages * Page);
}

TEST(FunctionScope, NativeCallsFindCurrentData) {
  Bench On(functionMode());
  ExampleLoop Loop(5000);
  FunctionScope Scope;
  for (int Call = 0; Call < 6; ++Call) {
    Loop.B.launch().condition = Call % 3 != 1;
    runIn(On, Loop, &Scope);
  }
  EXPECT_EQ(On.counts().CallsNative, 2u);
  Scope.empty(On.R->regions());
  Loop.expectResults(6);
}

/// The loop writes every third element, and other threads the rest.
void neighboursSurvive(Bench &On, ExampleLoop &Loop) {
  FunctionScope Scope;
  runIn(On, Loop, &Scope);
  runIn(On, Loop, &Scope);
  for (uint64_t I = 0; I < 3000; ++I)
    if (I % 3)
      Loop.z[I] = int64_t(1000 + I);
  runIn(On, Loop, &Scope);
  Scope.empty(On.R->regions());
  for (uint64_t I = 0; I < 3000; ++I)
    ASSERT_EQ(Loop.z[I], I % 3 ? int64_t(1000 + I) : Loop.y[I]) << I;
}

TEST(FunctionScope, NeighboursOfOtherThreadsSurvive) {
  Bench On(functionMode());
  ExampleLoop Loop(3000);
  neighboursSurvive(On, Loop);
}

TEST(FunctionScope, ThreadsHaveScopesOfTheirOwn) {
  Bench On(functionMode());
  auto Work = [&] {
    ExampleLoop Loop(2000);
    FunctionScope Scope;
    for (int Round = 0; Round < 20; ++Round) {
      for (int Call = 0; Call < 3; ++Call)
        runIn(On, Loop, &Scope);
      Scope.empty(On.R->regions());
      Loop.expectResults(3 * unsigned(Round + 1));
    }
  };
  std::thread First(Work), Second(Work), Third([&] {
    ExampleLoop Loop(2000);
    for (unsigned Call = 1; Call <= 30; ++Call) {
      runIn(On, Loop, nullptr);
      Loop.expectResults(Call);
    }
  });
  First.join();
  Second.join();
  Third.join();
}

/// Guarded pages stay where they are; what else the arrays have is as above.
TEST(FunctionScope, EdgesComeHomeAtItsEnd) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  const uint64_t Count = 10000, Page = 4096;
  ExampleLoop Loop(Count);
  FunctionScope Scope;
  runIn(On, Loop, &Scope);
  uint64_t Sent = On.counts().BytesToDevice, Home = On.counts().BytesToHost;
  for (int Call = 0; Call < 9; ++Call)
    runIn(On, Loop, &Scope);
  EXPECT_EQ(On.counts().BytesToDevice, Sent);
  // Its sums.
  EXPECT_LT(On.counts().BytesToHost - Home, 9 * Page);
  EXPECT_GT(On.R->regions().counters().Resumed, 5u);
  Home = On.counts().BytesToHost;
  Scope.empty(On.R->regions());
  EXPECT_LT(On.counts().BytesToHost - Home, 8 * Page);
  // The last bytes of an array: nothing stops who looks there.
  EXPECT_EQ(Loop.w[Count - 1], Loop.x[Count - 1] + 1);
  EXPECT_FALSE(On.R->regions().idle());
  Loop.expectResults(10);
  On.forget(Loop);
}

TEST(FunctionScope, SmallArraysStayWithPages) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(100);
  FunctionScope Scope;
  for (int Call = 0; Call < 5; ++Call)
    runIn(On, Loop, &Scope);
  EXPECT_LE(On.counts().BytesToDevice, 4 * 800u);
  Scope.empty(On.R->regions());
  EXPECT_TRUE(On.R->regions().idle());
  Loop.expectResults(5);
  // Without a scope nothing of them stays.
  runIn(On, Loop, nullptr);
  EXPECT_TRUE(On.R->regions().idle());
  Loop.expectResults(6);
}

TEST(FunctionScope, NativeCallsFindCurrentEdges) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  for (uint64_t Count : {200u, 5000u}) {
    ExampleLoop Loop(Count);
    FunctionScope Scope;
    for (int Call = 0; Call < 7; ++Call) {
      Loop.B.launch().condition = Call % 3 != 1;
      runIn(On, Loop, &Scope);
    }
    Scope.empty(On.R->regions());
    Loop.expectResults(7);
    On.forget(Loop);
  }
  EXPECT_EQ(On.counts().CallsNative, 4u);
}

TEST(FunctionScope, CallsOutsideFindCurrentEdges) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(5000);
  FunctionScope Scope;
  for (unsigned Call = 0; Call < 8; ++Call)
    runIn(On, Loop, Call % 2 ? nullptr : &Scope);
  Loop.expectResults(8);
  Scope.empty(On.R->regions());
  Loop.expectResults(8);
  On.forget(Loop);
}

TEST(FunctionScope, WhatIsBesideEdgesSurvives) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(3000);
  neighboursSurvive(On, Loop);
  On.forget(Loop);
}

/// What one scope keeps of an array is nothing that another one relies on.
void findWhatTheirThreadHasWritten(Bench &On, Regions::Keep How) {
  ExampleLoop Loop(100);
  FunctionScope Scope;
  runIn(On, Loop, &Scope);
  // An element that the loop may write, but leaves alone.
  std::thread([&] {
    Loop.z[1] = 777;
    const ByteRange Array = {address(Loop.z.data()),
                             address(Loop.z.data()) + 800};
    DeviceSlot &Slot = *On.R->devices()[0];
    std::lock_guard<OwnedMutex> Lock(Slot.Lock);
    ASSERT_TRUE(bool(Slot.openCommands()));
    auto Lease = On.R->regions().acquire({{Array, {Array, {}, {}}, Array}},
                                         Slot, nullptr, How);
    ASSERT_TRUE(bool(Lease));
    ASSERT_TRUE(bool(Lease->prepare(*Slot.Commands, 0)));
    EXPECT_EQ(Lease->BytesToDevice, 800u);
    ASSERT_TRUE(bool(Slot.Commands->finish()));
    Lease->commit();
  }).join();
  EXPECT_EQ(Loop.z[3], 3 * Loop.x[3] + 3);
  EXPECT_EQ(Loop.z[1], 777);
  runIn(On, Loop, &Scope);
  Scope.empty(On.R->regions());
  EXPECT_EQ(Loop.z[1], 777);
  EXPECT_EQ(Loop.z[3], Loop.y[3]);
  EXPECT_TRUE(On.R->regions().idle());
}

TEST(FunctionScope, OtherScopesFindWhatTheirThreadHasWritten) {
  Bench On(functionMode());
  findWhatTheirThreadHasWritten(On, Regions::Keep::Pages);
}

TEST(FunctionScope, OtherScopesFindWhatTheirThreadHasWrittenBesidePages) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  findWhatTheirThreadHasWritten(On, Regions::Keep::All);
}

TEST(FunctionScope, ThreadsHaveEdgesOfTheirOwn) {
  LazyBench On;
  SKIP_WITHOUT_GUARD(On);
  auto Work = [&] {
    ExampleLoop Loop(1200);
    FunctionScope Scope;
    for (int Round = 0; Round < 10; ++Round) {
      for (int Call = 0; Call < 3; ++Call)
        runIn(On, Loop, &Scope);
      Scope.empty(On.R->regions());
      Loop.expectResults(3 * unsigned(Round + 1));
    }
    On.forget(Loop);
  };
  std::thread First(Work), Second(Work);
  First.join();
  Second.join();
}

} // namespace
