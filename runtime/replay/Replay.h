// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Replay.h - repeats the launches of a log, in another process -------===//
//
// The other process has a copy of this one's memory, so that nobody here sees
// the bytes on their way: it goes back to the log's start, runs the native
// variants in order, on one thread, and hands over the bytes that are asked
// for. Nothing else of this process changes.
//
// It is made by a bare clone: another thread may hold any lock, so it takes
// none and allocates nothing. It has a stack of its own, because it restores
// variables where they were, on stacks too. Memory that is shared with other
// processes, or that is gone, is replaced by its own first.
#ifndef TWOFOLD_RUNTIME_REPLAY_REPLAY_H
#define TWOFOLD_RUNTIME_REPLAY_REPLAY_H

#include "guard/PageGuard.h"
#include "replay/LaunchLog.h"

namespace twofold {

/// Bytes that were made again.
class ReplayedBytes {
  char *Memory = nullptr;
  size_t Size = 0;

  friend Status replay(LaunchLog &, const std::vector<ByteRange> &, PageGuard &,
                       ReplayedBytes &);

public:
  ReplayedBytes() = default;
  ReplayedBytes(const ReplayedBytes &) = delete;
  ~ReplayedBytes();
  /// The ranges that were asked for, one after the other.
  const char *data() const;
};

/// What Wanted would hold without devices, by launches of the log alone, which
/// must be complete. Nobody may use the log, or change protections of memory
/// that it names, meanwhile. The error says why it cannot be told.
Status replay(LaunchLog &Log, const std::vector<ByteRange> &Wanted,
              PageGuard &Guard, ReplayedBytes &Out);

} // namespace twofold

#endif
