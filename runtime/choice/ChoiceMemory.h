// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ChoiceMemory.h - what choices are made by, from run to run ---------===//
//
// Entries of the kernel cache's directory, with their checks:
//
//   key     := "format 1" and what it is for, delimited
//   costs   := one line of DeviceCosts.h
//   models  := "models-1" LF device LF site*
//   site    := identity LF native LF device-model LF   (lines of SiteModel.h)
//   account := "account-2" left rests   (DeviceAccount.h)
//   stays   := "stays-1" LF {identity LF "stay" number LF}   (Placement.h)
//   run     := "run-1" lasted opening in-vain   (DriverStart.h)
//
// Costs are of a machine, device and driver; models of a machine and program,
// with the device that they were learned on; stays of one with its arguments.
// What cannot be read is not known.
#ifndef TWOFOLD_RUNTIME_CHOICE_CHOICEMEMORY_H
#define TWOFOLD_RUNTIME_CHOICE_CHOICEMEMORY_H

#include "cache/CacheStore.h"
#include "choice/DeviceAccount.h"
#include "choice/DeviceCosts.h"
#include "choice/DriverStart.h"
#include "choice/SiteModel.h"
#include "device/Device.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace twofold {

/// What one site has learned, by SiteRecord::Identity.
struct SiteKnowledge {
  SiteModel Native, Device;
};
using ProgramKnowledge = std::map<std::string, SiteKnowledge>;

/// As `models` above; Device: whatever identifies it. What decode does not
/// understand is left out.
std::string encodeKnowledge(const ProgramKnowledge &All,
                            const std::string &Device);
ProgramKnowledge decodeKnowledge(const std::string &Text, std::string &Device);

/// One line that is another for another device or driver.
std::string identify(const DeviceFacts &Facts);

/// Thread-safe.
class ChoiceMemory {
  const CacheConfig Config;
  mutable std::once_flag Once;
  mutable std::unique_ptr<CacheStore> Store; ///< opened by the first use

  const CacheStore &store() const;
  const std::string Machine, Program, Arguments;

  std::string key(const std::string &Kind, const std::string &Of) const;
  std::string staysKey() const;
  std::string read(const std::string &Key) const;
  void write(const std::string &Key, const std::string &Text) const;

public:
  /// Machine and Program: names that no other has; Arguments: the program's.
  /// Touches no file.
  ChoiceMemory(CacheConfig Config, std::string Machine, std::string Program,
               std::string Arguments = "");

  /// Of this machine and program; null where nothing is remembered.
  static std::unique_ptr<ChoiceMemory> ofProcess(const Settings &Set);

  std::optional<DeviceCosts> deviceCosts(const DeviceFacts &Of) const;
  void keep(const DeviceFacts &Of, const DeviceCosts &Costs) const;
  std::optional<HostCosts> hostCosts(unsigned Threads) const;
  void keep(unsigned Threads, const HostCosts &Costs) const;
  /// Device: the one that they were learned on.
  ProgramKnowledge models(std::string &Device) const;
  void keep(const ProgramKnowledge &All, const std::string &Device) const;
  /// What devices have cost the program.
  DeviceAccount::Experience account() const;
  void keep(const DeviceAccount::Experience &Of) const;
  /// What the calls of sites were worth to arrays that stay on a device, in
  /// the last run with the same arguments (StayWorth), by SiteRecord::Identity.
  std::map<std::string, double> stays() const;
  void keep(const std::map<std::string, double> &Stays) const;
  /// How the program's last run went.
  RunHistory lastRun() const;
  void keep(const RunHistory &Of) const;
};

} // namespace twofold

#endif
