// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Dispatcher.cpp - runs one call of a site ---------------------------===//
#include "Dispatcher.h"

using namespace twofold;

struct Dispatcher::Call {
  const twofold_site &Site;
  const twofold_launch &Launch;
  uint64_t Trips;
};

Dispatcher::Dispatcher(const Settings &Set, const Trace &Log, HostDevice &Host,
                       DeviceTable &Devices, SiteTable &Sites,
                       Statistics &Counts, SupplyMaker MakeSupply)
    : Set(Set), Log(Log), Host(Host), Devices(Devices), Sites(Sites),
      Counts(Counts), MakeSupply(std::move(MakeSupply)) {}

void Dispatcher::run(const twofold_site &Site, const twofold_launch &Launch,
                     uint64_t Trips) {
  IterationSpace Space(Site, Launch);
  HostDevice::Mode Mode =
      Host.run(Site, Launch, Trips, estimateWork(Space, Trips));
  Counts.CallsNative.fetch_add(1, std::memory_order_relaxed);
  if (Mode == HostDevice::Mode::Threads)
    Counts.CallsThreaded.fetch_add(1, std::memory_order_relaxed);
}
