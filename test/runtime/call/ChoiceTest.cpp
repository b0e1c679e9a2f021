// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ChoiceTest.cpp - choices of a whole runtime, and their receipts ----===//
#include "Cases.h"
#include "region/LazyBench.h"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace twofold;
using namespace twofold::test;

namespace {

Settings chooses(Coherence Copies) {
  Settings Set = asked(DeviceRequest::Kind::Any);
  Set.Copies = Copies;
  return Set;
}

/// A loop over 3 MB that has earned its kernel, and goes on with little work:
/// 200 us on two threads, 35 on the device, copies of 400 both ways.
struct Stepping {
  ExampleLoop Loop{100'000};

  explicit Stepping(Bench &On) {
    Loop.B.launch().num_threads = 2;
    Loop.B.site().ops = 100'000'000;
    On.run(Loop);
    EXPECT_EQ(On.counts().CallsDevice, 1u);
    Loop.B.site().ops = 16;
  }
};

bool holds(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

} // namespace

TEST(Choice, DataThatIsThereNeedNotMove) {
  LazyBench On(chooses(Coherence::Lazy));
  SKIP_WITHOUT_GUARD(On);
  Stepping S(On);
  uint64_t Sent = On.counts().BytesToDevice;
  for (int Call = 0; Call < 5; ++Call)
    On.run(S.Loop);
  EXPECT_EQ(On.counts().CallsDevice, 6u);
  // Edges of arrays, and small things.
  EXPECT_LT(On.counts().BytesToDevice - Sent, 5u * 100'000u);
  On.R->regions().syncAll();
  S.Loop.expectResults(6);
  On.forget(S.Loop);
}

TEST(Choice, AKernelIsWaitedForRatherThanBringAllHome) {
  Settings Set = chooses(Coherence::Lazy);
  Set.Build = BuildPolicy::Background;
  bool Waited = false;
  // A thread that builds may find all cores busy.
  for (unsigned Try = 0; Try < 20 && !Waited; ++Try) {
    LazyBench On(Set);
    SKIP_WITHOUT_GUARD(On);
    ExampleLoop Loop{1'000'000};
    Loop.B.site().ops = 100'000'000;
    unsigned Calls = 0;
    do {
      On.run(Loop);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (++Calls < 1000 && On.counts().CallsDevice == 0);
    twofold_site Other = Loop.B.site();
    Other.line = 13;
    Other.ops = 16;
    On.R->run(Other, Loop.B.launch(), Loop.B.trips());
    Waited = On.counts().CallsDevice == 2;
    On.R->regions().syncAll();
    Loop.expectResults(Calls + 1);
    On.forget(Loop);
  }
  EXPECT_TRUE(Waited);
}

TEST(Choice, DataThatIsNotThereIsCounted) {
  Bench On(chooses(Coherence::Eager));
  Stepping S(On);
  for (int Call = 0; Call < 5; ++Call)
    On.run(S.Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  S.Loop.expectResults(6);
}

TEST(Choice, TilesArePredictedToBeFaster) {
  auto Predicted = [](bool Tiles) {
    Bench On(chooses(Coherence::Eager));
    SiteBuilder B;
    B.dim(0, 1, 1024);
    const int Columns = B.axis({{0}}, {{1023}});
    B.kernel("product", 2, 0);
    B.kernelRange(0, Columns);
    B.kernelRange(1, 0);
    if (Tiles)
      B.kernelArg(TWOFOLD_ARG_TILE, 64, TWOFOLD_TILE_SIZE(64, 64));
    B.site().native = [](void **, uint64_t, uint64_t) {};
    B.site().ops = 10'000;
    On.R->run(B.site(), B.launch(), B.trips());
    const std::string Json = On.R->receiptsAsJson(), Key = "\"device_ns\": ";
    const size_t At = Json.find(Key);
    EXPECT_NE(At, std::string::npos) << Json;
    return At == std::string::npos
               ? 0.0
               : std::strtod(Json.c_str() + At + Key.size(), nullptr);
  };
  // An item of a tile has more to do, by itself.
  EXPECT_LT(Predicted(true), Predicted(false));
}

TEST(Choice, CallsThatCopiesKeepAtHomeAreSettled) {
  Bench On(chooses(Coherence::Eager));
  Stepping S(On);
  const int Calls = sanitized() ? 80 : 200;
  for (int Call = 0; Call < Calls; ++Call)
    On.run(S.Loop);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  std::string Json = On.R->receiptsAsJson();
  // The first ones, and one of 64 of the others.
  EXPECT_LT(std::count(Json.begin(), Json.end(), '{'), 20);
  EXPECT_TRUE(holds(Json, "\"flips_with_data_there\": true")) << Json;
  S.Loop.expectResults(Calls + 1);
}

TEST(Choice, CallsOnTheDeviceThatLeaveNothingThereAreSettled) {
  Bench On(chooses(Coherence::Eager));
  ExampleLoop Loop(1000);
  Loop.B.site().ops = 100'000'000;
  auto Receipts = [&] {
    std::string Json = On.R->receiptsAsJson();
    return std::count(Json.begin(), Json.end(), '{');
  };
  for (int Call = 0; Call < 200; ++Call)
    On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 200u);
  // The first ones, and one of 64 of the others.
  const auto Before = Receipts();
  EXPECT_LT(Before, 20);
  // Other work needs another thought.
  Loop.B.site().ops = 90'000'000;
  On.run(Loop);
  EXPECT_EQ(Receipts(), Before + 1);
  Loop.expectResults(201);
}

TEST(Choice, SettledCallsAreThoughtOfAgainWhenTheirWorkIsAnother) {
  Bench On(chooses(Coherence::Eager));
  Stepping S(On);
  for (int Call = 0; Call < 50; ++Call)
    On.run(S.Loop);
  ASSERT_EQ(On.counts().CallsDevice, 1u);
  S.Loop.B.site().ops = 100'000'000;
  On.run(S.Loop);
  EXPECT_EQ(On.counts().CallsDevice, 2u);
  S.Loop.expectResults(52);
}

TEST(Choice, ExplainTellsBothSides) {
  Bench On(chooses(Coherence::Eager));
  Stepping S(On);
  On.run(S.Loop);
  std::string Text = On.R->explain("loop.c:12");
  EXPECT_TRUE(holds(Text, "loop.c:12: f: 2 calls")) << Text;
  EXPECT_TRUE(holds(Text, "1 on Fake One")) << Text;
  EXPECT_TRUE(
      holds(Text, "\n  100000 iterations, 1600000 operations: on the CPU"))
      << Text;
  EXPECT_TRUE(holds(Text, " on a GPU (from ")) << Text;
  EXPECT_TRUE(holds(Text, "on the GPU if its data were there")) << Text;
  EXPECT_EQ(On.R->explain("other.c:12"), "");
  std::string Json = On.R->receiptsAsJson();
  EXPECT_EQ(Json.substr(0, 3), "[\n ");
  EXPECT_TRUE(holds(Json, "\"chosen\": \"device\", \"ran\": \"device\""))
      << Json;
  EXPECT_TRUE(holds(Json, "\"chosen\": \"native\", \"ran\": \"native\""))
      << Json;
  SignalHold::begin(); // as a fork does
  On.R->becomeForkedChild(true);
  EXPECT_EQ(On.R->explain(""), "");
}

TEST(Choice, TheTraceTellsThemToo) {
  Settings Set = chooses(Coherence::Eager);
  Set.Info = 3;
  Bench On(Set);
  Stepping S(On);
  On.run(S.Loop);
  EXPECT_TRUE(holds(On.Told, "; predicted: ")) << On.Told;
  EXPECT_TRUE(holds(On.Told, "B on the GPU")) << On.Told;
}

/// What is said of the next call is what the last ones took, with their copies
/// and with the results that come back by themselves.
TEST(Choice, PredictionsAddUpToWhatCallsTake) {
  for (Coherence Copies : {Coherence::Eager, Coherence::Lazy}) {
    LazyBench On(chooses(Copies));
    if (Copies == Coherence::Lazy)
      SKIP_WITHOUT_GUARD(On);
    ExampleLoop Loop(10'000);
    Loop.B.site().ops = 1'000'000'000;
    static Bench *Clock;
    Clock = &On;
    On.World.Kernels["example"] = [](const NdRange &Range,
                                     const std::vector<char *> &Args) {
      ExampleLoop::kernel(Range, Args);
      Clock->Time = Clock->Time + 5e6;
    };
    for (int Call = 0; Call < 200; ++Call)
      On.run(Loop);
    EXPECT_EQ(On.counts().CallsDevice, 200u);
    std::string Json = On.R->receiptsAsJson();
    auto Last = [&](const std::string &Name) {
      size_t At = Json.rfind("\"" + Name + "\": ");
      return At == std::string::npos
                 ? -1
                 : atof(Json.c_str() + At + Name.size() + 4);
    };
    EXPECT_NEAR(Last("device_ns") + Last("device_copies_ns"), 5e6, 2) << Json;
    On.R->regions().syncAll();
    On.forget(Loop);
  }
}

/// Few iterations keep a GPU busy where several items share out each of them.
TEST(Choice, ItemsOfInnerLoopsCount) {
  auto Predicted = [](bool Shared) {
    Bench On(chooses(Coherence::Eager));
    On.World.Kernels["example"] = [](const NdRange &,
                                     const std::vector<char *> &) {};
    ExampleLoop Loop(16);
    Loop.B.launch().num_threads = 2;
    Loop.B.site().ops = 10'000'000;
    Loop.B.kernel("example", Shared ? 2 : 1);
    Loop.B.kernelRange(Shared ? 1 : 0, 0);
    if (Shared)
      Loop.B.kernelRange(0, Loop.B.axis({{0}}, {{999}}));
    On.run(Loop);
    const std::string Json = On.R->receiptsAsJson(), Name = "\"device_ns\": ";
    const size_t At = Json.rfind(Name);
    return At == std::string::npos ? -1 : atof(&Json[At + Name.size()]);
  };
  EXPECT_GT(Predicted(false), 3e7);
  const double Shared = Predicted(true);
  EXPECT_GT(Shared, 0);
  EXPECT_LT(Shared, 3e6);
}

TEST(Choice, CallsTeachTheirSite) {
  // By its operations the loop is worth a device at once; the clock says that
  // it takes no time at all.
  Bench On(chooses(Coherence::Eager));
  ExampleLoop Loop(1000);
  Loop.B.site().ops = 20'000; // 2.5 ms
  twofold_native Inner = Loop.B.site().native;
  static Bench *Clock;
  static twofold_native Run;
  Clock = &On;
  Run = Inner;
  Loop.B.launch().num_threads = 1;
  Loop.B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
    Run(Args, Lo, Hi);
    Clock->Time = Clock->Time + 3000;
  };
  for (int Call = 0; Call < 200; ++Call)
    On.run(Loop);
  EXPECT_EQ(On.counts().CallsDevice, 0u);
  EXPECT_TRUE(
      holds(On.R->explain(""), "predicted: 3.0 us on the CPU (measured)"))
      << On.R->explain("");
  Loop.expectResults(200);
}

namespace {

/// What keeps a loop from a device, for TWOFOLD_OFFLOAD=mandatory.
struct Obstacle {
  const char *Says;
  void (*Put)(Bench &On, ExampleLoop &Loop);
};

const Obstacle Obstacles[] = {
    {"extent of 'table' is not known",
     [](Bench &, ExampleLoop &Loop) {
       // On the heap, which nobody observes here; it is never freed.
       static int *Nowhere = new int;
       uint32_t Table = Loop.B.base(Nowhere, "table");
       Loop.B.access(Table, 1, TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_UNKNOWN,
                     {});
     }},
    {"pinned to main memory",
     [](Bench &On, ExampleLoop &Loop) {
       uint64_t At = uint64_t(uintptr_t(Loop.x.data()));
       On.R->regions().pin({At, At + 8});
     }},
    {"Fake One has failed before",
     [](Bench &On, ExampleLoop &) { On.R->devices()[0]->Lost = true; }},
    {"no kernel",
     [](Bench &, ExampleLoop &Loop) {
       Loop.B.site().kernel = nullptr;
       Loop.B.site().reason = nullptr;
     }},
    {"failed on purpose",
     [](Bench &On, ExampleLoop &) { On.World.FailFrom = 1; }},
    {"no double precision",
     [](Bench &On, ExampleLoop &Loop) {
       (void)On.R->devices();
       On.Opened->editFacts().Fp64 = false;
       Loop.B.kernel("example", 1, TWOFOLD_KERNEL_LINEAR | TWOFOLD_KERNEL_FP64);
     }},
};

} // namespace

class ChoiceDeathTest : public ::testing::TestWithParam<size_t> {};

TEST_P(ChoiceDeathTest, MandatoryTellsWhy) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const Obstacle &Is = Obstacles[GetParam()];
  EXPECT_EXIT(
      {
        Settings Set = asked(DeviceRequest::Kind::Any);
        Set.Offload = OffloadPolicy::Mandatory;
        Bench On(Set);
        ExampleLoop Loop(10);
        Is.Put(On, Loop);
        On.run(Loop);
      },
      ::testing::ExitedWithCode(70),
      std::string("twofold: loop.c:12: f: not offloaded.*") + Is.Says);
}

INSTANTIATE_TEST_SUITE_P(All, ChoiceDeathTest,
                         ::testing::Range<size_t>(0, std::size(Obstacles)));
