// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NestShape.h - whether a loop can become the innermost one ----------===//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_NESTSHAPE_H
#define TWOFOLD_PLUGIN_SCHEDULE_NESTSHAPE_H

#include "schedule/NestSchedule.h"

namespace twofold {

/// Statements of the columns, and loops between them whose rounds are the same
/// in all columns. Knows nothing of memory but arrays that an iteration has for
/// itself: of these a column may use its own element alone.
class NestShape {
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  NestSchedule &To;
  BodyUses Uses; ///< of the columns
  /// The only one of the new loops that names the variable; -1: several do.
  llvm::DenseMap<const clang::ValueDecl *, int> Places;
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> Counters; ///< of rounds
  /// Variables that statements change which are no loops.
  llvm::SmallPtrSet<const clang::ValueDecl *, 8> Changed;
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> Declared; ///< ...by these
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> Around;   ///< ...that are open
  int Place = 0;

public:
  NestShape(const ParallelLoop &Loop, clang::ASTContext &Ctx, NestSchedule &To)
      : Loop(Loop), Ctx(Ctx), To(To), Uses(collectUses(To.Columns)) {}

  /// Fills in all but the proof.
  bool match();

private:
  /// Why not. Always false.
  bool refuse(diag::Id Reason, const clang::Stmt *At,
              llvm::ArrayRef<const clang::ValueDecl *> Named = {});
  bool isFixed(const clang::Expr *E) const;
  bool counts(const InnerLoop &L, bool Columns) const;
  bool level(const clang::Stmt *Body, unsigned Depth);
  bool rounds(const clang::ForStmt *F, unsigned Depth);
  bool isKnown(const clang::DeclRefExpr &Ref) const;
  bool isPlain(const clang::Stmt *S, bool InRounds);
  bool choosesNumber(const clang::Stmt &S) const;
  bool hasOwnElements(const clang::ValueDecl *D) const;
  bool hasOwnValue(const clang::ValueDecl *D) const;
  bool onlyCounts(const clang::ValueDecl *D) const;
  bool findRows();
};

} // namespace twofold

#endif
