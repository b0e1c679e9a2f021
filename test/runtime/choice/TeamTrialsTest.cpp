// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/TeamTrials.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>

using namespace twofold;

namespace {

constexpr uint64_t Ops = 100000;

/// A loop that takes so long alone and with two threads.
struct TimedLoop {
  TeamTrials Trials;
  TeamTrials::Side Prior = TeamTrials::Team;
  double Alone, Team;
  uint64_t Calls[2] = {};
  double Total = 0;

  TimedLoop(double Alone, double Team) : Alone(Alone), Team(Team) {}

  void call(uint64_t Times) {
    for (; Times; --Times) {
      const TeamTrials::Answer Answer = Trials.ask(Ops, Prior);
      const double Took = Answer.To == TeamTrials::Alone ? Alone : Team;
      ++Calls[Answer.To];
      Total += Took;
      if (Answer.Measure)
        Trials.note(Ops, 2, Answer.To, Took);
    }
  }
  TeamTrials::Side taken() { return Trials.ask(Ops, Prior).To; }
};

} // namespace

TEST(TeamTrials, ThePriorHoldsUntilSomethingIsMeasured) {
  TeamTrials Trials;
  EXPECT_EQ(Trials.ask(Ops, TeamTrials::Alone).To, TeamTrials::Alone);
  EXPECT_EQ(Trials.ask(8 * Ops, TeamTrials::Team).To, TeamTrials::Team);
  EXPECT_TRUE(Trials.ask(Ops, TeamTrials::Alone).Measure) << "the second call";
  EXPECT_FALSE(Trials.ask(16, TeamTrials::Alone).Measure)
      << "nobody sees so little work";
}

TEST(TeamTrials, LoopsBeyondAllSizesAreNotTried) {
  TeamTrials Trials;
  for (auto Prior : {TeamTrials::Alone, TeamTrials::Team}) {
    const TeamTrials::Answer Answer = Trials.ask(uint64_t(1) << 40, Prior);
    EXPECT_EQ(Answer.To, Prior);
    EXPECT_FALSE(Answer.Measure);
    EXPECT_FALSE(Answer.Trial);
  }
}

TEST(TeamTrials, TheBetterSideIsFoundFromEither) {
  for (TeamTrials::Side Prior : {TeamTrials::Alone, TeamTrials::Team})
    for (bool Gains : {false, true}) {
      TimedLoop Loop(16000, Gains ? 9000 : 50000);
      Loop.Prior = Prior;
      Loop.call(20000);
      EXPECT_EQ(Loop.taken(), Gains ? TeamTrials::Team : TeamTrials::Alone);
      const double Best = 20000 * (Gains ? 9000.0 : 16000.0);
      EXPECT_LT(Loop.Total, 1.05 * Best);
    }
}

TEST(TeamTrials, WhatChangesIsSeen) {
  TimedLoop Loop(16000, 9000);
  Loop.call(5000);
  EXPECT_EQ(Loop.taken(), TeamTrials::Team);
  Loop.Team = 50000;
  Loop.call(5000);
  EXPECT_EQ(Loop.taken(), TeamTrials::Alone);
  Loop.Team = 9000;
  Loop.call(200000);
  EXPECT_EQ(Loop.taken(), TeamTrials::Team);
}

TEST(TeamTrials, ThreadsThatStartSlowlyHaveTime) {
  TeamTrials Trials;
  double Start = 60000;
  for (int Call = 0; Call < 2000; ++Call) {
    const TeamTrials::Answer Answer = Trials.ask(Ops, TeamTrials::Alone);
    const bool Team = Answer.To == TeamTrials::Team;
    // Each call in a row finds the threads better placed.
    Start = Team ? 0.6 * Start : 60000;
    if (Answer.Measure)
      Trials.note(Ops, 2, Answer.To, Team ? 9000 + Start : 16000);
  }
  EXPECT_EQ(Trials.ask(Ops, TeamTrials::Alone).To, TeamTrials::Team);
}

