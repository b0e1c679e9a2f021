// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReductionForms.h - how a body updates a variable it shares -------===//
//
// An update reads the variable, combines it with something that does not, and
// stores it back, and its value goes nowhere else. When all references to a
// variable are parts of updates by one operation, the order and the grouping of
// the iterations do not matter.
#ifndef TWOFOLD_PLUGIN_MODEL_REDUCTIONFORMS_H
#define TWOFOLD_PLUGIN_MODEL_REDUCTIONFORMS_H

#include "ast/VariableUses.h"
#include "model/LoopModel.h"

namespace twofold {

/// What `x op= e` and `x = x op e` do to x; a difference is a sum.
std::optional<ReductionOp> reductionOf(clang::BinaryOperatorKind Kind);

/// The operator that combines two values; none: it takes more.
std::optional<clang::BinaryOperatorKind> operatorOf(ReductionOp Op);

/// The identity of Op over numbers of type T (OpenMP 5.2, section 5.5.5): the
/// value that leaves every other one unchanged.
clang::APValue identityOf(ReductionOp Op, clang::QualType T,
                          const clang::ASTContext &Ctx);

/// As it is written in a clause.
const char *spelling(ReductionOp Op);

inline bool isLogical(ReductionOp Op) {
  return Op == ReductionOp::LogicalAnd || Op == ReductionOp::LogicalOr;
}

/// Whether Op is made by operators of a class.
inline bool ofObjects(ReductionOp Op) {
  return Op == ReductionOp::UserAdd || Op == ReductionOp::UserMul;
}

/// Depends on the order of the iterations, so that it needs contiguous ranges.
inline bool isOrdered(ReductionOp Op) {
  return Op == ReductionOp::RestartMin || Op == ReductionOp::RestartMax;
}

struct ReductionUpdate {
  ReductionOp Op;
  const clang::Expr *Where; ///< the assignment
  /// The references to the variable that are parts of this update.
  llvm::SmallVector<const clang::DeclRefExpr *, 3> References;

  // Min and Max written as `if (e < x) x = e;`:
  const clang::IfStmt *If = nullptr;
  /// <= or >=: of equal values the last one wins.
  bool LastWins = false;
  /// Its value is rounded when it is stored, so that equal values may have been
  /// different ones.
  bool Rounds = false;
  /// Other variables that the same branch assigns: argmin and argmax.
  llvm::SmallVector<const clang::DeclRefExpr *, 2> Followers = {};
};

struct VariableForms {
  llvm::SmallVector<ReductionUpdate, 2> Updates;
  /// Of updates by no operation that could be combined: /= << and so on.
  const clang::BinaryOperator *Strange = nullptr;
  /// Updates `v.m op= e` of members, whose values nobody uses, and the one
  /// operator of each member. Such members are shared elements.
  unsigned MemberUpdates = 0;
  llvm::SmallDenseMap<const clang::ValueDecl *, ReductionOp, 4> Members;
};

using ReductionForms = llvm::DenseMap<const clang::ValueDecl *, VariableForms>;

/// All updates in Body, of whatever variable.
ReductionForms collectForms(const clang::Stmt *Body, const BodyUses &Uses,
                            clang::ASTContext &Ctx);

/// The first reference to the variable that none of its updates accounts for.
const clang::DeclRefExpr *strayReference(const VariableForms &Forms,
                                         const VariableUses &Uses);

/// Of updates by one operation, with the followers of the same branches, the
/// first that does not fit the first of all.
const ReductionUpdate *mixedUpdate(const VariableForms &Forms);

/// `if (e < x) x = e;` with any comparison either way round, other conditions
/// joined by &&, and other variables assigned in the same branch.
std::optional<ReductionUpdate> matchExtremum(const clang::IfStmt &If,
                                             const BodyUses &Uses,
                                             clang::ASTContext &Ctx);

/// `x = e < x ? e : x`, `x = fmin(x, e)`, `x = std::min(x, e)` and their
/// mirrored forms.
std::optional<ReductionUpdate> matchExtremum(const clang::BinaryOperator &E,
                                             const BodyUses &Uses,
                                             clang::ASTContext &Ctx);

/// The assignments to variables that a branch consists of, in their order; none
/// where there is more to it.
llvm::SmallVector<const clang::BinaryOperator *, 4>
assignmentsOf(const clang::Stmt *Branch);

} // namespace twofold

#endif
