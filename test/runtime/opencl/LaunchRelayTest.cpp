// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchRelayTest.cpp - launches on a driver of paper ----------------===//
#include "opencl/LaunchRelay.h"

#include "opencl/ClBuffer.h"
#include "opencl/ClProgram.h"
#include "opencl/ClQueue.h"
#include "system/SignalHold.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;

namespace {

/// A device whose kernels make *buffer = 3 * *buffer + number at once. Plain C
/// functions, so that its state cannot be anywhere else.
struct Paper {
  std::mutex Lock;
  std::set<uint64_t *> Memory;
  uint64_t *Argument = nullptr;
  uint64_t Number = 0;
  int Enqueued = 0, Marks = 0;
  std::map<int, cl_int> Refused; ///< by launch
  bool GivesEvents = true;
  std::set<std::thread::id> Threads;
  bool Asks = false; ///< a thread may wait for memory while it enqueues
  std::chrono::microseconds Takes{0};
} *Driver;

uint64_t *memoryOf(cl_mem Of) { return reinterpret_cast<uint64_t *>(Of); }

cl_int setArgument(cl_kernel, cl_uint Index, size_t, const void *Value) {
  std::lock_guard Guard(Driver->Lock);
  if (Index == 0)
    Driver->Argument = memoryOf(*static_cast<const cl_mem *>(Value));
  else
    Driver->Number = *static_cast<const uint64_t *>(Value);
  return CL_SUCCESS;
}

cl_int enqueue(cl_command_queue, cl_kernel, cl_uint, const size_t *,
               const size_t *, const size_t *, cl_uint, const cl_event *,
               cl_event *Done) {
  std::this_thread::sleep_for(Driver->Takes);
  std::lock_guard Guard(Driver->Lock);
  Driver->Threads.insert(std::this_thread::get_id());
  Driver->Asks |= !SignalHold::held();
  int Launch = Driver->Enqueued++;
  if (Driver->Refused.count(Launch))
    return Driver->Refused[Launch];
  EXPECT_TRUE(Driver->Memory.count(Driver->Argument)) << "it was released";
  *Driver->Argument = 3 * *Driver->Argument + Driver->Number;
  if (Done && Driver->GivesEvents)
    *Done = reinterpret_cast<cl_event>(new int(0));
  return CL_SUCCESS;
}

std::shared_ptr<const ClApi> paperApi() {
  auto Api = std::make_shared<ClApi>();
  Api->clReleaseContext = [](cl_context) -> cl_int { return 0; };
  Api->clCreateCommandQueue = [](cl_context, cl_device_id,
                                 cl_command_queue_properties, cl_int *Code) {
    *Code = CL_SUCCESS;
    return reinterpret_cast<cl_command_queue>(Driver);
  };
  Api->clRetainCommandQueue = [](cl_command_queue) -> cl_int { return 0; };
  Api->clReleaseCommandQueue = [](cl_command_queue) -> cl_int { return 0; };
  Api->clCreateBuffer = [](cl_context, cl_mem_flags, size_t, void *,
                           cl_int *Code) {
    std::lock_guard Guard(Driver->Lock);
    *Code = CL_SUCCESS;
    return reinterpret_cast<cl_mem>(
        *Driver->Memory.insert(new uint64_t(0)).first);
  };
  Api->clReleaseMemObject = [](cl_mem Of) -> cl_int {
    std::lock_guard Guard(Driver->Lock);
    Driver->Memory.erase(memoryOf(Of));
    delete memoryOf(Of);
    return 0;
  };
  Api->clCreateProgramWithSource = [](cl_context, cl_uint, const char **,
                                      const size_t *, cl_int *Code) {
    *Code = CL_SUCCESS;
    return reinterpret_cast<cl_program>(Driver);
  };
  Api->clBuildProgram = [](cl_program, cl_uint, const cl_device_id *,
                           const char *, void (*)(cl_program, void *),
                           void *) -> cl_int { return 0; };
  Api->clCreateKernel = [](cl_program, const char *, cl_int *Code) {
    *Code = CL_SUCCESS;
    return reinterpret_cast<cl_kernel>(Driver);
  };
  Api->clGetKernelWorkGroupInfo =
      [](cl_kernel, cl_device_id, cl_kernel_work_group_info, size_t, void *Size,
         size_t *) -> cl_int { return *static_cast<size_t *>(Size) = 64, 0; };
  Api->clReleaseKernel = [](cl_kernel) -> cl_int { return 0; };
  Api->clReleaseProgram = [](cl_program) -> cl_int { return 0; };
  Api->clSetKernelArg = setArgument;
  Api->clEnqueueNDRangeKernel = enqueue;
  Api->clEnqueueReadBuffer = [](cl_command_queue, cl_mem From, cl_bool, size_t,
                                size_t, void *To, cl_uint, const cl_event *,
                                cl_event *Done) -> cl_int {
    std::lock_guard Guard(Driver->Lock);
    *static_cast<uint64_t *>(To) = *memoryOf(From);
    *Done = reinterpret_cast<cl_event>(new int(0));
    return 0;
  };
  Api->clEnqueueMarkerWithWaitList = [](cl_command_queue, cl_uint,
                                        const cl_event *,
                                        cl_event *Done) -> cl_int {
    std::lock_guard Guard(Driver->Lock);
    Driver->Marks = Driver->Enqueued;
    *Done = reinterpret_cast<cl_event>(new int(0));
    return 0;
  };
  Api->clFinish = [](cl_command_queue) -> cl_int { return 0; };
  Api->clWaitForEvents = [](cl_uint, const cl_event *) -> cl_int { return 0; };
  Api->clGetEventInfo = [](cl_event, cl_event_info, size_t, void *Value,
                           size_t *) -> cl_int {
    return *static_cast<cl_int *>(Value) = CL_COMPLETE, CL_SUCCESS;
  };
  Api->clReleaseEvent = [](cl_event Of) -> cl_int {
    delete reinterpret_cast<int *>(Of);
    return 0;
  };
  return Api;
}

struct LaunchRelayTest : testing::Test {
  Paper Sheet;
  std::shared_ptr<const ClContext> Context;
  std::unique_ptr<Queue> Line;
  std::unique_ptr<Program> Kernel;
  std::unique_ptr<Buffer> Memory;

