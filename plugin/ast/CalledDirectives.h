// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CalledDirectives.h - OpenMP in functions that a statement calls ----===//
#ifndef TWOFOLD_PLUGIN_AST_CALLEDDIRECTIVES_H
#define TWOFOLD_PLUGIN_AST_CALLEDDIRECTIVES_H

#include "clang/AST/ASTFwd.h"
#include "clang/Basic/SourceLocation.h"

namespace clang {
class ASTContext;
}

namespace twofold {

/// Whether S, or a function that it calls, has a directive under which
/// iterations may meet.
bool mayMeetTogether(const clang::Stmt *S);
/// Whether S is a `parallel for` of a loop that one thread can run: a region in
/// a region has one.
bool sharesAlone(const clang::Stmt *S);
/// Whether a copy can have what one thread does in Region in its place.
bool runsInPlace(const clang::OMPParallelDirective &Region);
/// A directive in a function that S calls, other than `omp simd`, critical
/// sections, those of which sharesAlone or RunsAlone holds, what stands in the
/// latter and, with Functions, atomic ones that are functions, too; null: none.
const clang::OMPExecutableDirective *calledDirective(
    const clang::Stmt *S, bool Functions, clang::ASTContext &Ctx,
    llvm::function_ref<bool(const clang::OMPParallelDirective &)> RunsAlone);
/// What stands under `omp critical` in functions that S calls.
llvm::SmallVector<clang::SourceRange, 2> calledSections(const clang::Stmt *S);
/// Whether F is a function of OpenMP's library.
bool isOpenMPs(const clang::FunctionDecl &F);
/// A function of OpenMP's that S, or a function that it calls, asks something;
/// null: none.
const clang::FunctionDecl *askedOfOpenMP(const clang::Stmt *S);
/// Whether F is OpenMP's omp_get_thread_num, or one that gives 0 in its place.
bool givesThreadNumber(const clang::FunctionDecl &F);
/// A variable that S, or a function that it calls, uses and of which each
/// thread has one; null: none.
const clang::ValueDecl *usedThreadPrivate(const clang::Stmt *S);

/// Whether F tells that the host runs a region of `target`. Without a device of
/// OpenMP's it does. The library's header has a variant for the host, whose
/// name goes on.
bool asksForHost(const clang::FunctionDecl &F);

/// The functions, each of which calls the next, by way of which S comes to Loc,
/// a place in the last; empty: Loc is in S itself, or in none.
llvm::SmallVector<const clang::FunctionDecl *, 4>
wayTo(const clang::Stmt *S, clang::SourceLocation Loc,
      const clang::SourceManager &Sources);

} // namespace twofold

#endif
