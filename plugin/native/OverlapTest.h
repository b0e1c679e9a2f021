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
  const clang::QualType I64 = Make.I64, U64 = Make.U64;
  llvm::DenseMap<unsigned, std::pair<clang::VarDecl *, clang::VarDecl *>> Ends;

  clang::Expr *factor(const Monomial &M);
  clang::Expr *end(const AffineForm &Form, bool Upper);
  void find(unsigned Touch, llvm::SmallVectorImpl<clang::Stmt *> &To);

public:
  OverlapTest(const ParallelLoop &Loop, const NestSchedule &Nest,
              AstFactory &Make)
      : Loop(Loop), Nest(Nest), Make(Make) {}

  /// What is true where nothing overlaps, over variables declared in To; null:
  /// nothing ever does.
  clang::Expr *apart(llvm::SmallVectorImpl<clang::Stmt *> &To);
};

} // namespace twofold

#endif
