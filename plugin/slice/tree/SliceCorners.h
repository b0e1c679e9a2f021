// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceCorners.h - what a slice in a loop depends on -----------------===//
//
// Lengths, strides and addresses of a slice in an annotated loop are looked at
// before the loop: in its first and last iterations, and those of the loops
// between it and the slice. What is affine in their variables is between its
// values there everywhere else.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_SLICE_TREE_SLICECORNERS_H
#define TWOFOLD_PLUGIN_SLICE_TREE_SLICECORNERS_H

#include "access/InnerLoop.h"
#include "ast/VariableUses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace twofold {

class SliceCorners {
  clang::ASTContext &Ctx;
  clang::FunctionDecl *Owner;
  BodyUses Uses; ///< of the whole annotated loop
  /// The loops around the slice whose ends are known before all of them.
  llvm::SmallVector<InnerLoop, 4> Loops;
  /// Those whose variables have been asked for.
  llvm::SmallVector<unsigned, 4> Used;

public:
  SliceCorners(clang::Stmt *Annotated, clang::ASTContext &Ctx,
               clang::FunctionDecl *Owner)
      : Ctx(Ctx), Owner(Owner), Uses(collectUses(Annotated, Ctx)) {}

  /// Another loop around all that follows, until leave.
  void enter(const clang::ForStmt *For);
  void leave(const clang::ForStmt *For);

  /// The degree of E in the variables of the loops around, 0 or 1; nothing
  /// where it is not known to be affine or to be computable before the loops.
  std::optional<unsigned> degree(const clang::Expr *E);

  /// What has had a degree since the last reset needs so many corners; 0: too
  /// many.
  unsigned corners() const;
  void reset() { Used.clear(); }
  /// Whether the loops that it has them for have iterations.
  llvm::SmallVector<clang::Expr *, 2> conditions() const;
  /// E, which has a degree, in one of them.
  clang::Expr *at(const clang::Expr *E, unsigned Corner) const;

private:
  class Copy;
  std::optional<unsigned> variable(const clang::VarDecl *V);
  std::optional<unsigned> place(const clang::Expr *E);
  std::optional<unsigned> operation(const clang::BinaryOperator &E);
  std::optional<unsigned> conversion(const clang::CastExpr &E);
  std::optional<unsigned> call(const clang::CallExpr &E);
  std::optional<unsigned> loopOf(const clang::VarDecl *V) const;
  bool unchanged(const clang::VarDecl *V) const;
  bool bound(const clang::VarDecl *V) const;
  bool fixed(const clang::Expr *E);
};

} // namespace twofold

#endif
