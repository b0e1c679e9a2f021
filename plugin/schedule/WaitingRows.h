// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WaitingRows.h - loops each of whose rows needs those before it -----===//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_WAITINGROWS_H
#define TWOFOLD_PLUGIN_SCHEDULE_WAITINGROWS_H

#include "access/InnerLoop.h"
#include "ast/VariableUses.h"

namespace twofold {

/// `for (i) { Sum = First; [Annotated] for (j < i) Sum -= ...; ... }` whose
/// rows run to their end, and read ahead of what they store nothing but
/// elements at places that are affine in i and j.
class WaitingRows {
  clang::ASTContext &Ctx;
  const BodyUses &Function; ///< of the whole function
  BodyUses Uses;            ///< of the rows
  std::optional<InnerLoop> Counts, Columns;
  llvm::SmallVector<const clang::Expr *, 2> Stores;
  llvm::SmallVector<const clang::Expr *, 4> Reads;

public:
  WaitingRows(clang::ASTContext &Ctx, const BodyUses &Function)
      : Ctx(Ctx), Function(Function) {}

  clang::ForStmt *Rows = nullptr, *Annotated = nullptr;
  clang::Stmt **Slot = nullptr; ///< of the annotated loop
  clang::Expr *Sum = nullptr;   ///< as the annotated loop assigns to it
  clang::Expr *First = nullptr; ///< what Sum begins with; null: it has that

  /// Fills all in; false: the loop is none.
  bool match(clang::ForStmt *Loop);

  /// What counts the rows, up to the bound.
  const InnerLoop &counts() const { return *Counts; }
  const InnerLoop &columns() const { return *Columns; }
  /// Elements that follow each other from row to row.
  llvm::ArrayRef<const clang::Expr *> stores() const { return Stores; }
  llvm::ArrayRef<const clang::Expr *> reads() const { return Reads; }
  /// Whether what rows store to is never what a later one has read ahead.
  bool areApart(const clang::Expr *Store, const clang::Expr *Read) const;

private:
  enum class Degree { Fixed, Linear, Other };

  bool counts(const InnerLoop &L) const;
  bool updates(clang::Stmt *Body);
  bool begins(clang::Stmt *S);
  bool isOwn(const clang::VarDecl *V) const;
  bool isFixed(const clang::VarDecl *V) const;
  bool isFixed(const clang::Expr *E) const {
    return degree(E, /*Columns=*/true) == Degree::Fixed;
  }
  Degree degree(const clang::Expr *E, bool Columns) const;
  bool isPlace(const clang::Expr *E, bool Columns) const;
  bool readsAhead(const clang::Expr *E);
  bool finishes(const clang::Stmt *S);
  bool keeps(const clang::Expr *Target);
};

/// What an element is one of, and the subscript; of an array, of what a pointer
/// leads to, or of a vector of the library's. Nothing: E is no element.
struct ElementAt {
  const clang::Expr *Base, *Index;
};
std::optional<ElementAt> elementAt(const clang::Expr *E);

} // namespace twofold

#endif
