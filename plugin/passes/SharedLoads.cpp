// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace twofold {
namespace {

class SharedLoads {
  Loop &Inner;
  ScalarEvolution &SE;
  AAResults &Aliases;
  SmallVector<const StoreInst *, 4> Stores;

  bool collectStores();
  bool isAtLeast(const SCEV *Distance, uint64_t Bytes);
  bool isApart(const StoreInst &Store, const LoadInst &Load);

public:
  SharedLoads(Loop &Inner, ScalarEvolution &SE, AAResults &Aliases)
      : Inner(Inner), SE(SE), Aliases(Aliases) {}

  /// Moves what can be moved.
  void move();
};

/// False: memory may be written by something else.
bool SharedLoads::collectStores() {
  for (BasicBlock *Block : Inner.blocks())
    for (Instruction &I : *Block) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (Store && Store->isSimple())
        Stores.push_back(Store);
      else if (I.mayWriteToMemory() ||
               !isGuaranteedToTransferExecutionToSuccessor(&I))
        return false;
    }
  return true;
}

bool SharedLoads::isAtLeast(const SCEV *Distance, uint64_t Bytes) {
  const SCEV *Least = SE.getConstant(Distance->getType(), Bytes);
  Distance = SE.applyLoopGuards(Distance, &Inner);
  return SE.isKnownPredicate(ICmpInst::ICMP_SGE, Distance, Least) ||
         SE.isLoopEntryGuardedByCond(&Inner, ICmpInst::ICMP_SGE, Distance,
                                     Least);
}

/// Stores go from one end of what they fill to the other, in steps that cannot
/// leave out what no program has, such as the second half of all addresses: so
/// they do not come back.
bool SharedLoads::isApart(const StoreInst &Store, const LoadInst &Load) {
  if (Aliases.isNoAlias(MemoryLocation::get(&Store),
                        MemoryLocation::get(&Load)))
    return true;
  const DataLayout &Layout = Load.getDataLayout();
  const TypeSize Stored =
      Layout.getTypeStoreSize(Store.getValueOperand()->getType());
  const TypeSize Loaded = Layout.getTypeStoreSize(Load.getType());
  if (Stored.isScalable() || Loaded.isScalable())
    return false;
  const SCEV *Place = SE.getSCEV(const_cast<Value *>(Load.getPointerOperand()));
  const SCEV *First =
      SE.getSCEV(const_cast<Value *>(Store.getPointerOperand()));
  const SCEV *Last = First;
  if (!SE.isLoopInvariant(First, &Inner)) {
    const auto *At = dyn_cast<SCEVAddRecExpr>(First);
    if (!At || At->getLoop() != &Inner || !At->isAffine())
      return false;
    const auto *Step = dyn_cast<SCEVConstant>(At->getStepRecurrence(SE));
    if (!Step || Step->getAPInt().getSignificantBits() > 32)
      return false;
    const SCEV *Trips = SE.getBackedgeTakenCount(&Inner);
    First = At->getStart();
    Last = isa<SCEVCouldNotCompute>(Trips)
               ? nullptr
               : At->evaluateAtIteration(
                     SE.getNoopOrZeroExtend(Trips, Step->getType()), SE);
    if (Step->getAPInt().isNegative())
      std::swap(First, Last);
  }
  auto isBehind = [&](const SCEV *High, const SCEV *Low, TypeSize Bytes) {
    const SCEV *Distance =
        High && Low ? SE.getMinusSCEV(High, Low) : SE.getCouldNotCompute();
    return !isa<SCEVCouldNotCompute>(Distance) && isAtLeast(Distance, Bytes);
  };
  return isBehind(First, Place, Loaded) || isBehind(Place, Last, Stored);
}

void SharedLoads::move() {
  BasicBlock *Before = Inner.getLoopPreheader();
  if (!Before || !collectStores() || Stores.empty())
    return;
  SmallVector<LoadInst *, 4> Moved;
  for (Instruction &I : *Inner.getHeader())
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && Load->isSimple() &&
        Inner.isLoopInvariant(Load->getPointerOperand()) &&
        all_of(Stores,
               [&](const StoreInst *Store) { return isApart(*Store, *Load); }))
      Moved.push_back(Load);
  for (LoadInst *Load : Moved) {
    Load->moveBefore(Before->getTerminator()->getIterator());
    SE.forgetValue(Load);
  }
}

} // namespace

PreservedAnalyses SharedLoadsPass::run(Function &F,
                                       FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  const auto Inner = roundsIn(Loops);
  if (Inner.empty())
    return PreservedAnalyses::all();
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  auto &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
  auto &Assumptions = Analyses.getResult<AssumptionAnalysis>(F);
  auto &Aliases = Analyses.getResult<AAManager>(F);
  for (Loop *L : Inner) {
    simplifyLoop(L, &Dominators, &Loops, &SE, &Assumptions, nullptr, false);
    SharedLoads(*L, SE, Aliases).move();
  }
  return PreservedAnalyses::none();
}

} // namespace twofold
