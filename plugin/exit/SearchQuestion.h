// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SearchQuestion.h - whether iterations change what a search reads ---===//
//
// The search (ExitPlan.h) reads memory before any iteration of the rest has
// stored to it. Where one iteration stores what another one reads before its
// exit, the search finds another iteration than the serial loop leaves in.
#ifndef TWOFOLD_PLUGIN_EXIT_SEARCHQUESTION_H
#define TWOFOLD_PLUGIN_EXIT_SEARCHQUESTION_H

#include "call/SiteTables.h"
#include "call/TripCounts.h"
#include "exit/ExitPlan.h"

namespace twofold {

class RuntimeDecls;

class SearchQuestion {
  const ParallelLoop &Loop;
  const ExitPlan &Plan;
  /// Of all iterations.
  llvm::SmallVector<CountedDim, 3> Dims;

public:
  SearchQuestion(const ParallelLoop &Loop, const ExitPlan &Plan,
                 llvm::ArrayRef<CountedDim> Dims)
      : Loop(Loop), Plan(Plan), Dims(Dims.begin(), Dims.end()) {}

  /// Whether no two iterations meet, in terms of Declarations; null: they do
  /// not.
  clang::Expr *Apart = nullptr;
  llvm::SmallVector<clang::Stmt *, 16> Declarations;
  /// Those of the rest's call, which may be in terms of Declarations.
  llvm::SmallVector<clang::Expr *, 4> Values;

  /// Asks where Facts, of the loop's rest, say that it depends on the call.
  /// Otherwise: why the loop runs in order.
  std::optional<Refusal> ask(const SiteFacts &Facts, const RuntimeDecls &Abi,
                             clang::Sema &S);
  /// What decides about the exit, and iterations change it.
  Refusal refusal(clang::SourceLocation Loc, llvm::StringRef What) const;
};

} // namespace twofold

#endif
