// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceCorners.h - what a slice in a loop depends on -----------------===//
//
// Lengths, strides and addresses of a slice in an annotated loop are looked at
// before the loop, in its corners: the first and last iterations of the loop
// and of the loops between it and the slice. What is affine in the loops'
// variables lies between these values everywhere else.
#ifndef TWOFOLD_PLUGIN_SLICE_TREE_SLICECORNERS_H
#define TWOFOLD_PLUGIN_SLICE_TREE_SLICECORNERS_H

#include "access/InnerLoop.h"
#include "ast/VariableUses.h"

namespace twofold {

class SliceCorners {
  clang::ASTContext &Ctx;
  clang::FunctionDecl *Owner;
  BodyUses Uses; ///< of the whole annotated loop
  /// The loops around the slice whose ends are known before all of them.
  llvm::SmallVector<InnerLoop, 4> Loops;
  /// Those of them whose variables expressions use that have had a degree.
  llvm::SmallVector<unsigned, 4> Used;

public:
  SliceCorners(clang::Stmt *Annotated, clang::ASTContext &Ctx,
               clang::FunctionDecl *Owner)
      : Ctx(Ctx), Owner(Owner), Uses(collectUses(Annotated)) {}

  /// From enter to leave, For is another loop around the expressions.
  void enter(const clang::ForStmt *For);
  void leave(const clang::ForStmt *For);

  /// The degree of E in the variables of the loops around, 0 or 1; nothing
  /// where it is not known to be affine or to be computable before the loops.
  std::optional<unsigned> degree(const clang::Expr *E);

  /// How many corners all that has had a degree since the last reset needs; 0:
  /// too many.
  unsigned corners() const;
  void reset() { Used.clear(); }
  /// The conditions under which the loops of these corners have iterations.
  llvm::SmallVector<clang::Expr *, 2> conditions() const;
  /// E, which has a degree, in one of the corners.
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
