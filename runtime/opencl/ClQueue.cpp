// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClQueue.cpp - an in-order queue of an OpenCL device ---------------===//
#include "ClQueue.h"

#include "ClBuffer.h"
#include "ClProgram.h"

namespace twofold {

/// Commands whose outcome is not yet known; beyond this the oldest is waited
/// for, which an in-order queue has long finished by then.
static constexpr size_t MaxPending = 1024;

static cl_int eventStatus(const ClApi &Api, cl_event Done) {
  cl_int Outcome = CL_COMPLETE;
  cl_int Code = Api.clGetEventInfo(Done, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                   sizeof(Outcome), &Outcome, nullptr);
  return Code != CL_SUCCESS ? Code : Outcome;
}

namespace {
class ClEvent final : public Event {
  std::shared_ptr<const ClContext> Context;
  cl_event Handle; ///< null: nothing was enqueued, so it is done

public:
  ClEvent(std::shared_ptr<const ClContext> Context, cl_event Handle)
      : Context(std::move(Context)), Handle(Handle) {}
  ~ClEvent() override {
    if (Handle)
      Context->Api->clReleaseEvent(Handle);
  }

  Status wait() override {
    if (!Handle)
      return Unit();
    cl_int Code = Context->Api->clWaitForEvents(1, &Handle);
    // The command's own error says more than "an event failed".
    cl_int Outcome = eventStatus(*Context->Api, Handle);
    if (Outcome < 0)
      return clError("clEnqueueNDRangeKernel", Outcome);
    return clStatus("clWaitForEvents", Code);
  }
};
} // namespace

ClQueue::ClQueue(std::shared_ptr<const ClContext> Context,
                 cl_command_queue Handle)
    : Context(std::move(Context)), Handle(Handle) {}

Result<std::unique_ptr<Queue>>
ClQueue::create(std::shared_ptr<const ClContext> Context) {
  cl_int Code = CL_SUCCESS;
  cl_command_queue Handle = Context->Api->clCreateCommandQueue(
      Context->Handle, Context->Device, 0, &Code);
  if (Code != CL_SUCCESS)
    return clError("clCreateCommandQueue", Code);
  return std::unique_ptr<Queue>(new ClQueue(std::move(Context), Handle));
}

ClQueue::~ClQueue() {
  if (!Pending.empty())
    Context->Api->clFinish(Handle);
  for (const Command &Each : Pending)
    Context->Api->clReleaseEvent(Each.Done);
  Context->Api->clReleaseCommandQueue(Handle);
}

void ClQueue::retireOldest() {
  Command Oldest = Pending.front();
  Pending.pop_front();
  cl_int Outcome = eventStatus(*Context->Api, Oldest.Done);
  if (Outcome < 0 && !FirstFailure)
    FirstFailure = clError(Oldest.Call, Outcome);
  Context->Api->clReleaseEvent(Oldest.Done);
}

void ClQueue::track(const char *Call, cl_event Done) {
  if (Pending.size() >= MaxPending) {
    Context->Api->clWaitForEvents(1, &Pending.front().Done);
    retireOldest();
  }
  Pending.push_back({Call, Done});
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
  cl_event Done = nullptr;
  cl_int Code = Context->Api->clEnqueueWriteBuffer(Handle, Target.handle(),
                                                   CL_FALSE, Offset, Bytes,
                                                   From, 0, nullptr, &Done);
  if (Code == CL_SUCCESS)
    track("clEnqueueWriteBuffer", Done);
  return clStatus("clEnqueueWriteBuffer", Code);
}

Status ClQueue::read(void *To, Buffer &From, size_t Offset, size_t Bytes) {
  if (!Bytes)
    return Unit();
  auto &Origin = static_cast<ClBuffer &>(From);
  if (!Origin.contains(Offset, Bytes))
    return outside("read");
  cl_event Done = nullptr;
  cl_int Code = Context->Api->clEnqueueReadBuffer(
      Handle, Origin.handle(), CL_FALSE, Offset, Bytes, To, 0, nullptr, &Done);
  if (Code == CL_SUCCESS)
    track("clEnqueueReadBuffer", Done);
  return clStatus("clEnqueueReadBuffer", Code);
}

Status ClQueue::copy(Buffer &To, size_t ToOffset, Buffer &From,
                     size_t FromOffset, size_t Bytes) {
  if (!Bytes)
    return Unit();
  auto &Target = static_cast<ClBuffer &>(To);
  auto &Origin = static_cast<ClBuffer &>(From);
  if (!Target.contains(ToOffset, Bytes) || !Origin.contains(FromOffset, Bytes))
    return outside("copy");
  cl_event Done = nullptr;
  cl_int Code = Context->Api->clEnqueueCopyBuffer(
      Handle, Origin.handle(), Target.handle(), FromOffset, ToOffset, Bytes, 0,
      nullptr, &Done);
  if (Code == CL_SUCCESS)
    track("clEnqueueCopyBuffer", Done);
  return clStatus("clEnqueueCopyBuffer", Code);
}

Result<std::unique_ptr<Event>>
ClQueue::launch(Program &Kernel, const NdRange &Range,
                const std::vector<KernelArgument> &Arguments) {
  if (Range.Rank < 1 || Range.Rank > 3)
    return Error{ErrorCode::Unsupported, "a range has one to three dimensions",
                 ""};
  for (uint32_t I = 0; I != Range.Rank; ++I)
    if (!Range.Global[I])
      return std::unique_ptr<Event>(
          std::make_unique<ClEvent>(Context, nullptr));
  Result<cl_event> Done =
      static_cast<ClProgram &>(Kernel).enqueue(Handle, Range, Arguments);
  if (!Done)
    return Done.takeError();
  cl_int Code = Context->Api->clRetainEvent(*Done);
  track("clEnqueueNDRangeKernel", *Done);
  if (Code != CL_SUCCESS)
    return clError("clRetainEvent", Code);
  return std::unique_ptr<Event>(std::make_unique<ClEvent>(Context, *Done));
}

Status ClQueue::finish() {
  if (Pending.empty() && !FirstFailure)
    return Unit();
  cl_int Code = Context->Api->clFinish(Handle);
  while (!Pending.empty())
    retireOldest();
  std::optional<Error> Failure;
  Failure.swap(FirstFailure);
  if (Failure)
    return std::move(*Failure);
  return clStatus("clFinish", Code);
}

} // namespace twofold
