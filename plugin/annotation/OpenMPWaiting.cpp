// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPWaiting.h"
#include "ast/AtomicOperations.h"
#include "ast/Nodes.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace twofold {

bool isDeclaredIn(const ValueDecl *V, const Stmt *S) {
  return anyNode(S, [&](const Stmt *Part) {
    const auto *Declared = dyn_cast<DeclStmt>(Part);
    return Declared && llvm::is_contained(Declared->decls(), V);
  });
}

bool ends(const Stmt &S, ASTContext &Ctx) {
  if (isa<CXXForRangeStmt>(S))
    return true;
  const auto *Do = dyn_cast<DoStmt>(&S);
  if (Do && constantOf(Do->getCond(), Ctx) == 0)
    return true;
  const auto *For = dyn_cast<ForStmt>(&S);
  const Expr *Cond = For ? For->getCond() : nullptr;
  const auto *Test =
      Cond ? dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts()) : nullptr;
  const ValueDecl *V = For && For->getInc() ? movedBy(For->getInc()) : nullptr;
  return V && Test && (Test->isRelationalOp() || Test->getOpcode() == BO_NE) &&
         mentions(Test, V) && onlyReads(For->getBody(), V) &&
         !anyNode(Test, isAtomicFunction);
}

bool jumpsBack(const Stmt *S) {
  llvm::DenseSet<const LabelDecl *> Passed;
  bool Back = false;
  eachNode(S, [&](const Stmt *Part) {
    if (const auto *Label = dyn_cast<LabelStmt>(Part))
      Passed.insert(Label->getDecl());
    const auto *Jump = dyn_cast<GotoStmt>(Part);
    Back |= isa<IndirectGotoStmt>(Part) ||
            (Jump && Passed.contains(Jump->getLabel()));
    return true;
  });
  return Back;
}

/// E is the same in each round of S.
static bool isSettled(const Expr &E, const Stmt &S) {
  return !anyNode(&E, [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    const Expr *Loaded = operandOf(Part, CK_LValueToRValue);
    return isAtomicFunction(Part) || calleeOf(Part) || assignedBy(Part) ||
           (Loaded && !namedIn(Loaded)) ||
           (Ref && (!onlyReads(&S, Ref->getDecl()) ||
                    isDeclaredIn(Ref->getDecl(), &S)));
  });
}

/// Each round of S gives V the same value, where it sets it.
static bool isReset(const ValueDecl *V, const Stmt &S) {
  const Expr *Begins = nullptr;
  bool Assigned = false, Reset = false;
  eachNode(&S, [&](const Stmt *Part) {
    if (const auto *Declared = dyn_cast<DeclStmt>(Part))
      for (const VarDecl *Own : variablesIn(*Declared))
        if (Own == V)
          Begins = Own->getInit();
    const auto *B = dyn_cast<BinaryOperator>(Part);
    if (B && B->getOpcode() == BO_Assign && namedIn(B->getLHS()) == V) {
      Assigned = true;
      Reset |= isSettled(*B->getRHS(), S);
    }
    return true;
  });
  return Reset || (Begins && !Assigned && isSettled(*Begins, S));
}

bool moves(const Stmt &S, const Expr &E) {
  return anyNode(&E, [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    const ValueDecl *V = Ref ? Ref->getDecl() : nullptr;
    return V && (!onlyReads(&S, V) || isDeclaredIn(V, &S)) && !isReset(V, S);
  });
}

} // namespace twofold
