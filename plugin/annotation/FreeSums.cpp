// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/FreeSums.h"
#include "annotation/Annotations.h"
#include "model/ReductionForms.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

class Sums {
  ASTContext &Ctx;
  llvm::SmallPtrSet<const Stmt *, 4> Found; ///< operators that add or multiply

  void collect(const Stmt *Loop);
  void free(Stmt *&Slot);

public:
  explicit Sums(ASTContext &Ctx) : Ctx(Ctx) {}
  void visit(Stmt *&Slot);
};

/// Of variables that rounds of the loop have in common, and do nothing else to.
void Sums::collect(const Stmt *Loop) {
  const BodyUses Uses = collectUses(Loop);
  for (const auto &[D, Forms] : collectForms(Loop, Uses, Ctx)) {
    if (!D->getType()->isRealFloatingType() || Forms.Strange ||
        Forms.Updates.empty() || Uses.DeclaredInside.contains(D) ||
        strayReference(Forms, Uses.of(D)) || mixedUpdate(Forms))
      continue;
    for (const ReductionUpdate &U : Forms.Updates) {
      const auto *B = dyn_cast<BinaryOperator>(U.Where);
      if (B && B->getOpcode() == BO_Assign)
        B = dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
      if (B && (U.Op == ReductionOp::Add || U.Op == ReductionOp::Mul))
        Found.insert(B);
    }
  }
}

void Sums::free(Stmt *&Slot) {
  if (!Slot)
    return;
  for (Stmt *&Child : Slot->children())
    free(Child);
  if (!Found.contains(Slot))
    return;
  auto *B = cast<BinaryOperator>(Slot);
  FPOptionsOverride Options = B->getStoredFPFeaturesOrDefault();
  Options.setAllowFPReassociateOverride(true);
  if (const auto *C = dyn_cast<CompoundAssignOperator>(B))
    Slot = CompoundAssignOperator::Create(
        Ctx, C->getLHS(), C->getRHS(), C->getOpcode(), C->getType(),
        C->getValueKind(), C->getObjectKind(), C->getOperatorLoc(), Options,
        C->getComputationLHSType(), C->getComputationResultType());
  else
    Slot = BinaryOperator::Create(
        Ctx, B->getLHS(), B->getRHS(), B->getOpcode(), B->getType(),
        B->getValueKind(), B->getObjectKind(), B->getOperatorLoc(), Options);
}

void Sums::visit(Stmt *&Slot) {
  if (!Slot)
    return;
  for (Stmt *&Child : Slot->children())
    visit(Child);
  const auto *A = dyn_cast<AttributedStmt>(Slot);
  if (!A || !hasFreeOrder(*A))
    return;
  Found.clear();
  collect(A->getSubStmt());
  if (!Found.empty())
    free(Slot);
}

} // namespace

bool hasFreeOrder(const AttributedStmt &S) {
  return (isParallelLoop(S) || annotation(S, "reordered")) &&
         !annotation(S, "deterministic");
}

void freeInnerSums(AttributedStmt &Loop, ASTContext &Ctx) {
  if (annotation(Loop, "deterministic"))
    return;
  for (Stmt *&Child : Loop.getSubStmt()->children())
    Sums(Ctx).visit(Child);
}

} // namespace twofold
