// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ChangedBytes.h - stores what a kernel has changed, and no more -----===//
#ifndef TWOFOLD_RUNTIME_BYTES_CHANGEDBYTES_H
#define TWOFOLD_RUNTIME_BYTES_CHANGEDBYTES_H

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace twofold {

/// Stores those of Size bytes that differ between Before and After: other
/// threads may be writing the rest.
inline void storeChanged(char *To, const char *Before, const char *After,
                         size_t Size) {
  constexpr size_t Block = 64;
  for (size_t Begin = 0; Begin < Size; Begin += Block) {
    size_t Here = std::min(Block, Size - Begin);
    if (!std::memcmp(Before + Begin, After + Begin, Here))
      continue;
    for (size_t I = Begin; I < Begin + Here; ++I)
      if (Before[I] != After[I])
        To[I] = After[I];
  }
}

} // namespace twofold

#endif
