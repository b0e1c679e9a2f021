// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteRecordTest.cpp - all that is told of sites at the end ----------===//
#include "Record.h"
#include "SiteBuilder.h"
#include "report/Trace.h"
#include "site/CallMemo.h"
#include "site/LeftLoops.h"
#include "site/SiteTable.h"

#include <deque>
#include <gtest/gtest.h>
#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

/// A site with some past, of any sides.
void live(SiteRecord &R, std::mt19937 &Random) {
  const auto Any = [&](unsigned Below) { return uint64_t(Random() % Below); };
  if (Any(2))
    R.Inline = Any(4000);
  if (Any(2))
    R.Threaded = Any(50);
  if (Any(2)) {
    R.Device = 1 + Any(9);
    R.LastDevice = "a GPU";
    R.BytesToDevice = Any(1 << 30);
    R.BytesToHost = Any(3) * 1000;
    R.Specialised = Any(2) * 3;
  }
  if (Any(3))
    R.Nanoseconds = Any(5) * 1000000 + Any(2);
  R.KernelsBuilt = Any(2);
  R.KernelsCached = Any(2);
  R.Fallback = Any(3) / 2;
  if (Any(2))
    R.Reason = "its work is little";
  R.Weighed = Any(2);
  R.IsSequence = Any(8) == 0;
  for (uint64_t Left = Any(4); Left; --Left)
    R.Moved.add(TransferReason(Any(TransferReasons)), 1 + Any(1 << 22));
}

} // namespace

TEST(SiteRecord, WhatTheyHaveDone) {
  Record All;
  for (unsigned Seed = 0; Seed < 120; ++Seed) {
    std::mt19937 Random(Seed);
    SiteTable Table;
    std::deque<SiteBuilder> Sites(1 + Random() % 6);
    Table.label(":13", "before");
    unsigned Line = 10;
    for (SiteBuilder &Each : Sites) {
      Each.site().line = ++Line;
      live(Table.record(Each.site()), Random);
      EXPECT_EQ(&Table.record(Each.site()), Table.find(Each.site()));
    }
    Table.label("p.c:12", "after");
    Table.label("q.c:12", "none");
    std::string Told;
    const Trace To(1 + Seed % 3,
                   [&](std::string_view Text) { Told.append(Text); });
    Table.summarize(To, Seed % 2 ? "there is no GPU" : "");
    All << Told;
    Table.forEach([&](const SiteRecord &R) { All << nameOf(R) << ' '; });
    All << '\n';
  }
  All.expect(0xbb120625bb2ec7fa);
}

/// What stays the same from run to run tells versions of a loop apart.
TEST(SiteRecord, HowTheyAreIdentified) {
  Record All;
  const auto Tell = [&](auto Change) {
    SiteBuilder B;
    B.dim(0, 1, 4);
    Change(B);
    const SiteRecord R(B.site());
    All << R.Place << '|' << R.Function << '|' << R.Identity << '\n';
  };
  Tell([](SiteBuilder &) {});
  Tell([](SiteBuilder &B) { B.site().ops = 515; });
  Tell([](SiteBuilder &B) { B.site().flags = 0x01020304; });
  Tell([](SiteBuilder &B) { B.dim(0, 1, 9); });
  Tell([](SiteBuilder &B) { B.axis({}, {{3}}); });
  Tell([](SiteBuilder &B) { B.site().column = 7; });
  Tell([](SiteBuilder &B) { B.kernel("k", 1); });
  Tell([](SiteBuilder &B) { B.site().file = B.site().function = nullptr; });
  All.expect(0x2687364967a943bd);
}

TEST(SiteRecord, SitesWithLoadedPlacesPassOnceEnoughWereLookedAt) {
  SiteBuilder B;
  SiteRecord R(B.site());
  for (uint64_t Looks : {0, 16, 17, 1000}) {
    R.Looks = Looks;
    R.Repeats = 0;
    EXPECT_EQ(R.mayPass(), Looks > 16);
    R.Repeats = 1;
    EXPECT_FALSE(R.mayPass());
  }
}

TEST(SiteRecord, DirectivesThatRanInPlaceOfLoops) {
  LeftLoops Left;
  for (int Time = 0; Time < 3; ++Time)
    Left.add("b.c", 4, "f", "for", "of one reason");
  Left.add("b.c", 4, "f", "for", "of another");
  Left.add("a.c", 9, "g", "parallel for", "of one reason");
  std::string Told;
  Left.summarize(Trace(1, [&](std::string_view Text) { Told.append(Text); }));
  EXPECT_EQ(Told, "twofold: a.c:9: g: left to OpenMP's 'parallel for' 1 time, "
                  "because of one reason\n"
                  "twofold: b.c:4: f: left to OpenMP's 'for' 1 time, because "
                  "of another\n"
                  "twofold: b.c:4: f: left to OpenMP's 'for' 3 times, because "
                  "of one reason\n");
}

/// Of more kinds of calls than there are places: the one that has the fewest
/// calls left goes.
TEST(SiteRecord, WhichSettledCallsAreKept) {
  std::mt19937 Random(61);
  Record All;
  for (unsigned Case = 0; Case < 40; ++Case) {
    CallMemo Memo;
    for (unsigned Step = 0; Step < 60; ++Step) {
      const auto Hash = [&] {
        return uint64_t(Random() % 2) << 61 | (1 + Random() % 12);
      };
      const uint64_t Arrivals = Random() % 2;
      if (Random() % 2)
        Memo.settle(Hash(), Arrivals, 1 + Random() % 9);
      const SettledCalls *Of = Memo.settled(Hash(), Arrivals);
      All << (Of ? int(Of->left()) : -1) << ' ';
    }
    All << '\n';
  }
  All.expect(0x9d1f2d276d6476b4);
}
