// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ByteMoves.h - library functions that fill or copy memory -----------===//
#ifndef TWOFOLD_PLUGIN_AST_BYTEMOVES_H
#define TWOFOLD_PLUGIN_AST_BYTEMOVES_H

#include "clang/AST/Decl.h"
#include "clang/Basic/Builtins.h"

#include <optional>

namespace twofold {

/// What a memset, memcpy or the like does with its first two arguments; the
/// third one is the number of bytes.
struct ByteMove {
  unsigned To = 0;    ///< the argument that is written to
  bool Copies = true; ///< the other one of the first two is read from
};

/// Of F in any of its spellings; nothing: it is another function.
inline std::optional<ByteMove> byteMoveOf(const clang::FunctionDecl &F) {
  switch (F.getMemoryFunctionKind()) {
  case clang::Builtin::BImemset:
    return ByteMove{0, false};
  case clang::Builtin::BImemcpy:
  case clang::Builtin::BImempcpy:
  case clang::Builtin::BImemmove:
    return ByteMove{};
  case clang::Builtin::BIbcopy:
    return ByteMove{1, true};
  default:
    return std::nullopt;
  }
}

} // namespace twofold

#endif
