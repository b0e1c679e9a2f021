// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/LaunchLog.h"
#include "SiteBuilder.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>

using namespace twofold;
using namespace twofold::test;

namespace {

const LaunchLog::Limits Small = {4096, size_t(40) << 20, 3, 0};
const LaunchLog::Clock::time_point Now;

struct OneLoop {
  SiteBuilder B;
  int64_t Scalar = 5, Object[4] = {1, 2, 3, 4}, *Pointer = Object, Sum = 0;
  uint32_t ScalarArg, SumArg;

  OneLoop() {
    B.dim(2, 3, 4);
    ScalarArg = B.arg(&Scalar);
    B.input(ScalarArg, 8);
    uint32_t PointerArg = B.arg(&Pointer);
    B.input(PointerArg, 8);
    B.input(PointerArg, sizeof Object, TWOFOLD_INPUT_POINTED);
    SumArg = B.arg(&Sum);
    B.result(&Sum, 8, TWOFOLD_RESULT_REDUCTION);
  }
  LaunchRecord record() { return {B.site(), B.launch(), B.trips()}; }
};

ByteRange bytes(uint64_t Begin, uint64_t Size) { return {Begin, Begin + Size}; }

/// Reads some bytes that the host has and writes others.
LaunchLog::Effect effect(ByteRange FromHost, ByteRange Writes) {
  RangeSet Touched(FromHost);
  Touched.insert(Writes);
  return {FromHost, FromHost, Writes, Touched};
}

} // namespace

TEST(LaunchLog, KeepsWhatALaunchReadsWhenVariablesChange) {
  LaunchLog Log;
  OneLoop Loop;
  LaunchRecord Record = Loop.record();
  char Input[3] = {7, 8, 9};
  Record.addInput(bytes(0x10000, 3), Input);
  EXPECT_TRUE(Log.empty());
  Log.append(Record, effect(bytes(0x20000, 64), bytes(0x30000, 10)), Now);
  Loop.Scalar = 6;
  Loop.Object[1] = 99;
  Input[0] = 0;
  ASSERT_EQ(Log.launches(), 1u);
  LaunchLog::Entry *E = Log.first();
  ASSERT_EQ(E->What, LaunchLog::Kind::Launch);
  EXPECT_EQ(E, Log.last());
  EXPECT_EQ(Log.next(E), nullptr);
  EXPECT_EQ(E->Trips, 4u);
  EXPECT_EQ(static_cast<twofold_dim *>(E->Args[0])->lower, 2);
  EXPECT_EQ(*static_cast<int64_t *>(E->Args[Loop.ScalarArg]), 5);
  // Its own place, whatever the kind of result.
  EXPECT_NE(E->Args[Loop.B.site().results[0].arg], &Loop.Sum);
  ASSERT_EQ(E->PlaceCount, 2u);
  EXPECT_EQ(E->Places[0].Range.Begin,
            uint64_t(reinterpret_cast<uintptr_t>(Loop.Object)));
  EXPECT_EQ(E->Places[0].Bytes[8], 2);
  EXPECT_EQ(E->Places[1].Range, bytes(0x10000, 3));
  EXPECT_EQ(E->Places[1].Bytes[0], 7);
  // Everything that may be written when it is repeated.
  EXPECT_TRUE(Log.touched().contains(bytes(0x10000, 3)));
  EXPECT_TRUE(Log.touched().contains(bytes(0x30000, 10)));
  EXPECT_TRUE(Log.touched().contains(E->Places[0].Range));
}

TEST(LaunchLog, WantsAnImageOnceForWhatTheHostHad) {
  LaunchLog Log(Small);
  OneLoop Loop;
  Log.append(Loop.record(), effect(bytes(1000, 100), {}), Now);
  EXPECT_EQ(Log.wanted(bytes(0, 1050)), RangeSet(bytes(1000, 50)));
  LaunchLog::Entry *Image = Log.image(bytes(1000, 50));
  ASSERT_NE(Image, nullptr);
  EXPECT_EQ(Image->What, LaunchLog::Kind::Unfinished);
  EXPECT_FALSE(Log.wanted(bytes(1000, 50)).empty());
  Log.seal(Image);
  EXPECT_EQ(Image->What, LaunchLog::Kind::Image);
  EXPECT_EQ(Log.wanted(bytes(0, 2000)), RangeSet(bytes(1050, 50)));
  EXPECT_EQ(Log.previous(Log.last()), Log.first());
  EXPECT_EQ(Log.previous(Log.first()), nullptr);
  // A later launch reads what is there then.
  Log.append(Loop.record(), effect(bytes(1000, 10), {}), Now);
  EXPECT_EQ(Log.wanted(bytes(0, 1050)), RangeSet(bytes(1000, 10)));
}

