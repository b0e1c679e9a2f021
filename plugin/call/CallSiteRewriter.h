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

/// The statement that takes the loop's place: evaluates bounds and captures,
/// calls twofold_run with Site and stores what the loop produced. Counted: the
/// dimensions, where somebody has evaluated them. Apart: twofold_launch::apart,
/// or null. Derived: what a kernel alone needs is declared already. Launch gets
/// the variable for twofold_launch, which the statement declares.
clang::Stmt *buildCall(const ParallelLoop &Loop, const CallLayout &Layout,
                       llvm::ArrayRef<clang::Expr *> Values,
                       clang::VarDecl *Site, const RuntimeDecls &Abi,
                       clang::Sema &S, llvm::ArrayRef<DimValues> Counted = {},
                       clang::Expr *Apart = nullptr, bool Derived = false,
                       clang::VarDecl **Launch = nullptr);
/// A call that does without the runtime: this thread runs Native over all
/// Trips.
clang::Stmt *buildDirectCall(const ParallelLoop &Loop, const CallLayout &Layout,
                             clang::FunctionDecl *Native, clang::Expr *Trips,
                             const RuntimeDecls &Abi, clang::Sema &S,
                             llvm::ArrayRef<DimValues> Counted);

} // namespace twofold

#endif
