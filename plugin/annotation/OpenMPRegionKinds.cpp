// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPRegions.h"
#include "ast/DirectiveLoops.h"
#include "ast/Nodes.h"

using namespace clang;
using namespace llvm::omp;

namespace twofold {

static bool sharesLoop(const Stmt *S,
                       llvm::DenseSet<const FunctionDecl *> &Seen) {
  return anyNode(S, [&](const Stmt *Part) {
    if (const auto *D = dyn_cast<OMPExecutableDirective>(Part))
      return isa<OMPLoopDirective>(D) ||
             sharesLoop(
                 underDirective(*const_cast<OMPExecutableDirective *>(D)),
                 Seen);
    const FunctionDecl *F = calleeOf(Part), *Def = nullptr;
    return F && F->hasBody(Def) && Seen.insert(Def).second &&
           llvm::any_of(bodiesOf(*Def), [&](const Stmt *Body) {
             return sharesLoop(Body, Seen);
           });
  });
}

bool sharesLoop(const OMPExecutableDirective &Region) {
  llvm::DenseSet<const FunctionDecl *> Seen;
  return sharesLoop(&Region, Seen);
}

bool isRegion(OpenMPDirectiveKind Kind) {
  switch (Kind) {
  case OMPD_parallel:
  case OMPD_teams:
  case OMPD_target:
  case OMPD_target_parallel:
  case OMPD_target_teams:
    return true;
  default:
    return false;
  }
}

bool isSharedInRegion(OpenMPDirectiveKind Kind) {
  switch (Kind) {
  case OMPD_for:
  case OMPD_for_simd:
  case OMPD_loop:
  case OMPD_distribute:
  case OMPD_distribute_simd:
  case OMPD_distribute_parallel_for:
  case OMPD_distribute_parallel_for_simd:
    return true;
  default:
    return false;
  }
}

bool isTakenLoop(const Stmt &S) {
  const auto *If = dyn_cast<IfStmt>(&S);
  const auto *D =
      If ? dyn_cast<OMPExecutableDirective>(If->getThen()) : nullptr;
  const auto *Or = If ? dyn_cast<BinaryOperator>(If->getCond()) : nullptr;
  // One thread alone would run the directive where a guard fails.
  return D && isSharedInRegion(D->getDirectiveKind()) &&
         !(Or && Or->getOpcode() == BO_LOr) &&
         anyNode(If->getCond(), [](const Stmt *Part) {
           const FunctionDecl *Asked = calleeOf(Part);
           return Asked && Asked->isImplicit();
         });
}

bool isThreadState(const FunctionDecl &F) {
  return F.getIdentifier() && F.isExternC() &&
         llvm::is_contained({"PyGILState_Ensure", "PyGILState_Release",
                             "PyEval_SaveThread", "PyEval_RestoreThread"},
                            F.getName());
}

const ValueDecl *movedPointer(const Stmt *S,
                              llvm::DenseSet<const ValueDecl *> &Own) {
  const ValueDecl *Found = nullptr;
  eachNode(S, [&](const Stmt *Part) {
    if (const auto *D = dyn_cast<OMPExecutableDirective>(Part)) {
      if (const ValueDecl *V = movedPointer(
              underDirective(*const_cast<OMPExecutableDirective *>(D)), Own))
        Found = V;
      return false;
    }
    const Expr *Target = assignedBy(Part);
    const ValueDecl *V = Target ? namedIn(Target->IgnoreParens()) : nullptr;
    if (V && V->getType()->isPointerType() && !Own.contains(V))
      Found = V;
    if (const auto *Declared = dyn_cast<DeclStmt>(Part))
      for (const VarDecl *Inside : variablesIn(*Declared))
        Own.insert(Inside);
    return true;
  });
  return Found;
}

} // namespace twofold
