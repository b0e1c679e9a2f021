// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PaperDriver.h - an OpenCL driver that copies as late as it may -----===//
#ifndef TWOFOLD_TEST_RUNTIME_PAPERDRIVER_H
#define TWOFOLD_TEST_RUNTIME_PAPERDRIVER_H

#include "opencl/ClBuffer.h"
#include "opencl/ClQueue.h"

#include <atomic>
#include <cstring>
#include <deque>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace twofold::paper {

struct PaperCommand {
  char *To;
  const char *From;
  size_t Bytes;
  cl_int Outcome;
  bool Over = false;
  int References = 2; ///< the queue's and the program's
};

/// Its functions are plain C, so that its state cannot be anywhere else.
struct PaperDriver {
  std::mutex Lock;
  int Live = 0; ///< objects created and not yet released
  int Commands = 0, Maps = 0;
  int RefuseAt = -1; ///< by command: the enqueue fails
  int FailAt = -1;   ///< by command: it fails once it runs
  int MuteAt = -1;   ///< by command: it has no event
  bool NoPinned = false, NoMap = false;
  std::string *Log = nullptr;      ///< gets each call that is about memory
  std::size_t Pinned = 0;          ///< bytes that were asked for
  std::atomic<int> Enqueuing{0};   ///< threads that do
  std::atomic<bool> AtOnce{false}; ///< there were two
  std::deque<PaperCommand *> Queue;

  void note(std::string Call, std::initializer_list<uint64_t> Numbers) {
    if (!Log)
      return;
    for (uint64_t Each : Numbers)
      Call += ' ' + std::to_string(Each);
    *Log += Call + '\n';
  }

  void release(PaperCommand *C) {
    if (--C->References == 0) {
      delete C;
      --Live;
    }
  }
  void runOldest() {
    PaperCommand *C = Queue.front();
    Queue.pop_front();
    if (C->Outcome == CL_COMPLETE)
      std::memcpy(C->To, C->From, C->Bytes);
    else
      std::memset(C->To, 0xEE, C->Bytes / 2);
    C->Over = true;
    release(C);
  }
};

inline PaperDriver Now;

struct PaperMemory {
  std::vector<char> Bytes;
};

inline char *at(cl_mem M, size_t Offset) {
  return reinterpret_cast<PaperMemory *>(M)->Bytes.data() + Offset;
}

inline cl_int enqueue(char *To, const char *From, size_t Bytes,
                      cl_event *Done) {
  if (Now.Enqueuing++ > 0)
    Now.AtOnce = true;
  // The others have time to get here.
  std::this_thread::yield();
  --Now.Enqueuing;
  std::lock_guard<std::mutex> Guard(Now.Lock);
  int Number = Now.Commands++;
  if (Number == Now.RefuseAt)
    return CL_OUT_OF_HOST_MEMORY;
  ++Now.Live;
  auto *C = new PaperCommand{To, From, Bytes,
                             Number == Now.FailAt ? CL_OUT_OF_RESOURCES
                                                  : CL_COMPLETE};
  Now.Queue.push_back(C);
  if (Number == Now.MuteAt) {
    Now.release(C);
    return CL_SUCCESS;
  }
  *Done = reinterpret_cast<cl_event>(C);
  return CL_SUCCESS;
}

