// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Dispatcher.h - runs one call of a site -----------------------------===//
//
// Decides where a call runs, has it run there, and falls back to the native
// variant whatever goes wrong. Host memory is written only after a device has
// done all its work, so that the fallback finds every input intact.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_DISPATCHER_H
#define TWOFOLD_RUNTIME_DISPATCHER_H

#include "CostModel.h"
#include "DeviceTable.h"
#include "Footprint.h"
#include "Form.h"
#include "HostDevice.h"
#include "Regions.h"
#include "Settings.h"
#include "SiteKernels.h"
#include "SiteTable.h"
#include "Statistics.h"
#include "Trace.h"

#include <memory>
#include <string>

namespace twofold {

/// Thread-safe. All references must outlive the dispatcher.
class Dispatcher {
  const Settings &Set;
  const Trace &Log;
  HostDevice &Host;
  DeviceTable &Devices;
  SiteTable &Sites;
  Regions &All;
  Statistics &Counts;
  SiteKernels Kernels;

  struct Call;

  bool isDeterministic(const twofold_site &Site) const;
  DeviceSlot *decide(Call &C);
  DeviceSlot *decideByCost(Call &C);
  Status launch(Call &C, const twofold_launch &Launch, uint64_t Trips,
                const Footprint &Touched, DeviceSlot &Slot, Program &Kernel,
                Regions::Hold How);
  Status launchInParts(Call &C, DeviceSlot &Slot, Program &Kernel);
  void examine(const Call &C, DeviceSlot &Slot, const Error &Why);
  bool runOnDevice(Call &C, DeviceSlot &Slot);
  HostDevice::Mode runNatively(Call &C);
  void report(Call &C, const std::string &Where, double Nanoseconds);
  void requireOffloaded(const Call &C) const;

public:
  Dispatcher(const Settings &Set, const Trace &Log, HostDevice &Host,
             DeviceTable &Devices, SiteTable &Sites, Regions &All,
             Statistics &Counts, SiteKernels::SupplyMaker MakeSupply);

  SiteKernels &kernels() { return Kernels; }

  /// Runs a call of Trips iterations, at least one. Lets exceptions of the
  /// native variant through.
  void run(const twofold_site &Site, const twofold_launch &Launch,
           uint64_t Trips);
};

} // namespace twofold

#endif
