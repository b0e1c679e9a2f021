// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceCopy.h - a loop with slices as one with plain loops -----------===//
//
// What a slice becomes tests shapes and overlap when it runs, which no kernel
// can do. The copy has a plain loop for each slice and nothing else. What the
// tests look at is handed out, so that they can be made before the loop.
#ifndef TWOFOLD_PLUGIN_SLICE_TREE_SLICECOPY_H
#define TWOFOLD_PLUGIN_SLICE_TREE_SLICECOPY_H

#include "ast/StatementCopy.h"
#include "slice/text/SliceAttributes.h"
#include "slice/tree/SliceCorners.h"
#include "slice/tree/SliceVariables.h"
#include <string>

namespace twofold {

/// A test that is made before a loop, with tables of twofold/sections.h, one
/// for each corner (see SliceCorners).
struct EarlyTest {
  using Rows = llvm::SmallVector<clang::Expr *, 12>;
  llvm::SmallVector<Rows, 1> Lengths, Brackets;
  /// Where overlap is to be looked at; else empty.
  llvm::SmallVector<Rows, 1> First;
  Rows Operands;
  unsigned Written = 1; ///< the first of them
  bool Fused = false;
  /// The tables hold only where these are true: the loops have iterations.
  llvm::SmallVector<clang::Expr *, 2> Conditions;
  clang::SourceLocation Loc;
};

/// Why a slice keeps its tests.
struct SliceObstacle {
  clang::SourceLocation Loc;
  std::string What; ///< for SliceUnknown; empty: for SliceInLoop
};

class SliceCopy : public StatementCopy {
  SliceCorners Corners;
  SliceVariables Own;
  clang::Stmt *Entered = nullptr;
  llvm::DenseMap<const clang::StmtExpr *, clang::Expr *> Values;
  std::optional<SliceObstacle> Why;

public:
  /// The tests that are not known to hold.
  llvm::SmallVector<EarlyTest, 2> Tests;
  /// Variables to be declared before the loop, in this order, each with the
  /// variable that it is a copy of.
  llvm::MapVector<const clang::Decl *, clang::VarDecl *> Lengths;

  /// Annotated: a statement of F.
  SliceCopy(clang::Stmt *Annotated, clang::ASTContext &Ctx,
            clang::FunctionDecl &F);

  /// The copy of the annotated loop; null where there is none, which why()
  /// explains.
  clang::Stmt *run(clang::AttributedStmt &Loop);
  const std::optional<SliceObstacle> &why() const { return Why; }

protected:
  clang::Stmt *replacement(clang::Stmt *S) override;
  unsigned replace(llvm::ArrayRef<clang::Stmt *> Body, unsigned At,
                   llvm::SmallVectorImpl<clang::Stmt *> &Out) override;

private:
  using Items = llvm::SmallVectorImpl<clang::Stmt *>;
  clang::Stmt *refuse(clang::Stmt *S, clang::SourceLocation Loc,
                      llvm::StringRef What);
  unsigned test(llvm::ArrayRef<clang::Stmt *> Body, unsigned At, Items &Out);
  void agreement(const ParsedSliceTest &Of);
  void overlap(const ParsedSliceTest &Of);
  void declare(clang::DeclStmt &S, Items &Out);
  bool fixedLength(const clang::VarDecl &V);
  clang::Expr *constant(const clang::VarDecl &V);
  void hoist(clang::Stmt *S, Items &Out);
  void hoistFrom(clang::Expr *E, Items &Out, bool Always);
  bool tables(llvm::ArrayRef<clang::Expr *> From,
              llvm::SmallVectorImpl<EarlyTest::Rows> &To,
              clang::SourceLocation Loc, llvm::StringRef What);
};

} // namespace twofold

#endif
