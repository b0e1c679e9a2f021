// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelPreparationTest.cpp - kernels of a program, ahead of time ----===//
#include "kernel/KernelPreparation.h"
#include "RuntimeBench.h"
#include "TemporaryFolder.h"

using namespace twofold;
using namespace twofold::test;

namespace {

struct Preparation {
  Bench On;
  std::string Told, Objects;

  explicit Preparation(DeviceRequest::Kind What = DeviceRequest::Kind::Any,
                       bool HasDevice = true)
      : On(asked(What), DeviceKind::Gpu, HasDevice) {}
  int run(PreparationTask Task, std::vector<const twofold_site *> Sites) {
    Told.clear();
    Objects.clear();
    return On.R->prepare(Task, Sites, [&](const PreparedKernel &Each) {
      Told += Each.line() + "\n";
      Objects += Each.json() + "\n";
    });
  }
  bool tells(const std::string &Part) const {
    return Told.find(Part) != std::string::npos;
  }
};

} // namespace

TEST(KernelPreparation, TasksHaveNames) {
  PreparationTask Task = PreparationTask::Explain;
  EXPECT_FALSE(parsePreparation(nullptr, Task));
  EXPECT_FALSE(parsePreparation("builds", Task));
  EXPECT_TRUE(parsePreparation("build", Task));
  EXPECT_EQ(Task, PreparationTask::Build);
  EXPECT_TRUE(parsePreparation("explain", Task));
  EXPECT_EQ(Task, PreparationTask::Explain);
}

TEST(KernelPreparation, KernelsAreBuiltAndTold) {
  Preparation P;
  ExampleLoop One(10), Other(10), None(10, /*WithKernel=*/false);
  const std::vector<const twofold_site *> Sites = {
      &One.B.site(), &None.B.site(), &Other.B.site()};
  EXPECT_EQ(P.run(PreparationTask::Build, Sites), 0);
  EXPECT_TRUE(P.tells(": Fake One")) << P.Told;
  EXPECT_TRUE(P.tells("built in ")) << P.Told;
  EXPECT_TRUE(P.tells("no kernel: of the test\n")) << P.Told;
  EXPECT_EQ(std::count(P.Told.begin(), P.Told.end(), '\n'), 3) << P.Told;
  EXPECT_NE(P.Objects.find("{\"state\": \"built\", \"place\": \""),
            std::string::npos)
      << P.Objects;
  EXPECT_NE(P.Objects.find("\"device\": \"\", \"text\": \"no kernel: of the "
                           "test\"}\n"),
            std::string::npos)
      << P.Objects;
  EXPECT_EQ(P.run(PreparationTask::Explain, Sites), 0);
  EXPECT_TRUE(P.tells(": in the cache\n")) << P.Told;
}

TEST(KernelPreparation, WhatFailsIsMissing) {
  Preparation P;
  (void)P.On.R->devices();
  P.On.World.FailFrom = P.On.World.Calls + 1;
  ExampleLoop Loop(10);
  EXPECT_EQ(P.run(PreparationTask::Build, {&Loop.B.site()}), 1);
  EXPECT_TRUE(P.tells(": failed: ")) << P.Told;
}

TEST(KernelPreparation, NothingToDoIsSaid) {
  Preparation P;
  EXPECT_EQ(P.run(PreparationTask::Build, {}), 3);
  EXPECT_EQ(P.Told, "there are no loops in this program\n");
  ExampleLoop None(10, /*WithKernel=*/false), Cpu(10);
  EXPECT_EQ(P.run(PreparationTask::Explain, {&None.B.site()}), 3);
  EXPECT_TRUE(P.tells("no loop of this program has a kernel for these devices"))
      << P.Told;
  twofold_kernel Kernel = *Cpu.B.site().kernel;
  Kernel.flags |= TWOFOLD_KERNEL_CPU_ONLY;
  Cpu.B.site().kernel = &Kernel;
  twofold_site Site = Cpu.B.site();
  Site.kernel = &Kernel;
  EXPECT_EQ(P.run(PreparationTask::Build, {&Site}), 3);
  EXPECT_TRUE(P.tells(": not for it: it was compiled with no-opencl-gpu\n"))
      << P.Told;
}

TEST(KernelPreparation, DevicesMayBeMissing) {
  ExampleLoop Loop(10);
  Preparation None(DeviceRequest::Kind::Any, /*HasDevice=*/false);
  EXPECT_EQ(None.run(PreparationTask::Build, {&Loop.B.site()}), 3);
  EXPECT_EQ(None.Told, "no OpenCL device was found: nothing here\n");
  Preparation Other(DeviceRequest::Kind::Cpu);
  EXPECT_EQ(Other.run(PreparationTask::Build, {&Loop.B.site()}), 3);
  EXPECT_EQ(Other.Told, "no OpenCL CPU device was found\n");
  Preparation Threads(DeviceRequest::Kind::Native);
  EXPECT_EQ(Threads.run(PreparationTask::Build, {&Loop.B.site()}), 3);
  EXPECT_EQ(Threads.Told, "threads need no kernels\n");
  Preparation Gpu(DeviceRequest::Kind::Gpu);
  EXPECT_EQ(Gpu.run(PreparationTask::Build, {&Loop.B.site()}), 0);
}

TEST(Receipts, GoIntoAFile) {
  const TemporaryFolder Folder;
  Settings Set = gpu();
  Set.ReceiptsFile = Folder / "receipts.json";
  {
    Bench On(Set);
    ExampleLoop Loop(1000);
    On.run(Loop);
    On.R->fileReceipts();
    EXPECT_EQ(readWhole(Set.ReceiptsFile), On.R->receiptsAsJson());
  }
  Set.ReceiptsFile = Folder / "none/receipts.json";
  Bench On(Set);
  testing::internal::CaptureStderr();
  On.R->fileReceipts();
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "twofold: TWOFOLD_RECEIPTS=" + Set.ReceiptsFile +
                " cannot be written\n");
}

TEST(KernelPreparation, LinesOrTheObjectsOfAnArray) {
  const PreparedKernel One = {"a.c:3", "f", "Fake", "built", "now"}, Two;
  const auto Printed = [&](bool Json, unsigned Count) {
    testing::internal::CaptureStdout();
    PreparationPrinter Print(Json);
    if (Count > 0)
      Print(One);
    if (Count > 1)
      Print(Two);
    Print.finish();
    std::fflush(stdout);
    return testing::internal::GetCapturedStdout();
  };
  EXPECT_EQ(Printed(false, 0), "");
  EXPECT_EQ(Printed(false, 2), One.line() + "\n" + Two.line() + "\n");
  EXPECT_EQ(Printed(true, 0), "[\n]\n");
  EXPECT_EQ(Printed(true, 1), "[\n  " + One.json() + "\n]\n");
  EXPECT_EQ(Printed(true, 2),
            "[\n  " + One.json() + ",\n  " + Two.json() + "\n]\n");
}
