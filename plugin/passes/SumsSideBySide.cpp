// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace twofold {
namespace {

/// What goes from one iteration to the next by an operation that has an order.
bool isOrderedSum(const PHINode &Phi, const Loop &L) {
  if (!Phi.getType()->isFloatingPointTy())
    return false;
  const auto *Next =
      dyn_cast<FPMathOperator>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  return Next && isa<Instruction>(Next) && !isa<PHINode>(Next) &&
         !Next->hasAllowReassoc() && L.contains(cast<Instruction>(Next));
}

} // namespace

PreservedAnalyses SumsSideBySidePass::run(Function &F,
                                          FunctionAnalysisManager &Analyses) {
  bool Changed = false;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->isInnermost() || !L->getLoopLatch() ||
        !F.getName().contains("twofold_native_") ||
        getOptionalIntLoopAttribute(L, "llvm.loop.vectorize.width") != 1)
      continue;
    SmallVector<PHINode *, 8> Sums;
    for (PHINode &Phi : L->getHeader()->phis())
      if (isOrderedSum(Phi, *L))
        Sums.push_back(&Phi);
    constexpr size_t Fewest = 4; // side by side
    if (Sums.size() < Fewest)
      continue;
    for (PHINode *Phi : Sums) {
      auto *Next =
          cast<Instruction>(Phi->getIncomingValueForBlock(L->getLoopLatch()));
      IRBuilder<> Build(Next->getParent(), std::next(Next->getIterator()));
      auto *Fence =
          cast<Instruction>(Build.CreateArithmeticFence(Next, Next->getType()));
      Next->replaceUsesWithIf(
          Fence, [&](const Use &U) { return U.getUser() != Fence; });
    }
    Changed = true;
  }
  return keptBlocks(Changed);
}

} // namespace twofold
