// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WorkQuestion.h - whether a call has little work ------------------===//
#ifndef TWOFOLD_PLUGIN_CALL_WORKQUESTION_H
#define TWOFOLD_PLUGIN_CALL_WORKQUESTION_H

#include "call/ApartQuestion.h"

namespace twofold {

/// The call site asks what the trip counts tell, of a loop with a limit.
class WorkQuestion {
  const SiteFacts &Facts;
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  AstFactory Make;
  llvm::ArrayRef<CountedDim> Dims;
  llvm::ArrayRef<clang::VarDecl *> Values;
  llvm::SmallVectorImpl<clang::Stmt *> &Out;
  CallNumbers Numbers;
  const clang::QualType I64 = Make.I64, U64 = Make.U64;

  clang::VarDecl *ask(const llvm::Twine &Name, clang::Expr *Value) {
    return Make.variable(Loop.Function, ("twofold_" + Name).str(), Ctx.DoubleTy,
                         Value, Out);
  }
  clang::Expr *trips(clang::BinaryOperatorKind Op);
  clang::Expr *real(clang::Expr *E) { return Make.convert(E, Ctx.DoubleTy); }
  /// A count below 2^63: an instruction converts it, which takes several of a
  /// number without a sign.
  clang::Expr *count(clang::Expr *E) {
    return real(converted(Make, E, I64, Ctx));
  }
  clang::Expr *realBinary(clang::BinaryOperatorKind Op, clang::Expr *L,
                          clang::Expr *R) {
    return Make.paren(Make.binary(Op, L, R, Ctx.DoubleTy));
  }
  /// Both are asked: a branch costs the compiler more than a comparison.
  clang::Expr *both(clang::Expr *L, clang::Expr *R) {
    return Make.joined(clang::BO_And, L, R);
  }
  clang::Expr *end(unsigned Dim, bool Greatest);
  clang::Expr *sum(const AffineForm &Form);
  clang::VarDecl *span(const Axis &A, unsigned Number);
  clang::Expr *innerOperations();
  clang::Expr *simple();
  clang::Expr *nestedWork();
  clang::Expr *nested();
  bool isNested() const;

public:
  /// Declarations of what the question needs go to Out.
  WorkQuestion(const SiteFacts &Facts, clang::ASTContext &Ctx,
               llvm::ArrayRef<CountedDim> Dims,
               llvm::ArrayRef<clang::VarDecl *> Values,
               llvm::SmallVectorImpl<clang::Stmt *> &Out);

  /// Whether the call site knows how often inner loops run at most.
  static bool mayAsk(const ParallelLoop &Loop, const AccessModel &Accesses);

  /// True: there are iterations, and their work is below the limit.
  clang::Expr *ask();
  /// True: the work is below the limit, and at most so many operations.
  clang::Expr *askFew(uint64_t Most);
  /// Each trip count and the operations are less than this, so that their
  /// product does not overflow.
  static uint64_t mostOf(const ParallelLoop &Loop) {
    return uint64_t(1) << 64 / (Loop.Dims.size() + 1);
  }
};

} // namespace twofold

#endif
