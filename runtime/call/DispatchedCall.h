// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DispatchedCall.h - one call, and what is known of it ---------------===//
#ifndef TWOFOLD_RUNTIME_CALL_DISPATCHEDCALL_H
#define TWOFOLD_RUNTIME_CALL_DISPATCHEDCALL_H

#include "bytes/Footprint.h"
#include "bytes/RowTable.h"
#include "device/DeviceTable.h"
#include "guard/PageProbe.h"
#include "observe/KnownBlocks.h"
#include "site/SiteTable.h"

#include <algorithm>
#include <bit>

namespace twofold {

/// One call, and what was found out about it. Nothing here is decided.
struct DispatchedCall {
  const twofold_site &Site;
  const twofold_launch &Launch;
  const uint64_t Trips;
  SiteRecord &Record;

private:
  mutable std::optional<IterationSpace> Space; ///< before Ops, which may use it

public:
  const uint64_t Ops;
  std::shared_ptr<KnownCall> Known; ///< once something asked for it
  bool Repeats = false;             ///< the same; an earlier call was like it
  uint64_t Hash = 0;                ///< the same
  /// Of a sequence, whose own kernel is none to run: those of its steps, and
  /// how many these are.
  const SiteGroup *Kernels = nullptr;
  unsigned Steps = 1;

  DispatchedCall(const twofold_site &Site, const twofold_launch &Launch,
                 uint64_t Trips, SiteRecord &Record)
      : Site(Site), Launch(Launch), Trips(Trips), Record(Record), Ops(work()) {}

  /// Made where it is asked for: many short calls never do.
  const IterationSpace &space() const {
    if (!Space)
      Space.emplace(Site, Launch);
    return *Space;
  }

  /// Whether F(Site, Record) holds for the site, or for all of a sequence's.
  template <typename Function> bool allKernels(Function F) const {
    if (!Kernels)
      return F(Site, Record);
    return std::all_of(Kernels->begin(), Kernels->end(), [&](const auto &Each) {
      return F(*Each.first, *Each.second);
    });
  }
  bool isReady(const DeviceSlot &On) const {
    return allKernels([&](const twofold_site &, const SiteRecord &Of) {
      return Of.States.of(On.Number) == KernelState::Ready;
    });
  }

  const Footprint &touched() {
    if (Known)
      return Known->Touched;
    if (std::string Why = locateRows(Site, Launch, isReadable, knownBlock);
        !Why.empty()) {
      Footprint Unknown;
      Unknown.WhyUnknown = std::move(Why);
      Known = std::make_shared<KnownCall>(CallKey(), std::move(Unknown));
      return Known->Touched;
    }
    if (Site.row_count)
      Hash = 0; // their places have been stored in what it is made of
    const CallKey Key(Site, Launch);
    Known = Record.Calls.find(hash(), Key);
    Repeats = Known != nullptr;
    if (!Known) {
      Known = std::make_shared<KnownCall>(
          Key, computeFootprint(Site, Launch, space(), probePages, knownBlock));
      Record.Calls.add(hash(), Known);
    }
    return Known->Touched;
  }

  /// Of all that it is made of; for CallMemo.
  uint64_t hash() {
    if (Hash)
      return Hash;
    const auto Add = [this](uint64_t Word) {
      Hash = std::rotl(Hash, 11) + Word;
    };
    CallKey::words(Site, Launch, [&](uint64_t Word) {
      Add(Word);
      return true;
    });
    for (uint32_t I = 0; I < Site.row_count; ++I)
      Add(*static_cast<uint64_t *>(Launch.args[Site.rows[I].table]));
    Add(Ops);
    Hash = (Hash ^ Hash >> 32) * 0xD6E8FEB86659FD93u;
    return Hash = (Hash ^ Hash >> 32) * 0x9E3779B97F4A7C15u;
  }

  uint64_t bytesToMove() {
    uint64_t Bytes = 0;
    for (const BaseFootprint &Base : touched().Bases)
      Bytes += Base.Use.Reads.bytes() + Base.Use.Writes.bytes();
    return Bytes;
  }

private:
  uint64_t work() const {
    const std::optional<uint64_t> Simple = simpleWork(Site, Launch, Trips);
    return Simple ? *Simple : estimateWork(space(), Trips);
  }
};

} // namespace twofold

#endif
