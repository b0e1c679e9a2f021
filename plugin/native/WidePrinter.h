// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WidePrinter.h - a round of several iterations and columns ----------===//
//
// Copies of a round's statements, for each of a tile's iterations and vectors
// of columns. Each operation of the text is one operation of vectors, so that
// the optimiser contracts what it would contract there.
#ifndef TWOFOLD_PLUGIN_NATIVE_WIDEPRINTER_H
#define TWOFOLD_PLUGIN_NATIVE_WIDEPRINTER_H

#include "native/ColumnPrinter.h"

namespace twofold {

class WidePrinter : public ColumnPrinter {
protected:
  const RowTiles &Tiles;
  const RoundLoop &Round;
  const clang::QualType Vector;
  clang::VarDecl *Row = nullptr;  ///< of the iteration that is being printed
  clang::VarDecl *Turn = nullptr; ///< its rounds' variable
  unsigned Vectors = 0;           ///< of a row of the tile
  using Registers = llvm::SmallVector<clang::VarDecl *, 4>;
  /// One for each vector: of variables of a column in the iteration that is
  /// being printed, of elements that it sums up, and of panels.
  llvm::DenseMap<const clang::ValueDecl *, Registers> Wide;
  llvm::SmallVector<Registers, 2> WideSums, WidePanels;

  WidePrinter(ParallelLoop &Loop, const NestSchedule &Nest,
              clang::ASTContext &Ctx);

  clang::Stmt *replacement(clang::Stmt *S) override;
  /// The statements of one round.
  void round(clang::Stmt *S, Statements &To);

private:
  clang::Expr *splat(clang::Expr *E);
  bool isWide(const clang::Expr *E) const;
  clang::VarDecl *registerOf(const clang::Expr *Place, unsigned V) const;
  clang::Expr *operation(const clang::BinaryOperator &Of,
                         clang::BinaryOperatorKind Op, clang::Expr *L,
                         clang::Expr *R);
  clang::Expr *widened(const clang::Expr *E, unsigned V, bool Summand);
  clang::Expr *shared(const clang::Expr *E);

  /// Of the statement that is being printed: what is the same in all columns,
  /// as variables, and where these are declared.
  llvm::SmallDenseMap<const clang::Expr *, clang::VarDecl *, 4> Shared;
  Statements *Around = nullptr;
};

} // namespace twofold

#endif
