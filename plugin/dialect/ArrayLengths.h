// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ArrayLengths.h - variable row lengths that a kernel needs --------===//
#ifndef TWOFOLD_PLUGIN_DIALECT_ARRAYLENGTHS_H
#define TWOFOLD_PLUGIN_DIALECT_ARRAYLENGTHS_H

#include "ast/VariableUses.h"
#include "model/LoopModel.h"

namespace twofold {

/// Gives variables and expressions of S the types that `auto` stands for, where
/// those have lengths of their own: clang's `auto` does not say that it has.
void spellLengths(clang::Stmt *S, clang::ASTContext &Ctx);

/// Adds to Loop.Lengths the rows of every captured variable-length array and
/// pointer to such rows: A[i][j] is A[i * length + j] in a kernel, and the
/// length's own expression belongs to the function around the loop.
void findLengths(ParallelLoop &Loop, const clang::ASTContext &Ctx);

/// Variables of F's, none of which it ever changes once they are initialised,
/// whose product with Whole is the number of the innermost elements of Array
/// whose type has no such lengths. None: the lengths are other expressions.
struct SettledLength {
  llvm::SmallVector<const clang::VarDecl *, 2> Factors;
  uint64_t Whole = 1;

  bool operator==(const SettledLength &) const = default;
};
/// Uses: of the whole body of F.
SettledLength settledLength(clang::QualType Array, const clang::FunctionDecl &F,
                            const BodyUses &Uses, const clang::ASTContext &Ctx);

} // namespace twofold

#endif
