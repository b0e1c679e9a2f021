// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceSums.cpp ------------------------------------------------------===//

#include "slice/tree/SliceSums.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace twofold {

static bool isDeterministic(const AttributedStmt &S) {
  return llvm::any_of(S.getAttrs(), [](const Attr *A) {
    const auto *Annotation = dyn_cast<AnnotateAttr>(A);
    return Annotation && Annotation->getAnnotation() == "twofold.deterministic";
  });
}

/// The update of a reduction's result.
static const CompoundAssignOperator *resultUpdate(const Stmt *S) {
  const auto *B = dyn_cast<CompoundAssignOperator>(S);
  const auto *Ref = B ? dyn_cast<DeclRefExpr>(B->getLHS()) : nullptr;
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->getIdentifier() &&
                 V->getName().starts_with("__twofold_result_") &&
                 B->getType()->isRealFloatingType()
             ? B
             : nullptr;
}

static void visit(Stmt *&S, ASTContext &Ctx) {
  if (!S)
    return;
  if (auto *Loop = dyn_cast<AttributedStmt>(S); Loop && isDeterministic(*Loop))
    return;
  for (Stmt *&Child : S->children())
    visit(Child, Ctx);
  const CompoundAssignOperator *B = resultUpdate(S);
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

void freeOrderOfSums(FunctionDecl &F, ASTContext &Ctx) {
  Stmt *Body = F.getBody();
  visit(Body, Ctx);
}

} // namespace twofold
