// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramSupply.h - where built kernels come from --------------------===//
#ifndef TWOFOLD_RUNTIME_DEVICE_PROGRAMSUPPLY_H
#define TWOFOLD_RUNTIME_DEVICE_PROGRAMSUPPLY_H

#include "device/Device.h"

#include <memory>

namespace twofold {

/// Gives the program for a source on a device: from memory, from disk or by
/// building it. Thread-safe.
class ProgramSupply {
public:
  virtual ~ProgramSupply() = default;
  /// FromCache, when not null, is set to whether no build was needed.
  virtual Result<std::shared_ptr<Program>>
  get(Device &Target, const ProgramSource &Source, bool *FromCache) = 0;

  /// What was remembered of the kernel: one line; empty if nothing was.
  virtual std::string recall(Device &, const ProgramSource &) { return ""; }
  virtual void remember(Device &, const ProgramSource &, const std::string &) {}

  /// Why a build is needed, as far as that can be told; empty when none is.
  /// Slow: for a user who asks.
  virtual std::string whyMissed(Device &, const ProgramSource &) { return ""; }
};

} // namespace twofold

#endif
