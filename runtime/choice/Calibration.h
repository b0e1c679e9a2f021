// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Calibration.h - measures what copies and launches cost -------------===//
//
// A fraction of a second, once for each machine, device and driver, on a thread
// of idle priority with a queue and buffers of its own. The best of a few tries
// counts: whatever else the machine does only makes them slower.
#ifndef TWOFOLD_RUNTIME_CHOICE_CALIBRATION_H
#define TWOFOLD_RUNTIME_CHOICE_CALIBRATION_H

#include "choice/DeviceCosts.h"
#include "device/Device.h"

#include <functional>
#include <optional>

namespace twofold {

/// Nanoseconds from any beginning.
using NanosecondClock = std::function<double()>;
double steadyNanoseconds();

/// Copies through one queue of the device, of at most the largest size of
/// TransferCurve. Stop is asked between them. What cannot be measured stays as
/// in Guess; nothing when the device fails, or does not take the time that a
/// device can take, or Stop says so.
std::optional<DeviceCosts> measureDevice(Device &Of, DeviceCosts Guess,
                                         const std::function<bool()> &Stop,
                                         const NanosecondClock &Now);

/// On this thread alone: rates of memory and of arithmetic. The costs of forks
/// stay as in Guess. Nothing as above.
std::optional<HostCosts> measureHost(HostCosts Guess,
                                     const std::function<bool()> &Stop,
                                     const NanosecondClock &Now);

/// While it lives, the thread runs when no other wants to.
class IdlePriority {
  bool Lowered;

public:
  IdlePriority();
  IdlePriority(const IdlePriority &) = delete;
  ~IdlePriority();
};

} // namespace twofold

#endif
