// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SubscriptChecks.h - checked subscripts in the native variant -----===//
//
// The index i of a subscript becomes
//
//   ({ long index = i;
//      if (checks && index >= limit && out_of_bounds(index)) return; index; })
//
// on 64-bit integers, because an address beyond the array may not even be
// computed. `checks` does not change, so that the optimiser can make two loops
// of one: a call of which all is proven runs the one without checks. The return
// leaves the variant without its epilogue: reductions and last values stay
// unwritten.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_SUBSCRIPTCHECKS_H
#define TWOFOLD_PLUGIN_SUBSCRIPTCHECKS_H

#include "AccessModel.h"
#include "ArgsAccess.h"

namespace twofold {

class RuntimeDecls;

class SubscriptChecks {
  const ParallelLoop &Loop;
  const RuntimeDecls &Abi;
  clang::ASTContext &Ctx;
  AstFactory &Make;
  clang::FunctionDecl *Run;

  clang::VarDecl *Bounds = nullptr, *Checks = nullptr; ///< locals of Run

  clang::Expr *checked(clang::Expr *Index, clang::VarDecl *Limit,
                       unsigned Number);

public:
  SubscriptChecks(const ParallelLoop &Loop, const RuntimeDecls &Abi,
                  clang::ASTContext &Ctx, AstFactory &Make,
                  clang::FunctionDecl *Run)
      : Loop(Loop), Abi(Abi), Ctx(Ctx), Make(Make), Run(Run) {}

  /// Puts checks into the body, before it is rewritten, and what they read into
  /// the prologue. False when some subscript is not in the body as the user
  /// wrote it.
  bool add(const AccessModel &Accesses, ArgsAccess &Args,
           llvm::SmallVectorImpl<clang::Stmt *> &Prologue);
};

} // namespace twofold

#endif
