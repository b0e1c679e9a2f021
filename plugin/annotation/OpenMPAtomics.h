// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPAtomics.h - atomic operations whose values are used ----------===//
//
// `at = next++` under `omp atomic capture` gives each iteration another number,
// and any of them is right, says OpenMP. Such operations stay what they are in
// the loop's variants. Then all atomic operations of the loop do.
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPATOMICS_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPATOMICS_H

#include "ast/AtomicCalls.h"
#include "ast/Jumps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace clang {
class OMPAtomicDirective;
class OMPExecutableDirective;
} // namespace clang

namespace twofold {

/// The atomic operations of one loop as it is written, and of functions that it
/// calls.
class OpenMPAtomics {
  clang::ASTContext &Ctx;
  const clang::Stmt *Loop;
  const Jumps::Statements &LeftOut;
  AtomicUpdates Updates; ///< calls whose values nobody uses
  llvm::DenseSet<const clang::FunctionDecl *> Seen;
  llvm::DenseSet<const clang::Stmt *> SeenWaiting; ///< calls in such loops
  llvm::DenseSet<const clang::ValueDecl *> Read, Changed;
  llvm::DenseSet<const clang::ValueDecl *> Handed; ///< to called functions
  /// Shared variables, where operations order what else iterations do.
  llvm::SetVector<const clang::ValueDecl *> Assigned;
  llvm::DenseMap<const clang::ValueDecl *, int> Operators; ///< of updates
  bool Used = false, Relaxed = true;
  bool Values = false; ///< whose order shows are used
  bool Called = false; ///< functions that the loop calls have some
  bool Calls = false;  ///< nothing else can be made of them
  /// The innermost loop around that may wait for other iterations.
  const clang::Stmt *Endless;
  /// The calls whose bodies are visited, outermost first, and the functions.
  llvm::SmallVector<const clang::Stmt *, 4> Entered;
  llvm::SmallVector<const clang::FunctionDecl *, 4> Around;
  std::string Why;
  std::string Counted; ///< a class whose objects count others like them

  bool inCallee() const { return !Around.empty(); }
  void visit(const clang::Stmt *S);
  void enter(const clang::Stmt *S, const clang::FunctionDecl &Def);
  void handed(const clang::Stmt *S);
  void directive(const clang::OMPAtomicDirective &D);
  void function(const clang::Expr &E);
  void place(const clang::Expr *Of, bool Changes);
  void counting();
  const clang::Expr *given(const clang::Expr &E) const;
  void owned(const clang::ValueDecl &V);
  void checkOrdered();
  bool isUsed(const clang::ValueDecl *V) const {
    return Changed.contains(V) || Read.contains(V) ||
           (Called && Handed.contains(V));
  }
  void fail(std::string Reason) {
    if (Why.empty())
      Why = std::move(Reason);
  }

public:
  /// LeftOut: statements that the loop's copy does not have.
  OpenMPAtomics(const clang::Stmt *Loop, clang::ASTContext &Ctx,
                const Jumps::Statements &LeftOut);

  /// What Directive, of the loop or of a region around it, says of variables
  /// and threads.
  void under(const clang::OMPExecutableDirective &Directive);
  /// Outside of all regions one thread runs the loop, in order.
  void alone() {
    Calls |= Values;
    if (Values)
      fail("values of atomic operations are used, and where no region is "
           "around it one thread runs the loop, in order; put 'parallel' or "
           "'teams' on it");
  }
  /// Of which variables each thread has one.
  void ownedBy(llvm::function_ref<bool(const clang::ValueDecl *)> Threads);
  /// Whether iterations use what some operation gives.
  bool areUsed() const { return Used; }
  /// Why the operations cannot be kept; empty: they can.
  const std::string &reason() const { return Why; }
  /// The same, where nothing else can be made of them.
  bool mustStay() const { return !Why.empty() && Calls; }
  /// Nothing but their own places is ordered by them.
  bool areRelaxed() const { return Relaxed; }
  const llvm::DenseSet<const clang::ValueDecl *> &changed() const {
    return Changed;
  }
};

/// The arrays and pointers that Own and no function that it calls names for
/// anything but to assign what they lead to.
llvm::SmallVector<const clang::VarDecl *, 4>
onlyWritten(const clang::Stmt *Own);

} // namespace twofold

#endif
