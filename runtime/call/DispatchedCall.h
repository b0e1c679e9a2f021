// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DispatchedCall.h - one call, and what is known of it ---------------===//
#ifndef TWOFOLD_RUNTIME_CALL_DISPATCHEDCALL_H
#define TWOFOLD_RUNTIME_CALL_DISPATCHEDCALL_H

#include "bytes/Footprint.h"
#include "bytes/RowTable.h"
#include "call/Decision.h"
#include "call/Dispatcher.h"
#include "guard/PageProbe.h"
#include "observe/KnownBlocks.h"

namespace twofold {

/// One call, and what was found out about it. Nothing here is decided.
struct Dispatcher::Call {
  const twofold_site &Site;
  const twofold_launch &Launch;
  const uint64_t Trips;
  SiteRecord &Record;
  IterationSpace Space;
  const uint64_t Ops;
  std::shared_ptr<const Footprint> Touched; ///< once something asked for it

  Call(const twofold_site &Site, const twofold_launch &Launch, uint64_t Trips,
       SiteRecord &Record)
      : Site(Site), Launch(Launch), Trips(Trips), Record(Record),
        Space(Site, Launch), Ops(estimateWork(Space, Trips)) {}

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
