// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace twofold {
namespace {

/// Instructions of a way that are looked at.
constexpr unsigned Most = 64;

bool isOurs(const Loop *L) {
  while (L && !isIndependent(*L) && !isSimd(*L))
    L = L->getParentLoop();
  return L;
}

/// The instructions at the beginning of Way that read or compute addresses,
/// each of which runs whenever Way does and reads what Way found in memory.
SmallVector<Instruction *, 16> startOf(BasicBlock &Way) {
  SmallVector<Instruction *, 16> Out;
  unsigned Seen = 0;
  for (Instruction &I : Way) {
    if (I.mayWriteToMemory() ||
        !isGuaranteedToTransferExecutionToSuccessor(&I) || ++Seen > Most)
      break;
    const auto *Load = dyn_cast<LoadInst>(&I);
    if (Load ? Load->isSimple()
             : isa<GetElementPtrInst, CastInst, BinaryOperator>(I) &&
                   isSafeToSpeculativelyExecute(&I))
      Out.push_back(&I);
  }
  return Out;
}

/// Moves in front of the branch at the end of Block what both ways read.
bool hoist(BasicBlock &Block) {
  auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
  if (!Branch || !Branch->isConditional())
    return false;
  BasicBlock *Left = Branch->getSuccessor(0), *Right = Branch->getSuccessor(1);
  if (Left == Right || !Left->getSinglePredecessor() ||
      !Right->getSinglePredecessor())
    return false;
  auto Others = startOf(*Right);
  bool Changed = false;
  for (Instruction *I : startOf(*Left)) {
    if (any_of(I->operands(), [&](const Use &Operand) {
          const auto *From = dyn_cast<Instruction>(Operand);
          return From && From->getParent() == Left;
        }))
      continue;
    const auto Same = find_if(
        Others, [&](const Instruction *J) { return I->isIdenticalTo(J); });
    if (Same == Others.end())
      continue;
    I->moveBefore(Branch->getIterator());
    combineMetadataForCSE(I, *Same, /*DoesKMove=*/true);
    I->applyMergedLocation(I->getDebugLoc(), (*Same)->getDebugLoc());
    (*Same)->replaceAllUsesWith(I);
    (*Same)->eraseFromParent();
    Others.erase(Same);
    Changed = true;
  }
  return Changed;
}

} // namespace

PreservedAnalyses CommonLoadsPass::run(Function &F,
                                       FunctionAnalysisManager &Analyses) {
  const auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  bool Changed = false;
  for (BasicBlock *Block : post_order(&F))
    if (isOurs(Loops.getLoopFor(Block)))
      Changed |= hoist(*Block);
  return keptBlocks(Changed);
}

} // namespace twofold
