// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PinnedRing.cpp - transfers through pinned memory ------------------===//
#include "PinnedRing.h"

#include "../StreamingCopy.h"
#include "ClEvents.h"

#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>

namespace twofold {

/// What the threads of one transfer share.
struct PinnedRing::Transfer {
  cl_mem Memory;
  size_t Offset; ///< in Memory
  char *Host;
  const TransferPlan Plan;
  bool Streams;
  const char *const Call;

  std::atomic<size_t> Next{0};
  std::atomic<bool> Failed{false};
  std::mutex Lock;
  std::optional<Error> First;

  /// False when nothing is left to do.
  bool take(size_t &Chunk) {
    if (Failed.load(std::memory_order_relaxed))
      return false;
    Chunk = Next.fetch_add(1, std::memory_order_relaxed);
    return Chunk < Plan.chunks();
  }

  void fail(Error Why) {
    std::lock_guard<std::mutex> Guard(Lock);
    if (!First)
      First = std::move(Why);
    Failed.store(true, std::memory_order_relaxed);
  }

  void copy(char *To, const char *From, size_t Bytes) const {
    if (Streams)
      copyStreaming(To, From, Bytes);
    else
      std::memcpy(To, From, Bytes);
  }
};

PinnedRing::PinnedRing(std::shared_ptr<const ClContext> Context,
                       cl_command_queue Queue, const TransferOptions &Options,
                       std::shared_ptr<CopyCrew> Crew)
    : Context(std::move(Context)), Queue(Queue), Options(Options),
      Crew(std::move(Crew)) {}

Result<std::unique_ptr<PinnedRing>>
PinnedRing::create(std::shared_ptr<const ClContext> Context,
                   cl_command_queue Queue, const TransferOptions &Options,
                   std::shared_ptr<CopyCrew> Crew) {
  std::unique_ptr<PinnedRing> Ring(
      new PinnedRing(std::move(Context), Queue, Options, std::move(Crew)));
  const ClContext &C = *Ring->Context;
  cl_int Code = CL_SUCCESS;
  Ring->Pinned =
      C.Api->clCreateBuffer(C.Handle, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                            Options.pinnedBytes(), nullptr, &Code);
  if (Code != CL_SUCCESS) {
    Ring->Pinned = nullptr;
    return clError("clCreateBuffer", Code);
  }
  void *Mapped = C.Api->clEnqueueMapBuffer(
      Queue, Ring->Pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
      Options.pinnedBytes(), 0, nullptr, nullptr, &Code);
  if (Code != CL_SUCCESS)
    return clError("clEnqueueMapBuffer", Code);
  char *Free = Ring->Mapped = static_cast<char *>(Mapped);
  Ring->Lanes.resize(Options.Threads);
  for (Lane &L : Ring->Lanes) {
    L.Slots.resize(Options.SlotsPerThread);
    for (Slot &S : L.Slots) {
      S.Memory = Free;
      Free += Options.SlotBytes;
    }
  }
  return Ring;
}

PinnedRing::~PinnedRing() {
  (void)retire();
  const ClApi &Api = *Context->Api;
  if (Mapped && Api.clEnqueueUnmapMemObject(Queue, Pinned, Mapped, 0, nullptr,
                                            nullptr) == CL_SUCCESS)
    Api.clFinish(Queue);
  if (Pinned)
    Api.clReleaseMemObject(Pinned);
}

/// Waits until the slot's memory is free; reports what became of its command.
Status PinnedRing::settle(Slot &S) {
  if (!S.Done)
    return Unit();
  cl_int Code = Context->Api->clWaitForEvents(1, &S.Done);
  cl_int Outcome = eventStatus(*Context->Api, S.Done);
  Context->Api->clReleaseEvent(S.Done);
  S.Done = nullptr;
  if (Outcome < 0)
    return clError(S.Call, Outcome);
  return clStatus("clWaitForEvents", Code);
}

Status PinnedRing::fill(Transfer &T, Lane &Mine) {
  for (size_t Chunk; T.take(Chunk);) {
    Slot &S = Mine.next();
    if (Status Done = settle(S); !Done)
      return Done;
    size_t Begin = T.Plan.begin(Chunk), Bytes = T.Plan.size(Chunk);
    T.copy(S.Memory, T.Host + Begin, Bytes);
    S.Call = T.Call;
    cl_int Code = Context->Api->clEnqueueWriteBuffer(
        Queue, T.Memory, CL_FALSE, T.Offset + Begin, Bytes, S.Memory, 0,
        nullptr, &S.Done);
    if (Code != CL_SUCCESS) {
      S.Done = nullptr;
      return clError(T.Call, Code);
    }
    Context->Api->clFlush(Queue);
  }
  return Unit();
}

Status PinnedRing::empty(Transfer &T, Lane &Mine) {
  struct Flight {
    Slot *Into;
    size_t Chunk;
  };
  std::vector<Flight> Under(Mine.Slots.size());
  size_t Started = 0, Emptied = 0;
  Status First = Unit();
  while (true) {
    for (size_t Chunk;
         First && Started - Emptied < Under.size() && T.take(Chunk);) {
      Slot &S = Mine.next();
      if (First = settle(S); !First)
        break;
      S.Call = T.Call;
      cl_int Code = Context->Api->clEnqueueReadBuffer(
          Queue, T.Memory, CL_FALSE, T.Offset + T.Plan.begin(Chunk),
          T.Plan.size(Chunk), S.Memory, 0, nullptr, &S.Done);
      if (Code != CL_SUCCESS) {
        S.Done = nullptr;
        First = clError(T.Call, Code);
        break;
      }
      Context->Api->clFlush(Queue);
      Under[Started++ % Under.size()] = {&S, Chunk};
    }
    if (Started == Emptied)
      return First;
    // Also after a failure: what is under way still uses the slots.
    Flight &Oldest = Under[Emptied++ % Under.size()];
    if (Status Done = settle(*Oldest.Into); !Done) {
      if (First)
        First = std::move(Done);
    } else if (First) {
      T.copy(T.Host + T.Plan.begin(Oldest.Chunk), Oldest.Into->Memory,
             T.Plan.size(Oldest.Chunk));
    }
  }
}

Status PinnedRing::run(Transfer &T,
                       Status (PinnedRing::*Part)(Transfer &, Lane &)) {
  Crew->run(T.Plan.Threads, [&](unsigned Member) {
    if (Status Done = (this->*Part)(T, Lanes[Member]); !Done)
      T.fail(Done.takeError());
  });
  if (T.First)
    return std::move(*T.First);
  return Unit();
}

Status PinnedRing::write(cl_mem To, size_t Offset, const void *From,
                         size_t Bytes) {
  Transfer T{To,
             Offset,
             const_cast<char *>(static_cast<const char *>(From)),
             TransferPlan::make(Bytes, Options),
             Bytes >= Options.StreamToSlotFrom,
             "clEnqueueWriteBuffer",
             {},
             {},
             {},
             {}};
  return run(T, &PinnedRing::fill);
}

Status PinnedRing::read(void *To, cl_mem From, size_t Offset, size_t Bytes) {
  Transfer T{From,
             Offset,
             static_cast<char *>(To),
             TransferPlan::make(Bytes, Options),
             Bytes >= Options.StreamToHostFrom,
             "clEnqueueReadBuffer",
             {},
             {},
             {},
             {}};
  return run(T, &PinnedRing::empty);
}

bool PinnedRing::busy() const {
  for (const Lane &L : Lanes)
    for (const Slot &S : L.Slots)
      if (S.Done)
        return true;
  return false;
}

Status PinnedRing::retire() {
  Status First = Unit();
  for (Lane &L : Lanes)
    for (Slot &S : L.Slots)
      if (Status Done = settle(S); !Done && First)
        First = std::move(Done);
  return First;
}

} // namespace twofold
