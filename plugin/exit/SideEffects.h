// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SideEffects.h - what a body does to the rest of the program ------===//
#ifndef TWOFOLD_PLUGIN_EXIT_SIDEEFFECTS_H
#define TWOFOLD_PLUGIN_EXIT_SIDEEFFECTS_H

#include "clang/AST/Stmt.h"
#include <optional>
#include <string>

namespace twofold {

/// Something that somebody outside could notice.
struct SideEffect {
  const clang::Stmt *Where;
  std::string What; ///< a clause: "'b' is written", "'f' is called"
};

/// The first side effect of Body and of the functions that it calls. Writing
/// the body's own variables is none, and writing a scalar variable from outside
/// is left to DataSharing, which makes it private or complains.
std::optional<SideEffect> findSideEffect(const clang::Stmt *Body,
                                         clang::ASTContext &Ctx);

} // namespace twofold

#endif
