// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TrackedVariables.h - what the body's variables are -----------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_TRACKEDVARIABLES_H
#define TWOFOLD_PLUGIN_ACCESS_TRACKEDVARIABLES_H

#include "access/Evaluation.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

/// Variables that the body declares or may change, as the path's state has
/// them. One whose address is taken is not tracked.
class TrackedVariables : EvaluationView {
  using Seen = llvm::SmallPtrSetImpl<const clang::VarDecl *>;
  Value forgotten(const clang::VarDecl *D);
  void addCandidates(const clang::VarDecl *D, Value &Out, Seen &Visited);
  void addMentioned(const clang::Stmt *S, Value &Out, Seen &Visited);

public:
  explicit TrackedVariables(Evaluation &In) : EvaluationView(In) {}

  Value variable(const clang::VarDecl *D);
  void assign(const clang::VarDecl *D, Value V);
  void forgetAssigned(const clang::Stmt *S);
  Value named(Value V, clang::QualType T);
  void nameAssigned(const clang::Stmt *S);
  /// Everywhere that what S mentions may point to.
  Value mentioned(const clang::Stmt *S);
  /// The object whose member is evaluated.
  Value thisAddress() const;
};

} // namespace twofold

#endif
