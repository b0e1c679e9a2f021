// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClFacts.h - what platforms and devices say of themselves -----------===//
//
// Drivers are not believed. What no device can have, and answers for which
// there is not enough memory, are errors of one line.
#ifndef TWOFOLD_RUNTIME_OPENCL_CLFACTS_H
#define TWOFOLD_RUNTIME_OPENCL_CLFACTS_H

#include "device/Device.h"
#include "opencl/ClLoader.h"

namespace twofold {

/// The platforms of a loader or a driver; none is no error.
Result<std::vector<cl_platform_id>>
platformsOf(decltype(ClApi::clGetPlatformIDs) GetPlatforms);

Result<std::string> platformName(const ClApi &Api, cl_platform_id Platform);

/// Its CPUs, GPUs and accelerators; none is no error.
Result<std::vector<cl_device_id>> devicesOf(const ClApi &Api,
                                            cl_platform_id Platform);

/// The facts of a device of the platform, which has that name. Unsupported:
/// what Twofold needs and the device lacks, or what it says that cannot be
/// true.
Result<DeviceFacts> readFacts(const ClApi &Api, cl_platform_id Platform,
                              const std::string &Name, cl_device_id Device);

/// Tells the library that the address lies in from other builds of it, as a
/// driver's version does not where only its compiler is replaced: its build id
/// in hexadecimal digits, else its file's name, size and time. Empty if neither
/// is known. Thread-safe.
std::string libraryBuild(const void *Address);

/// As libraryBuild, for the driver that an OpenCL object belongs to. By the
/// extension cl_khr_icd the object's first word points at the driver's
/// functions.
std::string driverBuild(const void *Object);

} // namespace twofold

#endif
