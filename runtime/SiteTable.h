// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteTable.h - what the runtime remembers about each site -----------===//
#ifndef TWOFOLD_RUNTIME_SITETABLE_H
#define TWOFOLD_RUNTIME_SITETABLE_H

#include "twofold/abi.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace twofold {

class Program;

/// One site's kernel on one device: a program, or why there is none. Either is
/// final, so that a failed build is never tried again.
struct SiteKernel {
  std::shared_ptr<Program> Built;
  std::string Failure;
  unsigned LaunchFailures = 0; ///< one after the other
};

/// One site's memory. Never destroyed. The counters are read at exit, when the
/// library that holds the site may be gone: hence the copied texts.
struct SiteRecord {
  explicit SiteRecord(const twofold_site &Site);

  const std::string Place; ///< file:line
  const std::string Function;

  using Counter = std::atomic<uint64_t>;
  Counter Inline{0}, Threaded{0}, Device{0}, Fallback{0};
  Counter Nanoseconds{0}, BytesToDevice{0}, BytesToHost{0};
  Counter KernelsBuilt{0}, KernelsCached{0};
  /// Predicted nanoseconds lost so far by not using a device.
  Counter Lost{0};
  /// The bytes that a call of SeenOps operations would have moved, for the cost
  /// model: to find them out anew at each call costs more than short loops.
  /// UnknownBytes when they could not be told.
  static constexpr uint64_t UnknownBytes = UINT64_MAX;
  Counter SeenOps{0}, SeenBytes{0};
  std::atomic<bool> ToldUnchecked{false}; ///< which accesses nobody checks

  mutable std::mutex Lock;                ///< guards what follows
  std::map<unsigned, SiteKernel> Kernels; ///< by device number
  std::string LastChoice;                 ///< where the last call ran
  std::string Reason;                     ///< why the last native call was
  std::string LastDevice;                 ///< name of the last device used
};

/// The records of all sites that were ever called. Thread-safe.
class SiteTable {
  mutable std::mutex Lock;
  std::unordered_map<const twofold_site *, SiteRecord *> BySite;
  std::deque<SiteRecord> Records; ///< in order of their first calls

public:
  SiteRecord &record(const twofold_site &Site);
  /// One line for each site, in order of their first calls.
  void summarize(const class Trace &To) const;
};

} // namespace twofold

#endif
