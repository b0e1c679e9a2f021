// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramMemory.h - learns from other runs, and for them -------------===//
#ifndef TWOFOLD_RUNTIME_CALL_PROGRAMMEMORY_H
#define TWOFOLD_RUNTIME_CALL_PROGRAMMEMORY_H

#include "choice/Calibration.h"
#include "choice/ChoiceMemory.h"
#include "choice/DriverStart.h"
#include "kernel/SiteKernels.h"
#include "region/Regions.h"

namespace twofold {

/// Thread-safe. All references must outlive the threads of Kernels, which work
/// for it.
class ProgramMemory {
  DeviceTable &Devices;
  SiteTable &Sites;
  Regions &Data;
  const Statistics &Counts;
  Chooser &Choices;
  SiteKernels &Kernels;
  const NanosecondClock &Now;
  const std::unique_ptr<ChoiceMemory> Memory; ///< null: nothing is remembered
  std::atomic<bool> Recalling{false}, Calibrated{false}, Ending{false};
  /// Known and KnownDevice are there, and do not change.
  std::atomic<bool> IsKnown{false};
  std::once_flag ReadOnce;
  ProgramKnowledge Known;
  std::map<std::string, double> Stays; ///< as Known
  DeviceAccount::Experience Recalled;
  std::string KnownDevice;

  void readMemory();

public:
  DriverStart Start;

  ProgramMemory(DeviceTable &Devices, SiteTable &Sites, Regions &Data,
                const Statistics &Counts, Chooser &Choices,
                SiteKernels &Kernels, const NanosecondClock &Now,
                std::unique_ptr<ChoiceMemory> Memory)
      : Devices(Devices), Sites(Sites), Data(Data), Counts(Counts),
        Choices(Choices), Kernels(Kernels), Now(Now),
        Memory(std::move(Memory)) {}

  /// What is measured comes to an end.
  void end() { Ending = true; }
  /// What an earlier run of the program has learned about the site, once that
  /// was read, and once for each site. Ops: of the call that asks.
  void recall(SiteRecord &Record, uint64_t Ops);
  /// Whether the devices are open; if not, they are being opened from then on.
  bool openDevices();
  /// Costs of the GPU that was opened: guessed, then read or measured.
  void calibrate(DeviceSlot &Gpu);
  /// Keeps what sites have learned for the program's next run. At its exit.
  void remember();
};

} // namespace twofold

#endif
