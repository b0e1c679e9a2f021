// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DispatcherTest.cpp - whole calls, on a device that may fail --------===//
#include "RuntimeBench.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <thread>

using namespace twofold;
using namespace twofold::test;

TEST(Dispatcher, RunsOnTheDevice) {
  for (DeviceKind Kind : {DeviceKind::Gpu, DeviceKind::Cpu})
    for (uint64_t N : {1, 2, 63, 64, 1000}) {
      Bench On(asked(Kind == DeviceKind::Gpu ? DeviceRequest::Kind::Gpu
                                             : DeviceRequest::Kind::Cpu),
               Kind);
      ExampleLoop Loop(N);
      On.run(Loop);
      Loop.expectResults(1);
      On.run(Loop);
      Loop.expectResults(2);
      EXPECT_EQ(On.counts().CallsDevice, 2u);
      EXPECT_EQ(On.counts().CallsNative, 0u);
      EXPECT_EQ(On.counts().KernelsBuilt, 1u);
      EXPECT_EQ(On.World.Builds, 1u);
    }
}

TEST(Dispatcher, MovesOnlyWhatIsNeeded) {
  Bench On(gpu());
  ExampleLoop Loop(1000);
  On.run(Loop);
  // x, y and z go in, w is written completely; y, w and z come back, with the
  // partial sums of each group and the last value.
  EXPECT_EQ(On.counts().BytesToDevice, 3u * 8000);
  EXPECT_EQ(On.counts().BytesToHost, 3u * 8000 + 8 * (1000 / 64 + 1) + 8);
  EXPECT_EQ(On.World.Written, On.counts().BytesToDevice);
  EXPECT_EQ(On.World.Read, On.counts().BytesToHost);
}

TEST(Dispatcher, BuffersAreKept) {
  Bench On(gpu());
  ExampleLoop Loop(1000);
  On.run(Loop);
  unsigned First = On.World.Allocations;
  for (int I = 0; I < 5; ++I)
    On.run(Loop);
  EXPECT_EQ(On.World.Allocations, First);
}

/// Every call to the device fails once, in every way; the result is always the
/// native one and nothing is left behind.
TEST(Dispatcher, AnyFailureFallsBack) {
  for (ErrorCode Code : {ErrorCode::Unavailable, ErrorCode::OutOfMemory,
                         ErrorCode::DeviceLost, ErrorCode::BuildFailed}) {
    bool Injected = true;
    unsigned At = 0;
    while (Injected) {
      std::unique_ptr<Bench> On = std::make_unique<Bench>(gpu());
      On->World.FailAt = ++At;
      On->World.FailWith = Code;
      ExampleLoop Loop(500);
      for (unsigned Calls = 1; Calls <= 3; ++Calls) {
        On->run(Loop);
        Loop.expectResults(Calls);
        ASSERT_FALSE(::testing::Test::HasFailure()) << "failure " << At;
      }
      Injected = On->World.Failed;
      EXPECT_EQ(On->counts().CallsNative + On->counts().CallsDevice, 3u);
      if (!Injected) {
        EXPECT_EQ(On->counts().CallsDevice, 3u);
      } else if (Code == ErrorCode::DeviceLost) {
        EXPECT_LT(On->counts().CallsDevice, 3u);
      }
      On->R.reset();
      EXPECT_EQ(On->World.LiveObjects, 0) << "failure " << At;
    }
    EXPECT_GT(At, 30u);
  }
}

TEST(Dispatcher, FailedBuildsAreNotTriedAgain) {
  Settings Set = gpu();
  Set.Info = 2;
  Bench On(Set);
  On.World.FailAt = 1;
  On.World.FailWith = ErrorCode::BuildFailed;
  ExampleLoop Loop(100);
  for (int I = 0; I < 4; ++I)
    On.run(Loop);
  Loop.expectResults(4);
  EXPECT_EQ(On.World.Builds, 1u);
  EXPECT_EQ(On.counts().KernelsFailed, 1u);
  EXPECT_EQ(On.counts().CallsFallback, 4u);
  EXPECT_NE(On.Told.find("twofold: loop.c:12: no kernel for Fake One: build "
                         "failed on purpose; threads run it instead\n  the "
                         "log\n"),
            std::string::npos)
      << On.Told;
}

/// Of a device the first one is news to everybody, the others to who asks.
TEST(Dispatcher, EachFailedBuildIsToldWhereSummariesAre) {
  for (const int Level : {0, 1}) {
    Settings Set = gpu();
    Set.Info = Level;
    Bench On(Set);
    On.World.FailFrom = 1;
    On.World.FailWith = ErrorCode::BuildFailed;
    ExampleLoop First(100), Second(100);
    Second.B.site().line = 13;
    for (ExampleLoop *Each : {&First, &Second})
      On.run(*Each);
    EXPECT_EQ(On.World.Builds, 2u);
    EXPECT_NE(On.Told.find("loop.c:12: no kernel for "), std::string::npos);
    EXPECT_EQ(On.Told.find("loop.c:13: no kernel for ") != std::string::npos,
              Level == 1)
        << On.Told;
    EXPECT_EQ(On.Told.find("the log"), std::string::npos) << On.Told;
  }
}

