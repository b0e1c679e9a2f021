// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchEndTest.cpp - launches whose queue somebody has waited for ---===//
#include "device/PendingLaunches.h"

#include <gtest/gtest.h>

using namespace twofold;

namespace {

Status broken() { return Error{ErrorCode::DeviceLost, "it broke", ""}; }

class ToldEvent final : public Event {
  const bool Good;

public:
  explicit ToldEvent(bool Good) : Good(Good) {}
  Status wait() override { return Good ? Status(Unit()) : broken(); }
};

PendingLaunches::Events one(bool Good = true) {
  PendingLaunches::Events Out;
  Out.push_back(std::make_unique<ToldEvent>(Good));
  return Out;
}

class CountedEnd final : public QueueEnd {
  unsigned &Marks;

public:
  explicit CountedEnd(unsigned &Marks) : Marks(Marks) {}
  Result<std::unique_ptr<Event>> mark() override {
    ++Marks;
    return std::unique_ptr<Event>(std::make_unique<ToldEvent>(true));
  }
};

} // namespace

TEST(LaunchEnd, WhoHasWaitedForTheQueueSaysHowItEnded) {
  unsigned Marks = 0;
  PendingLaunches All;
  All.follow(std::make_shared<CountedEnd>(Marks));
  All.add(one(), nullptr);
  All.add({}, nullptr);
  EXPECT_TRUE(All.finished(2, Unit()));
  EXPECT_EQ(All.count(), 0u);
  All.add({}, nullptr);
  EXPECT_FALSE(All.finished(3, broken()));
  EXPECT_TRUE(All.wait(2));
  EXPECT_FALSE(All.wait(3));
  // What is long over stays good; the caller learns of the error.
  EXPECT_FALSE(All.finished(2, broken()));
  EXPECT_TRUE(All.wait(2));
  EXPECT_EQ(Marks, 0u);
}

TEST(LaunchEnd, AFailedLaunchIsSeenWhereItsQueueHasFinished) {
  PendingLaunches All;
  All.add(one(), nullptr);
  All.add(one(false), nullptr);
  EXPECT_FALSE(All.finished(2, Unit()));
  EXPECT_TRUE(All.wait(1));
  EXPECT_FALSE(All.wait(2));
}
