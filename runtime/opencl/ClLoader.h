// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClLoader.h - libOpenCL, opened at run time ------------------------===//
//
// The runtime is never linked against OpenCL, so a program starts and is right
// on a machine without it. This is the only home of the table of OpenCL's
// functions and of the meaning of its error codes.
#ifndef TWOFOLD_RUNTIME_OPENCL_CLLOADER_H
#define TWOFOLD_RUNTIME_OPENCL_CLLOADER_H

#include "report/Result.h"

#include <memory>
#include <vector>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

namespace twofold {

/// The functions of a loaded OpenCL library, by their own names. Immutable and
/// valid for the rest of the process: the library is never closed, because
/// drivers leave threads and exit handlers behind.
struct ClApi {
#define TWOFOLD_CL_FUNCTION(Name) decltype(::Name) *Name = nullptr;
#include "opencl/ClFunctions.def"
};

/// Opens `Library` and looks up every function. A missing library or symbol is
/// ErrorCode::Unavailable with one line that names it.
Result<std::shared_ptr<const ClApi>>
loadCl(const char *Library = "libOpenCL.so.1");

/// A platform, with the functions that its driver has for it.
struct DriverPlatform {
  std::shared_ptr<const ClApi> Api;
  cl_platform_id Platform;
};

/// Opens a driver's library (cl_khr_icd) without a loader. clGetPlatformIDs may
/// be missing from the functions. OpenCL's layers are not told of the calls.
Result<std::vector<DriverPlatform>> loadDriver(const char *Library);

/// The name in the OpenCL specification, or null for a code that is not in it.
const char *clErrorName(cl_int Code);

/// What the dispatcher should make of a code. Codes not in the specification
/// are drivers' own reports of a broken context: DeviceLost.
ErrorCode clErrorCode(cl_int Code);

/// "clFinish failed: CL_OUT_OF_RESOURCES (-5)".
Error clError(const char *Call, cl_int Code);

/// Success, or clError.
Status clStatus(const char *Call, cl_int Code);

/// The same for a call that gives an object, an address or an event. Some
/// drivers succeed without.
Status clMade(const char *Call, cl_int Code, const void *Made);

} // namespace twofold

#endif
