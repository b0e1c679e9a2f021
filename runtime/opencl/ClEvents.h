// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClEvents.h - what became of enqueued commands ---------------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_CLEVENTS_H
#define TWOFOLD_RUNTIME_OPENCL_CLEVENTS_H

#include "ClLoader.h"

namespace twofold {

/// CL_COMPLETE, a state before that, or the command's error, which is negative.
inline cl_int eventStatus(const ClApi &Api, cl_event Done) {
  cl_int Outcome = CL_COMPLETE;
  cl_int Code = Api.clGetEventInfo(Done, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                   sizeof(Outcome), &Outcome, nullptr);
  return Code != CL_SUCCESS ? Code : Outcome;
}

/// Blocks until a launch is done; an error is its own. Null: nothing was
/// launched.
inline Status waitForLaunch(const ClApi &Api, cl_event Done) {
  if (!Done)
    return Unit();
  cl_int Code = Api.clWaitForEvents(1, &Done);
  // The command's own error says more than "an event failed".
  cl_int Outcome = eventStatus(Api, Done);
  if (Outcome < 0)
    return clError("clEnqueueNDRangeKernel", Outcome);
  return clStatus("clWaitForEvents", Code);
}

} // namespace twofold

#endif
