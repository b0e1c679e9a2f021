// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/Receipts.h"

#include <gtest/gtest.h>
#include <set>
#include <thread>

using namespace twofold;

namespace {

Receipt example() {
  Receipt R;
  R.Trips = 1000;
  R.Ops = 4000;
  R.Native = 20e3;
  R.Device = 9e3;
  R.Moving = 50e3;
  R.Took = 21e3;
  R.Touched = 24000;
  R.NativeFrom = SiteModel::Basis::Measured;
  R.Threads = 16;
  return R;
}

/// 5 ns and 1 ns for an operation.
CallTimes linear(uint64_t Ops) {
  CallTimes Out;
  Out.Native = 5 * double(Ops);
  Out.Device = 8e3 + double(Ops) / 4;
  return Out;
}

} // namespace

TEST(Receipts, TellBothPredictionsBytesAndFlips) {
  Receipt R = example();
  std::string Text = describe(R, {5000, true});
  EXPECT_EQ(
      Text,
      "1000 iterations, 4000 operations: on the CPU in 21 us, because a GPU "
      "is predicted to be slower; predicted: 20 us on the CPU (measured), "
      "9.0 us on a GPU (from its operations) and 50 us of copies; of its "
      "23 KiB of data, 0 B were on the GPU, 0 B on the GPU alone; it would run "
      "on the GPU if its data were there; it would run on the GPU with about "
      "5000 iterations or more");
  R.To = Side::Device;
  R.Ran = false;
  R.TeamHot = false;
  Text = describe(R, {10, false});
  EXPECT_NE(Text.find("on the CPU in 21 us, though the GPU was chosen"),
            std::string::npos);
  EXPECT_NE(Text.find("whose threads sleep"), std::string::npos);
  EXPECT_NE(Text.find("on the CPU with about 10 iterations or fewer"),
            std::string::npos);
  R.Moving = 1;
  EXPECT_NE(describe(R, {}).find(" of copies"), std::string::npos);
}

TEST(Receipts, TrialsNameWhatIsTried) {
  EXPECT_STREQ(text(Cause::Trial, Side::Device),
               "its kernel is being tried out");
  EXPECT_STREQ(text(Cause::Trial, Side::Host), "threads are being tried out");
}

TEST(Receipts, EachCauseHasItsOwnText) {
  std::set<std::string> Texts;
  constexpr Cause Causes[] = {
      Cause::Faster,     Cause::Little, Cause::StaysForNow,
      Cause::StaysThere, Cause::Search, Cause::SetUp,
      Cause::Building,   Cause::Trial,  Cause::Unknown};
  for (Cause Why : Causes)
    Texts.insert(text(Why, Side::Host));
  EXPECT_EQ(Texts.size(), std::size(Causes));
  EXPECT_EQ(Texts.count(""), 0u);
  EXPECT_STREQ(text(Cause::Faster, Side::Device),
               "the GPU is predicted to be faster");
  EXPECT_STREQ(text(Cause::Faster, Side::Host),
               "a GPU is predicted to be slower");
  EXPECT_STREQ(text(Cause::StaysForNow, Side::Host),
               "its data is in main memory, and copying it to a GPU would have "
               "cost more time so far than it saved");
  EXPECT_STREQ(text(Cause::StaysThere, Side::Device),
               "its data is on the GPU, and copying it back would have cost "
               "more time so far than it saved");
  EXPECT_STREQ(text(Cause::Unknown, Side::Host),
               "which bytes it touches is not known");
}

TEST(Receipts, PredictionsSayWhatTheyComeFrom) {
  Receipt R = example();
  R.NativeFrom = SiteModel::Basis::Extrapolated;
  R.DeviceFrom = SiteModel::Basis::Interpolated;
  const std::string Text = describeGrounds(R, {});
  EXPECT_NE(Text.find("on the CPU (from other sizes)"), std::string::npos)
      << Text;
  EXPECT_NE(Text.find("on a GPU (between measured sizes)"), std::string::npos)
      << Text;
}

TEST(Receipts, NothingFlipsWhereOperationsAreNotKnown) {
  const auto Times = [](uint64_t) {
    CallTimes Out;
    Out.Native = 20e3;
    Out.Device = 9e3;
    return Out;
  };
  Receipt R = example();
  EXPECT_NE(findFlip(R, Times).Trips, 0u) << "fewer copies";
  R.Ops = 0;
  EXPECT_EQ(findFlip(R, Times).Trips, 0u);
}

