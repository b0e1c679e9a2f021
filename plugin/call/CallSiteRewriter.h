// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallSiteRewriter.h - an annotated loop → a call of the runtime ---===//
#ifndef TWOFOLD_PLUGIN_CALL_CALLSITEREWRITER_H
#define TWOFOLD_PLUGIN_CALL_CALLSITEREWRITER_H

#include "native/CallLayout.h"

namespace twofold {

class RuntimeDecls;
struct DimValues;

/// The value of clause `if`: a bool in C++, any scalar in C.
clang::Expr *conditionOf(clang::Expr &If, clang::Sema &S);

/// Fresh copies of the loop-invariant integers that the call evaluates. Taken
/// before the body moves, because they point into it.
llvm::SmallVector<clang::Expr *, 4>
copyValues(llvm::ArrayRef<clang::Expr *> Values, clang::ASTContext &Ctx,
           clang::SourceLocation Loc);

/// The initialiser of a variable of the kernel's own that follows pointers at
/// the call: null where the loop has not Ran, or where the runtime finds
/// nothing that can be read.
clang::Expr *followedValue(const Capture &C, clang::Expr *Ran,
                           const ParallelLoop &Loop, const RuntimeDecls &Abi,
                           clang::ASTContext &Ctx);

/// What takes a loop's place, in parts.
struct CallParts {
  /// Evaluates bounds and captures; also for a call of the native variant.
  llvm::SmallVector<clang::Stmt *, 24> Before;
  llvm::SmallVector<clang::Stmt *, 4> Late; ///< what the runtime alone is given
  llvm::SmallVector<clang::Stmt *, 4> Run;  ///< calls the runtime
  llvm::SmallVector<clang::Stmt *, 4> After; ///< stores what came of it
  // For a call of another kind, behind Before.
  clang::Expr *Args = nullptr;
  clang::VarDecl *Numbers = nullptr;              ///< the dimensions, and more
  llvm::SmallVector<clang::VarDecl *, 12> Copies; ///< of Args' entries, or null
  // The same, behind Late.
  clang::Expr *Values = nullptr, *Apart = nullptr;
};

/// Calls twofold_run with Site. Counted: the dimensions, where somebody has
/// evaluated them. Apart: twofold_launch::apart, or null. Derived: what a
/// kernel alone needs is declared already. Behind: integers of 64 bits that
/// stand in Numbers behind the dimensions and Values; none: Numbers ends with
/// the dimensions.
CallParts callParts(const ParallelLoop &Loop, const CallLayout &Layout,
                    llvm::ArrayRef<clang::Expr *> Values, clang::VarDecl *Site,
                    const RuntimeDecls &Abi, clang::Sema &S,
                    llvm::ArrayRef<DimValues> Counted = {},
                    clang::Expr *Apart = nullptr, bool Derived = false,
                    llvm::ArrayRef<clang::Expr *> Behind = {});
/// The parts, one after the other.
clang::Stmt *buildCall(const ParallelLoop &Loop, const CallLayout &Layout,
                       llvm::ArrayRef<clang::Expr *> Values,
                       clang::VarDecl *Site, const RuntimeDecls &Abi,
                       clang::Sema &S, llvm::ArrayRef<DimValues> Counted = {},
                       bool Derived = false);

} // namespace twofold

#endif
