// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AtomicOperations.h - what the compiler's atomic functions do -------===//
#ifndef TWOFOLD_PLUGIN_AST_ATOMICOPERATIONS_H
#define TWOFOLD_PLUGIN_AST_ATOMICOPERATIONS_H

#include "clang/AST/Expr.h"
#include <optional>

namespace twofold {

/// One step of a number in memory.
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
    Min,
    Max,
    Swap, ///< stores Value where Expected is found
    Tests ///< the same, and gives whether it was found
  };
  Kind What = Load;
  clang::Expr *Pointer = nullptr;
  clang::Expr *Value = nullptr;    ///< null of a Load
  clang::Expr *Expected = nullptr; ///< of Swap and Tests
  bool After = false;              ///< gives the new value, not the old one
  bool Relaxed = false;            ///< orders nothing else
  clang::QualType Type;            ///< of the number

  bool writes() const { return What != Load; }
};

/// What E does, where it is such a function of a number that any processor
/// changes in one step; nothing: it is something else.
std::optional<AtomicOperation> atomicOperation(const clang::Expr *E,
                                               const clang::ASTContext &Ctx);

/// A function that is handed a place for what it finds, or has another name.
struct SpelledOperation {
  AtomicOperation Of;           ///< Value and Expected are values, not pointers
  clang::Expr *Found = nullptr; ///< the place; null: it gives what it finds
};
/// Where E is one.
std::optional<SpelledOperation> spelledOperation(const clang::Expr *E,
                                                 clang::ASTContext &Ctx);
/// Of E either way.
std::optional<AtomicOperation> anyOperation(const clang::Expr *E,
                                            clang::ASTContext &Ctx);

/// Integers of 32 and 64 bits.
bool isAtomicInteger(clang::QualType T, const clang::ASTContext &Ctx);
/// The same, and numbers in `float` and `double`.
bool isAtomicNumber(clang::QualType T, const clang::ASTContext &Ctx);

/// Op at Pointer, of Value, which is null for a load.
clang::Expr *atomicFunction(clang::AtomicExpr::AtomicOp Op,
                            clang::Expr *Pointer, clang::Expr *Value,
                            bool Orders, clang::QualType Type,
                            clang::ASTContext &Ctx);

/// Gives what is found where Pointer leads to, and stores Desired there if that
/// is Expected.
clang::Expr *compareAndSwap(clang::Expr *Pointer, clang::Expr *Expected,
                            clang::Expr *Desired, clang::QualType Type,
                            clang::ASTContext &Ctx);

/// E is an atomic function, of whatever type.
bool isAtomicFunction(const clang::Stmt *S);

} // namespace twofold

#endif
