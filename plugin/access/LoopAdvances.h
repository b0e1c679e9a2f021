// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopAdvances.h - what each round of a loop moves on ----------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_LOOPADVANCES_H
#define TWOFOLD_PLUGIN_ACCESS_LOOPADVANCES_H

#include "access/CallValues.h"

namespace twofold {

/// The variables to which each round of one loop adds something.
class LoopAdvances : EvaluationView {
  CallValues &Values;
  QuietEvaluator &Quiet;
  /// A variable to which each round adds By, as long as Checks hold.
  struct Advance {
    const clang::VarDecl *Variable = nullptr;
    Arm Start; ///< before the first round
    const clang::Expr *Write = nullptr;
    /// Loops inside the loop, in each round of which Write runs.
    llvm::SmallVector<const clang::ForStmt *, 2> Through;
    AffineForm By;
    clang::QualType Type; ///< of the scalar that it is, or holds
    AffineForm Bytes;     ///< in what By counts; 1 of numbers
    bool ByClass = false; ///< an operator of its class writes
    llvm::SmallVector<RangeCheck, 2> Checks;
  };
  llvm::SmallVector<Advance, 2> Moving;

  bool measureOperator(Advance &A);
  MaybeForm roundsOf(const clang::ForStmt *S,
                     llvm::SmallVectorImpl<RangeCheck> &Checks);
  void advance(const Advance &A, const AffineForm &Rounds, int64_t Divisor,
               llvm::ArrayRef<RangeCheck> Checks);

public:
  LoopAdvances(Evaluation &In, CallValues &Values, QuietEvaluator &Quiet)
      : EvaluationView(In), Values(Values), Quiet(Quiet) {}

  bool empty() const { return Moving.empty(); }
  /// Each round adds something to D.
  bool moves(const clang::VarDecl *D) const {
    return llvm::any_of(Moving,
                        [&](const Advance &A) { return A.Variable == D; });
  }
  void find(llvm::ArrayRef<const clang::Stmt *> Parts, const clang::Stmt *Body);
  void measure();
  void moveOn(int Number, llvm::ArrayRef<RangeCheck> Checks);
  MaybeForm lastRound(const clang::Expr *Condition, bool &Whole,
                      llvm::SmallVectorImpl<RangeCheck> &Checks);
};

} // namespace twofold

#endif
