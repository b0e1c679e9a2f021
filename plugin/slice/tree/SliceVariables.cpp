// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "slice/tree/SliceVariables.h"
#include "annotation/Annotations.h"
#include "ast/Nodes.h"
#include "ast/PlainVariables.h"
#include "slice/text/SliceAttributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace twofold {

SliceVariables::SliceVariables(const Stmt *Whole) {
  eachNode(Whole, [&](const Stmt *S) {
    if (auto Test = sliceTest(S)) {
      for (const Expr *E : rowsOf(Test->Brackets))
        if (const VarDecl *V = variableIn(E->IgnoreImpCasts()))
          Bounds.insert(V);
    } else if (const auto *A = dyn_cast<AttributedStmt>(S)) {
      if (const AnnotateAttr *Loop = annotation(*A, "sliced"))
        for (const Expr *E : Loop->args())
          Results.insert(variableIn(E));
    }
    return true;
  });
}

const Stmt *sliceIn(const Stmt *S) {
  return findNode<Stmt>(S, [](const Stmt *Part) {
    auto Test = sliceTest(Part);
    return Test &&
           (Test->What == SliceTest::Shapes || Test->What == SliceTest::Mask);
  });
}

/// The update of a reduction's result.
static const CompoundAssignOperator *
resultUpdate(const Stmt *S, const SliceVariables::Set &Results) {
  const auto *B = dyn_cast<CompoundAssignOperator>(S);
  const VarDecl *V = B ? variableIn(B->getLHS()) : nullptr;
  return V && Results.contains(V) && B->getType()->isRealFloatingType()
             ? B
             : nullptr;
}

static void visit(Stmt *&S, const SliceVariables::Set &Results,
                  ASTContext &Ctx) {
  if (!S)
    return;
  if (auto *Loop = dyn_cast<AttributedStmt>(S);
      Loop && annotation(*Loop, "deterministic"))
    return;
  for (Stmt *&Child : S->children())
    visit(Child, Results, Ctx);
  const CompoundAssignOperator *B = resultUpdate(S, Results);
  if (!B)
    return;
  FPOptionsOverride Options = B->getStoredFPFeaturesOrDefault();
  Options.setAllowFPReassociateOverride(true);
  S = CompoundAssignOperator::Create(
      Ctx, B->getLHS(), B->getRHS(), B->getOpcode(), B->getType(),
      B->getValueKind(), B->getObjectKind(), B->getOperatorLoc(), Options,
      B->getComputationLHSType(), B->getComputationResultType());
}

void freeOrderOfSums(FunctionDecl &F, const SliceVariables::Set &Results,
                     ASTContext &Ctx) {
  Stmt *Body = F.getBody();
  visit(Body, Results, Ctx);
}

} // namespace twofold
