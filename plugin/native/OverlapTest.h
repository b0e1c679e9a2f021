// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OverlapTest.h - whether touches of one nest may meet, as code ------===//
#ifndef TWOFOLD_PLUGIN_NATIVE_OVERLAPTEST_H
#define TWOFOLD_PLUGIN_NATIVE_OVERLAPTEST_H

#include "ast/AstFactory.h"
#include "schedule/NestSchedule.h"

namespace twofold {

/// Computes the first and last bytes of touches, from the variables of the
/// loops around the nest, modulo 2^64, as addresses are.
class OverlapTest {
  const ParallelLoop &Loop;
  const NestSchedule &Nest;
  AstFactory &Make;
  /// The first and the last number of the loop around; null: its variable.
  clang::VarDecl *const FirstRow, *const LastRow;
  const clang::QualType I64 = Make.I64, U64 = Make.U64;
  llvm::DenseMap<unsigned, std::pair<clang::VarDecl *, clang::VarDecl *>> Ends;

  clang::Expr *factor(const Monomial &M);
  clang::Expr *end(const AffineForm &Form, bool Upper);
  void find(unsigned Touch, llvm::SmallVectorImpl<clang::Stmt *> &To);

public:
  OverlapTest(const ParallelLoop &Loop, const NestSchedule &Nest,
              AstFactory &Make, clang::VarDecl *FirstRow = nullptr,
              clang::VarDecl *LastRow = nullptr)
      : Loop(Loop), Nest(Nest), Make(Make), FirstRow(FirstRow),
        LastRow(LastRow) {}

  /// What is true where nothing overlaps and subscripts stay within rows, over
  /// variables declared in To; null: that is always so.
  clang::Expr *apart(llvm::SmallVectorImpl<clang::Stmt *> &To);
  /// What the touch moves by from one number of the axis to the next, in bytes.
  clang::Expr *stride(unsigned Touch, int Axis);
  /// What is true where an iteration of the axis moves the touch by at least as
  /// much as all other loops do together. Axis 0 is the loop around.
  clang::Expr *apartBy(unsigned Touch, int Axis);
};

} // namespace twofold

#endif
