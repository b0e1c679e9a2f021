// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/PinnedRing.h"

#include "device/HostCopies.h"
#include "opencl/ClEvents.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace twofold {

/// What the threads of one transfer share. They take pieces in order, so that
/// all work on the oldest chunk that is not yet copied. Who takes a chunk's
/// first piece makes its slot ready, the others wait for that; who copies its
/// last piece enqueues what is possible then. So every wait is for somebody who
/// took an earlier piece.
struct PinnedRing::Transfer {
  const bool ToHost;
  cl_mem Memory;
  size_t Offset; ///< in Memory
  char *Host;
  const TransferPlan Plan;
  const bool Streams;

  std::atomic<size_t> Next{0};
  std::atomic<bool> Failed{false};
  std::mutex Lock;
  std::optional<Error> First;

  Transfer(bool ToHost, cl_mem Memory, size_t Offset, char *Host, size_t Bytes,
           const TransferOptions &O)
      : ToHost(ToHost), Memory(Memory), Offset(Offset), Host(Host),
        Plan(Bytes, ToHost, O),
        Streams(Bytes >= (ToHost ? O.StreamToHostFrom : O.StreamToSlotFrom)) {}

  /// False when nothing is left to do.
  bool take(size_t &Piece) {
    if (Failed.load(std::memory_order_relaxed))
      return false;
    Piece = Next.fetch_add(1, std::memory_order_relaxed);
    return Piece < Plan.pieces();
  }

  void fail(Error Why) {
    std::lock_guard<std::mutex> Guard(Lock);
    if (!First)
      First = std::move(Why);
    Failed.store(true, std::memory_order_relaxed);
  }

  void copy(char *InSlot, TransferPlan::Part Bytes) const {
    char *To = InSlot, *From = Host + Bytes.Begin;
    if (ToHost)
      std::swap(To, From);
    if (Streams)
      copyStreaming(To, From, Bytes.Size);
    else
      std::memcpy(To, From, Bytes.Size);
  }
};

PinnedRing::PinnedRing(std::shared_ptr<const ClContext> Context,
                       cl_command_queue Queue,
                       std::unique_ptr<PinnedMemory> Pinned,
                       const TransferOptions &Options,
                       std::shared_ptr<CopyThreads> Crew)
    : Context(std::move(Context)), Queue(Queue), Pinned(std::move(Pinned)),
      Options(Options), Crew(std::move(Crew)), Slots(Options.Slots) {
  char *Free = this->Pinned->data();
  for (Slot &S : Slots) {
    S.Memory = Free;
    Free += Options.SlotBytes;
  }
}

Result<std::unique_ptr<PinnedRing>>
PinnedRing::create(std::shared_ptr<const ClContext> Context,
                   cl_command_queue Queue, const TransferOptions &Options,
                   std::shared_ptr<CopyThreads> Crew) {
  auto Pinned = PinnedMemory::create(Context, Queue, Options.pinnedBytes());
  if (!Pinned)
    return Pinned.takeError();
  return std::unique_ptr<PinnedRing>(new PinnedRing(
      std::move(Context), Queue, std::move(*Pinned), Options, std::move(Crew)));
}

PinnedRing::~PinnedRing() { (void)retire(); }

/// Waits until the slot's command is over; reports what became of it.
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

Status PinnedRing::enqueue(Transfer &T, size_t Chunk) {
  Slot &S = slot(Chunk);
  TransferPlan::Part Bytes = T.Plan.chunk(Chunk);
  const ClApi &Api = *Context->Api;
  size_t Offset = T.Offset + Bytes.Begin;
  cl_int Code;
  std::unique_lock<std::mutex> Alone(Enqueuing);
  if (T.ToHost) {
    S.Call = "clEnqueueReadBuffer";
    Code = Api.clEnqueueReadBuffer(Queue, T.Memory, CL_FALSE, Offset,
                                   Bytes.Size, S.Memory, 0, nullptr, &S.Done);
  } else {
    S.Call = "clEnqueueWriteBuffer";
    Code = Api.clEnqueueWriteBuffer(Queue, T.Memory, CL_FALSE, Offset,
                                    Bytes.Size, S.Memory, 0, nullptr, &S.Done);
  }
  if (Code != CL_SUCCESS)
    S.Done = nullptr;
  if (Status Made = clMade(S.Call, Code, S.Done); !Made)
    return Made;
  Api.clFlush(Queue);
  Alone.unlock();
  S.Enqueued.reach(Chunk + 1);
  return Unit();
}

