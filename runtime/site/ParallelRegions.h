// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ParallelRegions.h - OpenMP's regions that are there twice ----------===//
#ifndef TWOFOLD_RUNTIME_SITE_PARALLELREGIONS_H
#define TWOFOLD_RUNTIME_SITE_PARALLELREGIONS_H

#include "choice/RegionTrials.h"
#include "twofold/abi.h"

#include <deque>
#include <mutex>
#include <string>

namespace twofold {

/// One region's memory. Never destroyed; texts are copied, as the library that
/// holds the region may be gone at the program's exit.
struct ParallelRecord {
  explicit ParallelRecord(const twofold_parallel &Of);

  const std::string Place; ///< file:line
  const std::string Function;
  RegionTrials Trials;
  std::atomic<uint64_t> Runs{0}, Whole{0};
};

/// Of all regions that have run. Thread-safe.
class ParallelRegions {
  mutable std::mutex Lock;
  std::deque<ParallelRecord> Records;

public:
  ParallelRecord &record(twofold_parallel &Of);
  /// A line for each region that OpenMP has run. Asked: it was told to.
  void summarize(const class Trace &To, bool Asked) const;
};

} // namespace twofold

#endif
