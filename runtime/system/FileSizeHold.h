// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FileSizeHold.h - files that may not grow end no program ------------===//
#ifndef TWOFOLD_RUNTIME_SYSTEM_FILESIZEHOLD_H
#define TWOFOLD_RUNTIME_SYSTEM_FILESIZEHOLD_H

namespace twofold {

/// While one of these lives, a write of the calling thread that would make a
/// file larger than RLIMIT_FSIZE allows fails, as where the disk is full. By
/// itself it would end the process, by SIGXFSZ, and caches and drivers write
/// files that the program knows nothing of. Nests. Costs nothing to speak of
/// where there is no such limit.
class FileSizeHold {
  bool Blocks = false;

public:
  /// Asks: for the limit, which takes a system call; else it is as the last one
  /// that asked has found it.
  explicit FileSizeHold(bool Asks = true);
  FileSizeHold(const FileSizeHold &) = delete;
  ~FileSizeHold();
};

} // namespace twofold

#endif
