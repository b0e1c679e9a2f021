// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/ClQueue.h"

#include "bytes/RowGrid.h"
#include "opencl/ClBuffer.h"
#include "opencl/ClProgram.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

using namespace twofold;

/// Commands whose outcome is not yet known; beyond this the oldest is waited
/// for, which an in-order queue has long finished by then.
static constexpr size_t MaxPending = 1024;

/// How long memory that commands may use is left alone, once nothing tells
/// whether they are over.
static constexpr std::chrono::milliseconds Grace{1000};

ClQueue::ClQueue(std::shared_ptr<const ClContext> Context,
                 cl_command_queue Handle, const TransferOptions &Transfers,
                 std::shared_ptr<CopyThreads> Crew, LaunchRelay::Use Relayed)
    : Context(std::move(Context)), Handle(Handle),
      Relay(std::make_shared<LaunchRelay>(this->Context, Handle, Relayed)),
      Transfers(Transfers), Crew(std::move(Crew)) {}

Result<std::unique_ptr<Queue>>
ClQueue::create(std::shared_ptr<const ClContext> Context,
                const TransferOptions &Transfers,
                std::shared_ptr<CopyThreads> Crew, LaunchRelay::Use Relayed) {
  cl_int Code = CL_SUCCESS;
  cl_command_queue Handle = Context->Api->clCreateCommandQueue(
      Context->Handle, Context->Device, 0, &Code);
  if (Status Made = clMade("clCreateCommandQueue", Code, Handle); !Made)
    return Made.takeError();
  return std::unique_ptr<Queue>(new ClQueue(
      std::move(Context), Handle, Transfers, std::move(Crew), Relayed));
}

ClQueue::~ClQueue() {
  (void)Relay->settle();
  if (!Pending.empty() || Unseen || sends())
    (void)drain();
  Rings = {};
  Inbox.reset();
  Pending.clear();
  Context->Api->clReleaseCommandQueue(Handle);
}

void ClQueue::retireOldest() {
  Command Oldest = std::move(Pending.front());
  Pending.pop_front();
  cl_int Outcome = eventStatus(*Context->Api, Oldest.Done->Handle);
  if (Outcome < 0 && !FirstFailure)
    FirstFailure = clError(Oldest.Call, Outcome);
}

std::shared_ptr<const ClQueueEvent> ClQueue::keep(const char *Call,
                                                  cl_event Done) {
  if (Pending.size() >= MaxPending) {
    if (!awaitEvent(*Context->Api, Pending.front().Done->Handle))
      Unseen = true;
    retireOldest();
  }
  Pending.push_back(
      {Call, std::make_shared<const ClQueueEvent>(Context, Relay, Done)});
  return Pending.back().Done;
}

Status ClQueue::track(const char *Call, cl_int Code, cl_event Done) {
  if (Code == CL_SUCCESS) {
    (void)keep(Call, Done);
    return Unit();
  }
  // Refused, and perhaps begun: the memory is the caller's again.
  (void)drain();
  return clError(Call, Code);
}

cl_int ClQueue::drain() {
  const ClApi &Api = *Context->Api;
  cl_int First = Api.clFinish(Handle);
  bool Unknown = std::exchange(Unseen, false);
  if (First == CL_SUCCESS || Api.clFinish(Handle) == CL_SUCCESS)
    return First;
  for (const Command &Each : Pending)
    Unknown |= !awaitEvent(Api, Each.Done->Handle);
  if (Unknown)
    std::this_thread::sleep_for(Grace);
  return First;
}

bool ClQueue::sends() const {
  return std::any_of(Rings.begin(), Rings.end(),
                     [](const auto &Ring) { return Ring && Ring->busy(); });
}

PinnedRing *ClQueue::ringFor(size_t Bytes) {
  if (!Crew || Bytes < Transfers.DirectBelow)
    return nullptr;
  TransferOptions Options = Transfers;
  const bool Large = Bytes > Options.PieceBytes || Rings[1];
  if (!Large)
    Options.SlotBytes = Options.LeastChunk = Options.PieceBytes;
  std::unique_ptr<PinnedRing> &Ring = Rings[Large];
  if (!Ring) {
    auto Made = PinnedRing::create(Context, Handle, Options, Crew);
    if (Made)
      Ring = std::move(*Made);
    else
      Crew = nullptr; // slower, and as right
  }
  return Ring.get();
}

PinnedInbox *ClQueue::inboxFor(size_t Bytes) {
  if (!Crew || Bytes >= Transfers.DirectBelow)
    return nullptr;
  if (!Inbox) {
    auto Made = PinnedInbox::create(Context, Handle);
    if (Made)
      Inbox = std::move(*Made);
    else
      Crew = nullptr;
  }
  return Inbox.get();
}

Status ClQueue::deliverInto(const void *Begin, size_t Bytes) {
  if (Status Before = Relay->settle(); !Before)
    return Before;
  return Inbox && Inbox->concerns(Begin, Bytes) ? finish() : Status(Unit());
}

