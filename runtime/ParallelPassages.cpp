// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ParallelPassages.cpp - which form of a parallel region runs --------===//
#include "Runtime.h"
#include "choice/CallCounts.h"
#include "system/ProcessEnd.h"

using namespace twofold;

/// Whether a GPU may have a loop, as far as it is known.
bool Runtime::mayLaunch() const {
  return Set.Device.What != DeviceRequest::Kind::Native &&
         Set.Offload != OffloadPolicy::Disabled && !Dispatch.isOff() &&
         !Devices.knownEmpty() && !Devices.withoutGpu() &&
         (Devices.gpu() || !Devices.isOpen());
}

bool Runtime::begin(twofold_parallel &Parallel, twofold_passage &Passage) {
  Passage = {};
  // What OpenMP's threads would touch has to be at home.
  if (!Set.letsRegionsPass() || asksForDevice() || isForkedChild() ||
      ProcessEnd::begun() || !All.idle() || HostDevice::inParallel() ||
      HostDevice::mostThreads() == 1)
    return false;
  ParallelRecord &Record = Parallels.record(Parallel);
  const uint64_t Before = Record.Runs.fetch_add(1, std::memory_order_relaxed);
  Passage.state = &Record;
  if (Set.Regions == RegionPolicy::Auto) {
    const RegionTrials::Answer Of = Record.Trials.ask(mayLaunch());
    Passage.whole = Of.To == RegionTrials::Whole;
    Passage.teams = CallCounts::Own.Teams;
    Passage.launches = CallCounts::Own.Launches;
    if (Of.Measure)
      Passage.begin = steadyNanoseconds();
  } else {
    Passage.whole = Set.Regions == RegionPolicy::Whole || Before % 2;
  }
  if (Passage.whole)
    Record.Whole.fetch_add(1, std::memory_order_relaxed);
  return Passage.whole;
}

void Runtime::end(const twofold_passage &Passage) {
  if (Passage.whole)
    Host.noteTeam();
  if (!(Passage.begin > 0))
    return;
  auto &Record = *static_cast<ParallelRecord *>(Passage.state);
  Record.Trials.note(Passage.whole ? RegionTrials::Whole : RegionTrials::Loops,
                     {.Nanoseconds = steadyNanoseconds() - Passage.begin,
                      .Teams = CallCounts::Own.Teams - Passage.teams,
                      .Launches = CallCounts::Own.Launches - Passage.launches});
}