TEST(Dispatcher, ALostDeviceIsNotUsedAgain) {
  Bench On(gpu());
  ExampleLoop Loop(100);
  On.run(Loop);
  On.World.FailAt = On.World.Calls + 3;
  On.World.FailWith = ErrorCode::DeviceLost;
  On.run(Loop);
  unsigned Launches = On.World.Launches;
  On.run(Loop);
  EXPECT_EQ(On.World.Launches, Launches);
  Loop.expectResults(3);
}

/// Bytes that a kernel may but does not write belong to whoever writes them
/// meanwhile.
TEST(Dispatcher, UnwrittenBytesAreNotStored) {
  Bench On(gpu());
  ExampleLoop Loop(100);
  On.World.Kernels["example"] = [&](const NdRange &Range,
                                    const std::vector<char *> &Args) {
    ExampleLoop::kernel(Range, Args);
    Loop.z[1] = 4711;
    Loop.z[98] = 4712;
  };
  On.run(Loop);
  EXPECT_EQ(Loop.z[1], 4711);
  EXPECT_EQ(Loop.z[98], 4712);
  Loop.z[1] = Loop.z[98] = -2;
  Loop.expectResults(1);
}

TEST(Dispatcher, OverlappingBasesShareABuffer) {
  // c[i] = c[i] + d[i], where d is c moved by 8 elements.
  std::vector<int32_t> Memory(40);
  for (int I = 0; I < 40; ++I)
    Memory[I] = I;
  SiteBuilder B;
  int I = B.dim(0, 1, 16);
  uint32_t C = B.base(Memory.data() + 8, "c"), D = B.base(Memory.data(), "d");
  B.access(C, 4, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_ALWAYS, {{4, I}, {64}});
  B.access(D, 4, TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_ALWAYS, {{4, I}, {40}});
  B.kernel("overlap", 1);
  B.kernelArg(TWOFOLD_ARG_BUFFER, C);
  B.kernelArg(TWOFOLD_ARG_BUFFER, D);
  B.site().native = [](void **, uint64_t, uint64_t) { FAIL(); };
  Bench On(gpu());
  On.World.Kernels["overlap"] = [](const NdRange &,
                                   const std::vector<char *> &Args) {
    EXPECT_EQ(Args[0], Args[2]);
    int64_t OffsetC, OffsetD;
    std::memcpy(&OffsetC, Args[1], 8);
    std::memcpy(&OffsetD, Args[3], 8);
    EXPECT_EQ(OffsetC - OffsetD, 32);
    for (int I = 0; I < 16; ++I)
      reinterpret_cast<int32_t *>(Args[0] + OffsetC + 64)[I] =
          100 + reinterpret_cast<int32_t *>(Args[2] + OffsetD + 40)[I];
  };
  On.R->run(B.site(), B.launch(), 16);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  // c[16 + i] = d[10 + i] + 100, one after the other as the kernel does it.
  std::vector<int32_t> Wanted(40);
  for (int K = 0; K < 40; ++K)
    Wanted[K] = K;
  for (int K = 0; K < 16; ++K)
    Wanted[24 + K] = 100 + Wanted[10 + K];
  EXPECT_EQ(Memory, Wanted);
}

TEST(Dispatcher, ElementsStayAligned) {
  std::vector<double> Memory(100);
  for (int Shift = 0; Shift < 20; ++Shift) {
    SiteBuilder B;
    int I = B.dim(0, 1, 10);
    uint32_t A = B.base(Memory.data() + Shift, "a");
    B.access(A, 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_ALWAYS, {{8, I}});
    B.kernel("align", 1);
    B.kernelArg(TWOFOLD_ARG_BUFFER, A);
    Bench On(gpu());
    const double *First = Memory.data() + Shift;
    On.World.Kernels["align"] = [&](const NdRange &,
                                    const std::vector<char *> &Args) {
      int64_t Offset;
      std::memcpy(&Offset, Args[1], 8);
      EXPECT_EQ(uint64_t(Offset) % 128, uintptr_t(First) % 128);
    };
    On.R->run(B.site(), B.launch(), 10);
    EXPECT_EQ(On.counts().CallsDevice, 1u);
  }
}

