// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "order/MixedAtomics.h"
#include "ast/AtomicOperations.h"
#include "ast/Nodes.h"

using namespace clang;

namespace twofold {
namespace {

/// S is, or calls what has in it, an atomic operation.
bool isAtomic(const Stmt *S) {
  const FunctionDecl *F = calleeOf(S), *Def = nullptr;
  return isAtomicFunction(S) ||
         (F && F->hasBody(Def) && anyNode(Def->getBody(), isAtomicFunction));
}

/// The variable whose address Part, an argument, is.
const VarDecl *addressed(const Stmt *Part) {
  const auto *E = dyn_cast_or_null<Expr>(Part);
  const Expr *Named =
      E ? operandOf(E->IgnoreParenImpCasts(), UO_AddrOf) : nullptr;
  const VarDecl *V = Named ? variableIn(Named) : nullptr;
  return V && V->getType()->isArithmeticType() ? V : nullptr;
}

/// Iterations have no V of their own.
bool isShared(const ParallelLoop &Loop, const VarDecl *V) {
  const Capture *Known = Loop.capture(V);
  return Known && Known->Kind == Sharing::Reference;
}

} // namespace

std::optional<Refusal> findMixedAtomic(const ParallelLoop &Loop) {
  llvm::DenseSet<const VarDecl *> Changed;
  llvm::DenseSet<const Stmt *> Addresses;
  eachNode(Loop.Body, [&](const Stmt *S) {
    if (isAtomic(S))
      for (const Stmt *Part : S->children())
        if (const VarDecl *V = addressed(Part); V && isShared(Loop, V)) {
          Changed.insert(V);
          Addresses.insert(Part);
        }
    return true;
  });
  std::optional<Refusal> Found;
  eachNode(Loop.Body, [&](const Stmt *S) {
    if (Found || Addresses.contains(S))
      return false;
    // Of one that is assigned without them another message has told.
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (V && Changed.contains(V))
      Found = Refusal{diag::Id::MixedAtomic,
                      S->getBeginLoc(),
                      {V->getNameAsString(), "read"}};
    return true;
  });
  return Found;
}

} // namespace twofold
