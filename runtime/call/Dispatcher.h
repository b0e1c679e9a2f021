// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Dispatcher.h - runs one call of a site -----------------------------===//
//
// Decides where a call runs, has it run there, and falls back to the native
// variant whatever goes wrong. Host memory is written only after a device has
// done all its work, so that the fallback finds every input intact.
#ifndef TWOFOLD_RUNTIME_CALL_DISPATCHER_H
#define TWOFOLD_RUNTIME_CALL_DISPATCHER_H

#include "bytes/AffineForm.h"
#include "bytes/Footprint.h"
#include "call/CallReport.h"
#include "call/CallSamples.h"
#include "call/ProgramMemory.h"
#include "choice/Chooser.h"
#include "device/DeviceTable.h"
#include "host/HostDevice.h"
#include "kernel/SiteKernels.h"
#include "region/Regions.h"
#include "report/OffloadSwitch.h"
#include "report/Settings.h"
#include "report/Statistics.h"
#include "report/Trace.h"
#include "site/SiteTable.h"

#include <functional>
#include <memory>
#include <string>

namespace twofold {

class ResultCheck;

/// Thread-safe. All references must outlive the dispatcher.
class Dispatcher {
  const Settings &Set;
  OffloadSwitch Offload;
  const Trace &Log;
  HostDevice &Host;
  DeviceTable &Devices;
  SiteTable &Sites;
  Regions &Data;
  Statistics &Counts;
  Chooser Choices;
  CallReport Tells;
  const NanosecondClock Now; ///< by which calls are measured
  ProgramMemory Runs;
  SiteKernels Kernels; ///< jobs of its threads use all of the above
  CallSamples Samples;

  using Call = DispatchedCall;
  class CostChoice;

  /// Of the GPU that there may be, before devices are opened.
  static constexpr unsigned AssumedComputeUnits = 64;

  bool isDeterministic(const twofold_site &Site) const;
  bool excluded(const Call &C, Decision &D) const;
  DeviceRequest askedFor(const twofold_site &Site) const;
  bool isChosen(const twofold_site &Site) const;
  std::string whyUnfit(Call &C, Decision &D);
  bool awaitKernel(Call &C, Decision &D);
  Decision decide(Call &C);
  void decideByCost(Call &C, Decision &D);
  void book(Call &C, const Decision &D);
  Status launch(Call &C, const Decision &D, Outcome &Out,
                const twofold_launch &Launch, uint64_t Trips,
                const Footprint &Touched, Program &Kernel, Regions::Keep How);
  Status launchInParts(Call &C, const Decision &D, Outcome &Out,
                       Program &Kernel);
  void examine(const Call &C, DeviceSlot &Slot, const Error &Why);
  void accountFor(const Decision &D, const std::function<bool()> &Run);
  bool runOnDevice(Call &C, const Decision &D, Outcome &Out);
  void runNatively(Call &C, const Decision &D, Outcome &Out);
  std::unique_ptr<ResultCheck> checkOf(Call &C, const Decision &D);
  void runBeside(Call &C, const Decision &D, ResultCheck &Check);
  void runHere(Call &C, const Decision &D, Outcome &Out);
  void requireOffloaded(const Call &C, const Decision &D,
                        const Outcome &Out) const;

public:
  Dispatcher(const Settings &Set, const Trace &Log, HostDevice &Host,
             DeviceTable &Devices, SiteTable &Sites, Regions &Data,
             Statistics &Counts, SiteKernels::SupplyMaker MakeSupply,
             NanosecondClock Now = steadyNanoseconds,
             std::unique_ptr<ChoiceMemory> Memory = nullptr);
  ~Dispatcher() { Runs.end(); }

  SiteKernels &kernels() { return Kernels; }
  OffloadSwitch &offload() { return Offload; }
  /// The program wants no device to have a loop from now on, or has asked for
  /// devices, which have calls of little work, too; see twofold_set_offload.
  bool isOff() const { return Offload.isOff(); }
  bool asksForDevice() const {
    return Set.Device.What == DeviceRequest::Kind::Any &&
           Offload.asks() != DeviceRequest::Kind::Any;
  }

  /// Whether all calls are to go to a device, which is there. Opens drivers
  /// where they do.
  bool demandsDevice();

  /// Drivers are about to be opened in this process.
  void openingBegins() { Runs.Start.begins(Now()); }

  /// See ProgramMemory.
  void remember() { Runs.remember(); }

  /// A line for each loop whose place ends with Site, and one for each of its
  /// last choices that needed thought.
  std::string explain(const std::string &Site) const {
    return Tells.explain(Site);
  }
  /// The last choices, as an array of JSON.
  std::string receiptsAsJson() const { return Tells.receiptsAsJson(); }

  /// Runs a call of Trips iterations, at least one. Lets exceptions of the
  /// native variant through. Why a site that has none (TWOFOLD_KERNEL_ALONE)
  /// has not run is in WhyNone, which is empty if it has.
  void run(const twofold_site &Site, const twofold_launch &Launch,
           uint64_t Trips, std::string *WhyNone = nullptr);

  /// Run makes as many calls as there are Steps, of sites with these Kernels.
  /// Where they may run on either side, all of them do on one; see
  /// CallSequence.h. The call that is given stands for the whole: it has the
  /// work and the arrays of all steps.
  void runSequence(const twofold_site &Site, const twofold_launch &Launch,
                   uint64_t Trips, const SiteGroup &Kernels, unsigned Steps,
                   const std::function<void()> &Run);
};

} // namespace twofold

#endif
