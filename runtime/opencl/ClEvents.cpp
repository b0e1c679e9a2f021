// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/ClEvents.h"

#include <chrono>
#include <thread>

using namespace twofold;

/// A command that the driver cannot wait for is asked after no longer than
/// this.
static constexpr std::chrono::seconds LongestLook{60};

cl_int twofold::eventStatus(const ClApi &Api, cl_event Done) {
  cl_int Outcome = CL_COMPLETE;
  cl_int Code = Api.clGetEventInfo(Done, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                   sizeof(Outcome), &Outcome, nullptr);
  return Code != CL_SUCCESS ? Code : Outcome;
}

Status twofold::waitForLaunch(const ClApi &Api, cl_event Done) {
  if (!Done)
    return Unit();
  cl_int Code = Api.clWaitForEvents(1, &Done);
  // The command's own error says more than "an event failed".
  cl_int Outcome = eventStatus(Api, Done);
  if (Outcome < 0)
    return clError("clEnqueueNDRangeKernel", Outcome);
  return clStatus("clWaitForEvents", Code);
}

bool twofold::awaitEvent(const ClApi &Api, cl_event Done) {
  if (Api.clWaitForEvents(1, &Done) == CL_SUCCESS)
    return true;
  auto Now = std::chrono::steady_clock::now;
  for (auto Last = Now() + LongestLook; Now() < Last;
       std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
    cl_int Outcome = CL_QUEUED;
    if (Api.clGetEventInfo(Done, CL_EVENT_COMMAND_EXECUTION_STATUS,
                           sizeof(Outcome), &Outcome, nullptr) != CL_SUCCESS)
      return false;
    if (Outcome <= CL_COMPLETE)
      return true;
  }
  return false;
}

ClQueueEvent::~ClQueueEvent() {
  auto Alone = Relay->alone();
  if (Handle)
    Context->Api->clReleaseEvent(Handle);
}

Status ClQueueEvent::wait() const {
  auto Alone = Relay->alone();
  return waitForLaunch(*Context->Api, Handle);
}

Result<std::unique_ptr<Event>> ClQueueEnd::mark() {
  if (Status Before = Relay->settle(); !Before)
    return Before.takeError();
  auto Alone = Relay->alone();
  cl_event Done = nullptr;
  cl_int Code =
      Context->Api->clEnqueueMarkerWithWaitList(Handle, 0, nullptr, &Done);
  if (Status Made = clMade("clEnqueueMarkerWithWaitList", Code, Done); !Made)
    return Made.takeError();
  return std::unique_ptr<Event>(std::make_unique<ClEvent>(
      std::make_shared<const ClQueueEvent>(Context, Relay, Done)));
}
