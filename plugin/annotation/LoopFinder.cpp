// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "annotation/LoopFinder.h"
#include "annotation/Annotations.h"
#include "ast/DirectiveLoops.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {
namespace {

class FunctionCollector : public DynamicRecursiveASTVisitor {
public:
  llvm::SmallVector<FunctionDecl *, 8> Found;

  FunctionCollector() { ShouldVisitTemplateInstantiations = true; }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    add(F);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *L) override {
    add(L->getCallOperator());
    return true;
  }

private:
  void add(FunctionDecl *F) {
    if (F && F->doesThisDeclarationHaveABody() && !F->isDependentContext() &&
        !F->isInvalidDecl())
      Found.push_back(F);
  }
};

void findLoops(Stmt *&Slot, llvm::SmallVectorImpl<FoundLoop> &Out) {
  if (!Slot || isa<LambdaExpr>(Slot))
    return;
  if (auto *A = dyn_cast<AttributedStmt>(Slot))
    if (isParallelLoop(*A) || !strayClause(*A).empty()) {
      Out.push_back({&Slot, A});
      return;
    }
  for (Stmt *&Child : Slot->children())
    findLoops(Child, Out);
}

} // namespace

llvm::SmallVector<FunctionDecl *, 8> functionsIn(Decl &D) {
  FunctionCollector Collector;
  Collector.TraverseDecl(&D);
  return std::move(Collector.Found);
}

llvm::SmallVector<FoundLoop, 4> loopsIn(FunctionDecl &F) {
  llvm::SmallVector<FoundLoop, 4> Loops;
  Stmt *Body = F.getBody();
  // A function body is a compound or a try block, never a loop itself.
  for (Stmt *&Child : Body->children())
    findLoops(Child, Loops);
  return Loops;
}

bool containsErrors(const Stmt *S) {
  return findNode<Expr>(S, [](const Expr *E) { return E->containsErrors(); });
}

namespace {

class LoopTaker {
  FunctionDecl &F;
  Diagnostics &Diags;

public:
  LoopTaker(FunctionDecl &F, Diagnostics &Diags) : F(F), Diags(Diags) {}

  void visit(Stmt *&Slot) {
    if (!Slot || isa<LambdaExpr>(Slot))
      return;
    if (auto *A = dyn_cast<AttributedStmt>(Slot); A && isParallelLoop(*A))
      return;
    auto *Directive = dyn_cast<OMPExecutableDirective>(Slot);
    if (!Directive) {
      for (Stmt *&Child : Slot->children())
        visit(Child);
      return;
    }
    Stmt *Inner = underDirective(*Directive);
    auto *Annotated = dyn_cast_or_null<AttributedStmt>(Inner);
    bool Ours = Annotated && isParallelLoop(*Annotated);
    if (Ours && isa<OMPCanonicalLoopNestTransformationDirective>(Directive)) {
      // In what order iterations come matters to nobody.
      Slot = Annotated;
      return;
    }
    if (Ours)
      if (Stmt *Alone = withoutDirective(
              *Directive, F, /*OnlySimd=*/false, /*Dropped=*/false,
              F.getASTContext(), [](const VarDecl &) { return false; })) {
        Slot = Alone;
        return;
      }
    tell(Inner, *Directive, isa<OMPLoopBasedDirective>(Directive));
  }

private:
  void tell(Stmt *S, const OMPExecutableDirective &Directive, bool Own) {
    if (!S)
      return;
    if (auto *A = dyn_cast<AttributedStmt>(S); A && isParallelLoop(*A)) {
      Diags.missed(A->getSubStmt()->getBeginLoc(),
                   Own ? diag::Id::OpenMPLoop : diag::Id::InsideOpenMP,
                   nameOf(Directive));
      return;
    }
    if (auto *Nested = dyn_cast<OMPExecutableDirective>(S))
      return tell(underDirective(*Nested), *Nested,
                  isa<OMPLoopBasedDirective>(Nested));
    for (Stmt *Child : S->children())
      tell(Child, Directive, false);
  }
};

} // namespace

void takeOpenMPLoops(FunctionDecl &F, Diagnostics &Diags) {
  for (Stmt *&Child : F.getBody()->children())
    LoopTaker(F, Diags).visit(Child);
}

} // namespace twofold
