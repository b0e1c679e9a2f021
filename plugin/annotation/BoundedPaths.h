// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BoundedPaths.h - paths for subscripts out of range -----------------===//
//
// Cython's loops compare each subscript with 0 and with a length, and raise an
// exception where it is out of range. What a subscript is at least and at most
// in any iteration is often known before the loop. If that is in range, none of
// those comparisons holds.
#ifndef TWOFOLD_PLUGIN_ANNOTATION_BOUNDEDPATHS_H
#define TWOFOLD_PLUGIN_ANNOTATION_BOUNDEDPATHS_H

#include "annotation/Bounds.h"
#include "ast/Jumps.h"

namespace twofold {

class BoundedPaths {
public:
  /// Whether a value can be read before the loop, and is the same in it.
  using Question = llvm::function_ref<bool(const clang::Expr *)>;
  /// Whether a variable changes where it is named, and nowhere else.
  using Plain = llvm::function_ref<bool(const clang::VarDecl &)>;
  /// Whether a path ends in a jump that only threads can do.
  using Failing = llvm::function_ref<bool(const clang::Stmt *)>;

private:
  /// What is known where control is.
  struct State {
    llvm::DenseMap<const clang::VarDecl *, Bounds> Of;
    /// Comparisons whose results variables have.
    llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Results;
  };
  using Place = std::optional<State>; ///< nothing: control does not come here

  clang::ASTContext &Ctx;
  BoundsTable &Table;
  Question IsFixed;
  Plain IsPlain;
  Failing Fails;
  Jumps::Statements LeftOut;
  bool Useful = false; ///< a path that fails is left out
  Place Here, Cases;   ///< Cases: what a switch begins with
  llvm::DenseMap<const clang::LabelDecl *, Place> Jumped;
  llvm::DenseSet<const clang::LabelDecl *> Passed, Backward;

public:
  BoundedPaths(clang::ASTContext &Ctx, BoundsTable &Table, Question IsFixed,
               Plain IsPlain, Failing Fails)
      : Ctx(Ctx), Table(Table), IsFixed(IsFixed), IsPlain(IsPlain),
        Fails(Fails) {}

  /// Adds to LeftOut what is never chosen where Table's claims hold. False:
  /// nothing that fails, and there are no claims.
  bool run(const clang::ForStmt &Loop, Jumps::Statements &LeftOut);

private:
  bool isPlain(const clang::VarDecl &V) const {
    return V.hasLocalStorage() && V.getType()->isIntegerType() &&
           !V.getType().isVolatileQualified() && IsPlain(V);
  }
  void visit(const clang::Stmt *S);
  void visitIf(const clang::IfStmt &If);
  void visitFor(const clang::ForStmt &Loop);
  void expression(const clang::Expr *E);
  void set(const clang::VarDecl *V, std::optional<Bounds> Value);
  void forget(const clang::Stmt *S);
  void join(const Place &Other);
  /// What the variable of Loop, which becomes V, is in each iteration. Forgets
  /// what iterations change.
  std::optional<Bounds> inLoop(const clang::ForStmt &Loop,
                               const clang::VarDecl *&V);

  std::optional<Bounds> boundsOf(const clang::Expr *E);
  std::optional<Bounds> settled(const clang::Expr *E);
  std::optional<Bounds> settled(Bounds B, clang::QualType From,
                                clang::QualType To);
  struct Compared {
    const clang::Expr *Left, *Right;
    clang::BinaryOperatorKind Op;
    Bounds Lesser, Larger; ///< Lesser + Distance <= Larger
    int Distance;
  };
  std::optional<Compared> compared(const clang::Expr *E, bool Holds);
  std::optional<bool> known(const clang::Expr *Cond);
  void refine(const clang::Expr *Cond, bool Holds);
  /// Whether it is claimed that Cond, a part of If's condition, never holds.
  bool neverHolds(const clang::Expr *Cond, const clang::IfStmt &If);
};

} // namespace twofold

#endif
