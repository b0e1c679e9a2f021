// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverFiles.h - which OpenCL drivers a loader will find ------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_DRIVERFILES_H
#define TWOFOLD_RUNTIME_OPENCL_DRIVERFILES_H

#include <functional>
#include <string>
#include <vector>

namespace twofold {

/// The environment: null for what is not set.
using VariableLookup = std::function<const char *(const char *Name)>;

struct DriverFile {
  std::string Source;  ///< what names it: an .icd file, or the library itself
  std::string Library; ///< as loaders open it: a path or a bare name
};

/// The drivers of OCL_ICD_VENDORS, OPENCL_VENDOR_PATH or /etc/OpenCL/vendors,
/// and of OCL_ICD_FILENAMES, by name. No library is opened.
std::vector<DriverFile> installedDrivers(const VariableLookup &Get);

/// A text that changes when the file is replaced: device, inode, size and time;
/// "-" if there is no file.
std::string fileIdentity(const std::string &Path);

/// Everything of the machine and of this process on which it depends how
/// opening these drivers goes, but for what is known only once they are open.
std::string driverSurroundings(const std::vector<DriverFile> &Drivers,
                               const VariableLookup &Get);

} // namespace twofold

#endif