inline std::shared_ptr<const ClApi> paperApi() {
  auto Api = std::make_shared<ClApi>();
  Api->clReleaseContext = [](cl_context) -> cl_int { return --Now.Live, 0; };
  Api->clCreateCommandQueue = [](cl_context, cl_device_id,
                                 cl_command_queue_properties, cl_int *Code) {
    ++Now.Live;
    *Code = CL_SUCCESS;
    return reinterpret_cast<cl_command_queue>(&Now);
  };
  Api->clReleaseCommandQueue = [](cl_command_queue) -> cl_int {
    return --Now.Live, 0;
  };
  Api->clCreateBuffer = [](cl_context, cl_mem_flags Flags, size_t Bytes, void *,
                           cl_int *Code) -> cl_mem {
    Now.note("buffer", {Flags, Bytes});
    if (Flags & CL_MEM_ALLOC_HOST_PTR)
      Now.Pinned += Bytes;
    if ((Flags & CL_MEM_ALLOC_HOST_PTR) && Now.NoPinned) {
      *Code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
      return nullptr;
    }
    ++Now.Live;
    *Code = CL_SUCCESS;
    return reinterpret_cast<cl_mem>(
        new PaperMemory{std::vector<char>(Bytes, char(0xCD))});
  };
  Api->clReleaseMemObject = [](cl_mem M) -> cl_int {
    delete reinterpret_cast<PaperMemory *>(M);
    return --Now.Live, 0;
  };
  Api->clEnqueueMapBuffer = [](cl_command_queue, cl_mem M, cl_bool Blocks,
                               cl_map_flags Flags, size_t Offset, size_t Bytes,
                               cl_uint, const cl_event *, cl_event *,
                               cl_int *Code) -> void * {
    Now.note("map", {Blocks, Flags, Offset, Bytes});
    *Code = Now.NoMap ? CL_MAP_FAILURE : CL_SUCCESS;
    if (Now.NoMap)
      return nullptr;
    ++Now.Maps;
    return at(M, Offset);
  };
  Api->clEnqueueUnmapMemObject = [](cl_command_queue, cl_mem, void *, cl_uint,
                                    const cl_event *, cl_event *) -> cl_int {
    return --Now.Maps, 0;
  };
  Api->clEnqueueWriteBuffer = [](cl_command_queue, cl_mem M, cl_bool Blocks,
                                 size_t Offset, size_t Bytes, const void *From,
                                 cl_uint, const cl_event *, cl_event *Done) {
    Now.note("write", {Blocks, Offset, Bytes});
    return enqueue(at(M, Offset), static_cast<const char *>(From), Bytes, Done);
  };
  Api->clEnqueueReadBuffer = [](cl_command_queue, cl_mem M, cl_bool Blocks,
                                size_t Offset, size_t Bytes, void *To, cl_uint,
                                const cl_event *, cl_event *Done) {
    Now.note("read", {Blocks, Offset, Bytes});
    return enqueue(static_cast<char *>(To), at(M, Offset), Bytes, Done);
  };
  Api->clFlush = [](cl_command_queue) -> cl_int { return CL_SUCCESS; };
  Api->clFinish = [](cl_command_queue) -> cl_int {
    Now.note("finish", {});
    std::lock_guard<std::mutex> Guard(Now.Lock);
    while (!Now.Queue.empty())
      Now.runOldest();
    return CL_SUCCESS;
  };
  Api->clWaitForEvents = [](cl_uint Count, const cl_event *Events) -> cl_int {
    Now.note("wait", {Count});
    std::lock_guard<std::mutex> Guard(Now.Lock);
    auto *C = reinterpret_cast<PaperCommand *>(*Events);
    while (!C->Over)
      Now.runOldest();
    return C->Outcome == CL_COMPLETE
               ? CL_SUCCESS
               : CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  };
  Api->clGetEventInfo = [](cl_event Event, cl_event_info, size_t, void *Value,
                           size_t *) -> cl_int {
    std::lock_guard<std::mutex> Guard(Now.Lock);
    auto *C = reinterpret_cast<PaperCommand *>(Event);
    *static_cast<cl_int *>(Value) = C->Over ? C->Outcome : CL_QUEUED;
    return CL_SUCCESS;
  };
  Api->clReleaseEvent = [](cl_event Event) -> cl_int {
    std::lock_guard<std::mutex> Guard(Now.Lock);
    Now.release(reinterpret_cast<PaperCommand *>(Event));
    return CL_SUCCESS;
  };
  return Api;
}

} // namespace twofold::paper

#endif
