// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ObjectParts.h - which bytes of a variable an expression is about ---===//
//
// `d.x`, `d.inner.v[2]`, `t[0]`, `__real c`: a struct, a union, a small array
// or a complex number may well be assigned piece by piece.
#ifndef TWOFOLD_PLUGIN_AST_OBJECTPARTS_H
#define TWOFOLD_PLUGIN_AST_OBJECTPARTS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/BitVector.h"
#include <optional>

namespace twofold {

/// One mention of a variable.
struct PartUse {
  const clang::ValueDecl *Variable = nullptr;
  const clang::DeclRefExpr *Where = nullptr;
  bool Reads = true, Assigns = false;
  /// Its address stays known beyond the expression.
  bool Leaves = false;
  unsigned Begin = 0, End = 0; ///< bytes
  /// All of these bytes are meant; else some among them.
  bool Exact = true;
};

/// Every mention of a variable in S, by the operand or, for what is assigned,
/// the operator at which it takes effect. References to (void) are left out.
using PartUses = llvm::DenseMap<const clang::Stmt *, PartUse>;
PartUses collectParts(const clang::Stmt *S, const clang::ASTContext &Ctx);

/// The bytes of a T that hold values, no padding; one bit for a T that cannot
/// be told apart in parts.
llvm::BitVector valueBytes(clang::QualType T, const clang::ASTContext &Ctx);

/// Bytes of each of the floating-point numbers, as C has them, that all of a T
/// consists of; 0: it does not.
unsigned floatingBytes(clang::QualType T, const clang::ASTContext &Ctx);

/// Bits, a bit-field, and those of its class that stand beside it without
/// another member or `: 0` between them: for C all of them are one place in
/// memory, of which any store may write the whole. The bytes that this has.
struct ByteRun {
  int64_t Begin, Size;
};
ByteRun bytesBeside(const clang::FieldDecl &Bits, const clang::ASTContext &Ctx);

using MemberPath = llvm::SmallVector<const clang::FieldDecl *, 2>;

/// The members of a T, each as a path from the outermost, that Bytes hold. None
/// where they hold something else, such as elements of an array.
std::optional<llvm::SmallVector<MemberPath, 2>>
membersIn(clang::QualType T, const llvm::BitVector &Bytes,
          const clang::ASTContext &Ctx);

} // namespace twofold

#endif
