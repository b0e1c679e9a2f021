// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VettedDrivers.h - devices of drivers that do no harm ---------------===//
//
// A driver that hangs, crashes or ends the process when it is opened must not
// do that to a program that could run without it
// (docs/build/decisions/0022-probes.md).
//
//===----------------------------------------------------------------------===//
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
  /// What is remembered of these drivers is forgotten first.
  bool Again = false;
  /// A driver that takes longer to open is taken for one that hangs.
  std::chrono::milliseconds Limit{10000};
  ProbeAnswer (*Probe)(const std::string &Library,
                       std::chrono::milliseconds Limit) = probeDriver;
};

/// Like openDevices, of drivers that were opened in another process before, now
/// or earlier; none in set-uid programs. They are opened on a thread of its
/// own, so that the caller's signals are not held back by a driver that hangs
/// all the same. That thread calls Begin when the drivers are about to be
/// opened here, and keeps what it returns meanwhile; null: they are not to be
/// any more.
std::vector<std::unique_ptr<Device>> openVettedDevices(
    const VettingOptions &Options, std::string &WhyNone,
    const std::function<std::shared_ptr<void>()> &Begin = nullptr);

/// Whether openVettedDevices has found no GPU lately: with the same drivers and
/// everything else that they depend on, since the machine was started. Opens
/// none.
bool knownToLackGpus(const VettingOptions &Options);

} // namespace twofold

#endif
