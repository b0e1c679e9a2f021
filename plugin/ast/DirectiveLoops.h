// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DirectiveLoops.h - what OpenMP directives stand around -------------===//
#ifndef TWOFOLD_PLUGIN_AST_DIRECTIVELOOPS_H
#define TWOFOLD_PLUGIN_AST_DIRECTIVELOOPS_H

#include "clang/AST/ASTFwd.h"
#include <string>

namespace clang {
class ASTContext;
}

namespace twofold {

/// The statement that means the same as Directive in F where one thread runs
/// it, with references of its own; null where there is none. OnlySimd: nothing
/// but `omp simd`, which no other thread takes part in. Dropped: natively there
/// is no directive, and so no variable that a thread reduces. IsOwn: each
/// iteration of the loop around it has the variable for itself.
clang::Stmt *
withoutDirective(clang::OMPExecutableDirective &Directive,
                 clang::FunctionDecl &F, bool OnlySimd, bool Dropped,
                 clang::ASTContext &Ctx,
                 llvm::function_ref<bool(const clang::VarDecl &)> IsOwn);

/// Whether D lives in F, out of captured statements.
bool isOf(const clang::ValueDecl &D, const clang::FunctionDecl &F);

/// "parallel for" and the like.
std::string nameOf(const clang::OMPExecutableDirective &Directive);

/// What stands under a directive; null: nothing.
clang::Stmt *underDirective(clang::OMPExecutableDirective &Directive);

/// Makes F what it is to a compiler that ignores OpenMP, but for atomic updates
/// and critical sections, which isIgnored says to be ignored.
void dropDirectives(clang::FunctionDecl &F);

/// The first directive in S whose statements run in a function of their own,
/// which a loop that has moved away could not have; null: there is none.
const clang::OMPExecutableDirective *movedRegion(const clang::Stmt *S);

} // namespace twofold

#endif