static Error outside(const char *What) {
  return {ErrorCode::Unsupported,
          std::string(What) + " beyond the end of a buffer", ""};
}

Status ClQueue::write(Buffer &To, size_t Offset, const void *From,
                      size_t Bytes) {
  if (!Bytes)
    return Unit();
  auto &Target = static_cast<ClBuffer &>(To);
  if (!Target.contains(Offset, Bytes))
    return outside("write");
  if (Status Here = deliverInto(From, Bytes); !Here)
    return Here;
  if (PinnedRing *Through = ringFor(Bytes)) {
    Status Sent = Through->write(Target.handle(), Offset, From, Bytes);
    if (!Sent)
      (void)drain();
    return Sent;
  }
  cl_event Done = nullptr;
  cl_int Code = Context->Api->clEnqueueWriteBuffer(Handle, Target.handle(),
                                                   CL_FALSE, Offset, Bytes,
                                                   From, 0, nullptr, &Done);
  return track("clEnqueueWriteBuffer", Code, Done);
}

Status ClQueue::read(void *To, Buffer &From, size_t Offset, size_t Bytes) {
  if (!Bytes)
    return Unit();
  auto &Origin = static_cast<ClBuffer &>(From);
  if (!Origin.contains(Offset, Bytes))
    return outside("read");
  if (Status Here = deliverInto(To, Bytes); !Here)
    return Here;
  if (PinnedRing *Through = ringFor(Bytes)) {
    Status Fetched = Through->read(To, Origin.handle(), Offset, Bytes);
    if (!Fetched)
      (void)drain();
    return Fetched;
  }
  PinnedInbox *Into = inboxFor(Bytes);
  char *Place = Into ? Into->place(Bytes) : nullptr;
  cl_event Done = nullptr;
  cl_int Code = Context->Api->clEnqueueReadBuffer(
      Handle, Origin.handle(), CL_FALSE, Offset, Bytes, Place ? Place : To, 0,
      nullptr, &Done);
  Status Begun = track("clEnqueueReadBuffer", Code, Done);
  if (Begun && Place)
    Into->add(To, Bytes);
  return Begun;
}

Status ClQueue::copy(Buffer &To, size_t ToOffset, Buffer &From,
                     size_t FromOffset, size_t Bytes) {
  if (!Bytes)
    return Unit();
  auto &Target = static_cast<ClBuffer &>(To);
  auto &Origin = static_cast<ClBuffer &>(From);
  if (!Target.contains(ToOffset, Bytes) || !Origin.contains(FromOffset, Bytes))
    return outside("copy");
  if (Status Before = Relay->settle(); !Before)
    return Before;
  cl_event Done = nullptr;
  cl_int Code = Context->Api->clEnqueueCopyBuffer(
      Handle, Origin.handle(), Target.handle(), FromOffset, ToOffset, Bytes, 0,
      nullptr, &Done);
  return track("clEnqueueCopyBuffer", Code, Done);
}

Status ClQueue::copyRows(ClBuffer &Packed, size_t PackedOffset,
                         ClBuffer &Spread, size_t Offset, const RowLayout &Rows,
                         bool Pack) {
  if (!Rows.bytes())
    return Unit();
  if (!Packed.contains(PackedOffset, Rows.bytes()) ||
      !Spread.contains(Offset, Rows.span()))
    return outside("copy of rows");
  if (Status Before = Relay->settle(); !Before)
    return Before;
  for (const GridCopy &Each :
       gridCopies(Rows, PackedOffset, Offset, Packed.size(), Spread.size())) {
    const GridCopy::Side &From = Pack ? Each.Spread : Each.Packed;
    const GridCopy::Side &To = Pack ? Each.Packed : Each.Spread;
    if (Each.isOneRow()) {
      if (Status S =
              copy(Pack ? Packed : Spread, GridCopy::offset(To),
                   Pack ? Spread : Packed, GridCopy::offset(From), Each.Width);
          !S)
        return S;
      continue;
    }
    const size_t Counts[3] = {Each.Width, Each.Rows, Each.Slices};
    const size_t FromAt[3] = {From.Begin[0], From.Begin[1], From.Begin[2]};
    const size_t ToAt[3] = {To.Begin[0], To.Begin[1], To.Begin[2]};
    cl_event Done = nullptr;
    cl_int Code = Context->Api->clEnqueueCopyBufferRect(
        Handle, (Pack ? Spread : Packed).handle(),
        (Pack ? Packed : Spread).handle(), FromAt, ToAt, Counts, From.Pitch,
        From.SlicePitch, To.Pitch, To.SlicePitch, 0, nullptr, &Done);
    if (Status S = track("clEnqueueCopyBufferRect", Code, Done); !S)
      return S;
  }
  return Unit();
}

