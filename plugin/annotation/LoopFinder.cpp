// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopFinder.cpp ---------------------------------------------------===//

#include "annotation/LoopFinder.h"
#include "annotation/Annotations.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

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
  if (!S)
    return false;
  if (const auto *E = dyn_cast<Expr>(S); E && E->containsErrors())
    return true;
  return llvm::any_of(S->children(), containsErrors);
}

} // namespace twofold
