// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallMemoTest.cpp - what is known of a site's last calls ------------===//
#include "site/CallMemo.h"
#include "Cases.h"
#include "SiteBuilder.h"

#include <gtest/gtest.h>

#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Of a[i + v] for i in [0, N).
CallKey keyOf(const void *Array, uint64_t N, int64_t Value) {
  SiteBuilder B;
  int V = B.value(Value), I = B.dim(0, 1, N);
  B.access(B.base(Array, "a"), 8, TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_ALWAYS,
           {{8, I}, {8, -1, {V}}});
  return CallKey(B.site(), B.launch());
}

std::shared_ptr<KnownCall> call(const void *Array, uint64_t N, int64_t Value,
                                bool Lasting = true) {
  Footprint Touched;
  Touched.Lasting = Lasting;
  return std::make_shared<KnownCall>(keyOf(Array, N, Value), Touched);
}

} // namespace

TEST(CallMemo, FindsTheSameCallOnly) {
  double One[4], Two[4];
  CallMemo Memo;
  auto What = call(One, 100, 3);
  Memo.add(1, What);
  EXPECT_EQ(Memo.find(1, keyOf(One, 100, 3)), What);
  // Whose hashes are the same.
  EXPECT_EQ(Memo.find(1, keyOf(Two, 100, 3)), nullptr);
  EXPECT_EQ(Memo.find(1, keyOf(One, 101, 3)), nullptr);
  EXPECT_EQ(Memo.find(1, keyOf(One, 100, 4)), nullptr);
  auto Other = call(Two, 100, 3);
  Memo.add(1, Other);
  EXPECT_EQ(Memo.find(1, keyOf(One, 100, 3)), nullptr);
  EXPECT_EQ(Memo.find(1, keyOf(Two, 100, 3)), Other);
}

TEST(CallMemo, KeepsTheLastOnes) {
  double Arrays[CallMemo::Ways + 1];
  CallMemo Memo;
  for (uint64_t I = 0; I <= CallMemo::Ways; ++I)
    Memo.add(I + 1, call(&Arrays[I], 10, 0));
  unsigned Found = 0;
  for (uint64_t I = 0; I <= CallMemo::Ways; ++I)
    Found += Memo.find(I + 1, keyOf(&Arrays[I], 10, 0)) != nullptr;
  EXPECT_EQ(Found, CallMemo::Ways);
  EXPECT_NE(
      Memo.find(CallMemo::Ways + 1, keyOf(&Arrays[CallMemo::Ways], 10, 0)),
      nullptr);
}

TEST(CallMemo, KeepsNothingThatMemoryWasAskedFor) {
  double One[4];
  CallMemo Memo;
  Memo.add(1, call(One, 100, 3, false));
  EXPECT_EQ(Memo.find(1, keyOf(One, 100, 3)), nullptr);
}

TEST(CallMemo, ArraysAreKnownWhileNothingIsOnADevice) {
  double One[4];
  auto Known = call(One, 100, 3);
  auto Home = std::make_shared<CallArrays>();
  Home->Lazy = true;
  Known->keep(Home);
  EXPECT_EQ(Known->arrays(true), Home);
  EXPECT_EQ(Known->arrays(false), nullptr);
  auto There = std::make_shared<CallArrays>();
  There->OnDevice = 8;
  Known->keep(There);
  EXPECT_EQ(Known->arrays(true), Home);
}

TEST(CallMemo, CallsInTurnAreSettledEachForItself) {
  // Whatever their hashes: these begin with the same bits.
  for (uint64_t First : {uint64_t(0), uint64_t(5) << 58, uint64_t(63) << 58}) {
    CallMemo Memo;
    const uint64_t Calls[] = {First + 1, First + 2, First + 3};
    for (uint64_t Hash : Calls)
      Memo.settle(Hash, 1, 3);
    for (int Turn = 0; Turn < 3; ++Turn)
      for (uint64_t Hash : Calls)
        EXPECT_TRUE(take(Memo.settled(Hash, 1))) << Turn;
    for (uint64_t Hash : Calls)
      EXPECT_FALSE(take(Memo.settled(Hash, 1)));
  }
}

TEST(CallMemo, AnArrivalEndsWhatIsSettled) {
  CallMemo Memo;
  EXPECT_FALSE(take(Memo.settled(1, 1)));
  Memo.settle(1, 1, 3);
  EXPECT_FALSE(take(Memo.settled(1, 2)));
  EXPECT_FALSE(take(Memo.settled(2, 1)));
  EXPECT_TRUE(take(Memo.settled(1, 1)));
}

TEST(CallMemo, TheOneWithTheFewestSettledCallsGoes) {
  constexpr uint64_t Ways = CallMemo::Ways;
  CallMemo Memo;
  for (uint64_t Hash = 1; Hash <= Ways; ++Hash)
    Memo.settle(Hash, 1, uint32_t(Hash));
  Memo.settle(Ways + 1, 1, 9);
  EXPECT_FALSE(take(Memo.settled(1, 1)));
  for (uint64_t Hash = 2; Hash <= Ways + 1; ++Hash)
    EXPECT_TRUE(take(Memo.settled(Hash, 1))) << Hash;
  Memo.settle(Ways + 1, 1, 1);
  EXPECT_TRUE(take(Memo.settled(Ways + 1, 1)));
  EXPECT_FALSE(take(Memo.settled(Ways + 1, 1)))
      << "it was settled anew, in its own place";
}

TEST(CallMemo, ThreadsThatUseItAtOnceFindTheirCallsOrNone) {
  double Arrays[3 * CallMemo::Ways];
  constexpr uint64_t Count = std::size(Arrays);
  CallMemo Memo;
  std::vector<std::thread> Threads;
  for (uint64_t Thread = 0; Thread < 4; ++Thread)
    Threads.emplace_back([&, Thread] {
      for (uint64_t I = 0; I < cases(20000); ++I) {
        const uint64_t Number = (I * 7 + Thread) % Count;
        const CallKey Key = keyOf(&Arrays[Number], 10, 0);
        std::shared_ptr<KnownCall> Known = Memo.find(Number + 1, Key);
        if (Known)
          EXPECT_EQ(Known->Key, Key);
        else
          Memo.add(Number + 1, Known = call(&Arrays[Number], 10, 0));
        auto Mine = Known->arrays(false);
        EXPECT_TRUE(!Mine || Mine->Touched == Number);
        auto New = std::make_shared<CallArrays>();
        New->Touched = Number;
        Known->keep(std::move(New));
        if (!take(Memo.settled(Number + 1, 1)))
          Memo.settle(Number + 1, 1, 3);
      }
    });
  for (std::thread &Each : Threads)
    Each.join();
}

TEST(CallMemo, AFootprintThatWasProbedIsNotLasting) {
  double Array[64] = {};
  for (bool Conditional : {false, true}) {
    SiteBuilder B;
    int I = B.dim(0, 1, 64);
    uint32_t A = B.base(Array, "a");
    B.access(A, 8,
             TWOFOLD_ACCESS_READ | (Conditional ? 0 : TWOFOLD_ACCESS_ALWAYS),
             {{8, I}});
    const twofold_site &Site = B.site();
    IterationSpace Space(Site, B.launch());
    Footprint Touched =
        computeFootprint(Site, B.launch(), Space,
                         [](ByteRange Wanted, ByteRange, RangeSet &Readable) {
                           Readable.insert(Wanted);
                           return true;
                         });
    EXPECT_TRUE(Touched.known());
    EXPECT_EQ(Touched.Lasting, !Conditional);
  }
}
