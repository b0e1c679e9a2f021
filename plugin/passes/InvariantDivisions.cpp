// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace twofold {
namespace {

/// The quotient or remainder of what Division divides, by 1 where its own
/// divisor is one that must not be.
Value *alwaysDefined(const BinaryOperator &Division, Instruction *Before) {
  IRBuilder<> Builder(Before);
  Value *Divisor = Builder.CreateFreeze(Division.getOperand(1));
  Value *Number = Division.getOperand(0);
  Type *T = Divisor->getType();
  Value *Refused = Builder.CreateIsNull(Divisor);
  if (Division.getOpcode() == Instruction::SDiv ||
      Division.getOpcode() == Instruction::SRem) {
    Number = Builder.CreateFreeze(Number);
    Constant *Least =
        ConstantInt::get(T, APInt::getSignedMinValue(T->getScalarSizeInBits()));
    Value *Overflows = Builder.CreateAnd(
        Builder.CreateICmpEQ(Divisor, Constant::getAllOnesValue(T)),
        Builder.CreateICmpEQ(Number, Least));
    Refused = Builder.CreateOr(Refused, Overflows);
  }
  Value *Safe = Builder.CreateSelect(Refused, ConstantInt::get(T, 1), Divisor);
  return Builder.CreateBinOp(Division.getOpcode(), Number, Safe);
}

bool move(Loop &L, LoopInfo &Loops, ScalarEvolution &SE) {
  if (!L.getLoopPreheader())
    return false;
  Instruction *Before = L.getLoopPreheader()->getTerminator();
  bool Changed = false;
  LoopBlocksRPO Blocks(&L);
  Blocks.perform(&Loops);
  for (BasicBlock *Block : Blocks)
    for (Instruction &I : make_early_inc_range(*Block)) {
      auto *Division = dyn_cast<BinaryOperator>(&I);
      if (!Division || !Division->isIntDivRem() ||
          !all_of(Division->operands(), [&](Value *V) {
            return L.makeLoopInvariant(V, Changed, Before, nullptr, &SE);
          }))
        continue;
      SE.forgetValue(Division);
      Division->replaceAllUsesWith(alwaysDefined(*Division, Before));
      Division->eraseFromParent();
      Changed = true;
    }
  return Changed;
}

} // namespace

PreservedAnalyses
InvariantDivisionsPass::run(Function &F, FunctionAnalysisManager &Analyses) {
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  bool Changed = false;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost() &&
        (isIndependent(*L) || isSimd(*L) || L->isAnnotatedParallel()))
      Changed |= move(*L, Loops, SE);
  return keptBlocks(Changed);
}

} // namespace twofold
