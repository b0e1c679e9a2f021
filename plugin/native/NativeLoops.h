// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NativeLoops.h - the loops that the native variant runs -----------===//
//
// The variant gets iterations [lo, hi) of the linearised nest, never empty.
// The innermost dimension becomes
//
//   T i = first; for (;; i += step) { body; if (i >= last) break; }
//
// with the user's own type of induction variable. The test stands before the
// increment, so that nothing overflows at the end of the type's range, and the
// form is one the vectoriser counts. Where steps are so wide that those of
// whole vectors may overflow, iterations are counted and i is computed from
// their number. Outer dimensions of a collapsed nest are recomputed once per
// row, which leaves the innermost loop as the user wrote it (a fully linearised
// nest would divide in every iteration).
#ifndef TWOFOLD_PLUGIN_NATIVE_NATIVELOOPS_H
#define TWOFOLD_PLUGIN_NATIVE_NATIVELOOPS_H

#include "model/LoopModel.h"
#include "native/CallLayout.h"

namespace twofold {

class BodyRewriter;
class RuntimeDecls;
struct RowBlock;
class VariantForms;

class NativeLoops {
  const ParallelLoop &Loop;
  const bool InOrder;
  const RuntimeDecls &Abi;
  clang::Sema &S;
  clang::ASTContext &Ctx;
  AstFactory &Make;
  const VariantForms &Forms;
  clang::FunctionDecl *Run;
  ArgsAccess &Args;
  const clang::QualType I64 = Make.I64, U64 = Make.U64;
  clang::VarDecl *Dims = nullptr; ///< const struct twofold_dim *
  llvm::SmallVector<clang::VarDecl *, 3> Inductions;
  clang::VarDecl *Iteration = nullptr; ///< Loop.Iteration in the variant
  const bool FromOne;                  ///< Iteration counts those of this range
  clang::Stmt *Advance = nullptr; ///< iterators: moves to the first element
  clang::Expr *Stride = nullptr;  ///< iterators: one variable step
  const RowBlock *const Rows;     ///< runs iterations side by side; may be null

public:
  NativeLoops(const ParallelLoop &Loop, bool InOrder, const RuntimeDecls &Abi,
              clang::Sema &S, AstFactory &Make, const VariantForms &Forms,
              clang::FunctionDecl *Run, ArgsAccess &Args, bool FromOne,
              const RowBlock *Rows);

  /// Declares the new induction variables and redirects the old ones. False
  /// when an iterator has no random-access operations.
  bool declare(llvm::SmallVectorImpl<clang::Stmt *> &Prologue,
               BodyRewriter &Rewriter);
  clang::Stmt *build(clang::Stmt *Body, BodyRewriter &Rewriter);
  /// The induction variable's value at iteration Index of dimension D.
  clang::Expr *at(unsigned D, clang::Expr *Index);
  /// 1 + the number of the current iteration, if Loop.Iteration asks for it.
  clang::VarDecl *iteration() const { return Iteration; }

private:
  clang::Expr *lo();
  clang::Expr *hi();
  clang::Expr *dim(unsigned D, llvm::StringRef Field);
  clang::Expr *decrement(clang::Expr *E);
  clang::Stmt *each(clang::Stmt *Body, clang::Expr *Finished);
  bool isWide(const LoopDim &Dim) const;
  clang::Stmt *inner(clang::Stmt *Body, clang::Expr *From, clang::Expr *To);
  clang::Stmt *numbered(clang::Stmt *Body, clang::Expr *From, clang::Expr *To);
  clang::Stmt *counted(clang::Stmt *Body, BodyRewriter &Rewriter);
  clang::Stmt *rows(clang::Stmt *Body);
  clang::Stmt *together(clang::VarDecl *Row, clang::VarDecl *From,
                        clang::VarDecl *To, clang::VarDecl *Width,
                        clang::Stmt *Body);
  clang::Stmt *vectorizable(clang::Stmt *For);
  clang::Stmt *breakIf(clang::Expr *Cond);
  clang::Expr *step(unsigned D, clang::VarDecl *Induction);
  clang::VarDecl *number(llvm::StringRef Name, clang::Expr *Init);
};

/// The step of the innermost dimension, a 64-bit integer; Args are a variant's.
clang::Expr *innermostStep(const ParallelLoop &Loop, const RuntimeDecls &Abi,
                           AstFactory &Make, clang::ASTContext &Ctx,
                           ArgsAccess &Args);

/// Where the first dimension begins, a 64-bit integer.
clang::Expr *firstLower(const RuntimeDecls &Abi, AstFactory &Make,
                        clang::ASTContext &Ctx, ArgsAccess &Args);

/// hi == the product of all trip counts, in the variant Run.
clang::Expr *lastIteration(const ParallelLoop &Loop, const RuntimeDecls &Abi,
                           AstFactory &Make, clang::ASTContext &Ctx,
                           clang::FunctionDecl *Run);

} // namespace twofold

#endif
