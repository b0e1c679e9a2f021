// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DispatchedCall.h - one call, while the dispatcher has it -----------===//
#ifndef TWOFOLD_RUNTIME_DISPATCHEDCALL_H
#define TWOFOLD_RUNTIME_DISPATCHEDCALL_H

#include "Dispatcher.h"
#include "Footprint.h"
#include "KnownBlocks.h"
#include "LaunchPart.h"
#include "PageProbe.h"

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
  bool Waits = true;              ///< for its kernel
  bool MayLeave = false;          ///< a launch need not be waited for
  bool Left = false;              ///< it may be under way when the call is over
  Receipt Choice;                 ///< of the cost model
  bool Thought = false;           ///< it was not settled by an earlier call
  bool Learns = false;            ///< how long it takes is worth knowing
  unsigned StandsFor = 1;         ///< calls, this one and those after it
  uint64_t Sent = 0, Fetched = 0; ///< bytes that the launch has moved

  Call(const twofold_site &Site, const twofold_launch &Launch, uint64_t Trips,
       SiteRecord &Record)
      : Site(Site), Launch(Launch), Trips(Trips), Record(Record),
        Space(Site, Launch), Ops(estimateWork(Space, Trips)) {}

  const Footprint &touched() {
    if (Touched)
      return *Touched;
    FootprintMemo::Key Key(Site, Launch);
    Touched = Record.Footprints.find(Key);
    if (!Touched) {
      Touched = std::make_shared<const Footprint>(
          computeFootprint(Site, Launch, Space, probePages, knownBlock));
      Record.Footprints.add(Key, Touched);
    }
    return *Touched;
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
