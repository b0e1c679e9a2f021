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

} // namespace twofold

#endif
