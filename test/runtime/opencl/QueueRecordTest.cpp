// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- QueueRecordTest.cpp - what a driver is asked for by a queue --------===//
//
// Random commands on a queue of a driver that does nothing but say how each
// call ended: places, sizes and flags of each call, what is waited for, and
// what is told of calls that fail at once or later.
#include "Record.h"
#include "bytes/Rectangle.h"
#include "opencl/ClBuffer.h"
#include "opencl/ClProgram.h"
#include "opencl/ClQueue.h"

#include <initializer_list>
#include <random>
#include <set>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Functions of a driver are plain C, so that its state cannot be elsewhere.
struct Written {
  std::string Log;
  unsigned Calls = 0, FailAt = 0; ///< 0: none fails at once
  unsigned Events = 0;
  std::set<unsigned> Late, Mute; ///< events that fail, and that are none
  cl_int Failure = CL_OUT_OF_RESOURCES;
  int Live = 0;

  cl_int answer(const char *Call, std::initializer_list<uint64_t> Numbers) {
    Log += Call;
    for (uint64_t Each : Numbers)
      Log += ' ' + std::to_string(Each);
    Log += '\n';
    return ++Calls == FailAt ? Failure : CL_SUCCESS;
  }
  cl_int enqueued(cl_event *Done, const char *Call,
                  std::initializer_list<uint64_t> Numbers) {
    const cl_int Code = answer(Call, Numbers);
    if (!Code && Done && !Mute.contains(++Events)) {
      *Done = reinterpret_cast<cl_event>(uintptr_t(Events));
      ++Live;
    }
    return Code;
  }
  template <typename Handle>
  Handle made(cl_int *Code, const char *Call,
              std::initializer_list<uint64_t> Numbers) {
    *Code = answer(Call, Numbers);
    Live += !*Code;
    return *Code ? nullptr : reinterpret_cast<Handle>(this);
  }
} Now;

uint64_t number(const void *Of) {
  return uint64_t(reinterpret_cast<uintptr_t>(Of));
}

