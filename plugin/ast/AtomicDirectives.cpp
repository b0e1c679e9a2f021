// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AtomicDirectives.h"
#include "ast/DirectiveLoops.h"
#include "ast/Nodes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {
namespace {

/// The variable that an update changes, or an element of which it changes.
const ValueDecl *updated(const Stmt *Update) {
  for (const Expr *Target = assignedBy(Update); Target;) {
    Target = Target->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Target))
      return Ref->getDecl();
    const auto *At = dyn_cast<ArraySubscriptExpr>(Target);
    Target = At ? At->getBase() : nullptr;
  }
  return nullptr;
}

void countUses(const Stmt *S, bool InUpdate,
               llvm::DenseMap<const ValueDecl *, int> &Outside,
               llvm::DenseSet<const ValueDecl *> &Updated, bool &Simple) {
  if (!S)
    return;
  if (const auto *D = dyn_cast<OMPAtomicDirective>(S)) {
    const Stmt *Update = atomicUpdate(*const_cast<OMPAtomicDirective *>(D));
    const ValueDecl *V = Update ? updated(Update) : nullptr;
    Simple &= V != nullptr;
    if (V)
      Updated.insert(V);
    return countUses(Update, true, Outside, Updated, Simple);
  }
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return countUses(underDirective(*const_cast<OMPExecutableDirective *>(D)),
                     InUpdate, Outside, Updated, Simple);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && !InUpdate)
    ++Outside[Ref->getDecl()];
  for (const Stmt *Child : S->children())
    countUses(Child, InUpdate, Outside, Updated, Simple);
}

} // namespace

bool isIgnored(const OMPExecutableDirective &Directive, const ASTContext &Ctx) {
  return Ctx.getLangOpts().OpenMPSimd &&
         isa<OMPAtomicDirective, OMPCriticalDirective>(Directive);
}

Stmt *atomicUpdate(OMPExecutableDirective &Directive) {
  if (!isa<OMPAtomicDirective>(Directive))
    return nullptr;
  for (const OMPClause *C : Directive.clauses())
    if (C->getClauseKind() == llvm::omp::OMPC_read ||
        C->getClauseKind() == llvm::omp::OMPC_write ||
        C->getClauseKind() == llvm::omp::OMPC_capture ||
        C->getClauseKind() == llvm::omp::OMPC_compare)
      return nullptr;
  Stmt *Update = underDirective(Directive);
  if (auto *E = dyn_cast_or_null<Expr>(Update))
    Update = E->IgnoreParens();
  if (auto *Full = dyn_cast_or_null<ExprWithCleanups>(Update))
    Update = Full->getSubExpr();
  return Update;
}

void changeAtomic(Stmt *&Slot, llvm::function_ref<void(Stmt *&)> Change,
                  ASTContext &Ctx) {
  auto *Atomic = dyn_cast<OMPAtomicDirective>(Slot);
  if (!Atomic)
    return;
  auto Changed = [&](Expr *E) {
    Stmt *Part = E;
    if (Part)
      Change(Part);
    return cast_or_null<Expr>(Part);
  };
  OMPAtomicDirective::Expressions Parts;
  Parts.X = Changed(Atomic->getX());
  Parts.V = Changed(Atomic->getV());
  Parts.R = Changed(Atomic->getR());
  Parts.E = Changed(Atomic->getExpr());
  Parts.UE = Changed(Atomic->getUpdateExpr());
  Parts.D = Changed(Atomic->getD());
  Parts.Cond = Changed(Atomic->getCondExpr());
  Parts.IsXLHSInRHSPart = Atomic->isXLHSInRHSPart();
  Parts.IsPostfixUpdate = Atomic->isPostfixUpdate();
  Parts.IsFailOnly = Atomic->isFailOnly();
  Slot = OMPAtomicDirective::Create(Ctx, Atomic->getBeginLoc(),
                                    Atomic->getEndLoc(), Atomic->clauses(),
                                    Atomic->getAssociatedStmt(), Parts);
}

bool updatesAreReductions(const Stmt *Body) {
  llvm::DenseMap<const ValueDecl *, int> Outside;
  llvm::DenseSet<const ValueDecl *> Updated;
  bool Simple = true;
  countUses(Body, false, Outside, Updated, Simple);
  return Simple && llvm::none_of(Updated, [&](const ValueDecl *V) {
           return Outside.lookup(V) != 0;
         });
}

} // namespace twofold
