// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- InnerLoop.h - sequential loops that count --------------------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_INNERLOOP_H
#define TWOFOLD_PLUGIN_ACCESS_INNERLOOP_H

#include "access/IntegerArithmetic.h"

namespace twofold {

/// for (Induction = Init; Induction + Ahead Relation Bound; Induction += Step),
/// the integer Induction changed nowhere else. That Bound stays the same is not
/// checked here. Ahead is 0 where Step is negative.
struct InnerLoop {
  const clang::VarDecl *Induction = nullptr;
  const clang::Expr *Init = nullptr;  ///< an rvalue of Induction's type
  const clang::Expr *Bound = nullptr; ///< an rvalue of the comparison's type
  clang::BinaryOperatorKind Relation = clang::BO_LT;
  int64_t Ahead = 0;
  int64_t Step = 1;
  /// What is added instead of Step, which is 1 then: a variable that the loop
  /// leaves alone, not checked to be positive. Null: there is none.
  const clang::Expr *By = nullptr;
  IntegerType Type, Comparison;

  bool decreasing() const { return Step < 0; }
  bool inclusive() const {
    return Relation == clang::BO_LE || Relation == clang::BO_GE;
  }
};

/// A while, a do, a range for, or a for that does not count.
struct UncountedLoop {
  const clang::Stmt *Whole = nullptr;
  const clang::Stmt *Variable = nullptr; ///< declared by the condition
  const clang::Expr *Condition = nullptr;
  const clang::Stmt *Element = nullptr; ///< declared after the condition
  const clang::Stmt *Body = nullptr;
  const clang::Expr *Increment = nullptr;
  bool BodyFirst = false;
};

/// AnyStep: also a loop with By.
std::optional<InnerLoop> matchInnerLoop(const clang::ForStmt *F,
                                        clang::ASTContext &Ctx,
                                        bool AnyStep = false);

/// L counts in unsigned numbers of 64 bits, and what it begins with (ends with,
/// if it counts down) may be one below zero: such a loop has no rounds, as the
/// number is a large one to the program, but has some to who counts in signed
/// numbers. All: the loop that it is in.
bool mayBeginBelowZero(const InnerLoop &L, const ParallelLoop &All,
                       const clang::ASTContext &Ctx);

/// Of a value that is one of several: the arm that is never below (Upper) or
/// above all others, by the facts they come with. Each arm of a minimum is an
/// upper bound of it; one that names no axis is the better.
/// Others gets each that is such an arm.
std::optional<Arm> boundOf(const Value &V, bool Upper, Value &Others);

} // namespace twofold

#endif
