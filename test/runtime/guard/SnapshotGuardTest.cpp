// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SnapshotGuardTest.cpp - bytes that are kept unguarded -------------===//
#include "guard/SnapshotGuard.h"
#include "fake/FakeGuard.h"
#include "guard/SplitGuard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

using namespace twofold;
using namespace twofold::test;

namespace {

uint64_t address(const void *Pointer) { return uint64_t(uintptr_t(Pointer)); }

/// How many bytes of Range are sent as they were.
uint64_t remembered(const PageGuard &Guard, ByteRange Range) {
  uint64_t Sum = 0;
  EXPECT_TRUE(bool(Guard.send(Range, [&](const char *From, ByteRange Piece) {
    Sum += address(From) == Piece.Begin ? 0 : Piece.size();
    return Status(Unit());
  })));
  return Sum;
}

/// Guards no page.
struct RefusedGuard : PageGuard {
  bool working() const override { return false; }
  std::string whyNot() const override { return "the kernel refuses"; }
  RangeSet guardable(ByteRange, const Origin &) const override { return {}; }
  Status set(ByteRange, Access) override { return Unit(); }
  Status replace(ByteRange, const Filler &, Access, const Saver &) override {
    return Unit();
  }
};

/// Guards nothing.
class NoResolver : public GuardResolver {
  void resolve(ByteRange, bool) override { ADD_FAILURE(); }
};

TEST(SplitGuard, PagesAndLooseBytesHaveGuardsOfTheirOwn) {
  constexpr uint64_t Page = FakeGuard::PageBytes;
  alignas(64) char Host[4 * Page];
  std::memset(Host, 1, sizeof Host);
  const uint64_t At = address(Host);
  NoResolver Nobody;
  auto Made =
      std::make_unique<FakeGuard>(Nobody, ByteRange{At, At + sizeof Host});
  FakeGuard &Pages = *Made;
  SplitGuard Guard(Page);
  EXPECT_FALSE(Guard.keeps());
  Guard.keepPages(std::move(Made));
  EXPECT_TRUE(Guard.keepsPages());
  EXPECT_TRUE(Guard.idle());
  // An array from byte 10 of the first page to byte 20 of the last one.
  const ByteRange First = {At + 10, At + Page},
                  Last = {At + 3 * Page, At + 3 * Page + 20},
                  All = {First.Begin, Last.End};
  RangeSet Edges(First);
  Edges.insert(Last);
  Guard.keep(Edges);
  EXPECT_FALSE(Guard.idle());
  ASSERT_TRUE(bool(Guard.set(All, PageGuard::Access::ReadOnly)));
  EXPECT_EQ(Pages.access(Host), PageGuard::Access::All);
  EXPECT_EQ(Pages.access(Host + Page), PageGuard::Access::ReadOnly);
  EXPECT_EQ(Pages.access(Host + 3 * Page), PageGuard::Access::All);
  EXPECT_EQ(remembered(Guard, All), First.size() + Last.size());
  Host[12] = 4; // by another thread
  uint64_t Sent = 0;
  ASSERT_TRUE(bool(Guard.send(All, [&](const char *From, ByteRange Piece) {
    EXPECT_EQ(*From, 1) << Piece.Begin - At;
    Sent += Piece.size();
    return Status(Unit());
  })));
  EXPECT_EQ(Sent, All.size());
  // A page that cannot be guarded changes nothing of the bytes beside it.
  Pages.FailAt = Pages.Calls + 1;
  EXPECT_FALSE(bool(Guard.set(All, PageGuard::Access::All)));
  EXPECT_EQ(remembered(Guard, All), First.size() + Last.size());
  auto Back = [&](char *Fresh) {
    std::memset(Fresh, 1, First.size());
    Fresh[0] = 9;
    return Status(Unit());
  };
  ASSERT_TRUE(bool(Guard.replace(First, Back, PageGuard::Access::All)));
  EXPECT_EQ(Host[10], 9);
  EXPECT_EQ(Host[12], 4);
  EXPECT_EQ(remembered(Guard, All), Last.size());
  // What a device may still read is there when the bytes are no longer kept.
  const char *Copy = nullptr;
  ASSERT_TRUE(bool(Guard.send(Last, [&](const char *From, ByteRange) {
    Copy = From;
    return Status(Unit());
  })));
  Guard.strand(Last);
  Guard.release(Edges);
  EXPECT_EQ(std::count(Copy, Copy + Last.size(), 1), ptrdiff_t(Last.size()));
  EXPECT_TRUE(Guard.idle());
  Guard.keep(Edges);
  EXPECT_EQ(remembered(Guard, All), 0u);
  Guard.release(Edges);
  ASSERT_TRUE(bool(Guard.set({At, At + sizeof Host}, PageGuard::Access::All)));
}

TEST(SplitGuard, SaysWhyPagesAreNotGuarded) {
  SplitGuard Guard(FakeGuard::PageBytes);
  EXPECT_EQ(Guard.whyNot(), "");
  EXPECT_TRUE(Guard.working());
  Guard.keepPages(std::make_unique<RefusedGuard>());
  EXPECT_EQ(Guard.whyNot(), "the kernel refuses");
  EXPECT_FALSE(Guard.working());
}

TEST(SplitGuard, KeepsAnyByteWherePagesAreNotGuarded) {
  char Host[100] = {};
  const ByteRange All = {address(Host), address(Host) + sizeof Host};
  SplitGuard Guard(64);
  Guard.keepBytes();
  EXPECT_TRUE(Guard.keeps() && Guard.keepsBytes() && !Guard.keepsPages());
  EXPECT_EQ(Guard.pageBytes(), 1u);
  EXPECT_EQ(Guard.guardable(All, {}), RangeSet(All));
  ASSERT_TRUE(bool(Guard.set(All, PageGuard::Access::ReadOnly)));
  EXPECT_EQ(remembered(Guard, All), All.size());
  Host[1] = 4; // beside what the kernel writes
  auto Back = [&](char *Fresh) {
    std::memset(Fresh, 0, All.size());
    Fresh[0] = 9;
    return Status(Unit());
  };
  ASSERT_TRUE(bool(Guard.replace(All, Back, PageGuard::Access::All)));
  EXPECT_EQ(Host[0], 9);
  EXPECT_EQ(Host[1], 4);
  EXPECT_EQ(remembered(Guard, All), 0u);
}

TEST(SnapshotGuard, StoresWhatHasChanged) {
  SnapshotGuard Guard;
  std::vector<char> Host(1000, 1);
  uint64_t At = address(Host.data());
  ByteRange All = {At, At + 1000}, Part = {At + 100, At + 300};
  ASSERT_TRUE(bool(Guard.set(Part, PageGuard::Access::ReadOnly)));
  ASSERT_TRUE(bool(Guard.set(All, PageGuard::Access::ReadOnly)));
  EXPECT_EQ(remembered(Guard, All), 1000u);
  Host[150] = 2; // by another thread
  // It is sent as it was.
  std::vector<char> Sent(1000);
  ASSERT_TRUE(bool(Guard.send(All, [&](const char *From, ByteRange Piece) {
    std::memcpy(&Sent[Piece.Begin - At], From, Piece.size());
    return Status(Unit());
  })));
  EXPECT_EQ(Sent, std::vector<char>(1000, 1));
  Sent[149] = 9;
  auto Back = [&](char *Fresh) {
    std::memcpy(Fresh, Sent.data(), Sent.size());
    return Status(Unit());
  };
  ASSERT_TRUE(bool(Guard.replace(All, Back, PageGuard::Access::ReadOnly)));
  EXPECT_EQ(Host[149], 9);
  EXPECT_EQ(Host[150], 2);
  EXPECT_EQ(remembered(Guard, All), 1000u);
  // Later results are compared with these.
  Sent[149] = 1;
  ASSERT_TRUE(bool(Guard.replace(All, Back, PageGuard::Access::All)));
  EXPECT_EQ(Host[149], 1);
  EXPECT_EQ(Host[150], 2);
  EXPECT_EQ(remembered(Guard, All), 0u);
  // What was never sent was overwritten from end to end.
  ASSERT_TRUE(bool(Guard.replace(
      Part,
      [](char *Fresh) {
        std::memset(Fresh, 5, 200);
        return Status(Unit());
      },
      PageGuard::Access::All)));
  EXPECT_EQ(std::accumulate(Host.begin(), Host.end(), 0), 800 + 1000);
}

TEST(SnapshotGuard, AllPiecesAreSentUntilOneFails) {
  char Host[64] = {};
  const uint64_t At = address(Host);
  SnapshotGuard Guard;
  ASSERT_TRUE(bool(Guard.set({At + 16, At + 32}, PageGuard::Access::ReadOnly)));
  RangeSet Sent;
  const ByteRange All = {At, At + sizeof Host};
  ASSERT_TRUE(bool(Guard.send(All, [&](const char *, ByteRange Piece) {
    Sent.insert(Piece);
    return Status(Unit());
  })));
  EXPECT_EQ(Sent, RangeSet(All));
  unsigned Pieces = 0;
  EXPECT_FALSE(bool(Guard.send(All, [&](const char *, ByteRange) -> Status {
    if (++Pieces == 2)
      return Error{ErrorCode::DeviceLost, "the device fails", ""};
    return Unit();
  })));
  EXPECT_EQ(Pieces, 2u);
}

TEST(SnapshotGuard, OneSnapshotEndsAndItsNeighbourStays) {
  SnapshotGuard Guard;
  std::vector<char> Host(100, 1);
  uint64_t At = address(Host.data());
  ASSERT_TRUE(bool(Guard.set({At, At + 10}, PageGuard::Access::ReadOnly)));
  ASSERT_TRUE(bool(Guard.set({At + 20, At + 60}, PageGuard::Access::ReadOnly)));
  ASSERT_TRUE(bool(Guard.set({At + 10, At + 30}, PageGuard::Access::All)));
  EXPECT_EQ(remembered(Guard, {At, At + 10}), 10u);
  EXPECT_EQ(remembered(Guard, {At + 10, At + 30}), 0u);
  EXPECT_EQ(remembered(Guard, {At + 30, At + 60}), 30u);
}

TEST(SnapshotGuard, PartsOfASnapshotEnd) {
  SnapshotGuard Guard;
  std::vector<char> Host(100, 1);
  uint64_t At = address(Host.data());
  ASSERT_TRUE(bool(Guard.set({At, At + 100}, PageGuard::Access::ReadOnly)));
  ASSERT_TRUE(bool(Guard.set({At + 20, At + 30}, PageGuard::Access::All)));
  EXPECT_EQ(remembered(Guard, {At, At + 100}), 90u);
  Host[95] = 3;
  ASSERT_TRUE(bool(Guard.replace(
      {At + 90, At + 100},
      [](char *Fresh) {
        std::memset(Fresh, 1, 10);
        Fresh[1] = 7;
        return Status(Unit());
      },
      PageGuard::Access::All)));
  EXPECT_EQ(Host[91], 7);
  EXPECT_EQ(Host[95], 3);
  EXPECT_EQ(remembered(Guard, {At, At + 100}), 80u);
}

} // namespace
