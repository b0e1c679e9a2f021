// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessEvaluator.h - evaluates a loop body symbolically -------------===//
//
// Runs the body once for all iterations. Integers are affine forms over axes
// and values where that can be said, pointers a base and a form; each access
// through memory is handed to the AccessRecorder. What is not understood is
// unknown, never left out.
//
// What is kept on the way lies in EvaluationParts; NodeEvaluators evaluate.
#ifndef TWOFOLD_PLUGIN_ACCESS_ACCESSEVALUATOR_H
#define TWOFOLD_PLUGIN_ACCESS_ACCESSEVALUATOR_H

#include "access/NodeEvaluators.h"

namespace twofold {

class AccessEvaluator final : QuietEvaluator {
  EvaluationParts Parts;
  NodeEvaluators Nodes{Parts};
  Evaluation &In = Parts.In;

  void begin();
  Value silently(llvm::function_ref<Value()> Evaluate);
  Value quietly(const clang::Expr *E) override;
  Value quietlyAfter(const clang::Expr *E, const clang::VarDecl *D) override;

public:
  AccessEvaluator(const ParallelLoop &Loop, clang::ASTContext &Ctx,
                  AccessRecorder &Recorder, bool FollowsLoads = false)
      : Parts(Loop, Ctx, Recorder, FollowsLoads, *this) {}

  /// As Evaluation::NamesNumbers says. Before the body is evaluated.
  void nameNumbers() { In.NamesNumbers = true; }
  /// What storesOf found: what loads give is known by that.
  void setEarlier(const StoredPlaces &Stored) {
    Parts.Touches.Earlier = &Stored;
  }

  void evaluateBody();
  /// For who does not evaluate the body: the value of E as it stands there, as
  /// far as that follows from what has been defined.
  Value valueOf(const clang::Expr *E);
  /// After a first valueOf().
  void define(const clang::VarDecl *D, Value V);
  /// The extents of all bases, from types and clauses.
  void findExtents();
  /// Of accesses that the variants have to check; after the extents.
  void findSubscripts();

  /// E, an integer from outside the body, as a form without axes; nothing where
  /// there is none or unsigned numbers might wrap on the way.
  MaybeForm invariant(const clang::Expr *E);

  /// Set when an address is of nothing that the loop captures.
  const std::optional<Refusal> &refused() const {
    return Parts.Touches.Refused;
  }

  llvm::ArrayRef<UnfollowedCall> unfollowed() const {
    return Parts.Touches.Unfollowed;
  }
  bool reorders() const { return Parts.Touches.Reorders; }

  static StoredPlaces storesOf(const ParallelLoop &Loop,
                               clang::ASTContext &Ctx);
};

} // namespace twofold

#endif
