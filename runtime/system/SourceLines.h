// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SourceLines.h - which line of which file an instruction is of ------===//
#ifndef TWOFOLD_RUNTIME_SYSTEM_SOURCELINES_H
#define TWOFOLD_RUNTIME_SYSTEM_SOURCELINES_H

#include <cstdint>
#include <string>
#include <vector>

namespace twofold {

/// Where some instruction is, as far as the loader knows.
struct CodePlace {
  std::string Module;   ///< the file's path; empty: of no loaded module
  uint64_t Offset = 0;  ///< in it, as its debugging information counts
  std::string Function; ///< as the linker knows it; may be empty
  std::string Line;     ///< file:line; empty: not known
  bool IsOurs = false;  ///< the runtime's
  /// Of a library that the system brings, such as libc.
  bool isSystem() const;
};

/// Takes the loader's lock.
CodePlace codePlace(uintptr_t Instruction);
/// Sets lines and functions of places in modules with debugging information, by
/// llvm-symbolizer or addr2line where PATH has one of them. Starts processes
/// and waits for them.
void findLines(std::vector<CodePlace> &Places);

} // namespace twofold

#endif
