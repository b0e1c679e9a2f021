// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/DriverStart.h"

#include <gtest/gtest.h>

using namespace twofold;

TEST(DriverStart, WithoutExperienceItIsTried) {
  DriverStart Fresh;
  Fresh.noteCall(100);
  EXPECT_TRUE(Fresh.pays(100));
  DriverStart Short({5, 0});
  EXPECT_TRUE(Short.pays(100));
}

TEST(DriverStart, AProgramThatEndsSoonDoesWithout) {
  DriverStart Short({400, 300});
  Short.noteCall(1000);
  EXPECT_FALSE(Short.pays(1000));
  DriverStart Long({900, 300});
  Long.noteCall(1000);
  EXPECT_TRUE(Long.pays(1000));
  EXPECT_FALSE(Long.pays(1500)) << "what is left is shorter than the start";
}

TEST(DriverStart, AProgramThatGoesOnGetsThem) {
  DriverStart Short({400, 300});
  Short.noteCall(1000);
  Short.noteCall(1200);
  EXPECT_FALSE(Short.pays(1440)) << "another 440 are expected";
  EXPECT_TRUE(Short.pays(1460));
}

TEST(DriverStart, TellsWhatIsLeft) {
  DriverStart Known({1000, 300});
  EXPECT_LT(Known.left(50), 0) << "it has not begun";
  Known.begins(100);
  EXPECT_EQ(Known.left(150), 250);
  EXPECT_EQ(Known.left(500), 0);
  DriverStart Unknown;
  Unknown.begins(100);
  EXPECT_LT(Unknown.left(150), 0);
}

TEST(DriverStart, TheNextRunLearnsHowLongBothTook) {
  DriverStart First;
  EXPECT_EQ(First.history(500, false).Lasted, 0) << "no call had a choice";
  First.noteCall(100);
  First.begins(150);
  EXPECT_EQ(First.history(350, false).Lasted, 250);
  EXPECT_EQ(First.history(350, false).Opening, 200) << "it took longer";
  First.ends(450);
  EXPECT_EQ(First.history(600, false).Opening, 300);

  DriverStart Tried;
  Tried.noteCall(100);
  Tried.asked(100);
  EXPECT_EQ(Tried.history(500, false).Opening, 0) << "another process does";
  Tried.begins(500);
  Tried.ends(800);
  EXPECT_EQ(Tried.history(900, false).Opening, 300);
}

TEST(DriverStart, OneAloneAsksForDrivers) {
  DriverStart Start;
  EXPECT_FALSE(Start.wasAsked());
  EXPECT_TRUE(Start.asked(0)) << "clocks may begin with 0";
  EXPECT_FALSE(Start.asked(100));
  EXPECT_TRUE(Start.wasAsked());
  Start.notAsked();
  EXPECT_TRUE(Start.asked(200)) << "no thread could be had before";
}

TEST(DriverStart, WhatWasInVainTwiceNeedsALongerProgram) {
  RunHistory Of = {700, 300, 0};
  for (unsigned Run = 0; Run < DriverStart::FreeRuns; ++Run) {
    DriverStart Tries(Of);
    Tries.noteCall(100);
    EXPECT_TRUE(Tries.pays(100)) << Run;
    Tries.begins(100);
    Tries.ends(400);
    Of = Tries.history(800, false);
  }
  DriverStart Third(Of);
  Third.noteCall(100);
  EXPECT_FALSE(Third.pays(100));
  EXPECT_EQ(Third.history(800, false).InVain, 2u) << "it was not tried";
  EXPECT_TRUE(Third.pays(1100)) << "it goes on";
  EXPECT_EQ(Third.history(800, true).InVain, 0u);
}

TEST(DriverStart, AFasterRunDoesNotLookLikeAShortProgram) {
  DriverStart Next({900, 300});
  Next.noteCall(100);
  EXPECT_EQ(Next.history(500, true).Lasted, 900);
  EXPECT_EQ(Next.history(500, false).Lasted, 400);
  EXPECT_EQ(Next.history(1100, true).Lasted, 1000);
}
