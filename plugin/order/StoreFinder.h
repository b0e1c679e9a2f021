// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StoreFinder.h - a walk through a loop's body for its stores --------===//
//
// In the order of execution, into the functions that the body calls, one round
// of each inner loop.
//
//   SharedStores.cpp  stores and calls of functions by their names
//   StoreFinder.cpp   statements and calls of others
#ifndef TWOFOLD_PLUGIN_ORDER_STOREFINDER_H
#define TWOFOLD_PLUGIN_ORDER_STOREFINDER_H

#include "ast/VariableUses.h"
#include "order/FoundPlaces.h"
#include "order/GuardedPlaces.h"
#include "order/HandedArrays.h"
#include "order/SharedStores.h"
#include "order/StorePlaces.h"
#include "order/ThreadCounters.h"
#include "order/VaryingNumbers.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

/// A function or class of this name locks a mutex, as far as that tells.
bool isLock(llvm::StringRef Name);
/// F, perhaps the constructor of a guard, does.
bool locks(const clang::FunctionDecl &F);

class StoreFinder {
  const ParallelLoop &Loop;
  const clang::ASTContext &Ctx;
  BodyUses Uses;
  StorePlaces Places;
  GuardedPlaces Guarded;
  SharedStores Found;
  bool Synchronises = false;       ///< the program looks after what is shared
  std::optional<Refusal> Volatile; ///< a store to what is volatile and shared
  bool Waits = false; ///< a loop goes on until what is volatile has changed
  llvm::SmallVector<const clang::FunctionDecl *, 8> Stack;
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 4> Called; ///< lambdas
  llvm::SmallVector<const clang::LambdaExpr *, 4> Lambdas;
  unsigned Budget = 60000;       ///< statements, so that compilation ends
  unsigned Entered = 0;          ///< functions
  bool Once = false;             ///< under a condition that one iteration meets
  clang::SourceLocation CallLoc; ///< in the body
  VaryingNumbers Numbers;
  RepeatedStores Repeated;
  HandedArrays Handed;
  FoundPlaces Searched;
  ThreadCounters Counters;
  /// Before the statement whose cases are walked.
  const ThreadCounters::Numbers *OwnBefore = nullptr;
  Selects Iterations = Selects::Any; ///< which ones come here
  /// What parameters of the functions that are walked are given.
  llvm::DenseMap<const clang::ParmVarDecl *, const clang::Expr *> Passed;
  bool ResultVaries = false; ///< of the function that is walked

public:
  StoreFinder(const ParallelLoop &Loop, clang::ASTContext &Ctx,
              Diagnostics &Diags);

  SharedStores find();
  std::optional<RepeatedStore> findRepeated();

private:
  void visit(const clang::Stmt *S);
  void children(const clang::Stmt *S) {
    for (const clang::Stmt *Child : S->children())
      visit(Child);
  }
  void declare(const clang::DeclStmt &S);
  clang::SourceLocation where(const clang::Expr *E) const {
    return Stack.empty() ? E->getExprLoc() : CallLoc;
  }
  bool isOwn(const clang::Expr &Index) const;
  void store(const clang::Expr *Target, const clang::Expr *Value = nullptr);
  /// What the iteration's own objects are given. Whole: nothing is left of what
  /// they were.
  void assigned(const clang::Expr *Target, const clang::Expr *Value,
                bool Whole);
  void use(const clang::Expr *E) {
    Guarded.used(Places.place(E), where(E));
    if (!isLibrary())
      Searched.used(E, where(E));
  }
  /// The function that is walked is one of the library.
  bool isLibrary() const {
    return !Stack.empty() &&
           Stack.back()->getEnclosingNamespaceContext()->isStdNamespace();
  }
  void load(const clang::Expr *E);
  /// Target, which is changed, to Value where that is known, may have been
  /// found by a search in a range that all iterations share.
  void found(const clang::Expr *Target, const clang::Expr *Value = nullptr);
  /// Then and Else are the two ways after Cond, which has been visited.
  void branch(const clang::Expr *Cond, const clang::Stmt *Then,
              const clang::Stmt *Else);
  /// The first round of a loop in the body.
  void loop(const clang::Expr *Cond, llvm::ArrayRef<const clang::Stmt *> Round,
            const clang::Stmt *Body);
  void call(const clang::CallExpr &E);
  /// E leads to functions that it does not name.
  void pointed(const clang::CallExpr &E,
               llvm::ArrayRef<const clang::Expr *> Args, StorePlace Object);
  /// Chosen: F is one of those that the call may lead to.
  void callee(const clang::FunctionDecl *F,
              llvm::ArrayRef<const clang::Expr *> Args, StorePlace Object,
              bool Chosen = false);
  void unseen(const clang::FunctionDecl *F,
              llvm::ArrayRef<const clang::Expr *> Args);
  void lambdaBody(const clang::CXXRecordDecl &Closure,
                  const clang::CXXMethodDecl &Body);
};

} // namespace twofold

#endif