TEST(Dispatcher, UntouchedBasesNeedNoMemory) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  uint32_t A = B.base(nullptr, "a");
  B.kernel("nothing", 1);
  B.kernelArg(TWOFOLD_ARG_BUFFER, A);
  Bench On(gpu());
  On.World.Kernels["nothing"] = [](const NdRange &Range,
                                   const std::vector<char *> &Args) {
    EXPECT_NE(Args[0], nullptr);
    EXPECT_EQ(Range.Global[0], 16u);
  };
  On.R->run(B.site(), B.launch(), 10);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
}

TEST(Dispatcher, TooLargeForTheDevice) {
  for (uint64_t Largest : {7999, 4000, 3999, 300, 7}) {
    Bench On(gpu());
    ExampleLoop Loop(1000);
    EXPECT_EQ(On.R->devices().size(), 1u);
    On.Opened->editFacts().MaxAllocation = Largest;
    On.run(Loop);
    Loop.expectResults(1);
    // In parts, but not in too many.
    EXPECT_EQ(On.counts().CallsDevice, Largest >= 300 ? 1u : 0u) << Largest;
    EXPECT_EQ(On.counts().CallsFallback, Largest >= 300 ? 0u : 1u) << Largest;
    EXPECT_EQ(On.World.Launches > 1, Largest >= 300) << Largest;
  }
}

/// The parts that a device has done are not done again.
TEST(Dispatcher, ADeviceThatFailsBetweenParts) {
  bool Injected = true;
  for (unsigned At = 1; Injected; ++At) {
    Bench On(gpu());
    ExampleLoop Loop(1000);
    EXPECT_EQ(On.R->devices().size(), 1u);
    On.Opened->editFacts().MaxAllocation = 3000;
    On.World.FailAt = At;
    On.run(Loop);
    Loop.expectResults(1);
    ASSERT_FALSE(::testing::Test::HasFailure()) << "failure " << At;
    Injected = On.World.Failed;
  }
}

/// A thread that is cancelled meanwhile ends after it.
TEST(Dispatcher, LaunchesAreNotCancelled) {
  auto State = [] {
    int Now = -1;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &Now);
    pthread_setcancelstate(Now, nullptr);
    return Now;
  };
  Bench On(asked(DeviceRequest::Kind::Gpu));
  ExampleLoop Loop(1000);
  std::vector<int> Seen;
  On.World.OnBuild = [&] { Seen.push_back(State()); };
  auto Run = On.World.Kernels.at("example");
  On.World.Kernels["example"] = [&](const NdRange &Range,
                                    const std::vector<char *> &Args) {
    Seen.push_back(State());
    Run(Range, Args);
  };
  On.run(Loop);
  EXPECT_EQ(Seen, std::vector<int>(2, PTHREAD_CANCEL_DISABLE));
  EXPECT_EQ(State(), PTHREAD_CANCEL_ENABLE);
  Loop.expectResults(1);
}

TEST(Dispatcher, BuildOptionsFollowTheDevice) {
  Settings Set = gpu();
  Set.ClFlags = "-cl-mad-enable";
  Bench On(Set);
  (void)On.R->devices();
  On.Opened->editFacts().CorrectlyRoundedDivideSqrt = true;
  ExampleLoop Loop(10);
  On.run(Loop);
  ASSERT_EQ(On.World.Options.size(), 1u);
  EXPECT_EQ(On.World.Options[0],
            "-cl-std=CL1.2 -w -cl-fp32-correctly-rounded-divide-sqrt "
            "-cl-mad-enable");
}

TEST(Dispatcher, ThreadsLaunchAtOnce) {
  Settings Set = gpu();
  Set.Info = 3;
  Bench On(Set);
  std::vector<std::thread> Threads;
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back([&On, T] {
      ExampleLoop Loop(100 + T);
      for (unsigned Calls = 1; Calls <= 20; ++Calls) {
        On.run(Loop);
        Loop.expectResults(Calls);
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(On.counts().CallsDevice, 80u);
}

/// A kernel that takes its loop to start at 0 cannot be given a later part.
TEST(Dispatcher, NoPartsWithoutAFirstValue) {
  std::vector<double> Memory(1000);
  SiteBuilder B;
  int I = B.dim(0, 1, 1000);
  uint32_t A = B.base(Memory.data(), "a");
  B.access(A, 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_ALWAYS, {{8, I}});
  B.kernel("from 0", 1);
  B.kernelArg(TWOFOLD_ARG_BUFFER, A);
  unsigned Native = 0;
  static unsigned *Count;
  Count = &Native;
  B.site().native = [](void **, uint64_t Lo, uint64_t Hi) {
    *Count += unsigned(Hi - Lo);
  };
  Bench On(gpu());
  EXPECT_EQ(On.R->devices().size(), 1u);
  On.Opened->editFacts().MaxAllocation = 4500;
  B.launch().num_threads = 1;
  On.R->run(B.site(), B.launch(), 1000);
  EXPECT_EQ(On.counts().CallsDevice, 0u);
  EXPECT_EQ(Native, 1000u);
}