  void SetUp() override {
    Driver = &Sheet;
    Context = std::make_shared<const ClContext>(paperApi(), nullptr,
                                                cl_context(&Sheet));
    open(LaunchRelay::Use::AllLaunches);
    auto Built = ClProgram::fromSource(Context, {"k", "kernel", "", ""});
    ASSERT_TRUE(bool(Built));
    Kernel = std::move(*Built);
    Memory = buffer();
  }
  void TearDown() override {
    Line.reset();
    Memory.reset();
    Kernel.reset();
    EXPECT_TRUE(Sheet.Memory.empty());
  }
  void open(LaunchRelay::Use When) {
    auto Made = ClQueue::create(Context, TransferOptions(), nullptr, When);
    ASSERT_TRUE(bool(Made));
    Line = std::move(*Made);
  }
  std::unique_ptr<Buffer> buffer() {
    auto Made = ClBuffer::create(Context, sizeof(uint64_t));
    EXPECT_TRUE(bool(Made));
    return std::move(*Made);
  }
  Status launch(Buffer &On, uint64_t Number) {
    return Line->launchUnseen(
        *Kernel, {1, {8, 1, 1}, {0, 0, 0}},
        {{KernelArgument::Kind::Memory, &On, nullptr, 0},
         {KernelArgument::Kind::Bytes, nullptr, &Number, sizeof Number}});
  }
  Result<std::unique_ptr<Event>> launchSeen(uint64_t Number) {
    return Line->launch(
        *Kernel, {1, {8, 1, 1}, {0, 0, 0}},
        {{KernelArgument::Kind::Memory, Memory.get(), nullptr, 0},
         {KernelArgument::Kind::Bytes, nullptr, &Number, sizeof Number}});
  }
  uint64_t value(Buffer &Of) {
    uint64_t Out = 0;
    EXPECT_TRUE(bool(Line->read(&Out, Of, 0, sizeof Out)));
    EXPECT_TRUE(bool(Line->finish()));
    return Out;
  }
  uint64_t expected(uint64_t Launches) {
    uint64_t Out = 0;
    for (uint64_t I = 0; I < Launches; ++I)
      Out = 3 * Out + I;
    return Out;
  }
};

TEST_F(LaunchRelayTest, KeepsTheOrderAndTheArguments) {
  auto Other = buffer();
  for (uint64_t I = 0; I < 1000; ++I) {
    ASSERT_TRUE(bool(launch(*Memory, I)));
    ASSERT_TRUE(bool(launch(*Other, I)));
    if (I % 97 == 0) {
      EXPECT_EQ(value(*Other), expected(I + 1));
    }
  }
  EXPECT_EQ(value(*Memory), expected(1000));
  EXPECT_EQ(value(*Other), expected(1000));
  EXPECT_EQ(Sheet.Enqueued, 2000);
  ASSERT_EQ(Sheet.Threads.size(), 1u);
  EXPECT_NE(*Sheet.Threads.begin(), std::this_thread::get_id());
  // Who holds regions waits for that thread.
  EXPECT_FALSE(Sheet.Asks);
}

TEST_F(LaunchRelayTest, MarksComeAfterLaunches) {
  Sheet.Takes = std::chrono::microseconds(50);
  auto End = Line->end();
  for (uint64_t I = 0; I < 20; ++I)
    ASSERT_TRUE(bool(launch(*Memory, I)));
  std::thread([&] {
    auto Mark = End->mark();
    ASSERT_TRUE(bool(Mark));
    EXPECT_TRUE(bool((*Mark)->wait()));
  }).join();
  EXPECT_EQ(Sheet.Marks, 20);
}

TEST_F(LaunchRelayTest, EventsAreTheLaunchs) {
  Sheet.Takes = std::chrono::microseconds(50);
  for (uint64_t I = 0; I < 20; ++I)
    ASSERT_TRUE(bool(launch(*Memory, I)));
  auto Seen = launchSeen(20);
  ASSERT_TRUE(bool(Seen));
  EXPECT_TRUE(bool((*Seen)->wait()));
  {
    std::lock_guard Guard(Sheet.Lock);
    EXPECT_EQ(Sheet.Enqueued, 21);
  }
  // Nobody waits for this one, and it outlives its queue.
  auto Last = launchSeen(21);
  ASSERT_TRUE(bool(Last));
  Line.reset();
  EXPECT_EQ(Sheet.Enqueued, 22);
}

TEST_F(LaunchRelayTest, WhatIsReleasedIsWaitedFor) {
  Sheet.Takes = std::chrono::microseconds(30);
  for (uint64_t I = 0; I < 50; ++I) {
    auto Short = buffer();
    for (int Each = 0; Each < 3; ++Each)
      ASSERT_TRUE(bool(launch(*Short, I)));
  }
  Kernel.reset();
  EXPECT_EQ(Sheet.Enqueued, 150);
}

TEST_F(LaunchRelayTest, AFailureEndsAllAfterItForGood) {
  Sheet.Refused = {{5, CL_MEM_OBJECT_ALLOCATION_FAILURE}};
  auto End = Line->end();
  for (uint64_t I = 0; I < 5; ++I)
    ASSERT_TRUE(bool(launch(*Memory, I)));
  (void)launch(*Memory, 5);
  auto Dropped = launchSeen(6);
  for (int Twice = 0; Twice < 2; ++Twice) {
    auto Mark = End->mark();
    ASSERT_FALSE(bool(Mark));
    EXPECT_EQ(Mark.error().Code, ErrorCode::OutOfMemory);
  }
  ASSERT_TRUE(bool(Dropped));
  Status After = (*Dropped)->wait();
  ASSERT_FALSE(bool(After));
  EXPECT_EQ(After.error().Code, ErrorCode::OutOfMemory);
  uint64_t Out = 0;
  EXPECT_FALSE(bool(Line->read(&Out, *Memory, 0, sizeof Out)));
  // Who closes a queue finishes it first, and asks for launches afterwards.
  for (int Twice = 0; Twice < 2; ++Twice) {
    Status Done = Line->finish();
    ASSERT_FALSE(bool(Done));
    EXPECT_EQ(Done.error().Code, ErrorCode::OutOfMemory);
    EXPECT_FALSE(bool(End->mark()));
  }
  EXPECT_EQ(Sheet.Enqueued, 6);
  // Another queue is as good as new.
  open(LaunchRelay::Use::AllLaunches);
  EXPECT_EQ(value(*Memory), expected(5));
  ASSERT_TRUE(bool(launch(*Memory, 5)));
  EXPECT_EQ(value(*Memory), expected(6));
}

TEST_F(LaunchRelayTest, ALaunchWithoutAnEventIsNotTakenForOneThatIsOver) {
  Sheet.GivesEvents = false;
  auto Seen = launchSeen(0);
  ASSERT_TRUE(bool(Seen));
  Status Done = (*Seen)->wait();
  ASSERT_FALSE(bool(Done));
  EXPECT_EQ(Done.error().Code, ErrorCode::DeviceLost);
  EXPECT_EQ(Done.error().Message,
            "clEnqueueNDRangeKernel succeeded and gave nothing");
}

TEST_F(LaunchRelayTest, ALaunchThatNobodySeesMayHaveRunWhereItIsRefused) {
  open(LaunchRelay::Use::Never);
  Sheet.Refused = {{0, CL_INVALID_OPERATION}, {1, CL_OUT_OF_HOST_MEMORY}};
  Status First = launch(*Memory, 0), Second = launch(*Memory, 1);
  ASSERT_TRUE(!First && !Second);
  EXPECT_EQ(First.error().Code, ErrorCode::DeviceLost);
  EXPECT_EQ(First.error().Message, "clEnqueueNDRangeKernel failed: "
                                   "CL_INVALID_OPERATION (-59), and the kernel "
                                   "may have run");
  EXPECT_EQ(Second.error().Code, ErrorCode::OutOfMemory);
}

TEST_F(LaunchRelayTest, LaunchesThatAreWaitedForStayWithTheirThread) {
  open(LaunchRelay::Use::FastLaunches);
  for (uint64_t I = 0; I < 200; ++I) {
    ASSERT_TRUE(bool(launch(*Memory, I)));
    ASSERT_TRUE(bool(Line->finish()));
  }
  ASSERT_EQ(Sheet.Threads.size(), 1u);
  EXPECT_EQ(*Sheet.Threads.begin(), std::this_thread::get_id());
  EXPECT_EQ(value(*Memory), expected(200));
}

TEST_F(LaunchRelayTest, FastLaunchesAreTakenOver) {
  open(LaunchRelay::Use::FastLaunches);
  // On a busy machine the thread that launches may be slow for a while.
  for (int Try = 0; Try < 100 && Sheet.Threads.size() < 2; ++Try) {
    for (uint64_t I = 0; I < 1000; ++I)
      ASSERT_TRUE(bool(launch(*Memory, I)));
    ASSERT_TRUE(bool(Line->finish()));
  }
  EXPECT_EQ(Sheet.Threads.size(), 2u);
  open(LaunchRelay::Use::Never);
}

TEST_F(LaunchRelayTest, AForkedChildWaitsForNobody) {
  for (uint64_t I = 0; I < 10; ++I)
    ASSERT_TRUE(bool(launch(*Memory, I)));
  pid_t Child = fork();
  if (Child == 0) {
    alarm(20);
    Line.reset();
    _exit(0);
  }
  int Code = -1;
  waitpid(Child, &Code, 0);
  EXPECT_EQ(Code, 0);
  EXPECT_EQ(value(*Memory), expected(10));
}

} // namespace