TEST(Receipts, TheFlipIsWhereThePredictionsMeet) {
  Receipt R = example();
  R.Moving = 0;
  R.Trips = R.Ops = 100;
  R.Native = linear(100).Native;
  R.Device = linear(100).Device;
  // 5 n = 8000 + n / 4
  Flip F = findFlip(R, linear);
  EXPECT_NEAR(double(F.Trips), 8000 / 4.75, 3);
  EXPECT_FALSE(F.ByResidence);
  R.Ops = 400;
  R.Native = linear(400).Native;
  R.Device = linear(400).Device;
  EXPECT_NEAR(double(findFlip(R, linear).Trips), 8000 / 4.75 / 4, 3);
  R.Trips = R.Ops = 100'000'000;
  R.To = Side::Device;
  R.Native = linear(R.Ops).Native;
  R.Device = linear(R.Ops).Device;
  EXPECT_NEAR(double(findFlip(R, linear).Trips), 8000 / 4.75, 3);
}

TEST(Receipts, NoNumberOfIterationsFlipsWhatPredictionsDidNotChoose) {
  // The device is faster, but its kernel is not paid yet.
  Receipt R = example();
  R.Moving = 0;
  R.Trips = R.Ops = 100'000'000;
  R.Native = linear(R.Ops).Native;
  R.Device = linear(R.Ops).Device;
  R.Why = Cause::SetUp;
  EXPECT_EQ(findFlip(R, linear).Trips, 0u);
  // Predictions have become others since.
  R = example();
  R.Moving = 0;
  R.Trips = R.Ops = 1000;
  R.Device = 2 * R.Native;
  EXPECT_EQ(findFlip(R,
                     [](uint64_t Ops) {
                       CallTimes Out = linear(Ops);
                       std::swap(Out.Native, Out.Device);
                       return Out;
                     })
                .Trips,
            0u);
}

TEST(Receipts, NobodyHasLookedForAGpu) {
  Receipt R = example();
  R.To = Side::Host;
  R.Why = Cause::Search;
  EXPECT_STREQ(text(R.Why, R.To), "no GPU has been looked for, as its calls "
                                  "have been too short so far for that to pay");
  EXPECT_NE(describeGrounds(R, {}).find(" on a GPU, if there is one (from "),
            std::string::npos);
  R.Why = Cause::Little;
  EXPECT_STREQ(text(R.Why, R.To), "no GPU has been looked for, as one is "
                                  "predicted to be slower");
  EXPECT_NE(describeGrounds(R, {}).find(" on a GPU, if there is one (from "),
            std::string::npos);
  R.Why = Cause::SearchMoves;
  EXPECT_EQ(std::string(text(R.Why, R.To)).find("no GPU has been looked for"),
            0u);
  EXPECT_NE(describeGrounds(R, {}).find(" on a GPU, if there is one (from "),
            std::string::npos);
  R.Why = Cause::SetUp;
  EXPECT_EQ(describeGrounds(R, {}).find("if there is one"), std::string::npos);
}

TEST(Receipts, CopiesGrowWithTheLoop) {
  Receipt R = example();
  R.Trips = R.Ops = 100;
  R.Native = linear(100).Native;
  R.Device = 1;
  R.Moving = 1000; // 10 ns for each iteration: never
  EXPECT_EQ(findFlip(R, linear).Trips, 0u);
  EXPECT_TRUE(findFlip(R, linear).ByResidence);
}

/// The way home is what a call on threads would have to pay.
TEST(Receipts, DataThatIsOnTheDeviceKeepsCallsThere) {
  Receipt R = example();
  R.To = Side::Device;
  R.Trips = R.Ops = 100;
  R.Native = linear(100).Native;
  R.Device = linear(100).Device;
  R.Moving = 0;
  R.Home = 10'000; // 100 ns for each iteration
  const Flip F = findFlip(R, linear);
  EXPECT_NEAR(double(F.Trips), 8000 / 104.75, 3);
  EXPECT_TRUE(F.ByResidence);
}

