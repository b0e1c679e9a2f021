// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClQueueTest.cpp - a queue on a driver that fails when told to -----===//
#include "opencl/ClQueue.h"

#include "opencl/ClBuffer.h"

#include <gtest/gtest.h>

#include <map>

using namespace twofold;

namespace {

/// What the driver below was told and has seen. Its functions are plain C, so
/// that its state cannot be anywhere else.
struct Script {
  int Live = 0;     ///< objects created and not yet released
  int Commands = 0; ///< enqueued
  int Finishes = 0;
  int Mapped = 0;
  std::map<int, cl_int> Refused;  ///< by command: error of the enqueue
  std::map<int, cl_int> Outcomes; ///< by command: its failure once it ran
  cl_int Finish = CL_SUCCESS;
  cl_int Wait = CL_SUCCESS;
  int Waits = 0;
  int Looks = 0;     ///< at events, until commands are over
  bool Gives = true; ///< objects; it succeeds without
} Now;

struct PaperEvent {
  int Command;
  int References;
};

cl_int enqueue(cl_event *Done) {
  int Command = Now.Commands++;
  if (Now.Refused.count(Command))
    return Now.Refused[Command];
  ++Now.Live;
  *Done = reinterpret_cast<cl_event>(new PaperEvent{Command, 1});
  return CL_SUCCESS;
}

template <typename T> T object() {
  if (!Now.Gives)
    return nullptr;
  ++Now.Live;
  return reinterpret_cast<T>(&Now);
}

std::shared_ptr<const ClApi> paperApi() {
  auto Api = std::make_shared<ClApi>();
  Api->clReleaseContext = [](cl_context) -> cl_int { return --Now.Live, 0; };
  Api->clCreateCommandQueue = [](cl_context, cl_device_id,
                                 cl_command_queue_properties, cl_int *Code) {
    *Code = CL_SUCCESS;
    return object<cl_command_queue>();
  };
  Api->clReleaseCommandQueue = [](cl_command_queue) -> cl_int {
    return --Now.Live, 0;
  };
  Api->clCreateBuffer = [](cl_context, cl_mem_flags, size_t, void *,
                           cl_int *Code) {
    *Code = CL_SUCCESS;
    return object<cl_mem>();
  };
  Api->clReleaseMemObject = [](cl_mem) -> cl_int { return --Now.Live, 0; };
  Api->clEnqueueWriteBuffer =
      [](cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void *,
         cl_uint, const cl_event *, cl_event *Done) { return enqueue(Done); };
  Api->clEnqueueReadBuffer = [](cl_command_queue, cl_mem, cl_bool, size_t,
                                size_t, void *, cl_uint, const cl_event *,
                                cl_event *Done) { return enqueue(Done); };
  Api->clEnqueueMapBuffer = [](cl_command_queue, cl_mem, cl_bool, cl_map_flags,
                               size_t, size_t, cl_uint, const cl_event *,
                               cl_event *Done, cl_int *Code) -> void * {
    *Code = enqueue(Done);
    Now.Mapped += *Code == CL_SUCCESS;
    return &Now;
  };
  Api->clEnqueueUnmapMemObject = [](cl_command_queue, cl_mem, void *, cl_uint,
                                    const cl_event *, cl_event *Done) {
    cl_int Code = enqueue(Done);
    Now.Mapped -= Code == CL_SUCCESS;
    return Code;
  };
  Api->clFinish = [](cl_command_queue) { return ++Now.Finishes, Now.Finish; };
  Api->clWaitForEvents = [](cl_uint, const cl_event *) -> cl_int {
    return ++Now.Waits, Now.Wait;
  };
  Api->clGetEventInfo = [](cl_event Event, cl_event_info What, size_t Room,
                           void *Value, size_t *) -> cl_int {
    if (What != CL_EVENT_COMMAND_EXECUTION_STATUS || Room != sizeof(cl_int))
      return CL_INVALID_VALUE;
    if (Now.Looks > 0) {
      --Now.Looks;
      *static_cast<cl_int *>(Value) = CL_RUNNING;
      return CL_SUCCESS;
    }
    int Command = reinterpret_cast<PaperEvent *>(Event)->Command;
    *static_cast<cl_int *>(Value) =
        Now.Outcomes.count(Command) ? Now.Outcomes[Command] : CL_COMPLETE;
    return CL_SUCCESS;
  };
  Api->clReleaseEvent = [](cl_event Event) -> cl_int {
    auto *Known = reinterpret_cast<PaperEvent *>(Event);
    if (--Known->References == 0) {
      delete Known;
      --Now.Live;
    }
    return CL_SUCCESS;
  };
  return Api;
}

struct ClQueueTest : testing::Test {
  std::shared_ptr<const ClContext> Context;
  std::unique_ptr<Queue> Line;
  std::unique_ptr<Buffer> Memory;
  char Host[16] = {};

