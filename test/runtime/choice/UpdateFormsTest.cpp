// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UpdateFormsTest.cpp ------------------------------------------------===//
#include "choice/TeamTrials.h"
#include "gtest/gtest.h"

#include <stdexcept>
#include <vector>

using namespace twofold;

namespace {

double Clock = 0;

/// Calls of one loop, of which an iteration takes so long in each form.
struct UpdateCalls {
  UpdateForms Forms{+[] { return Clock; }};
  double AloneNs = 1, TogetherNs = 1;
  uint64_t Next = 0, AloneTrips = 0, TogetherTrips = 0;

  UpdateForms::Form call(uint64_t Trips, uint64_t OpsEach = 1) {
    Next = AloneTrips = TogetherTrips = 0;
    auto Take = [this](double Each, uint64_t &Count) {
      return [this, Each, &Count](uint64_t Begin, uint64_t End) {
        EXPECT_EQ(Begin, Next);
        EXPECT_LT(Begin, End);
        Clock += Each * double(End - Begin);
        Count += End - Begin;
        Next = End;
      };
    };
    auto Form = Forms.run(Trips, Trips * OpsEach, Take(AloneNs, AloneTrips),
                          Take(TogetherNs, TogetherTrips));
    EXPECT_EQ(Next, Trips);
    return Form;
  }
};

TEST(UpdateForms, TheFirstLongCallTriesBothAndEndsWithTheSooner) {
  UpdateCalls C;
  C.TogetherNs = 40;
  EXPECT_EQ(C.call(1 << 20, 8), UpdateForms::Alone);
  EXPECT_EQ(C.TogetherTrips, (1u << 20) / 16);
  EXPECT_EQ(C.call(1 << 20, 8), UpdateForms::Alone);
  EXPECT_EQ(C.TogetherTrips, 0u);
}

TEST(UpdateForms, ThreadsThatAreSoonerGetTheCall) {
  UpdateCalls C;
  C.AloneNs = 10;
  EXPECT_EQ(C.call(1 << 20, 8), UpdateForms::Together);
  EXPECT_EQ(C.AloneTrips, (1u << 20) / 16);
  EXPECT_EQ(C.call(1 << 20, 8), UpdateForms::Together);
  EXPECT_EQ(C.AloneTrips, 0u);
}

TEST(UpdateForms, ShortCallsAreTriedWhole) {
  UpdateCalls C;
  C.TogetherNs = 2;
  EXPECT_EQ(C.call(1000), UpdateForms::Alone);
  EXPECT_EQ(C.call(1000), UpdateForms::Together);
  for (int I = 0; I < 8; ++I)
    EXPECT_EQ(C.call(1000), UpdateForms::Alone);
}

TEST(UpdateForms, AFormThatHasBecomeSoonerIsFound) {
  UpdateCalls C;
  C.TogetherNs = 2;
  C.call(1 << 20, 8);
  C.TogetherNs = 0.5;
  unsigned Calls = 0;
  while (C.call(1 << 20, 8) == UpdateForms::Alone)
    ASSERT_LT(++Calls, 100u);
}

TEST(UpdateForms, AFormThatIsNotMuchSlowerIsTriedAgain) {
  UpdateCalls C;
  C.AloneNs = 10;
  C.TogetherNs = 25;
  C.call(1 << 20, 8);
  bool Again = false;
  for (int I = 0; I < 100; ++I) {
    C.call(1 << 20, 8);
    Again |= C.TogetherTrips != 0;
  }
  EXPECT_TRUE(Again);
}

TEST(UpdateForms, AHopelessFormIsNotTriedAgain) {
  UpdateCalls C;
  C.TogetherNs = 40;
  C.call(1 << 20, 8);
  for (int I = 0; I < 300; ++I) {
    C.call(1 << 20, 8);
    ASSERT_EQ(C.TogetherTrips, 0u);
  }
}

TEST(UpdateForms, ExceptionsPass) {
  UpdateForms Forms;
  const UpdateForms::Piece Throws = [](uint64_t, uint64_t) {
    throw std::runtime_error("of an iteration");
  };
  EXPECT_THROW(Forms.run(1 << 20, 1 << 23, Throws, Throws), std::runtime_error);
}

} // namespace
