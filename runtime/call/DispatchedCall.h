// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DispatchedCall.h - one call, while the dispatcher has it -----------===//
#ifndef TWOFOLD_RUNTIME_CALL_DISPATCHEDCALL_H
#define TWOFOLD_RUNTIME_CALL_DISPATCHEDCALL_H

#include "bytes/Footprint.h"
#include "bytes/RowTable.h"
#include "call/Dispatcher.h"
#include "guard/PageProbe.h"
#include "launch/LaunchPart.h"
#include "observe/KnownBlocks.h"

#include <optional>

namespace twofold {

/// One call and what was found out about it.
struct Dispatcher::Call {
  const twofold_site &Site;
  const twofold_launch &Launch;
  const uint64_t Trips;
  SiteRecord &Record;
  IterationSpace Space;
  const uint64_t Ops;
  std::shared_ptr<const Footprint> Touched; ///< once something asked for it
  std::optional<LaunchPart> Rest; ///< what a device has not done of it
  std::string Reason;             ///< why it runs natively
  /// The same in a text that stays: calls by the million copy none.
  const char *Plain = nullptr;
  bool NoChoice = false;          ///< nor has any call of the site
  bool Waits = true;              ///< for its kernel
  bool MayLeave = false;          ///< a launch need not be waited for
  bool Left = false;              ///< it may be under way when the call is over
  Receipt Choice;                 ///< of the cost model
  bool Thought = false;           ///< it was not settled by an earlier call
  bool AtHome = false;            ///< nothing of it was on a device lately
  bool Compares = false;          ///< kernels, or group sizes
  bool Learns = false;            ///< how long it takes is worth knowing
  unsigned StandsFor = 1;         ///< calls, this one and those after it
  unsigned Since = 1;             ///< the same of those before it
  uint64_t Sent = 0, Fetched = 0; ///< bytes that the launch has moved
  uint64_t EachTime = 0;          ///< bytes that each launch sends
  bool Declined = false;          ///< by its kernel
  bool InOrder = false;           ///< its iterations depend on each other
  bool Stays = false;             ///< something of it, on the device
  bool Settles = false;           ///< calls like it, on the device
  double Spares = 0;              ///< what threads would take; 0: not known
  double Patience = 0;            ///< nanoseconds that it may wait for a device
  HostDevice::SharedUpdates Together; ///< once it has run natively

  Call(const twofold_site &Site, const twofold_launch &Launch, uint64_t Trips,
       SiteRecord &Record)
      : Site(Site), Launch(Launch), Trips(Trips), Record(Record),
        Space(Site, Launch), Ops(estimateWork(Space, Trips)) {}

  /// No device, and why.
  DeviceSlot *natively(std::string Why) {
    Reason = std::move(Why);
    return nullptr;
  }
  /// The same with a text that stays.
  DeviceSlot *plainly(const char *Why) {
    Plain = Why;
    return nullptr;
  }

  /// The same for all calls of the site, whatever their work.
  DeviceSlot *always(const char *Why) {
    NoChoice = true;
    return plainly(Why);
  }

  /// With the record's lock held. A call that was settled by an earlier one has
  /// the reason of that one.
  void keepReason(const std::string &Why) {
    if (Choice.Why == Cause::Quiet && !Record.Reason.empty())
      return;
    Record.Reason = Why;
    Record.Weighed = Thought || Choice.Why == Cause::Quiet;
  }

  const Footprint &touched() {
    if (Touched)
      return *Touched;
    if (std::string Why = locateRows(Site, Launch, isReadable); !Why.empty()) {
      Footprint Unknown;
      Unknown.WhyUnknown = std::move(Why);
      Touched = std::make_shared<const Footprint>(std::move(Unknown));
      return *Touched;
    }
    FootprintMemo::Key Key(Site, Launch);
    Touched = Record.Footprints.find(Key);
    if (!Touched) {
      Touched = std::make_shared<const Footprint>(
          computeFootprint(Site, Launch, Space, probePages, knownBlock));
      Record.Footprints.add(Key, Touched);
    }
    return *Touched;
  }

  /// For SettledCalls.
  uint64_t hash() const {
    SettledCalls::Hash Of;
    for (uint32_t I = 0; I < Site.rank; ++I) {
      Of.add(uint64_t(Launch.dims[I].lower));
      Of.add(Launch.dims[I].trips);
    }
    for (uint32_t I = 0; I < Site.value_count; ++I)
      Of.add(uint64_t(Launch.values[I]));
    for (uint32_t I = 0; I < Site.base_count; ++I)
      Of.add(addressOf(Site.bases[I], Launch));
    for (uint32_t I = 0; I < Site.row_count; ++I)
      Of.add(*static_cast<uint64_t *>(Launch.args[Site.rows[I].table]));
    Of.add(Ops);
    return Of.value();
  }

  /// Nothing of the loop itself has the host wait for a launch.
  bool mayLeave(bool Allowed) const {
    return Allowed && !Site.result_count && !Site.subscript_count &&
           !(Site.flags & (TWOFOLD_SITE_SEARCH | TWOFOLD_SITE_DECLINES));
  }

  uint64_t bytesToMove() {
    uint64_t Bytes = 0;
    for (const BaseFootprint &Base : touched().Bases)
      Bytes += Base.Use.Reads.bytes() + Base.Use.Writes.bytes();
    return Bytes;
  }
};

} // namespace twofold

#endif