/// To the device: what the slot held has left it. To the host: it has come.
Status PinnedRing::makeReady(Transfer &T, size_t Chunk) {
  Slot &S = slot(Chunk);
  size_t Last =
      T.ToHost ? Chunk + 1 : Chunk + 1 - std::min(Chunk + 1, Slots.size());
  if (!S.Enqueued.wait(Last))
    return Unit();
  if (Status Over = settle(S); !Over)
    return Over;
  S.Left.store(T.Plan.piecesOf(Chunk), std::memory_order_relaxed);
  S.Ready.reach(Chunk + 1);
  return Unit();
}

Status PinnedRing::copyPieces(Transfer &T) {
  for (size_t Piece; T.take(Piece);) {
    size_t Chunk = T.Plan.chunkOf(Piece);
    Slot &S = slot(Chunk);
    if (T.Plan.isFirst(Piece))
      if (Status Made = makeReady(T, Chunk); !Made)
        return Made;
    if (!S.Ready.wait(Chunk + 1))
      return Unit();
    TransferPlan::Part Bytes = T.Plan.piece(Piece);
    T.copy(S.Memory + (Bytes.Begin - T.Plan.chunk(Chunk).Begin), Bytes);
    if (S.Left.fetch_sub(1, std::memory_order_acq_rel) != 1)
      continue;
    // Full: it can be sent. Empty: what comes next into it can be fetched.
    size_t Now = T.ToHost ? Chunk + Slots.size() : Chunk;
    if (Now < T.Plan.chunks())
      if (Status Started = enqueue(T, Now); !Started)
        return Started;
  }
  return Unit();
}

Status PinnedRing::run(Transfer &T) {
  for (Slot &S : Slots) {
    S.Enqueued.reset();
    S.Ready.reset();
  }
  auto Fail = [&](Error Why) {
    T.fail(std::move(Why));
    for (Slot &S : Slots) {
      S.Enqueued.abandon();
      S.Ready.abandon();
    }
  };
  size_t Chunks = T.Plan.chunks();
  if (T.ToHost)
    for (size_t C = 0; C < std::min(Chunks, Slots.size()) && !T.First; ++C) {
      Status Started = settle(slot(C));
      if (Started)
        Started = enqueue(T, C);
      if (!Started)
        Fail(Started.takeError());
    }
  Crew->run(T.Plan.Threads, [&](unsigned) {
    if (Status Done = copyPieces(T); !Done)
      Fail(Done.takeError());
  });
  Oldest = (Oldest + Chunks) % Slots.size();
  if (!T.First)
    return Unit();
  // The slots are free again; one failure is reported.
  (void)retire();
  return std::move(*T.First);
}

Status PinnedRing::write(cl_mem To, size_t Offset, const void *From,
                         size_t Bytes) {
  Transfer T(false, To, Offset,
             const_cast<char *>(static_cast<const char *>(From)), Bytes,
             Options);
  return run(T);
}

Status PinnedRing::read(void *To, cl_mem From, size_t Offset, size_t Bytes) {
  Transfer T(true, From, Offset, static_cast<char *>(To), Bytes, Options);
  return run(T);
}

bool PinnedRing::busy() const {
  return std::any_of(Slots.begin(), Slots.end(),
                     [](const Slot &S) { return S.Done != nullptr; });
}

Status PinnedRing::retire() {
  Status First = Unit();
  for (Slot &S : Slots)
    if (Status Over = settle(S); !Over && First)
      First = std::move(Over);
  return First;
}

/// Each letter begins at a multiple of this.
static constexpr size_t Grain = 128;

Result<std::unique_ptr<PinnedInbox>>
PinnedInbox::create(std::shared_ptr<const ClContext> Context,
                    cl_command_queue Queue) {
  auto Memory = PinnedMemory::create(std::move(Context), Queue, Bytes);
  if (!Memory)
    return Memory.takeError();
  return std::unique_ptr<PinnedInbox>(new PinnedInbox(std::move(*Memory)));
}

char *PinnedInbox::place(size_t Count) const {
  if (Count > Bytes - Used || Letters.size() >= MaxLetters)
    return nullptr;
  return Memory->data() + Used;
}

void PinnedInbox::add(void *To, size_t Count) {
  Letters.push_back({static_cast<char *>(To), Memory->data() + Used, Count});
  Used = std::min(Bytes, (Used + Count + Grain - 1) / Grain * Grain);
}

bool PinnedInbox::concerns(const void *Begin, size_t Count) const {
  auto First = reinterpret_cast<uintptr_t>(Begin);
  return std::any_of(Letters.begin(), Letters.end(), [&](const Letter &L) {
    auto To = reinterpret_cast<uintptr_t>(L.To);
    return To < First + Count && First < To + L.Bytes;
  });
}

void PinnedInbox::deliver() {
  for (const Letter &L : Letters)
    std::memcpy(L.To, L.From, L.Bytes);
  drop();
}

void PinnedInbox::drop() {
  Letters.clear();
  Used = 0;
}

} // namespace twofold
