// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProfilerRange.h - calls as ranges of NVTX's and ITT's --------------===//
//
// Where a profiler's library is loaded (libnvToolsExt, libittnotify), its
// timelines show the calls of loops by name. Nothing is linked for that.
#ifndef TWOFOLD_RUNTIME_SYSTEM_PROFILERRANGE_H
#define TWOFOLD_RUNTIME_SYSTEM_PROFILERRANGE_H

#include <string>

namespace twofold {

/// A range of the calling thread, as long as the object lives.
class ProfilerRange {
  bool Open = false;

public:
  ProfilerRange() = default;
  ProfilerRange(const ProfilerRange &) = delete;
  ~ProfilerRange();

  /// Whether a profiler listens. Looked up once, when it is first asked.
  static bool wanted();
  void begin(const std::string &Name);
};

} // namespace twofold

#endif
