// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ColumnPrinter.h - loops over a block of a nest's columns -----------===//
//
// What the strategies print alike: statements of the columns [At, Next), whose
// variables wait in rows that have an element for each of them.
#ifndef TWOFOLD_PLUGIN_NATIVE_COLUMNPRINTER_H
#define TWOFOLD_PLUGIN_NATIVE_COLUMNPRINTER_H

#include "ast/AstFactory.h"
#include "ast/StatementCopy.h"
#include "schedule/NestSchedule.h"

namespace twofold {

class ColumnPrinter : protected StatementCopy {
protected:
  using Statements = llvm::SmallVector<clang::Stmt *, 8>;
  ParallelLoop &Loop;
  const NestSchedule &Nest;
  AstFactory Make;
  const clang::QualType T;                       ///< of the columns' numbers
  clang::VarDecl *At = nullptr, *Next = nullptr; ///< of a block
  /// The first column that rows have an element for; null: it is At.
  clang::VarDecl *Origin = nullptr;
  clang::VarDecl *Column = nullptr; ///< its variable, in the loop being printed
  clang::VarDecl *Lane = nullptr;   ///< its number in a block, if Nest.Jam
  /// Arrays or pointers, from the first column of the block.
  llvm::DenseMap<const clang::ValueDecl *, clang::VarDecl *> Rows;

  ColumnPrinter(ParallelLoop &Loop, const NestSchedule &Nest,
                clang::ASTContext &Ctx);

  clang::Stmt *replacement(clang::Stmt *S) override;
  using Hints = llvm::SmallVector<const clang::Attr *, 3>;
  /// What the optimiser is told of loops over columns.
  virtual Hints hints();
  /// What takes the place of E where a column is printed; null: its copy does.
  virtual clang::Expr *kept(clang::Expr *E) = 0;

  /// The element of Row that the column has.
  clang::Expr *element(clang::VarDecl *Row);
  clang::Expr *wide(clang::Expr *E) {
    return Make.convert(Make.paren(E), Make.I64);
  }
  clang::Expr *copyOf(const clang::Expr *E) {
    return copy(const_cast<clang::Expr *>(E));
  }
  /// The number of rounds, where 64 bits hold it.
  clang::Expr *trips(const InnerLoop &L);
  /// The first number that the loop does not have, of its variable's type.
  clang::Expr *behind(const InnerLoop &L);
  /// There are enough columns and rounds.
  clang::Expr *manyTrips() { return manyTrips(trips(Nest.Counts)); }
  clang::Expr *manyTrips(clang::Expr *Columns);
  /// at + Width, or Of where that is nearer, as a variable.
  clang::VarDecl *nextBlock(llvm::function_ref<clang::Expr *()> Width,
                            clang::VarDecl *Of, Statements &To);
  /// for (j = at; j < next; ++j) Body
  clang::Stmt *columns(llvm::function_ref<clang::Stmt *()> Body);
  /// for (lane = 0; lane < Tile; ++lane) { j = at + lane; Body }, unrolled
  clang::Stmt *lanes(llvm::function_ref<clang::Stmt *()> Body);
  /// S is nothing else, which is done once for all columns.
  bool declaresCounters(const clang::Stmt &S) const;
  /// Statements of the columns, between two loops.
  void segment(llvm::ArrayRef<clang::Stmt *> Of, Statements &To);
};

} // namespace twofold

#endif
