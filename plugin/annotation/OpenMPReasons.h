// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPReasons.h - why loops that programs have written stay --------===//
//
// Cython writes OpenMP. What is said of its loops is about what Cython was
// given, not about the variables that it has made.
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPREASONS_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPREASONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"
#include <string>

namespace twofold {

/// Why iterations in S that change V, which they flush, are no iterations of a
/// loop that is taken.
std::string whyFlushed(const clang::ValueDecl &V, const clang::Stmt *S);

/// The one to tell of: Cython notes an exception beside how an iteration is
/// left. Null: there are none.
const clang::ValueDecl *
mostTelling(llvm::ArrayRef<const clang::ValueDecl *> Flushed);

/// D stands in a region, in a function Callee that it calls (null: in none),
/// and where one thread runs what stands under Alone (empty: each does).
std::string whyInside(const clang::OMPExecutableDirective &D,
                      const clang::FunctionDecl *Callee, llvm::StringRef Alone);

/// Why threads, as many as Who says, may not use what S names, of a region that
/// reduces Reduced; empty: they may.
std::string whyMisused(const clang::Stmt *S, llvm::StringRef Who,
                       const llvm::DenseSet<const clang::ValueDecl *> &Reduced);

/// Why a region stays with D, which counts by V that is declared outside of it.
std::string whyCounted(const clang::OMPExecutableDirective &D,
                       const clang::ValueDecl &V);

/// Why a region stays whose threads do more in Inner, under its directive D,
/// than to add up what each has found.
std::string whyMerged(const clang::OMPExecutableDirective &D,
                      const clang::Stmt *Inner);

/// Why a region stays whose threads together combine other Parts where they are
/// more; Keeps: they keep the greatest or the least.
std::string whyUnproven(const clang::ValueDecl &Part, bool Keeps);

/// Why a region stays that reduces V, as a loop in it does.
std::string whyTwice(const clang::ValueDecl &V);

/// That loop is in F, which the region calls: V is not its threads' own there.
std::string whyTwiceIn(const clang::FunctionDecl &F, const clang::ValueDecl &V);

/// Loop may change what was tested before it.
std::string whyChanged(const clang::Stmt &Loop);

/// A loop is for one thread alone, under Alone.
std::string whyBeside(const std::string &Alone);

/// Why a loop stays with E, an atomic operation by a function that kernels
/// lack.
std::string whyNotAtomic(const clang::Expr &E);

/// Why a loop stays whose iterations make views of Cython's.
std::string whyViews();

/// Whether F, a function of Cython's, counts references to a view.
bool countsViews(const clang::FunctionDecl *F);

/// Why a region stays whose threads have copies of V, which is no scalar; null:
/// of more than a variable.
std::string whyOwn(const clang::VarDecl *V, const clang::Expr &Named);

/// Why a region stays each of whose threads declares V, whose destructor does
/// something.
std::string whyDestroyed(const clang::VarDecl &V);

/// Why a region stays whose clause C changes something.
std::string whyChanging(const clang::OMPClause &C);

/// Why a loop stays that calls a function with the directive D in it.
std::string whyCalled(const clang::OMPExecutableDirective &D,
                      const clang::ASTContext &Ctx);

/// Why D's values cannot be used: no function does the same.
std::string whyNoFunction(const clang::OMPAtomicDirective &D);

/// Why a loop stays with D, in which its iterations wait.
std::string whyOrdered(const clang::OMPOrderedDirective &D);

/// Why a loop stays that uses V, which is threadprivate.
std::string whyThreadPrivate(const clang::ValueDecl &V);

/// A variable of Cython's by which iterations in S, which may have directives
/// in it, tell that they leave; null: none.
const clang::ValueDecl *toldByLeaving(const clang::Stmt *S);

} // namespace twofold

#endif
