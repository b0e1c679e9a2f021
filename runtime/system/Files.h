// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Files.h - small tasks with files -----------------------------------===//
#ifndef TWOFOLD_RUNTIME_SYSTEM_FILES_H
#define TWOFOLD_RUNTIME_SYSTEM_FILES_H

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace twofold {

/// The first bytes of a small file; none where it cannot be read. Allocates
/// nothing and calls nothing that is observed.
class FileText {
  char Bytes[4096];
  size_t Size = 0;

public:
  explicit FileText(const char *Path);
  std::string_view text() const { return {Bytes, Size}; }
  std::string_view firstLine() const {
    return text().substr(0, text().find('\n'));
  }
};

/// Writes all of Bytes, however many calls that takes. False: not all of it.
bool writeAll(int File, std::span<const std::byte> Bytes);

/// The executable file Name in the first of the directories of Path that has
/// one; they are separated by colons. Empty where none has, or Path is null.
std::string findExecutable(const char *Path, const std::string &Name);

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