Status ClQueue::pack(Buffer &Packed, size_t PackedOffset, Buffer &From,
                     size_t Offset, const RowLayout &Rows) {
  return copyRows(static_cast<ClBuffer &>(Packed), PackedOffset,
                  static_cast<ClBuffer &>(From), Offset, Rows, true);
}

Status ClQueue::unpack(Buffer &To, size_t Offset, Buffer &Packed,
                       size_t PackedOffset, const RowLayout &Rows) {
  return copyRows(static_cast<ClBuffer &>(Packed), PackedOffset,
                  static_cast<ClBuffer &>(To), Offset, Rows, false);
}

/// An empty index space is no launch.
static Result<bool> hasItems(const NdRange &Range) {
  if (Range.Rank < 1 || Range.Rank > 3)
    return Error{ErrorCode::Unsupported, "a range has one to three dimensions",
                 ""};
  for (uint32_t I = 0; I != Range.Rank; ++I)
    if (!Range.Global[I])
      return false;
  return true;
}

Result<std::unique_ptr<Event>>
ClQueue::launch(Program &Kernel, const NdRange &Range,
                const std::vector<KernelArgument> &Arguments) {
  Result<bool> Some = hasItems(Range);
  if (!Some)
    return Some.takeError();
  if (!*Some)
    return std::unique_ptr<Event>(std::make_unique<ClEvent>(
        std::make_shared<const ClQueueEvent>(Context, Relay, nullptr)));
  std::unique_ptr<Event> Later;
  Result<bool> Taken =
      Relay->take(static_cast<ClProgram &>(Kernel), Range, Arguments, &Later);
  if (!Taken)
    return Taken.takeError();
  Unseen |= *Taken;
  if (*Taken)
    return Later;
  cl_event Done = nullptr;
  if (Status S = static_cast<ClProgram &>(Kernel).enqueue(Handle, Range,
                                                          Arguments, &Done);
      !S) {
    (void)drain();
    return S.takeError();
  }
  return std::unique_ptr<Event>(
      std::make_unique<ClEvent>(keep("clEnqueueNDRangeKernel", Done)));
}

Status ClQueue::launchUnseen(Program &Kernel, const NdRange &Range,
                             const std::vector<KernelArgument> &Arguments) {
  Result<bool> Some = hasItems(Range);
  if (!Some)
    return Some.takeError();
  if (!*Some)
    return Unit();
  Unseen = true;
  Result<bool> Taken =
      Relay->take(static_cast<ClProgram &>(Kernel), Range, Arguments, nullptr);
  if (!Taken)
    return Taken.takeError();
  if (*Taken)
    return Unit();
  Status Enqueued = static_cast<ClProgram &>(Kernel).enqueue(
      Handle, Range, Arguments, nullptr);
  if (!Enqueued)
    (void)drain();
  return Enqueued;
}

std::shared_ptr<QueueEnd> ClQueue::end() {
  return std::make_shared<ClQueueEnd>(Context, Handle, Relay);
}

Status ClQueue::showHost(Buffer &Wrapped, size_t Offset, size_t Bytes) {
  if (!Bytes)
    return Unit();
  auto &Shown = static_cast<ClBuffer &>(Wrapped);
  if (!Shown.contains(Offset, Bytes))
    return outside("map");
  if (Status Before = Relay->settle(); !Before)
    return Before;
  // To map is what makes the host's bytes current; mapped for reading, to unmap
  // moves nothing. The pointer is known at once, so that both can be enqueued.
  cl_int Code = CL_SUCCESS;
  cl_event Done = nullptr;
  void *Mapped = Context->Api->clEnqueueMapBuffer(
      Handle, Shown.handle(), CL_FALSE, CL_MAP_READ, Offset, Bytes, 0, nullptr,
      &Done, &Code);
  if (Status S = track("clEnqueueMapBuffer", Code, Done); !S)
    return S;
  Done = nullptr;
  Code = Context->Api->clEnqueueUnmapMemObject(Handle, Shown.handle(), Mapped,
                                               0, nullptr, &Done);
  return track("clEnqueueUnmapMemObject", Code, Done);
}

Status ClQueue::finish() {
  const bool Busy = sends();
  if (Status Relayed = Relay->settle(); !Relayed && !FirstFailure)
    FirstFailure = Relayed.takeError();
  if (Pending.empty() && !Unseen && !FirstFailure && !Busy)
    return Unit();
  cl_int Code = drain();
  while (!Pending.empty())
    retireOldest();
  for (const auto &Ring : Rings)
    if (Busy && Ring)
      if (Status Written = Ring->retire(); !Written && !FirstFailure)
        FirstFailure = Written.takeError();
  if (Inbox && Code == CL_SUCCESS && !FirstFailure)
    Inbox->deliver();
  else if (Inbox)
    Inbox->drop();
  std::optional<Error> Failure;
  Failure.swap(FirstFailure);
  if (Failure)
    return std::move(*Failure);
  return clStatus("clFinish", Code);
}
