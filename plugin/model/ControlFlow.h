// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ControlFlow.h - jumps into and out of a parallel loop ------------===//
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

} // namespace twofold

#endif
