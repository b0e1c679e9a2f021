// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReplayProcess.h - what the process that repeats launches does ------===//
//
// The process has a copy of its maker's memory, in which any lock may be held.
// So it takes no lock, allocates nothing, and calls nothing of the C library
// that does either.
#ifndef TWOFOLD_RUNTIME_REPLAY_REPLAYPROCESS_H
#define TWOFOLD_RUNTIME_REPLAY_REPLAYPROCESS_H

#include "guard/PageGuard.h"
#include "replay/LaunchLog.h"

#include <atomic>

namespace twofold {

struct ReplayMapping {
  ByteRange Range;
  bool Private, Accessible;
};

/// What the other process works on; in the log's scratch memory.
struct ReplayWork {
  static constexpr size_t TextBytes = size_t(64) << 10;

  LaunchLog *Log;
  PageGuard *Guard;
  const ByteRange *Touched, *Wanted;
  size_t TouchedCount, WantedCount;
  std::atomic<uint32_t> *Finished;
  char *Out;
  char *Text;              ///< TextBytes
  ReplayMapping *Mappings; ///< what is left of the scratch memory
  size_t MostMappings, MappingCount;
};

/// What the process runs, from its beginning to its end; Argument is a
/// ReplayWork. Where all went well, Finished is 1 at the end, and Out has the
/// bytes that are wanted.
int repeatLaunches(void *Argument);

} // namespace twofold

#endif