std::shared_ptr<const ClApi> api() {
  auto Api = std::make_shared<ClApi>();
  Api->clReleaseContext = [](cl_context) { return Now.answer("context", {}); };
  Api->clCreateCommandQueue = [](cl_context, cl_device_id,
                                 cl_command_queue_properties How,
                                 cl_int *Code) {
    return Now.made<cl_command_queue>(Code, "queue", {How});
  };
  Api->clRetainCommandQueue = [](cl_command_queue) {
    ++Now.Live;
    return Now.answer("queue retained", {});
  };
  Api->clReleaseCommandQueue = [](cl_command_queue) {
    --Now.Live;
    return Now.answer("queue released", {});
  };
  Api->clCreateBuffer = [](cl_context, cl_mem_flags Flags, size_t Bytes,
                           void *At, cl_int *Code) {
    return Now.made<cl_mem>(Code, "buffer", {Flags, Bytes, number(At)});
  };
  Api->clReleaseMemObject = [](cl_mem) {
    --Now.Live;
    return Now.answer("buffer released", {});
  };
  Api->clEnqueueMapBuffer = [](cl_command_queue, cl_mem, cl_bool Blocks,
                               cl_map_flags Flags, size_t Offset, size_t Bytes,
                               cl_uint Waits, const cl_event *, cl_event *Done,
                               cl_int *Code) -> void * {
    *Code = Now.enqueued(Done, "map", {Blocks, Flags, Offset, Bytes, Waits});
    return *Code ? nullptr : &Now;
  };
  Api->clEnqueueUnmapMemObject = [](cl_command_queue, cl_mem, void *At,
                                    cl_uint Waits, const cl_event *,
                                    cl_event *Done) {
    return Now.enqueued(Done, "unmap", {At == &Now, Waits});
  };
  Api->clEnqueueWriteBuffer =
      [](cl_command_queue, cl_mem, cl_bool Blocks, size_t Offset, size_t Bytes,
         const void *From, cl_uint Waits, const cl_event *, cl_event *Done) {
        return Now.enqueued(Done, "write",
                            {Blocks, Offset, Bytes, number(From), Waits});
      };
  Api->clEnqueueReadBuffer =
      [](cl_command_queue, cl_mem, cl_bool Blocks, size_t Offset, size_t Bytes,
         void *To, cl_uint Waits, const cl_event *, cl_event *Done) {
        return Now.enqueued(Done, "read",
                            {Blocks, Offset, Bytes, number(To), Waits});
      };
  Api->clEnqueueCopyBuffer = [](cl_command_queue, cl_mem, cl_mem, size_t From,
                                size_t To, size_t Bytes, cl_uint Waits,
                                const cl_event *, cl_event *Done) {
    return Now.enqueued(Done, "copy", {From, To, Bytes, Waits});
  };
  Api->clEnqueueCopyBufferRect =
      [](cl_command_queue, cl_mem, cl_mem, const size_t *From, const size_t *To,
         const size_t *Counts, size_t FromPitch, size_t FromSlice,
         size_t ToPitch, size_t ToSlice, cl_uint Waits, const cl_event *,
         cl_event *Done) {
        return Now.enqueued(Done, "rows",
                            {From[0], From[1], From[2], To[0], To[1], To[2],
                             Counts[0], Counts[1], Counts[2], FromPitch,
                             FromSlice, ToPitch, ToSlice, Waits});
      };
  Api->clCreateProgramWithSource = [](cl_context, cl_uint, const char **,
                                      const size_t *, cl_int *Code) {
    return Now.made<cl_program>(Code, "program", {});
  };
  Api->clBuildProgram = [](cl_program, cl_uint, const cl_device_id *,
                           const char *, auto,
                           void *) -> cl_int { return CL_SUCCESS; };
  Api->clCreateKernel = [](cl_program, const char *, cl_int *Code) {
    return Now.made<cl_kernel>(Code, "kernel", {});
  };
  Api->clGetKernelWorkGroupInfo = [](cl_kernel, cl_device_id,
                                     cl_kernel_work_group_info, size_t,
                                     void *To, size_t *) -> cl_int {
    return *static_cast<size_t *>(To) = 64, CL_SUCCESS;
  };
  Api->clReleaseKernel = [](cl_kernel) -> cl_int { return --Now.Live, 0; };
  Api->clReleaseProgram = [](cl_program) -> cl_int { return --Now.Live, 0; };
  Api->clEnqueueNDRangeKernel = [](cl_command_queue, cl_kernel, cl_uint Rank,
                                   const size_t *, const size_t *Global,
                                   const size_t *, cl_uint Waits,
                                   const cl_event *, cl_event *Done) {
    return Now.enqueued(Done, "run", {Rank, Global[0], Waits, Done != nullptr});
  };
  Api->clEnqueueMarkerWithWaitList = [](cl_command_queue, cl_uint Waits,
                                        const cl_event *, cl_event *Done) {
    return Now.enqueued(Done, "marker", {Waits});
  };
  Api->clFlush = [](cl_command_queue) { return Now.answer("flush", {}); };
  Api->clFinish = [](cl_command_queue) { return Now.answer("finish", {}); };
  Api->clWaitForEvents = [](cl_uint Count, const cl_event *Events) -> cl_int {
    const cl_int Code = Now.answer("wait", {Count, number(Events[0])});
    return Now.Late.contains(unsigned(number(Events[0])))
               ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
               : Code;
  };
  Api->clGetEventInfo = [](cl_event Event, cl_event_info What, size_t Room,
                           void *Value, size_t *) -> cl_int {
    *static_cast<cl_int *>(Value) =
        Now.Late.contains(unsigned(number(Event))) ? Now.Failure : CL_COMPLETE;
    return Now.answer("look", {What, Room, number(Event)});
  };
  Api->clReleaseEvent = [](cl_event Event) {
    --Now.Live;
    return Now.answer("event released", {number(Event)});
  };
  return Api;
}

void tell(Record &To, const char *What, const Status &Of) {
  To << Now.Log << What;
  Now.Log.clear();
  if (!Of)
    To << " failed " << int(Of.error().Code) << ' ' << Of.error().Message << ' '
       << Of.error().Detail;
  To << '\n';
}

RowLayout anyRows(std::mt19937 &Random) {
  RowLayout Out;
  Out.Width = Random() % 40;
  Out.Pitch = Out.Width + Random() % 50;
  Out.Rows = 1 + Random() % 5;
  Out.SlicePitch = Out.Pitch * (Out.Rows + Random() % 3);
  Out.Slices = 1 + Random() % 3;
  return Out;
}

