// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverBuild.h - which build of a driver a platform is --------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_DRIVERBUILD_H
#define TWOFOLD_RUNTIME_OPENCL_DRIVERBUILD_H

#include <string>

namespace twofold {

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
