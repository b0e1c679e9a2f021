// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceSums.cpp ------------------------------------------------------===//

#include "slice/tree/SliceSums.h"
#include "annotation/Annotations.h"
#include "ast/Nodes.h"
#include "ast/PlainVariables.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace twofold {

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
  FPOptionsOverride Options =
      B->hasStoredFPFeatures() ? B->getStoredFPFeatures() : FPOptionsOverride();
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