/// However long that lasts: four calls, and three more for eight times.
TEST(TeamTrials, ATrialDoesNotGoOnForEver) {
  TeamTrials Trials;
  double Team = 1e12;
  unsigned InARow = 0, Longest = 0;
  for (int Call = 0; Call < 300; ++Call) {
    const TeamTrials::Answer Answer = Trials.ask(Ops, TeamTrials::Alone);
    Team = Answer.Trial ? 0.8 * Team : Team;
    InARow = Answer.Trial ? InARow + 1 : 0;
    Longest = std::max(Longest, InARow);
    if (Answer.Measure)
      Trials.note(Ops, 2, Answer.To, Answer.Trial ? Team : 16000);
  }
  EXPECT_EQ(Longest, 28u);
}

TEST(TeamTrials, ACallThatWasInterruptedIsNoReasonForATrial) {
  TimedLoop Loop(16000, 30000);
  Loop.Prior = TeamTrials::Alone;
  while (Loop.Calls[TeamTrials::Team] < 4)
    Loop.call(1);
  Loop.call(128);
  ASSERT_EQ(Loop.Calls[TeamTrials::Team], 4u);
  Loop.Trials.note(Ops, 2, TeamTrials::Alone, 1e9);
  EXPECT_FALSE(Loop.Trials.ask(Ops, Loop.Prior).Trial);
}

TEST(TeamTrials, OfATrialsCallsTheMiddleOneCounts) {
  const auto Taken = [](std::array<double, 4> Times) {
    TeamTrials Trials;
    size_t Next = 0;
    while (Next < Times.size()) {
      const TeamTrials::Answer Answer = Trials.ask(Ops, TeamTrials::Alone);
      if (Answer.Measure)
        Trials.note(Ops, 2, Answer.To, Answer.Trial ? Times[Next++] : 16000);
    }
    return Trials.ask(Ops, TeamTrials::Alone).To;
  };
  EXPECT_EQ(Taken({90000, 20000, 9000, 20000}), TeamTrials::Alone);
  EXPECT_EQ(Taken({90000, 9000, 90000, 9000}), TeamTrials::Team);
  EXPECT_EQ(Taken({90000, 9000, 9000, 90000}), TeamTrials::Team);
  EXPECT_EQ(Taken({9000, 20000, 20000, 20000}), TeamTrials::Alone);
}

TEST(TeamTrials, ShortCallsAreNotTriedWithThreads) {
  TimedLoop Loop(500, 100);
  Loop.Prior = TeamTrials::Alone;
  Loop.call(1000000);
  EXPECT_EQ(Loop.Calls[TeamTrials::Team], 0u);
}

TEST(TeamTrials, LongCallsAreNotTriedAlone) {
  TimedLoop Loop(5e6, 3e6);
  Loop.call(1000000);
  EXPECT_EQ(Loop.Calls[TeamTrials::Alone], 0u);
}

TEST(TeamTrials, TrialsBecomeRare) {
  TimedLoop Loop(16000, 50000);
  Loop.Prior = TeamTrials::Alone;
  Loop.call(2000);
  EXPECT_FALSE(Loop.Trials.settledAlone(Ops));
  Loop.call(100000);
  EXPECT_TRUE(Loop.Trials.settledAlone(Ops));
  const uint64_t Before = Loop.Calls[TeamTrials::Team];
  Loop.call(100000);
  EXPECT_LT(Loop.Calls[TeamTrials::Team] - Before, 200u);
}

TEST(TeamTrials, ThreeTrialsThatChangeNothingSettleALoop) {
  TimedLoop Loop(16000, 50000);
  Loop.Prior = TeamTrials::Alone;
  for (int Call = 0; Call < 100000 && !Loop.Trials.settledAlone(Ops); ++Call)
    Loop.call(1);
  EXPECT_EQ(Loop.Calls[TeamTrials::Team], 3 * 4u);
}

TEST(TeamTrials, SizesAreApart) {
  TimedLoop Loop(16000, 50000);
  Loop.call(5000);
  EXPECT_EQ(Loop.taken(), TeamTrials::Alone);
  EXPECT_EQ(Loop.Trials.ask(16 * Ops, TeamTrials::Team).To, TeamTrials::Team);
}
