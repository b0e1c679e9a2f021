// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TileSearch.h - whether a kernel's items may compute tiles ----------===//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_TILESEARCH_H
#define TWOFOLD_PLUGIN_SCHEDULE_TILESEARCH_H

#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include "schedule/ItemTiles.h"
#include "llvm/ADT/StringSet.h"

namespace twofold {

/// The loop's body as statements around one loop, and what the rounds of that
/// are made of.
class TileSearch {
  /// What a value depends on. Point: on variables of the column of the row.
  enum : unsigned { Column = 1, Row = 2, Round = 4, Point = 8, Bad = 16 };
  const ParallelLoop &Loop;
  const AccessModel &Model;
  llvm::ArrayRef<ItemLoops> Items;
  llvm::ArrayRef<unsigned> Range;
  const Slant Columns;
  std::optional<Refusal> &Why;
  clang::ASTContext &Ctx;
  const BodyUses Uses;
  llvm::DenseMap<const clang::ValueDecl *, unsigned>
      Sides; ///< of what is known
  Variables Written, Counters;
  llvm::StringSet<> Names;
  ItemTiles To;

  const clang::ValueDecl *counterOf(unsigned Dimension) const;
  bool refuse(diag::Id Reason, const clang::Stmt &At,
              llvm::ArrayRef<const clang::ValueDecl *> Named = {}) const;
  bool refuseRound(const clang::Stmt &S) const;
  bool holdsRounds(const clang::Stmt *S) const {
    return anyNode(S, [&](const clang::Stmt *P) {
      return isLoop(*P) && !isItem(Items, P);
    });
  }
  void setSide(unsigned Dimension, unsigned Side);
  bool split(const clang::Stmt *S);
  bool addRound(const clang::Stmt *S);
  bool declares(const clang::Stmt *S);
  bool placeVariables();
  ItemTiles::Around around(const KeptElement &E) const;
  bool isBeside(const clang::Stmt *S) const;
  bool matchBeside(const clang::Stmt *S) const;
  bool isKnown(const clang::Expr *Init) const;
  const clang::ValueDecl *arrayOf(const clang::ArraySubscriptExpr &Place) const;
  bool isKept(const clang::Expr *Place) const;
  unsigned sideOf(const clang::Expr *E) const;
  const TileOperand *operand(const clang::Expr *E) const;
  bool countsByOne(unsigned Side) const;
  const clang::ArraySubscriptExpr *neighbourIn(const clang::Expr *E,
                                               unsigned Side) const;
  bool isLocal(const clang::ValueDecl *D) const;
  bool usesLocals(const clang::Expr *E) const;
  bool use(const clang::Expr *E, const clang::VarDecl *V);
  bool stage(const clang::Expr *E, bool Sure, bool Factor);
  bool matchLocal(const clang::VarDecl &V, bool Alone);
  bool matchRound(const clang::Stmt *S, bool Sure);
  bool matches(unsigned RowDimension);

public:
  TileSearch(const ParallelLoop &Loop, const AccessModel &Model,
             llvm::ArrayRef<ItemLoops> Items, llvm::ArrayRef<unsigned> Range,
             Slant Columns, std::optional<Refusal> &Why, clang::ASTContext &Ctx)
      : Loop(Loop), Model(Model), Items(Items), Range(Range), Columns(Columns),
        Why(Why), Ctx(Ctx), Uses(collectUses(Loop.Body)) {}
  std::optional<ItemTiles> find();
};

} // namespace twofold

#endif
