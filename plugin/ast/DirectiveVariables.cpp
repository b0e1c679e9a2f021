// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/DirectiveVariables.h"
#include "ast/CodeGeneration.h"
#include "ast/Nodes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {

static bool assigns(const Stmt *S, const ValueDecl *D) {
  return anyNode(S, [&](const Stmt *Part) { return movedBy(Part) == D; });
}

void OwnVariables::add(llvm::SmallVectorImpl<VarDecl *> &To, const Expr *E) {
  auto *V = const_cast<VarDecl *>(variableIn(E->IgnoreParenImpCasts()));
  QualType T = V ? V->getType() : QualType();
  bool Plain = V && !T->isReferenceType() && !T->isVariablyModifiedType() &&
               !T->isArrayType() &&
               (!T->isRecordType() || T.isTrivialType(V->getASTContext()));
  Understood &= Plain;
  if (Plain)
    To.push_back(V);
}

OwnVariables ownVariables(const OMPExecutableDirective &Directive,
                          const Stmt *Loop) {
  OwnVariables Own;
  llvm::DenseSet<const ValueDecl *> Last;
  for (const auto *C : Directive.getClausesOfKind<OMPLastprivateClause>())
    for (const Expr *E : C->varlist())
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
        Last.insert(Ref->getDecl());
  for (const OMPClause *C : Directive.clauses()) {
    switch (C->getClauseKind()) {
    case llvm::omp::OMPC_private:
      for (const Expr *E : cast<OMPPrivateClause>(C)->varlist())
        Own.add(Own.Fresh, E);
      break;
    case llvm::omp::OMPC_firstprivate:
      for (const Expr *E : cast<OMPFirstprivateClause>(C)->varlist()) {
        const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
        if (!Ref || !Last.contains(Ref->getDecl()))
          Own.add(Own.Copied, E);
      }
      break;
    case llvm::omp::OMPC_linear:
      // A step that the loop does not make itself.
      for (const Expr *E : cast<OMPLinearClause>(C)->varlist()) {
        const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
        Own.Understood &= Ref && assigns(Loop, Ref->getDecl());
      }
      break;
    case llvm::omp::OMPC_reduction:
      Own.Understood &=
          cast<OMPReductionClause>(C)->getModifier() != OMPC_REDUCTION_inscan;
      break;
    case llvm::omp::OMPC_lastprivate:
    case llvm::omp::OMPC_shared:
    case llvm::omp::OMPC_default:
    case llvm::omp::OMPC_collapse:
    case llvm::omp::OMPC_safelen:
    case llvm::omp::OMPC_simdlen:
    case llvm::omp::OMPC_aligned:
    case llvm::omp::OMPC_nontemporal:
    case llvm::omp::OMPC_order:
    case llvm::omp::OMPC_if:
    case llvm::omp::OMPC_num_threads:
    case llvm::omp::OMPC_schedule:
    case llvm::omp::OMPC_proc_bind:
      break;
    default:
      Own.Understood = false;
    }
  }
  return Own;
}

bool promisesLanes(const OMPExecutableDirective &Directive,
                   llvm::function_ref<bool(const VarDecl &)> IsOwn) {
  auto AllOwn = [&](auto *Clause) {
    return llvm::all_of(Clause->varlist(), [&](const Expr *E) {
      const VarDecl *V = variableIn(E->IgnoreParenImpCasts());
      return V && V->hasLocalStorage() && V->getType()->isScalarType() &&
             IsOwn(*V);
    });
  };
  return llvm::all_of(Directive.clauses(), [&](const OMPClause *C) {
    if (const auto *R = dyn_cast<OMPReductionClause>(C))
      return AllOwn(R);
    if (const auto *Last = dyn_cast<OMPLastprivateClause>(C))
      return AllOwn(Last);
    if (const auto *Linear = dyn_cast<OMPLinearClause>(C))
      return AllOwn(Linear);
    return C->getClauseKind() != llvm::omp::OMPC_safelen &&
           C->getClauseKind() != llvm::omp::OMPC_if;
  });
}

void hintLanes(Stmt *&Slot, unsigned Loops, bool Promised, ASTContext &Ctx,
               SourceLocation Where) {
  if (auto *Block = dyn_cast<CompoundStmt>(Slot); Block && Block->size() == 1)
    Slot = Block->body_front();
  auto *For = dyn_cast<ForStmt>(Slot);
  if (!For)
    return;
  if (Loops > 1) {
    Stmt *Body = For->getBody();
    hintLanes(Body, Loops - 1, Promised, Ctx, Where);
    return For->setBody(Body);
  }
  llvm::SmallVector<const Attr *, 2> Hints;
  if (Promised)
    addLaneHints(Hints, Ctx, Where);
  else
    Hints.push_back(
        loopHint(Ctx, Where, LoopHintAttr::Vectorize, LoopHintAttr::Enable));
  Slot = AttributedStmt::Create(Ctx, Where, Hints, For);
}

} // namespace twofold
