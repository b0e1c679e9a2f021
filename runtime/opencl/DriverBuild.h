// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverBuild.h - which build of a driver a platform is --------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_DRIVERBUILD_H
#define TWOFOLD_RUNTIME_OPENCL_DRIVERBUILD_H

#include <string>

namespace twofold {

/// What tells the library that the address lies in from other builds of it: its
/// build id in hexadecimal digits, else its file's name, size and time. Empty
/// if neither can be told. Drivers keep their version when only their compiler
/// is replaced. Thread-safe.
std::string libraryBuild(const void *Address);

/// As libraryBuild, for the library of an OpenCL object that the loader's
/// extension cl_khr_icd lays out: its first word points at the driver's
/// functions.
std::string driverBuild(const void *Object);

} // namespace twofold

#endif
