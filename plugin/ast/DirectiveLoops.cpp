// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/DirectiveLoops.h"
#include "ast/AstFactory.h"
#include "ast/AtomicDirectives.h"
#include "ast/CodeGeneration.h"
#include "ast/Nodes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {
namespace {

/// The function that a variable lives in, out of captured statements.
const Decl *ownerOf(const ValueDecl &D) {
  const DeclContext *Around = D.getDeclContext();
  while (Around && isa<CapturedDecl>(Around))
    Around = Around->getParent();
  return Around ? cast<Decl>(Around)->getCanonicalDecl() : nullptr;
}

/// Points the references of a statement that was captured at the variables
/// themselves, or at copies.
class Release {
  ASTContext &Ctx;
  FunctionDecl &F;

public:
  llvm::DenseMap<const ValueDecl *, VarDecl *> Copies;

  Release(FunctionDecl &F, ASTContext &Ctx) : Ctx(Ctx), F(F) {}

  void run(Stmt *&Slot) {
    if (!Slot)
      return;
    if (auto *Ref = dyn_cast<DeclRefExpr>(Slot)) {
      ValueDecl *D = Ref->getDecl();
      auto Copy = Copies.find(D);
      // What is static can be captured by OpenMP alone: as part of a reduction.
      auto *V = dyn_cast<VarDecl>(D);
      bool Own =
          ownerOf(*D) == F.getCanonicalDecl() || (V && V->hasGlobalStorage());
      if (Copy != Copies.end() ||
          (Own && Ref->refersToEnclosingVariableOrCapture()))
        Slot = DeclRefExpr::Create(
            Ctx, Ref->getQualifierLoc(), SourceLocation(),
            Copy != Copies.end() ? Copy->second : D, false, Ref->getLocation(),
            Ref->getType(), Ref->getValueKind());
      return;
    }
    if (auto *Declared = dyn_cast<DeclStmt>(Slot))
      for (Decl *D : Declared->decls())
        if (isa<CapturedDecl>(D->getDeclContext()))
          D->setDeclContext(&F);
    for (Stmt *&Child : ownParts(Slot))
      run(Child);
    changeAtomic(Slot, [&](Stmt *&Part) { run(Part); }, Ctx);
  }
};

bool containsDirective(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return !isa<OMPAtomicDirective, OMPSimdDirective>(D) ||
           containsDirective(
               underDirective(*const_cast<OMPExecutableDirective *>(D)));
  return llvm::any_of(S->children(), containsDirective);
}

bool assigns(const Stmt *S, const ValueDecl *D) {
  return anyNode(S, [&](const Stmt *Part) { return movedBy(Part) == D; });
}

/// Values of the variables that a loop has for itself.
struct OwnVariables {
  llvm::SmallVector<VarDecl *, 4> Fresh, Copied;
  bool Understood = true;

