// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowLengths.h - how long the rows of a moved body's arrays are ------===//
//
// The optimiser takes a length that it is given for any number, of which it
// makes loops of their own for rows of a single element. So it is told where
// two lengths are one, and where one is a variable of the loop's, to which an
// inner loop may count.
#ifndef TWOFOLD_PLUGIN_NATIVE_ROWLENGTHS_H
#define TWOFOLD_PLUGIN_NATIVE_ROWLENGTHS_H

#include "dialect/ArrayLengths.h"
#include "native/BodyRewriter.h"
#include "native/CallLayout.h"

namespace twofold {

class RowLengths {
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  CallLayout &Layout;
  AstFactory &Make;
  ArgsAccess &Args;
  clang::FunctionDecl *Run;
  llvm::SmallVectorImpl<clang::Stmt *> &Prologue;
  /// Of the whole function around the loop, which is walked once.
  std::optional<BodyUses> Uses;
  /// The locals that have the lengths that args brought.
  llvm::SmallVector<std::pair<SettledLength, clang::VarDecl *>, 2> Locals;

  clang::Expr *product(const SettledLength &Settled,
                       const BodyRewriter &Variables);
  unsigned arg(clang::QualType Array);

public:
  RowLengths(const ParallelLoop &Loop, clang::ASTContext &Ctx,
             CallLayout &Layout, AstFactory &Make, ArgsAccess &Args,
             clang::FunctionDecl *Run,
             llvm::SmallVectorImpl<clang::Stmt *> &Prologue)
      : Loop(Loop), Ctx(Ctx), Layout(Layout), Make(Make), Args(Args), Run(Run),
        Prologue(Prologue) {}

  /// The number of innermost elements of Array. Variables: what the loop's
  /// captures became.
  clang::Expr *of(clang::QualType Array, const BodyRewriter &Variables);
};

} // namespace twofold

#endif
