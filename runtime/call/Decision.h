// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Decision.h - what a call is to do, and what came of it -------------===//
#ifndef TWOFOLD_RUNTIME_CALL_DECISION_H
#define TWOFOLD_RUNTIME_CALL_DECISION_H

#include "choice/Receipts.h"
#include "device/DeviceTable.h"
#include "host/HostDevice.h"
#include "launch/LaunchPart.h"

#include <optional>
#include <string>

namespace twofold {

struct Outcome;

/// What was decided on one call. To decide asks models that keep accounts of
/// what they are asked, and begins what it would have to wait for: drivers and
/// kernels. All else is booked by Dispatcher::book before it is carried out.
/// Times are nanoseconds.
struct Decision {
  DeviceSlot *On = nullptr; ///< null: the native variant
  /// Why it runs natively. Plain stays: calls by the million copy no text.
  const char *Plain = nullptr;
  std::string Why;
  bool Always = false; ///< natively, as all calls of the site
  bool Waits = true;   ///< for its kernel
  /// Of its iterations, which then run in order; see twofold_site::conflicts.
  std::optional<uint32_t> Conflict;
  bool Absent = false;     ///< the device that it asks for is not there
  bool Switched = false;   ///< the program has asked for it as it runs
  bool AtHome = false;     ///< nothing of it was on a device lately
  double Patience = 0;     ///< so long it may wait for a device
  double PatienceOnce = 0; ///< the same, if it is the site's first to do so
  bool MayLeave = false;   ///< a launch need not be waited for

  /// Of the cost model, where that was asked.
  Receipt Grounds;
  bool Thought = false;   ///< it was not settled by an earlier call
  bool Learns = false;    ///< how long it takes is worth knowing
  unsigned StandsFor = 1; ///< calls, this one and those after it
  unsigned Since = 1;     ///< the same of those before it
  uint64_t EachTime = 0;  ///< bytes that each launch sends
  bool Stays = false;     ///< something of it, on the device
  bool Settles = false;   ///< calls like it, on the device
  double Spares = 0;      ///< what threads would take; 0: not known

  /// To be booked: calls like it that are settled with it as long as nothing
  /// more arrives on a device; and those of so much work, whatever their arrays
  /// are, which wait for a driver or a kernel.
  SettledCalls *Earlier = nullptr; ///< it was settled with these
  uint64_t SettledKey = 0, Arrivals = 0;
  unsigned Settled = 0, WaitingCalls = 0;
  bool Quiet = false;           ///< and those of so much work, wherever data is
  double Loses = 0;             ///< towards what setting up a device costs
  DeviceSlot *HeldBy = nullptr; ///< its driver is busy otherwise
  double HeldLoss = 0;          ///< by that
  bool Wakes = false;           ///< threads that sleep
  bool OnAwake = false;         ///< it runs on threads that are awake by then
  CallTimes Times;              ///< predicted, where it was OnAwake or Quiet

  /// Why what it came to ran natively; empty: nothing speaks against that.
  std::string whyNative(const Outcome &Out) const;
  /// For that reason. True, as the answer of who has found it.
  bool isNative(const char *Reason) {
    Plain = Reason;
    return true;
  }
  /// The same for all calls of the site, whatever their work.
  bool isAlwaysNative(const char *Reason) {
    Always = true;
    return isNative(Reason);
  }
};

/// How a call is measured.
struct Measuring {
  bool Sample = false;    ///< it is
  bool Disturbed = false; ///< a thread beside the loop's takes a core
  bool Clears = false;    ///< it waits for launches before it
  bool Builds = false;    ///< it waits for its kernel
  double Began = 0;
};

/// What a call has done.
struct Outcome {
  bool OnDevice = false;
  std::string Why;                    ///< it was not carried out as decided
  bool Left = false;                  ///< it may still be under way
  bool Declined = false;              ///< by its kernel
  bool LeftBounds = false;            ///< an index was out of bounds
  bool Compares = false;              ///< kernels, or group sizes
  uint64_t Sent = 0, Fetched = 0;     ///< bytes that the launch has moved
  std::optional<LaunchPart> Rest;     ///< what a device has not done of it
  HostDevice::SharedUpdates Together; ///< once it has run natively
  HostDevice::Mode Mode = {};         ///< the same
  uint64_t Before = 0;                ///< native calls in that mode
};

inline std::string Decision::whyNative(const Outcome &Out) const {
  if (!Out.Why.empty())
    return Out.Why;
  return Plain ? Plain : Why;
}

} // namespace twofold

#endif
