// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AtomicOperations.h - what the compiler's atomic functions do -------===//
#ifndef TWOFOLD_PLUGIN_AST_ATOMICOPERATIONS_H
#define TWOFOLD_PLUGIN_AST_ATOMICOPERATIONS_H

#include "clang/AST/Expr.h"
#include <optional>

namespace twofold {

/// One step of an integer in memory.
struct AtomicOperation {
  enum Kind {
    Load,
    Store,
    Exchange,
    Add,
    Sub,
    And,
    Or,
    Xor,
    Swap, ///< stores Value where Expected is found
    Tests ///< the same, and gives whether it was found
  };
  Kind What = Load;
  clang::Expr *Pointer = nullptr;
  clang::Expr *Value = nullptr;    ///< null of a Load
  clang::Expr *Expected = nullptr; ///< of Swap and Tests
  bool After = false;              ///< gives the new value, not the old one
  bool Relaxed = false;            ///< orders nothing else
  clang::QualType Type;            ///< of the integer

  bool writes() const { return What != Load; }
};

/// What E does, where it is such a function of an integer that any processor
/// changes in one step; nothing: it is something else.
std::optional<AtomicOperation> atomicOperation(const clang::Expr *E,
                                               const clang::ASTContext &Ctx);

/// Integers of 32 and 64 bits.
bool isAtomicInteger(clang::QualType T, const clang::ASTContext &Ctx);

/// E is an atomic function, of whatever type.
bool isAtomicFunction(const clang::Stmt *S);

} // namespace twofold

#endif
