// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Statistics.h - what the runtime has done so far --------------------===//
#ifndef TWOFOLD_RUNTIME_REPORT_STATISTICS_H
#define TWOFOLD_RUNTIME_REPORT_STATISTICS_H

#include <atomic>
#include <cstdint>

namespace twofold {

/// Counters over all sites; twofold/twofold.h says what each means. Any thread
/// adds, any thread reads; sums of different counters may be of different
/// moments.
struct Statistics {
  using Counter = std::atomic<uint64_t>;
  Counter CallsNative{0}, CallsThreaded{0}, CallsDevice{0}, CallsFallback{0};
  Counter BytesToDevice{0}, BytesToHost{0};
  Counter KernelsBuilt{0}, KernelsCached{0}, KernelsFailed{0};
};

inline void add(Statistics::Counter &To, uint64_t Amount = 1) {
  To.fetch_add(Amount, std::memory_order_relaxed);
}

} // namespace twofold

#endif
