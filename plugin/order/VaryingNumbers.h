// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VaryingNumbers.h - which numbers differ between iterations ---------===//
//
// Along one walk through a loop's body that takes each inner loop's first
// round: a counter that starts at 0 is 0 there in every iteration, however far
// it gets. Behind a loop or a branch that iterations leave differently, what
// was assigned in it differs, too. What is not followed counts as different.
#ifndef TWOFOLD_PLUGIN_ORDER_VARYINGNUMBERS_H
#define TWOFOLD_PLUGIN_ORDER_VARYINGNUMBERS_H

#include "model/LoopModel.h"
#include "model/ReferredObjects.h"

namespace twofold {

class StorePlaces;

class VaryingNumbers {
  struct Known {
    bool Varies = true;
    unsigned Since = 0; ///< the assignment that it is from
  };

public:
  using State = llvm::DenseMap<const clang::ValueDecl *, Known>;

  VaryingNumbers(const ParallelLoop &Loop, clang::ASTContext &Ctx,
                 StorePlaces &Places)
      : Loop(Loop), Places(Places), Stores(Loop, Ctx) {}

  /// Iterations that come here for the first time may find other values of E.
  bool vary(const clang::Expr *E);
  /// Objects of the iteration, by their variables.
  bool varies(const clang::ValueDecl *D) const;
  void assign(const clang::ValueDecl *D, bool Varies);
  /// What a call of a visible function gave.
  void returned(const clang::CallExpr &E, bool Varies) { Results[&E] = Varies; }

  State state() const { return Now; }
  void restore(State To) { Now = std::move(To); }
  /// Two ways that began at Before meet, this one and Other.
  void join(const State &Before, const State &Other, bool ConditionVaries);
  /// A loop that began at Before ends.
  void leaveLoop(const State &Before, bool EndVaries);

private:
  const ParallelLoop &Loop;
  StorePlaces &Places;
  ReferredObjects Stores;
  State Now;
  llvm::DenseMap<const clang::CallExpr *, bool> Results;
  unsigned Assignments = 0;
  unsigned Budget = 40000; ///< expressions

  bool load(const clang::Expr *E);
  bool call(const clang::CallExpr &E);
  bool parts(const clang::Expr *E);
};

} // namespace twofold

#endif