TEST(Receipts, JsonIsJson) {
  std::string Json = describeAsJson(example(), "a \"b\"\\\n.c:1", {5000, true});
  EXPECT_EQ(
      Json,
      "{\"site\": \"a \\\"b\\\"\\\\\\u000a.c:1\", \"chosen\": \"native\", "
      "\"ran\": \"native\", \"why\": \"a GPU is predicted to be slower\", "
      "\"iterations\": 1000, \"operations\": 4000, \"took_ns\": 21000, "
      "\"native_ns\": 20000, \"native_from\": \"measured\", "
      "\"native_copies_ns\": 0, \"device_ns\": 9000, \"device_from\": \"from "
      "its operations\", \"device_copies_ns\": 50000, \"threads\": 16, "
      "\"threads_spin\": true, \"bytes_touched\": 24000, "
      "\"bytes_on_device\": 0, \"bytes_on_device_alone\": 0, "
      "\"bytes_sent\": 0, \"bytes_fetched\": 0, \"flips_at_iterations\": 5000, "
      "\"flips_with_data_there\": true}");
  Receipt R = example();
  R.To = Side::Device;
  for (bool Ran : {true, false}) {
    R.Ran = Ran;
    Json = describeAsJson(R, "", {});
    EXPECT_NE(Json.find("\"chosen\": \"device\""), std::string::npos);
    EXPECT_NE(Json.find(Ran ? "\"ran\": \"device\"" : "\"ran\": \"native\""),
              std::string::npos);
  }
}

/// Each number stands where it belongs.
TEST(Receipts, JsonHasEachNumber) {
  Receipt R = example();
  R.Home = 1;
  R.OnDevice = 2;
  R.Hidden = 3;
  R.Sent = 4;
  R.Fetched = 5;
  R.TeamHot = false;
  const std::string Json = describeAsJson(R, "", {});
  for (const char *Each :
       {"\"native_copies_ns\": 1,", "\"bytes_on_device\": 2,",
        "\"bytes_on_device_alone\": 3,", "\"bytes_sent\": 4,",
        "\"bytes_fetched\": 5,", "\"threads_spin\": false",
        "\"flips_at_iterations\": 0,", "\"flips_with_data_there\": false"})
    EXPECT_NE(Json.find(Each), std::string::npos) << Each << " of " << Json;
  EXPECT_NE(describeGrounds(R, {}).find(
                "2 B were on the GPU, 3 B on the GPU alone; 4 B were copied "
                "there, 5 B back"),
            std::string::npos);
  R.Sent = 0;
  EXPECT_NE(describeGrounds(R, {}).find("; 0 B were copied there, 5 B back"),
            std::string::npos);
}

TEST(Receipts, DataElsewhereFlipsEitherSide) {
  Receipt R = example();
  auto Flips = [&] {
    return findFlip(R, [](uint64_t) { return CallTimes(); }).ByResidence;
  };
  // On threads, for the copies to the device take too long.
  EXPECT_TRUE(Flips());
  R.Device = 30e3; // and it would be slower, too
  EXPECT_FALSE(Flips());
  R.Home = 20e3; // but for what threads would have to wait for
  EXPECT_TRUE(Flips());
  R.Moving = 0;
  EXPECT_FALSE(Flips());
  // On the device, for the copies back take too long.
  R.To = Side::Device;
  EXPECT_TRUE(Flips());
  R.Home = 0;
  EXPECT_FALSE(Flips());
  R.Home = 20e3;
  R.Device = 9e3;
  EXPECT_FALSE(Flips());
  R.Moving = 20e3;
  EXPECT_TRUE(Flips());
}

TEST(Receipts, TheRingKeepsTheLastOnesInOrder) {
  ReceiptRing Ring;
  EXPECT_TRUE(Ring.all().empty());
  for (uint64_t N = 1; N <= ReceiptRing::Size + 10; ++N) {
    Receipt R;
    R.Trips = N;
    Ring.add(R);
  }
  auto All = Ring.all();
  ASSERT_EQ(All.size(), ReceiptRing::Size);
  for (size_t I = 0; I < All.size(); ++I)
    EXPECT_EQ(All[I].Trips, 11 + I);
}

TEST(Receipts, NobodyReadsHalfOfOne) {
  ReceiptRing Ring;
  std::atomic<bool> Stop{false};
  std::vector<std::thread> Writers;
  for (uint64_t W = 1; W <= 3; ++W)
    Writers.emplace_back([&, W] {
      for (uint64_t N = 0; N < 20000; ++N) {
        Receipt R;
        R.Trips = W * 1'000'000 + N;
        R.Ops = 2 * R.Trips;
        R.Fetched = 3 * R.Trips;
        Ring.add(R);
      }
    });
  std::thread Reader([&] {
    while (!Stop)
      for (const Receipt &R : Ring.all()) {
        ASSERT_EQ(R.Ops, 2 * R.Trips);
        ASSERT_EQ(R.Fetched, 3 * R.Trips);
      }
  });
  for (std::thread &T : Writers)
    T.join();
  Stop = true;
  Reader.join();
  EXPECT_GT(Ring.all().size(), ReceiptRing::Size / 2);
}