  void SetUp() override {
    Now = Script();
    Context = std::make_shared<const ClContext>(paperApi(), nullptr,
                                                object<cl_context>());
    auto MadeLine = ClQueue::create(Context);
    auto MadeMemory = ClBuffer::create(Context, sizeof(Host));
    ASSERT_TRUE(MadeLine && MadeMemory);
    Line = std::move(*MadeLine);
    Memory = std::move(*MadeMemory);
  }
  void TearDown() override {
    Line.reset();
    Memory.reset();
    Context.reset();
    EXPECT_EQ(Now.Live, 0);
  }
  Status write() { return Line->write(*Memory, 0, Host, sizeof(Host)); }
  Status read() { return Line->read(Host, *Memory, 0, sizeof(Host)); }
};

TEST_F(ClQueueTest, FinishReportsTheFirstFailedCommandOnce) {
  Now.Outcomes = {{1, CL_OUT_OF_RESOURCES}, {2, CL_OUT_OF_HOST_MEMORY}};
  for (int Command = 0; Command != 4; ++Command)
    ASSERT_TRUE(bool(Command == 1 ? read() : write()));
  Status Done = Line->finish();
  ASSERT_FALSE(bool(Done));
  EXPECT_EQ(Done.error().Code, ErrorCode::DeviceLost);
  EXPECT_EQ(Done.error().Message,
            "clEnqueueReadBuffer failed: CL_OUT_OF_RESOURCES (-5)");
  ASSERT_TRUE(bool(write()));
  EXPECT_TRUE(bool(Line->finish()));
}

TEST_F(ClQueueTest, FinishReportsItsOwnFailure) {
  ASSERT_TRUE(bool(write()));
  Now.Finish = CL_INVALID_CONTEXT;
  Status Done = Line->finish();
  ASSERT_FALSE(bool(Done));
  EXPECT_EQ(Done.error().Message, "clFinish failed: CL_INVALID_CONTEXT (-34)");
}

TEST_F(ClQueueTest, ARefusedCommandIsReportedAtOnceAndOnlyThere) {
  Now.Refused = {{0, CL_MEM_OBJECT_ALLOCATION_FAILURE}};
  Status Written = write();
  ASSERT_FALSE(bool(Written));
  EXPECT_EQ(Written.error().Code, ErrorCode::OutOfMemory);
  EXPECT_TRUE(bool(Line->finish()));
}

TEST_F(ClQueueTest, AFailureIsNotForgottenAmongManyCommands) {
  Now.Outcomes = {{3, CL_OUT_OF_RESOURCES}};
  for (int Command = 0; Command != 5000; ++Command)
    ASSERT_TRUE(bool(write()));
  EXPECT_LT(Now.Live, 2000); // events are not hoarded
  Status Done = Line->finish();
  ASSERT_FALSE(bool(Done));
  EXPECT_EQ(Done.error().Code, ErrorCode::DeviceLost);
  EXPECT_TRUE(bool(Line->finish()));
}

TEST_F(ClQueueTest, WhatIsShownIsMappedAndUnmapped) {
  ASSERT_TRUE(bool(Line->showHost(*Memory, 0, sizeof(Host))));
  EXPECT_EQ(Now.Commands, 2);
  EXPECT_EQ(Now.Mapped, 0);
  EXPECT_TRUE(bool(Line->finish()));
  EXPECT_TRUE(bool(Line->showHost(*Memory, 8, 0)));
  EXPECT_EQ(Now.Commands, 2);
  EXPECT_FALSE(bool(Line->showHost(*Memory, 8, sizeof(Host))));
  Now.Refused = {{2, CL_MAP_FAILURE}, {4, CL_OUT_OF_HOST_MEMORY}};
  EXPECT_FALSE(bool(Line->showHost(*Memory, 0, sizeof(Host))));
  EXPECT_FALSE(bool(Line->showHost(*Memory, 0, sizeof(Host))));
  EXPECT_TRUE(bool(Line->finish()));
  Now.Outcomes = {{5, CL_OUT_OF_RESOURCES}};
  EXPECT_TRUE(bool(Line->showHost(*Memory, 0, sizeof(Host))));
  EXPECT_FALSE(bool(Line->finish()));
}

TEST_F(ClQueueTest, AQueueWithCommandsUnderWayWaitsForThem) {
  ASSERT_TRUE(bool(read()));
  EXPECT_EQ(Now.Finishes, 0);
  Line.reset();
  EXPECT_EQ(Now.Finishes, 1);
}

TEST_F(ClQueueTest, WhatWasRefusedMayRunAllTheSame) {
  Now.Refused = {{0, CL_OUT_OF_HOST_MEMORY}};
  EXPECT_FALSE(bool(read()));
  EXPECT_EQ(Now.Finishes, 1); // the caller's memory is its own again
}

TEST_F(ClQueueTest, ADriverThatCannotFinishIsAskedInOtherWays) {
  ASSERT_TRUE(bool(read()));
  ASSERT_TRUE(bool(write()));
  Now.Finish = CL_OUT_OF_RESOURCES;
  EXPECT_FALSE(bool(Line->finish()));
  EXPECT_EQ(Now.Waits, 2);
  ASSERT_TRUE(bool(read()));
  Now.Wait = CL_INVALID_EVENT;
  Now.Looks = 5;
  EXPECT_FALSE(bool(Line->finish()));
  EXPECT_EQ(Now.Looks, 0);
}

TEST_F(ClQueueTest, WhoSucceedsAndGivesNothingHasFailed) {
  Now.Gives = false;
  auto Queue = ClQueue::create(Context);
  ASSERT_FALSE(bool(Queue));
  EXPECT_EQ(Queue.error().Message,
            "clCreateCommandQueue succeeded and gave nothing");
  auto Made = ClBuffer::create(Context, sizeof(Host));
  auto Wrapped = ClBuffer::wrap(Context, Host, sizeof(Host));
  ASSERT_TRUE(!Made && !Wrapped);
  EXPECT_EQ(Made.error().Code, ErrorCode::DeviceLost);
  EXPECT_EQ(Wrapped.error().Message,
            "clCreateBuffer succeeded and gave nothing");
}

TEST_F(ClQueueTest, NothingToWaitForCallsNothing) {
  EXPECT_TRUE(bool(Line->finish()));
  EXPECT_EQ(Now.Finishes, 0);
}

} // namespace
