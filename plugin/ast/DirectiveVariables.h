// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DirectiveVariables.h - what clauses of OpenMP's give one loop ------===//
#ifndef TWOFOLD_PLUGIN_AST_DIRECTIVEVARIABLES_H
#define TWOFOLD_PLUGIN_AST_DIRECTIVEVARIABLES_H

#include "ast/OwnReductions.h"
#include "clang/AST/ASTFwd.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"

namespace twofold {

/// Values of the variables that a loop has for itself where one thread runs it.
struct OwnVariables {
  llvm::SmallVector<clang::VarDecl *, 4> Fresh, Copied;
  llvm::SmallVector<OwnReduction, 2> Reduced;
  bool Understood = true;

  void add(llvm::SmallVectorImpl<clang::VarDecl *> &To, const clang::Expr *E);
};

/// E without what seeThrough passes and implicit casts.
const clang::Expr *withoutCasts(const clang::Expr *E);

/// The variable that E is, or is an element or a member of, or that points at
/// it; null: none.
const clang::ValueDecl *rootOf(const clang::Expr *E);
/// The variable that an item of a reduction is, or a part of; null: none.
const clang::ValueDecl *reducedBy(const clang::Expr &Item);

/// Whether S gives a variable, or a part of it, another name. Is may be asked
/// of null.
bool namesAnew(const clang::Stmt *S,
               llvm::function_ref<bool(const clang::ValueDecl *)> Is);

/// The variables that S does give another name, whole or in part.
using AnewSet = llvm::DenseSet<const clang::ValueDecl *>;
AnewSet namedAnew(const clang::Stmt *S);

/// Whether a thread's copy of V that S alone looks at has the value of V itself
/// all the time, and to make and end it does nothing: nothing else can change V
/// meanwhile. Anew is of F, as it was written.
bool needsNoCopy(const clang::Stmt *S, const clang::ValueDecl *V,
                 const clang::FunctionDecl &F, const AnewSet &Anew);

/// Whether E does more than to give a value. OpenMP's own functions do not.
bool changesSomething(const clang::Expr *E);
/// Whether an expression of the clause does.
bool changesSomething(const clang::OMPClause &Clause);

/// Whether S, under a directive that reduces V by Op, assigns V or an element
/// anything but what it had, combined by Op with other values: OpenMP combines
/// that with what V had before the loop.
bool assignsAnew(const clang::Stmt *S, const clang::ValueDecl *V,
                 llvm::StringRef Op, const clang::ASTContext &Ctx);

/// Objects of T have a destructor that does something.
bool hasEnd(clang::QualType T);

/// Loop stands under the Directive.
OwnVariables ownVariables(const clang::OMPExecutableDirective &Directive,
                          const clang::Stmt *Loop);

/// Whether the iterations of `omp simd` meet nowhere but in variables that
/// lanes have for themselves: then all that they share may be accessed in any
/// order.
bool promisesLanes(const clang::OMPExecutableDirective &Directive,
                   llvm::function_ref<bool(const clang::VarDecl &)> IsOwn);

/// Has the innermost of so many loops tell LLVM of it: see NativeLoopPass.h.
void hintLanes(clang::Stmt *&Slot, unsigned Loops, bool Promised,
               clang::ASTContext &Ctx, clang::SourceLocation Where);

/// Marks the one loop of the Directive: its rounds may be added up in
/// any order, as `reduction` clauses of the Directive say.
void markFreeSums(clang::Stmt *&Slot, const clang::OMPLoopDirective &Directive,
                  clang::ASTContext &Ctx);

/// What declares the reduction by Operation, one of a clause; null: OpenMP.
const clang::OMPDeclareReductionDecl *declaredBy(const clang::Expr *Operation);

} // namespace twofold

#endif
