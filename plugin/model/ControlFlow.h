// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ControlFlow.h - what statements a loop may hold -------------------===//
#ifndef TWOFOLD_PLUGIN_MODEL_CONTROLFLOW_H
#define TWOFOLD_PLUGIN_MODEL_CONTROLFLOW_H

#include "model/LoopModel.h"

namespace twofold {

/// Whether every iteration enters at the top and leaves at the bottom of the
/// body (continue included) or by one of Loop.Exits, which it fills. Reports
/// what does not.
bool checkControlFlow(ParallelLoop &Loop, Diagnostics &Diags);

/// What runs of `if consteval`; may be null.
const clang::Stmt *runBranch(const clang::IfStmt &If);

/// The part of `if constexpr` and `if consteval` that runs, which may be null;
/// nothing of an `if` that asks when it runs.
std::optional<const clang::Stmt *> onlyBranch(const clang::IfStmt &If,
                                              const clang::ASTContext &Ctx);

//
// Changes what a parallel loop does into forms that mean the same and that all
// later stages understand:
//
//   #pragma omp simd for (...) ...     the loop, with a hint for the vectoriser
//   #pragma omp parallel for, atomic   the loop, the update: one thread runs an
//                                      iteration, and updates are reductions
//   ({ a; b; });                       { a; b; }
//   c ? exit(1) : (void)0;             if (c) exit(1); else (void)0;
//   c || (exit(1), 0);                 if (!c) exit(1);
//   goto end; ... end: return x;       return x;, in functions that it calls
//   #pragma omp parallel for           the loop, in functions that it calls:
//                                      one thread runs a region in a region
//
// Directives whose clauses or contents mean more stay.
//

/// A function with the body that it had.
struct OtherBody {
  clang::FunctionDecl *F;
  clang::Stmt *Before;
  bool Shares; ///< has more for threads where others call it
};
using Bodies = llvm::SmallVector<OtherBody, 2>;

/// Has functions be as they were; OnlyShares: those that have more for threads.
void giveBack(const Bodies &Replaced, bool OnlyShares);

/// Loop stands in F. Of the functions that it calls, only what does not change
/// how they run elsewhere. Functions: all their atomic directives become
/// functions. Meet: whether iterations meet in them is looked at. Dropped:
/// natively directives of functions are. Gives those that have other bodies.
Bodies simplifyStatements(clang::Stmt *Loop, clang::FunctionDecl &F,
                          bool Functions, bool Meet, bool Dropped,
                          clang::ASTContext &Ctx);

} // namespace twofold

#endif
