// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverProbe.h - drivers are opened in another process first --------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_DRIVERPROBE_H
#define TWOFOLD_RUNTIME_OPENCL_DRIVERPROBE_H

#include "system/HiddenProcess.h"

#include <chrono>
#include <string>
#include <vector>

namespace twofold {

/// With which status the process ends whose driver has closed files of others.
constexpr int ProbeClosedFiles = 113;
/// The same where it has set a timer whose signal would end the process.
constexpr int ProbeSetAlarm = 114;

struct ProbeAnswer {
  enum class Kind {
    Works,  ///< the driver could be opened, whatever it answers
    Fails,  ///< the driver ended the process, or hung
    Unknown ///< no such process could be made
  } What = Kind::Unknown;
  std::string Fault; ///< Fails: "it ends the process with ..."
  std::vector<std::string>
      Variables;                  ///< those of the environment that it has read
  std::vector<std::string> Files; ///< libraries; only if it works
  bool HasGpu = false;            ///< only if it works
};

/// What a process that did not come to its end tells of its driver: "it ends
/// the process with ...", "it does not answer within ...".
std::string describeEnd(const HiddenOutcome &Of,
                        std::chrono::milliseconds Limit);

/// Opens the driver in that library, or, if it is empty, OpenCL's loader with
/// all drivers, in a process of its own (ProbeProgram.cpp). Thread-safe.
ProbeAnswer probeDriver(const std::string &Library,
                        std::chrono::milliseconds Limit);

} // namespace twofold

#endif
