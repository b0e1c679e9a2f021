// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "site/ParallelRegions.h"
#include "report/Trace.h"

using namespace twofold;

ParallelRecord::ParallelRecord(const twofold_parallel &Of)
    : Place(std::string(Of.file) + ":" + std::to_string(Of.line)),
      Function(Of.function) {}

ParallelRecord &ParallelRegions::record(twofold_parallel &Of) {
  void *Known = __atomic_load_n(&Of.state, __ATOMIC_ACQUIRE);
  if (!Known) {
    const std::lock_guard<std::mutex> Guard(Lock);
    Known = __atomic_load_n(&Of.state, __ATOMIC_RELAXED);
    if (!Known) {
      Known = &Records.emplace_back(Of);
      __atomic_store_n(&Of.state, Known, __ATOMIC_RELEASE);
    }
  }
  return *static_cast<ParallelRecord *>(Known);
}

void ParallelRegions::summarize(const Trace &To, bool Asked) const {
  const std::lock_guard<std::mutex> Guard(Lock);
  for (const ParallelRecord &R : Records) {
    const uint64_t Whole = R.Whole.load(std::memory_order_relaxed);
    const double Loops = R.Trials.nanoseconds(RegionTrials::Loops),
                 OpenMP = R.Trials.nanoseconds(RegionTrials::Whole);
    if (!Whole)
      continue;
    std::string Why =
        Asked ? ", because TWOFOLD_REGIONS asks for it" : ", to measure it";
    if (!Asked && Loops > 0 && OpenMP > 0)
      Why = ", which took " + formatTime(OpenMP) +
            ", and its loops one by one " + formatTime(Loops);
    To.line(R.Place,
            R.Function + ": left to OpenMP's 'parallel' " +
                formatCount(Whole, "time") + " of " +
                std::to_string(R.Runs.load(std::memory_order_relaxed)) + Why);
  }
}
