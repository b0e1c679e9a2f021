// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AtomicDirectives.h - what `omp atomic` does ------------------------===//
#ifndef TWOFOLD_PLUGIN_AST_ATOMICDIRECTIVES_H
#define TWOFOLD_PLUGIN_AST_ATOMICDIRECTIVES_H

#include "clang/AST/ASTFwd.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class ASTContext;
}

namespace twofold {

/// Whether no code is generated for an atomic or a critical section: with
/// -fopenmp-simd they are the statements under them.
bool isIgnored(const clang::OMPExecutableDirective &Directive,
               const clang::ASTContext &Ctx);

/// The update of an `omp atomic` that updates and nothing else; null: another.
clang::Stmt *atomicUpdate(clang::OMPExecutableDirective &Directive);

/// Whether an atomic function of a number does what Directive says.
bool hasFunction(const clang::OMPAtomicDirective &Directive,
                 const clang::ASTContext &Ctx);
/// The statement in Owner that calls it, made of what Copy gives for
/// expressions. Null: there is none.
clang::Stmt *byFunction(clang::OMPAtomicDirective &Directive,
                        llvm::function_ref<clang::Expr *(clang::Expr *)> Copy,
                        clang::FunctionDecl &Owner);
/// Directive orders what else the thread does.
bool ordersMemory(const clang::OMPAtomicDirective &Directive,
                  const clang::ASTContext &Ctx);

/// Slot holds an `omp atomic` whose statement has been changed: has the same
/// done to the expressions that its code is made from. They are parts of the
/// statement, but no children of the directive.
void changeAtomic(clang::Stmt *&Slot,
                  llvm::function_ref<void(clang::Stmt *&)> Change,
                  clang::ASTContext &Ctx);

/// Whether all that Body does with the variables of its atomic updates is such
/// updates, which are reductions then.
bool updatesAreReductions(const clang::Stmt *Body);

} // namespace twofold

#endif