TEST(LaunchLog, ReturnsWhatTheHostMayHaveChangedSince) {
  LaunchLog Log;
  OneLoop Loop;
  Log.append(Loop.record(), effect({}, bytes(5000, 100)), Now);
  Log.append(Loop.record(), effect(bytes(5050, 100), {}), Now);
  LaunchLog::Entry *Return = Log.next(Log.first());
  ASSERT_NE(Return, nullptr);
  EXPECT_EQ(Return->What, LaunchLog::Kind::Return);
  EXPECT_EQ(Return->Range, bytes(5050, 50));
  // Once, until a launch writes there again.
  Log.append(Loop.record(), effect(bytes(5050, 100), {}), Now);
  EXPECT_EQ(Log.last()->What, LaunchLog::Kind::Launch);
  EXPECT_EQ(Log.previous(Log.last())->What, LaunchLog::Kind::Launch);
  EXPECT_EQ(Log.launches(), 3u);
}

TEST(LaunchLog, IsBounded) {
  LaunchLog Log(Small);
  OneLoop Loop;
  EXPECT_EQ(Log.image(bytes(0, 5000)), nullptr);
  LaunchLog::Entry *Image = Log.image(bytes(0, 3000));
  ASSERT_NE(Image, nullptr);
  EXPECT_EQ(Log.image(bytes(0, 3000)), nullptr);
  Log.append(Loop.record(), {}, Now);
  // Somebody is still filling it.
  Log.clear();
  EXPECT_EQ(Log.launches(), 1u);
  Log.drop(Image);
  Log.clear();
  EXPECT_TRUE(Log.empty());
  EXPECT_EQ(Log.first(), nullptr);
  EXPECT_NE(Log.image(bytes(0, 3000)), nullptr);
  for (unsigned I = 0; I < 3; ++I) {
    EXPECT_FALSE(Log.nearlyFull());
    Log.append(Loop.record(), {}, Now);
  }
  EXPECT_TRUE(Log.nearlyFull());
  EXPECT_TRUE(Log.complete());
  Log.append(Loop.record(), {}, Now);
  EXPECT_FALSE(Log.complete());
}

TEST(LaunchLog, LargeImagesHavePagesOfTheirOwn) {
  LaunchLog::Limits Limits = Small;
  constexpr uint64_t Bytes = 3 << 20;
  Limits.PageBytes = Bytes; // one place of 4 MiB
  LaunchLog Log(Limits);
  OneLoop Loop;
  for (unsigned Round = 0; Round < 3; ++Round) {
    Log.append(Loop.record(), effect(bytes(1 << 30, Bytes), {}), Now);
    LaunchLog::Entry *Image = Log.image(bytes(1 << 30, Bytes));
    ASSERT_NE(Image, nullptr);
    EXPECT_TRUE(Image->Apart);
    std::vector<char> Old(Bytes, char('a' + Round));
    ImagePages::fill(Image->Bytes, Old.data(), Bytes, false);
    Log.seal(Image);
    EXPECT_TRUE(Log.wanted(bytes(1 << 30, Bytes)).empty());
    EXPECT_EQ(Log.image(bytes(1 << 20, Bytes)), nullptr) << "no room";
    LaunchLog::Entry *Little = Log.image(bytes(5000, 10));
    ASSERT_NE(Little, nullptr);
    EXPECT_FALSE(Little->Apart);
    Log.drop(Little);
    EXPECT_EQ(std::string_view(Image->Bytes, Bytes),
              std::string_view(Old.data(), Bytes));
    Log.clear();
  }
}

TEST(LaunchLog, DoesNotKeepLargeInputs) {
  LaunchLog Log;
  OneLoop Loop;
  LaunchRecord Record = Loop.record();
  std::vector<char> Large(LaunchRecord::LargestInput);
  Record.addInput(bytes(0x10000, Large.size()), Large.data());
  EXPECT_FALSE(Record.complete());
  Log.append(Record, {}, Now);
  EXPECT_FALSE(Log.complete());
  EXPECT_FALSE(Log.empty());
  Log.clear();
  EXPECT_TRUE(Log.complete());
}

TEST(LaunchLog, FollowsNoPointerToNowhere) {
  OneLoop Loop;
  size_t Pieces = Loop.record().pieces().size();
  Loop.Pointer = nullptr;
  EXPECT_EQ(Loop.record().pieces().size(), Pieces - 1);
}

TEST(CheckpointPolicy, CostsAtMostAFiftieth) {
  using std::chrono::seconds;
  EXPECT_FALSE(checkpointIsDue(seconds(9), 1));
  EXPECT_TRUE(checkpointIsDue(seconds(11), 1));
  // 10 GB take two seconds.
  EXPECT_FALSE(checkpointIsDue(seconds(99), 10'000'000'000));
  EXPECT_TRUE(checkpointIsDue(seconds(101), 10'000'000'000));
}