  void add(llvm::SmallVectorImpl<VarDecl *> &To, const Expr *E) {
    auto *V = const_cast<VarDecl *>(variableIn(E->IgnoreParenImpCasts()));
    QualType T = V ? V->getType() : QualType();
    bool Plain = V && !T->isReferenceType() && !T->isVariablyModifiedType() &&
                 !T->isArrayType() &&
                 (!T->isRecordType() || T.isTrivialType(V->getASTContext()));
    Understood &= Plain;
    if (Plain)
      To.push_back(V);
  }
};

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

/// Whether the iterations of `omp simd` meet nowhere but in variables that
/// lanes have for themselves: then all that they share may be accessed in any
/// order.
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

/// Has the innermost of so many loops tell LLVM of it: see NativeLoopPass.h.
void hint(Stmt *&Slot, unsigned Loops, bool Promised, ASTContext &Ctx,
          SourceLocation Where) {
  if (auto *Block = dyn_cast<CompoundStmt>(Slot); Block && Block->size() == 1)
    Slot = Block->body_front();
  auto *For = dyn_cast<ForStmt>(Slot);
  if (!For)
    return;
  if (Loops > 1) {
    Stmt *Body = For->getBody();
    hint(Body, Loops - 1, Promised, Ctx, Where);
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

} // namespace

Stmt *underDirective(OMPExecutableDirective &Directive) {
  if (!Directive.hasAssociatedStmt())
    return nullptr;
  Stmt *Inner = Directive.getAssociatedStmt();
  while (auto *Captured = dyn_cast_or_null<CapturedStmt>(Inner))
    Inner = Captured->getCapturedStmt();
  return Inner;
}

std::string nameOf(const OMPExecutableDirective &Directive) {
  return llvm::omp::getOpenMPDirectiveName(Directive.getDirectiveKind(),
                                           llvm::omp::FallbackVersion)
      .str();
}

const OMPExecutableDirective *movedRegion(const Stmt *S) {
  return findNode<OMPExecutableDirective>(
      S, [](const OMPExecutableDirective *Directive) {
        return Directive->hasAssociatedStmt() &&
               !isa<OMPAtomicDirective, OMPCriticalDirective>(Directive);
      });
}

/// The loop under `omp unroll`, with clang's own hint.
static Stmt *unrolled(OMPUnrollDirective &Directive, Stmt *Loop,
                      ASTContext &Ctx) {
  if (!isa<ForStmt>(Loop))
    return nullptr;
  auto Option = LoopHintAttr::Unroll;
  auto State = LoopHintAttr::Enable;
  Expr *Factor = nullptr;
  if (Directive.hasClausesOfKind<OMPFullClause>())
    State = LoopHintAttr::Full;
  for (const auto *C : Directive.getClausesOfKind<OMPPartialClause>())
    if ((Factor = C->getFactor())) {
      Option = LoopHintAttr::UnrollCount;
      State = LoopHintAttr::Numeric;
    }
  const Attr *Hint =
      loopHint(Ctx, Directive.getBeginLoc(), Option, State, Factor);
  return AttributedStmt::Create(Ctx, Directive.getBeginLoc(), Hint, Loop);
}

Stmt *withoutDirective(OMPExecutableDirective &Directive, FunctionDecl &F,
                       bool OnlySimd, ASTContext &Ctx,
                       llvm::function_ref<bool(const VarDecl &)> IsOwn) {
  Stmt *Inner = underDirective(Directive);
  if (!Inner)
    return nullptr;
  if (auto *Unroll = dyn_cast<OMPUnrollDirective>(&Directive))
    return unrolled(*Unroll, Inner, Ctx);
  Release Captured(F, Ctx);
  if (isIgnored(Directive, Ctx)) {
    Captured.run(Inner);
    return Inner;
  }
  if (Stmt *Update = atomicUpdate(Directive)) {
    if (!OnlySimd)
      Captured.run(Update);
    return OnlySimd ? nullptr : Update;
  }
  bool Simd = isa<OMPSimdDirective>(Directive);
  if (!Simd &&
      (OnlySimd ||
       !isa<OMPParallelForDirective, OMPParallelForSimdDirective>(Directive)))
    return nullptr;
  if (containsDirective(Inner))
    return nullptr;
  OwnVariables Own = ownVariables(Directive, Inner);
  if (!Own.Understood)
    return nullptr;
  AstFactory Make(Ctx, Directive.getBeginLoc());
  llvm::SmallVector<Stmt *, 4> Block;
  for (auto *List : {&Own.Fresh, &Own.Copied})
    for (VarDecl *V : *List) {
      bool Copied = List == &Own.Copied;
      VarDecl *Copy =
          Make.variable(&F, V->getName(), V->getType().getUnqualifiedType(),
                        Copied ? Make.value(V) : nullptr);
      Captured.Copies[V] = Copy;
      Block.push_back(Make.declare(Copy));
    }
  Captured.run(Inner);
  if (!isa<OMPParallelForDirective>(Directive))
    hint(Inner, cast<OMPLoopDirective>(Directive).getLoopsNumber(),
         Simd && promisesLanes(Directive, IsOwn), Ctx, Make.location());
  if (Block.empty())
    return Inner;
  Block.push_back(Inner);
  return Make.compound(Block);
}

} // namespace twofold
