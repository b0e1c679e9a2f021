// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClDevices.h - the OpenCL devices of this machine ------------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_CLDEVICES_H
#define TWOFOLD_RUNTIME_OPENCL_CLDEVICES_H

#include "device/Device.h"
#include "device/TransferPlan.h"

namespace twofold {

/// Every usable CPU, GPU and accelerator device of every platform, in the
/// loader's order. No loader, no platform and no device are normal states.
/// Broken platforms and devices are left out. `WhyNone` receives, on one line,
/// why something was left out; empty if nothing was. Prints nothing. Not
/// thread-safe.
std::vector<std::unique_ptr<Device>> openDevices(std::string &WhyNone);

/// The same by another library in place of the system's loader, with other ways
/// to move bytes.
std::vector<std::unique_ptr<Device>>
openDevices(const char *Library, std::string &WhyNone,
            const TransferOptions &Transfers = {});

/// The devices of drivers' libraries alone, without a loader.
std::vector<std::unique_ptr<Device>>
openDrivers(const std::vector<std::string> &Libraries, std::string &WhyNone);

/// On one line with those that are there.
void addReason(std::string &Reasons, const std::string &Reason);

} // namespace twofold

#endif
