// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BodyFacts.h - what is known of the user's code beforehand ---------===//
#ifndef TWOFOLD_PLUGIN_LOWER_BODYFACTS_H
#define TWOFOLD_PLUGIN_LOWER_BODYFACTS_H

#include "ast/AstFactory.h"
#include "lower/LoweredPlace.h"
#include "model/LoopModel.h"

namespace twofold {

using StatementList = llvm::SmallVector<const clang::Stmt *, 8>;

/// Those of a block, or S alone.
StatementList opened(const clang::Stmt *S);
/// Those of First, and Rest behind them.
StatementList joined(const clang::Stmt *First,
                     llvm::ArrayRef<const clang::Stmt *> Rest);
bool endsInReturn(const clang::Stmt *S);

/// Answers are kept: the same functions and classes come up again and again.
class BodyFacts {
  const ParallelLoop &Loop;
  clang::Sema &S;
  clang::ASTContext &Ctx;
  AstFactory Make;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Writers, Comparers;
  llvm::DenseMap<const clang::TagDecl *, bool> Classes;

public:
  BodyFacts(const ParallelLoop &Loop, clang::Sema &S);

  /// A class that kernels do not have, or a pointer or reference to one; an
  /// array of pointers, or a pointer to pointers.
  bool isLowered(clang::QualType T);
  /// What no kernel finds in memory: an object of such a class, or a pointer.
  bool staysAtHost(clang::QualType T) {
    return T->isAnyPointerType() || (isLowered(T) && !T->isReferenceType());
  }

  /// What a condition of the user's always is.
  std::optional<bool> known(const clang::Expr *Condition);
  /// What a condition is, after lowering: a rank, an extent or an index of a
  /// view is a parameter in the functions that compute with it, and a literal
  /// after they were inlined.
  std::optional<bool> settled(clang::Expr *Condition);
  /// P, or the literal that it always is.
  Place folded(Place P);

  /// Something changes when S is evaluated, or nobody can tell.
  bool writesIn(const clang::Stmt *S);
  bool writes(const clang::FunctionDecl &F);
  /// Never does anything: what a check that is switched off leaves behind.
  bool isDead(const clang::Stmt *S);
  /// Can be one expression: effects, then a value or a choice of two.
  bool isExpression(llvm::ArrayRef<const clang::Stmt *> Rest);
  /// F, or what it calls, compares or subtracts two of its pointers: from which
  /// memory they come is known to the caller.
  bool comparesPointers(const clang::FunctionDecl &F);
  /// The library's ways to say `p`: where it points to must stay visible.
  bool passesPointer(const clang::FunctionDecl &F);

private:
  clang::Expr *literal(clang::Expr *Code);
};

} // namespace twofold

#endif
