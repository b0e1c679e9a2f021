// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchLogRecordTest.cpp - what a log holds after any steps ---------===//
#include "Record.h"
#include "SiteBuilder.h"
#include "replay/LaunchLog.h"

#include <chrono>
#include <deque>
#include <gtest/gtest.h>
#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Ranges that a test has made up; others are where its variables are.
void tell(Record &To, const RangeSet &All) {
  for (const ByteRange &Each : All)
    if (Each.End < uint64_t(1) << 32)
      To << ' ' << Each.Begin << '-' << Each.End;
}

/// Where in its entry a launch has what its arguments point to.
void tell(Record &To, const LaunchLog::Entry &Of) {
  const auto *Begin = reinterpret_cast<const char *>(&Of);
  const auto Say = [&](const void *What) {
    const auto *At = static_cast<const char *>(What);
    To << ' ' << (At >= Begin && At < Begin + Of.Size ? At - Begin : -1);
  };
  for (uint32_t I = 0; I < Of.Site->arg_count; ++I)
    Say(Of.Args[I]);
  const auto *Dims = static_cast<const twofold_dim *>(Of.Args[0]);
  for (uint32_t I = 0; I < Of.Site->rank; ++I)
    To << ' ' << Dims[I].lower << ',' << Dims[I].step << ',' << Dims[I].trips;
  for (uint64_t I = 0; I < Of.PlaceCount; ++I) {
    To << ' ' << Of.Places[I].Range.size();
    Say(Of.Places[I].Bytes);
  }
}

struct AnyLoop {
  SiteBuilder B;
  int64_t Scalar = 5, Object[6] = {1, 2, 3, 4}, *Pointer = Object, Sum = 0;
  char Last[24] = {};
  twofold_bounds Bounds = {};

  explicit AnyLoop(std::mt19937 &Random) {
    B.dim(2, 3, 4 + Random() % 3);
    if (Random() % 2)
      B.dim(0, 1, 7);
    B.input(B.arg(&Scalar), 8);
    const uint32_t Arg = B.arg(&Pointer);
    B.input(Arg, 8);
    if (Random() % 2)
      B.input(Arg, sizeof Object, TWOFOLD_INPUT_POINTED);
    for (unsigned Left = Random() % 3; Left; --Left)
      B.result(Left == 1 ? static_cast<void *>(&Sum) : Last,
               Left == 1 ? 8 : sizeof Last, TWOFOLD_RESULT_LAST);
    if (Random() % 3)
      return;
    for (unsigned Left = 1 + Random() % 3; Left; --Left)
      B.subscript(B.base(Object, "a"), 0, sizeof Object, 8);
    B.site().bounds_arg = B.arg(&Bounds);
  }
  LaunchRecord record() { return {B.site(), B.launch(), B.trips()}; }
};

} // namespace

TEST(LaunchLogRecord, StepsLeaveTheirEntries) {
  Record All;
  for (unsigned Seed = 0; Seed < cases(300); ++Seed) {
    std::mt19937 Random(Seed);
    const auto Any = [&] {
      const uint64_t Begin = (1 + Random() % 16) * 1000;
      return ByteRange{Begin, Begin + 1 + Random() % 3000};
    };
    LaunchLog Log({2048 + Random() % 9000, 1024 + Random() % 12000,
                   3 + Random() % 12, 0});
    std::deque<AnyLoop> Loops;
    std::vector<LaunchLog::Entry *> Filling;
    const LaunchLog::Clock::time_point Time;
    std::vector<LaunchLog::Group> Groups;
    for (unsigned Step = 0; Step < 30; ++Step) {
      const ByteRange Asked = Any();
      switch (Random() % 8) {
      case 0:
        if (LaunchLog::Entry *E = Log.image(Asked))
          Filling.push_back(E);
        break;
      case 1:
        if (!Filling.empty()) {
          if (Random() % 4)
            Log.seal(Filling.back());
          else
            Log.drop(Filling.back());
          Filling.pop_back();
        }
        break;
      case 2:
        if (Random() % 4 == 0) {
          Log.clear();
          if (Log.empty())
            Groups.clear();
        }
        break;
      case 3:
        if (!Groups.empty() && Random() % 2) {
          Log.finish({Log.whole(Groups[Random() % Groups.size()])});
          if (Random() % 2)
            Log.dropFinished();
        }
        break;
      default: {
        LaunchRecord Record = Loops.emplace_back(Random).record();
        char Input[40] = {};
        if (Random() % 3 == 0)
          Record.addInput({70000, 70000 + 1 + Random() % 39}, Input);
        LaunchLog::Effect Of;
        Of.FromHost = Any();
        Of.Carried = Of.FromHost;
        if (Random() % 2)
          Of.Carried.insert(Any());
        Of.Writes = Any();
        Of.Touched = Of.Carried;
        Of.Touched.insert(Of.Writes);
        Groups.push_back(
            Log.append(Record, Of, Time + std::chrono::seconds(Step)));
        All << Groups.back() << ' ';
        tell(All, Log.touchedBy(Groups.back()));
        if (Random() % 6 == 0)
          Log.appendAgain(Record, 0);
      }
      }
      All << Log.launches() << Log.empty() << Log.nearlyFull() << Log.complete()
          << ' ' << Log.generation() << ' ' << (Log.started() - Time).count();
      tell(All, Log.wanted(Asked));
      All << '\n';
    }
    for (LaunchLog::Entry *E = Log.first(); E; E = Log.next(E)) {
      All << int(E->What) << ' ' << E->Size << ' ' << E->Previous << ' '
          << (E == Log.last());
      if (E->What == LaunchLog::Kind::Launch) {
        All << ' ' << E->Of << ' ' << E->Trips;
        tell(All, *E);
      } else if (E->What == LaunchLog::Kind::Return)
        All << ' ' << E->Of << ' ' << E->Range.Begin << '-' << E->Range.End;
      else
        All << ' ' << E->Range.Begin << '-' << E->Range.End;
      All << '\n';
    }
    tell(All, Log.touched());
    All << '\n';
    while (!Filling.empty()) {
      Log.drop(Filling.back());
      Filling.pop_back();
    }
  }
  All.expect(0x45c93248ba1569c0);
}

TEST(LaunchLogRecord, WhenCheckpointsAreDue) {
  Record All;
  constexpr uint64_t Second = 1000000000;
  for (uint64_t Since : {Second, 10 * Second - 1, 10 * Second, 10 * Second + 1,
                         100 * Second, 10000 * Second})
    for (uint64_t Newer : {uint64_t(0), Second - 1, Second, Second + 1,
                           10 * Second, 1000 * Second})
      All << checkpointIsDue(std::chrono::nanoseconds(Since), Newer);
  All.expect(0xe689350f599898ff);
}
