// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReplayProcess.h - what the process that repeats launches does ------===//
//
// It has a copy of its maker's memory, and no lock: no lock is taken there,
// nothing is allocated, and nothing of the C library is called but what needs
// neither.
//
//===----------------------------------------------------------------------===//
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

/// Its whole life; Argument is a ReplayWork. Where all went well, Finished is 1
/// at its end, and Out has the bytes that are wanted.
int repeatLaunches(void *Argument);

} // namespace twofold

#endif
