// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VettedDrivers.h - devices of drivers that do no harm ---------------===//
//
// A driver that hangs, crashes or ends the process when it is opened must not
// do that to a program that could run without it
// (docs/build/decisions/0022-probes.md).
#ifndef TWOFOLD_RUNTIME_OPENCL_VETTEDDRIVERS_H
#define TWOFOLD_RUNTIME_OPENCL_VETTEDDRIVERS_H

#include "cache/CacheStore.h"
#include "device/Device.h"
#include "opencl/DriverVerdict.h"
#include "report/Trace.h"

#include <cstdlib>
#include <functional>
#include <memory>

namespace twofold {

struct VettingOptions {
  CacheConfig Cache; ///< where verdicts are kept
  VariableLookup Get = [](const char *Name) -> const char * {
    return std::getenv(Name);
  };
  /// Gets a line for each driver that is not used, and why.
  std::function<void(const std::string &Line)> Tell =
      [](const std::string &Line) { Trace(0).line("", Line); };
  /// Forget first what is remembered of these drivers.
  bool Again = false;
  /// A driver that takes longer to open is taken for one that hangs.
  std::chrono::milliseconds Limit{10000};
  ProbeAnswer (*Probe)(const std::string &Library,
                       std::chrono::milliseconds Limit) = probeDriver;
};

/// Like openDevices, with those drivers alone that could be opened in another
/// process; none in set-uid programs. They are opened on a thread of their own,
/// so that a driver that hangs all the same does not hold back the caller's
/// signals. That thread calls Begin when the drivers are about to be opened,
/// and keeps what Begin returns meanwhile; where it returns null, none is
/// opened.
std::vector<std::unique_ptr<Device>> openVettedDevices(
    const VettingOptions &Options, std::string &WhyNone,
    const std::function<std::shared_ptr<void>()> &Begin = nullptr);

/// Whether no GPU has been found since the machine was started, with the same
/// drivers and all else that they depend on. Opens no driver in this process.
/// Try: another one does so where nothing is known, if that can be kept.
bool lacksGpus(const VettingOptions &Options, bool Try);

} // namespace twofold

#endif