void play(Record &To, ClQueue &On, Program &Kernel, Buffer &First,
          Buffer &Second, std::mt19937 &Random) {
  std::vector<std::unique_ptr<Event>> Kept;
  const auto Place = [&] { return size_t(Random() % 4 ? Random() % 900 : 0); };
  const auto Host = [&] { return reinterpret_cast<char *>(Random() % 4096); };
  for (unsigned Step = 0; Step < 40; ++Step) {
    const size_t Bytes = Random() % 6 ? Random() % 130 : 0;
    Buffer &To_ = Random() % 2 ? First : Second;
    Buffer &From = Random() % 2 ? First : Second;
    const NdRange Range = {
        uint32_t(Random() % 5), {Random() % 3, 4, 1 + Random() % 2}, {}};
    switch (Random() % 12) {
    case 0:
    case 1:
      tell(To, "write", On.write(To_, Place(), Host(), Bytes));
      break;
    case 2:
    case 3:
      tell(To, "read", On.read(Host(), From, Place(), Bytes));
      break;
    case 4:
      tell(To, "copy", On.copy(To_, Place(), From, Place(), Bytes));
      break;
    case 5:
      tell(To, "pack",
           On.pack(First, Place(), Second, Place(), anyRows(Random)));
      break;
    case 6:
      tell(To, "unpack",
           On.unpack(First, Place(), Second, Place(), anyRows(Random)));
      break;
    case 7:
      tell(To, "show", On.showHost(From, Place(), Bytes));
      break;
    case 8:
      tell(To, "unseen", On.launchUnseen(Kernel, Range, {}));
      break;
    case 9:
      if (auto Done = On.launch(Kernel, Range, {}); Done) {
        tell(To, "launched", Unit());
        Kept.push_back(std::move(*Done));
      } else {
        tell(To, "launch", Done.takeError());
      }
      break;
    case 10:
      if (auto Mark = On.end()->mark(); Mark) {
        tell(To, "marked", Unit());
        Kept.push_back(std::move(*Mark));
      } else {
        tell(To, "mark", Mark.takeError());
      }
      break;
    case 11:
      if (!Kept.empty() && Random() % 2) {
        tell(To, "wait", Kept.back()->wait());
        Kept.pop_back();
        break;
      }
      tell(To, "finish", On.finish());
      break;
    }
  }
  Kept.resize(Kept.size() / 2);
  tell(To, "end", On.finish());
  Kept.clear();
}

} // namespace

TEST(QueueRecord, CommandsOfAnyKind) {
  Record All;
  const auto Api = api();
  for (unsigned Seed = 0; Seed < cases(800); ++Seed) {
    std::mt19937 Random(Seed);
    Now = {};
    constexpr cl_int Failures[] = {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY,
                                   -9999, CL_INVALID_VALUE};
    Now.Failure = Failures[Random() % 4];
    Now.FailAt = Seed % 3 == 0 ? 1 + Random() % 60 : 0;
    for (unsigned Left = Seed % 3 == 1 ? Random() % 4 : 0; Left; --Left)
      Now.Late.insert(Random() % 40);
    for (unsigned Left = Seed % 4 == 1 ? Random() % 4 : 0; Left; --Left)
      Now.Mute.insert(Random() % 40);
    {
      auto Context = std::make_shared<const ClContext>(
          Api, reinterpret_cast<cl_device_id>(&Now),
          reinterpret_cast<cl_context>(&Now));
      auto First = ClBuffer::create(Context, 1000),
           Second = ClBuffer::create(Context, Random() % 8 ? 900 : 0);
      auto Kernel = ClProgram::fromSource(Context, {"k", "text", ""});
      auto Made = ClQueue::create(Context);
      All << Now.Log << !!First << !!Second << !!Kernel << !!Made << '\n';
      Now.Log.clear();
      if (First && Second && Kernel && Made)
        play(All, static_cast<ClQueue &>(**Made), **Kernel, **First, **Second,
             Random);
    }
    All << Now.Log << Now.Live << '\n';
  }
  All.expect(0xb9abf7c6388d1390);
}
