// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AssignmentFlow.h - where an iteration assigns and uses variables -===//
#ifndef TWOFOLD_PLUGIN_MODEL_ASSIGNMENTFLOW_H
#define TWOFOLD_PLUGIN_MODEL_ASSIGNMENTFLOW_H

#include "ast/VariableUses.h"
#include "model/LoopModel.h"
#include "llvm/ADT/BitVector.h"

namespace twofold {

/// One variable in one iteration of the parallel loop, over every path.
struct IterationFlow {
  /// Every use comes after an assignment in the same iteration.
  bool AssignedBeforeUse = false;
  /// Every path to the end of the iteration assigns it, all of it.
  bool AssignedAtEnd = false;
  /// Every path to the end assigns the same parts of it.
  bool EndsAlike = false;
  /// No part is assigned before all of it is.
  bool WholeFirst = true;
  /// Its address may stay known.
  bool Leaves = false;
  /// Which bytes are assigned anywhere: see valueBytes.
  llvm::BitVector Assigned;
  /// The first use, in source order, that may come before any assignment.
  const clang::Expr *EarlyUse = nullptr;
};

/// One flow for each of Variables. A body whose control flow cannot be followed
/// proves nothing.
llvm::SmallVector<IterationFlow, 4>
followAssignments(const ParallelLoop &Loop, const BodyUses &Uses,
                  llvm::ArrayRef<clang::ValueDecl *> Variables,
                  clang::ASTContext &Ctx);

/// What D holds after the loop may be looked at: D lives on outside the
/// function, its address is known somewhere, or some path from the loop reads
/// it before it is assigned again. Vouched: no address that is taken in there
/// is kept.
bool observedAfter(const ParallelLoop &Loop, const clang::ValueDecl *D,
                   clang::ASTContext &Ctx,
                   const clang::Stmt *Vouched = nullptr);

} // namespace twofold

#endif
