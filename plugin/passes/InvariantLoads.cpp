// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace twofold {
namespace {

/// Whether each iteration of L stores to places of its own alone.
bool storesApart(const Loop &L, ScalarEvolution &SE) {
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store && I.mayWriteToMemory())
        return false;
      if (!Store)
        continue;
      const auto *At =
          dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Store->getPointerOperand()));
      if (!Store->isSimple() || !At || At->getLoop() != &L)
        return false;
    }
  return true;
}

bool move(Loop &L, ScalarEvolution &SE) {
  BasicBlock *Before = L.getLoopPreheader();
  if (!Before || !L.isAnnotatedParallel() || !storesApart(L, SE))
    return false;
  SmallVector<LoadInst *, 16> Moved;
  for (Instruction &I : *L.getHeader()) {
    if (!isGuaranteedToTransferExecutionToSuccessor(&I))
      break;
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && Load->isSimple() &&
        L.isLoopInvariant(Load->getPointerOperand()))
      Moved.push_back(Load);
  }
  for (LoadInst *Load : Moved) {
    Load->moveBefore(Before->getTerminator()->getIterator());
    SE.forgetValue(Load);
  }
  return !Moved.empty();
}

} // namespace

PreservedAnalyses InvariantLoadsPass::run(Function &F,
                                          FunctionAnalysisManager &Analyses) {
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  bool Changed = false;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost() && isIndependent(*L))
      Changed |= move(*L, SE);
  return keptBlocks(Changed);
}

} // namespace twofold
