// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExitTails.h - the parts of a body that are certain to leave it ---===//
#ifndef TWOFOLD_PLUGIN_EXIT_EXITTAILS_H
#define TWOFOLD_PLUGIN_EXIT_EXITTAILS_H

#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "model/LoopModel.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

/// Statements from which every path leaves the loop.
class ExitTails {
  llvm::SmallPtrSet<const clang::Stmt *, 4> Exits;

public:
  explicit ExitTails(const ParallelLoop &Loop)
      : Exits(Loop.Exits.begin(), Loop.Exits.end()) {}

  bool leaves(const clang::Stmt *S) const;
  /// Number of statements from the first of Body on, up to one from which every
  /// path leaves; 0: there is none.
  unsigned length(llvm::ArrayRef<clang::Stmt *> Body) const;
  bool containExit(const clang::Stmt *S) const;

private:
  bool goesOn(const clang::Stmt *S, bool InLoop, bool InSwitch) const;
};

/// Puts Marker() where the original is certain to leave the loop.
class PrefixCopy : public StatementCopy {
  const ExitTails &Tails;
  llvm::function_ref<clang::Stmt *()> Marker;

public:
  PrefixCopy(clang::ASTContext &Ctx, clang::DeclContext *Owner,
             const ExitTails &Tails, llvm::function_ref<clang::Stmt *()> Marker)
      : StatementCopy(Ctx, Owner), Tails(Tails), Marker(Marker) {}

private:
  clang::Stmt *replacement(clang::Stmt *S) override;
  unsigned replace(llvm::ArrayRef<clang::Stmt *> Body, unsigned At,
                   llvm::SmallVectorImpl<clang::Stmt *> &Out) override;
};

} // namespace twofold

#endif
