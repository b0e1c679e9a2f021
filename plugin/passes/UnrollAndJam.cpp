// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace twofold {
namespace {

constexpr unsigned Together = 4;
constexpr size_t MostInstructions = 24; // of the inner loop

bool isNumber(PHINode &Phi, ScalarEvolution &SE) {
  return SE.isSCEVable(Phi.getType()) && isa<SCEVAddRecExpr>(SE.getSCEV(&Phi));
}

bool leavesAtItsEnd(Loop &L) {
  return L.isLoopSimplifyForm() && L.getExitBlock() &&
         L.getExitingBlock() == L.getLoopLatch() &&
         isa<BranchInst>(L.getLoopLatch()->getTerminator());
}

/// Reads elements that lie side by side, or one.
bool readsNeighbours(LoadInst &Load, Loop &Inner, ScalarEvolution &SE) {
  const SCEV *At = SE.getSCEV(Load.getPointerOperand());
  if (!Load.isSimple() || SE.isLoopInvariant(At, &Inner))
    return Load.isSimple();
  const auto *Moves = dyn_cast<SCEVAddRecExpr>(At);
  if (!Moves || Moves->getLoop() != &Inner || !Moves->isAffine())
    return false;
  const auto *Step = dyn_cast<SCEVConstant>(Moves->getStepRecurrence(SE));
  TypeSize Size = Load.getDataLayout().getTypeStoreSize(Load.getType());
  return Step && !Size.isScalable() &&
         Step->getAPInt().abs() == Size.getFixedValue();
}

/// In a fixed order vectors of such sums, or of the elements that they are of,
/// take longer than one sum after another.
bool hasAnyOrder(const Value &Next) {
  const auto *Sum = dyn_cast<FPMathOperator>(&Next);
  return Sum ? Sum->hasAllowReassoc() : Next.getType()->isIntegerTy();
}

/// Nothing but loads of neighbours, arithmetic and at least one sum.
bool isSum(Loop &Inner, ScalarEvolution &SE) {
  BasicBlock *Body = Inner.getHeader();
  if (Inner.getNumBlocks() != 1 || Body->size() > MostInstructions)
    return false;
  bool Carries = false;
  for (Instruction &I : *Body) {
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      if (!readsNeighbours(*Load, Inner, SE))
        return false;
    } else if (auto *Phi = dyn_cast<PHINode>(&I)) {
      if (isNumber(*Phi, SE))
        continue;
      if (!hasAnyOrder(*Phi->getIncomingValueForBlock(Body)))
        return false;
      Carries = true;
    } else if (I.mayReadOrWriteMemory() || I.mayHaveSideEffects()) {
      return false;
    }
  }
  return Carries;
}

/// The loop's own number alone goes from one iteration to the next, and no
/// value out of it.
bool carriesNumbersAlone(Loop &L, ScalarEvolution &SE) {
  BasicBlock *Latch = L.getLoopLatch();
  for (PHINode &Phi : L.getHeader()->phis()) {
    auto *Next = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(Latch));
    if (!isNumber(Phi, SE) || !Next || Next->getParent() != Latch ||
        !is_contained(Next->operands(), &Phi) ||
        !all_of(Next->operands(), [&](Value *Operand) {
          return Operand == &Phi || L.isLoopInvariant(Operand);
        }))
      return false;
  }
  return L.getExitBlock()->phis().empty();
}

/// One block, the inner loop, one block, and no memory that an iteration uses
/// after another.
bool canBeJammed(Loop &L, ScalarEvolution &SE) {
  if (L.getSubLoops().size() != 1 || !leavesAtItsEnd(L) ||
      !L.isAnnotatedParallel())
    return false;
  Loop &Inner = *L.getSubLoops().front();
  if (!Inner.isInnermost() || !leavesAtItsEnd(Inner) ||
      Inner.getLoopPreheader() != L.getHeader() ||
      Inner.getExitBlock() != L.getLoopLatch() || !isSum(Inner, SE) ||
      !carriesNumbersAlone(L, SE))
    return false;
  const SCEV *Trips = SE.getBackedgeTakenCount(&Inner);
  if (isa<SCEVCouldNotCompute>(Trips) || !SE.isLoopInvariant(Trips, &L))
    return false;
  for (BasicBlock *Block : {L.getHeader(), L.getLoopLatch()})
    for (Instruction &I : *Block) {
      auto *Store = dyn_cast<StoreInst>(&I);
      auto *Load = dyn_cast<LoadInst>(&I);
      if (Store || Load ? !(Store ? Store->isSimple() : Load->isSimple())
                        : I.mayReadOrWriteMemory() || I.mayHaveSideEffects())
        return false;
    }
  return true;
}

} // namespace

PreservedAnalyses JammedRowsPass::run(Function &F,
                                      FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  auto Native = Loops.getLoopsInPreorder();
  erase_if(Native, [](Loop *L) {
    // Sums whose order is free are made in lanes.
    return !isIndependent(*L) || L->getSubLoops().size() != 1 ||
           isSimd(*L->getSubLoops().front()) ||
           getBooleanLoopAttribute(L, "llvm.loop.unroll_and_jam.disable");
  });
  if (Native.empty())
    return PreservedAnalyses::all();
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  auto &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
  auto &Assumptions = Analyses.getResult<AssumptionAnalysis>(F);
  auto &Target = Analyses.getResult<TargetIRAnalysis>(F);
  auto &Remarks = Analyses.getResult<OptimizationRemarkEmitterAnalysis>(F);
  bool Changed = false;
  for (Loop *L : Native) {
    Changed |=
        simplifyLoop(L, &Dominators, &Loops, &SE, &Assumptions, nullptr, false);
    Changed |= formLCSSARecursively(*L, Dominators, &Loops, &SE);
    if (!canBeJammed(*L, SE))
      continue;
    Changed = true;
    UnrollAndJamLoop(L, Together, 0, 1, false, &Loops, &SE, &Dominators,
                     &Assumptions, &Target, &Remarks);
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace twofold
