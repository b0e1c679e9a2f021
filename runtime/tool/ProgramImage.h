// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramImage.h - the loops in a binary, read without running it ----===//
#ifndef TWOFOLD_RUNTIME_TOOL_PROGRAMIMAGE_H
#define TWOFOLD_RUNTIME_TOOL_PROGRAMIMAGE_H

#include "twofold/abi.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace twofold::tool {

/// A loop as its site tells of it. Texts are copies.
struct BinaryLoop {
  std::string File, Function;
  uint32_t Line = 0, Column = 0, Flags = 0, Rank = 0, Ops = 0;
  std::string Kernel; ///< its name; empty: there is none
  std::string Source; ///< of the kernel, in OpenCL C
  std::string Reason; ///< why there is none
  std::vector<std::string> Arrays;

  bool operator==(const BinaryLoop &) const = default;
};

/// What a file has of Twofold's.
struct BinaryFile {
  std::vector<BinaryLoop> Loops;  ///< in the order of places, each once
  std::vector<std::string> Stays; ///< "file:line: ..." of OpenMP's directives
  unsigned Others = 0; ///< loops of another version of the runtime's interface

  bool isTwofolds() const {
    return !Loops.empty() || !Stays.empty() || Others > 0;
  }
};

/// Reads programs, libraries, objects and archives of objects, for 64-bit
/// processors whose low byte is first. Nothing: it is none of these. Whatever
/// the file's bytes are, nothing outside of it is read.
std::optional<BinaryFile> readBinary(const std::string &Path);
/// The same of bytes in memory.
std::optional<BinaryFile> readBinary(const char *Bytes, size_t Size);

} // namespace twofold::tool

#endif
