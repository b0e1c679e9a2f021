// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SourceText.h - a kernel as the program has written it --------------===//
//
// A program's kernel takes pointers; a launch passes buffers, in which its data
// begins somewhere. So each pointer to global or constant memory gets an offset
// behind it, which the kernel adds first of all. Lines stay what they are.
// Pure.
#ifndef TWOFOLD_RUNTIME_KERNEL_SOURCETEXT_H
#define TWOFOLD_RUNTIME_KERNEL_SOURCETEXT_H

#include "report/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace twofold {

struct SourceParameter {
  enum class Kind { Memory, Local, Value };
  Kind What;
  std::string Name;
  std::string Type;      ///< of a value, as written
  uint32_t Bytes = 0;    ///< of a value; 0: only the driver knows
  bool Constant = false; ///< memory that the kernel only reads
};

struct SourceText {
  std::vector<SourceParameter> Parameters;
  std::string Text; ///< OpenCL C: a buffer and a long for each Memory
  /// What the kernel does may depend on which items are a group.
  bool UsesGroups = false;

  /// An error says what is wrong and where: "line 3: ...".
  static Result<SourceText> parse(std::string_view Name,
                                  std::string_view Source);
};

} // namespace twofold

#endif
