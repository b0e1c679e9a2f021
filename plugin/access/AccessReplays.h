// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessReplays.h - inner loops that calls go through ---------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_ACCESSREPLAYS_H
#define TWOFOLD_PLUGIN_ACCESS_ACCESSREPLAYS_H

#include "access/SymbolicValue.h"
#include "clang/AST/Stmt.h"
#include <optional>

namespace twofold {

/// A variable that an inner loop changes, by the axis that stands for it.
struct ReplayedVariable {
  const clang::VarDecl *Is;
  AffineForm Start;
  int Axis = 0;
  /// Of a pointer: what it is at first, and the bytes of an element; the axis
  /// counts elements from there.
  std::optional<Arm> From = std::nullopt;
  int64_t Bytes = 0;
};

/// An inner loop that calls can go through for what it leads to.
struct Replay {
  struct Exit {
    AffineForm Taken; ///< 1 where the loop ends there, else 0
    llvm::SmallVector<const clang::Stmt *, 2> Parts; ///< that run then
    bool Returns = false;
    Value Returned;
    std::map<const clang::VarDecl *, Value> Before, Variables; ///< of Parts
  };
  llvm::SmallVector<ReplayedVariable, 2> Variables;
  llvm::SmallVector<Exit, 2> Exits;
  AffineForm GoesOn; ///< 1 where a round ends without leaving the loop
};

} // namespace twofold

#endif
