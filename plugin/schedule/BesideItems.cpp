// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/BesideItems.h"
#include "ast/Nodes.h"

using namespace clang;

namespace twofold {
namespace {

class BesideSearch {
  const ParallelLoop &Loop;
  const BodyUses &Uses;
  ItemLoops &Items;
  unsigned Alike = 0; ///< operations that all items do

  bool isOwn(const ValueDecl *D) const {
    const Capture *C = Loop.capture(D);
    return !D->getType()->isReferenceType() &&
           (Uses.DeclaredInside.contains(D) ||
            (C && C->Kind == Sharing::Private));
  }
  bool storesItself(const Stmt *S) const;
  bool stores(const Stmt *S) const {
    return anyNode(S, [&](const Stmt *Part) { return storesItself(Part); });
  }
  bool changesOwn(const Stmt *S) const;
  bool isForAll(const Stmt *S);

public:
  BesideSearch(const ParallelLoop &Loop, const BodyUses &Uses, ItemLoops &Items)
      : Loop(Loop), Uses(Uses), Items(Items) {}
  bool split(const Stmt *S);
};

/// To anything but a variable of the iteration, or perhaps so.
bool BesideSearch::storesItself(const Stmt *S) const {
  if (const Expr *To = assignedBy(S)) {
    const ValueDecl *D = namedIn(To);
    return !D || !isOwn(D);
  }
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (F && F->getBuiltinID() != 0) // of the library's, those with pointers
    return llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
      return P->getType()->isAnyPointerType();
    });
  return isa<CallExpr, CXXConstructExpr, CXXNewExpr, CXXDeleteExpr, AtomicExpr,
             LambdaExpr>(S);
}

bool BesideSearch::changesOwn(const Stmt *S) const {
  const BodyUses In = collectUses(S);
  return llvm::any_of(In.Variables, [&](const auto &Each) {
    return isOwn(Each.first) && !In.DeclaredInside.contains(Each.first) &&
           Each.second.mayChange();
  });
}

/// Stores nothing, and is so little that it pays to have all items do it.
bool BesideSearch::isForAll(const Stmt *S) {
  constexpr unsigned Few = 32;
  anyNode(S, [&](const Stmt *Part) {
    Alike += isa<BinaryOperator, UnaryOperator, CallExpr, ArraySubscriptExpr,
                 ConditionalOperator>(Part);
    return false;
  });
  return Alike <= Few && !stores(S);
}

bool BesideSearch::split(const Stmt *S) {
  if (!S || Items.contains(S))
    return true;
  const bool Around =
      anyNode(S, [&](const Stmt *Part) { return Items.contains(Part); });
  if (!Around && !stores(S))
    return isForAll(S);
  if (!Around) {
    const Exits Out = exitsOf(S);
    if (isa<DeclStmt>(S) || Out.Break || Out.Continue || Out.Return ||
        changesOwn(S))
      return false;
    Items.Beside.push_back(S);
    return true;
  }
  if (isa<CompoundStmt, AttributedStmt>(S))
    return llvm::all_of(S->children(),
                        [&](const Stmt *Part) { return split(Part); });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() &&
           isForAll(If->getCond()) && split(If->getThen()) &&
           split(If->getElse());
  const auto *F = dyn_cast<ForStmt>(S);
  return F && !F->getConditionVariable() && isForAll(F->getInit()) &&
         isForAll(F->getCond()) && isForAll(F->getInc()) && split(F->getBody());
}

} // namespace

bool splitBeside(const ParallelLoop &Loop, const BodyUses &Uses,
                 ItemLoops &Items) {
  return BesideSearch(Loop, Uses, Items).split(Loop.Body);
}

} // namespace twofold
