// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopParts.h"
#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace twofold {
namespace {

/// A loop whose iteration Pivot stores what all of them read.
struct PivotLoop {
  Loop *L;
  Value *Last, *Pivot; ///< numbers of iterations, i64, in front of the loop
  SmallVector<LoadInst *, 2> Loads;
  struct Number {
    PHINode *Phi; ///< of the header
    Value *First, *Step;
  };
  SmallVector<Number, 4> Numbers;
};

class PivotSearch {
  Loop &L;
  ScalarEvolution &SE;
  AAResults &Aliases;
  const SCEV *Pivot = nullptr; ///< bytes from the first element stored
  uint64_t Size = 0;           ///< of an element
  SmallVector<StoreInst *, 4> Stores;
  SmallVector<LoadInst *, 2> Loads;
  SmallSetVector<LoadInst *, 2> Moved;

  bool collect();
  bool look(LoadInst &Load);
  const SCEV *distance(const StoreInst &Store, const LoadInst &Load);

public:
  PivotSearch(Loop &L, ScalarEvolution &SE, AAResults &Aliases)
      : L(L), SE(SE), Aliases(Aliases) {}
  std::optional<PivotLoop> find();
};

/// What is read of one place ahead of all stores of an iteration. False: this
/// is not for vectors, or memory may be written by something else.
bool PivotSearch::collect() {
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (Store && Store->isSimple())
        Stores.push_back(Store);
      else if (I.mayWriteToMemory() || !mayBeVector(I) ||
               !isGuaranteedToTransferExecutionToSuccessor(&I))
        return false;
    }
  for (Instruction &I : *L.getHeader()) {
    if (isa<StoreInst>(I))
      break;
    auto *Load = dyn_cast<LoadInst>(&I);
    if (Load && Load->isSimple() &&
        L.isLoopInvariant(Load->getPointerOperand()))
      Loads.push_back(Load);
  }
  return !Loads.empty() && !Stores.empty();
}

/// From what the first iteration stores to what all read, in bytes; null: no
/// iteration stores just that, or nobody knows which.
const SCEV *PivotSearch::distance(const StoreInst &Store,
                                  const LoadInst &Load) {
  const DataLayout &Layout = Load.getDataLayout();
  const TypeSize Size =
      Layout.getTypeStoreSize(Store.getValueOperand()->getType());
  if (Size.isScalable() || Size != Layout.getTypeStoreSize(Load.getType()) ||
      !isPowerOf2_64(Size) || Size > 8)
    return nullptr;
  const auto *At = dyn_cast<SCEVAddRecExpr>(
      SE.getSCEV(const_cast<Value *>(Store.getPointerOperand())));
  if (!At || At->getLoop() != &L || !At->isAffine())
    return nullptr;
  const auto *Step = dyn_cast<SCEVConstant>(At->getStepRecurrence(SE));
  const SCEV *Bytes =
      SE.getMinusSCEV(SE.getSCEV(const_cast<Value *>(Load.getPointerOperand())),
                      At->getStart());
  if (!Step || Step->getAPInt() != Size.getFixedValue() ||
      isa<SCEVCouldNotCompute>(Bytes) ||
      SE.getTypeSizeInBits(Bytes->getType()) != 64 ||
      SE.getMinTrailingZeros(Bytes) < Log2_64(Size))
    return nullptr;
  return Bytes;
}

/// False: the vectoriser would find that a store meets what all read, in
/// another round than the pivot. What it cannot compare by numbers it compares
/// when the loop begins.
bool PivotSearch::look(LoadInst &Load) {
  const SCEV *Place = SE.getSCEV(Load.getPointerOperand());
  bool Meets = false;
  for (const StoreInst *Store : Stores) {
    const SCEV *Stored =
        SE.getSCEV(const_cast<Value *>(Store->getPointerOperand()));
    if (Aliases.isNoAlias(MemoryLocation::get(Store),
                          MemoryLocation::get(&Load)))
      continue;
    if (SE.getPointerBase(Place) != SE.getPointerBase(Stored)) {
      Meets = true;
      continue;
    }
    const SCEV *Here = distance(*Store, Load);
    const uint64_t Bytes =
        Load.getDataLayout().getTypeStoreSize(Load.getType());
    if (!Here || (Pivot && (Pivot != Here || Size != Bytes)))
      return false;
    Pivot = Here;
    Size = Bytes;
    Moved.insert(&Load);
  }
  return !Meets || !Moved.contains(&Load);
}

std::optional<PivotLoop> PivotSearch::find() {
  const SCEV *Last = SE.getBackedgeTakenCount(&L);
  if (!hasParts(L) || isa<SCEVCouldNotCompute>(Last) ||
      isa<SCEVConstant>(Last) || SE.getTypeSizeInBits(Last->getType()) > 64 ||
      !countsAlone(L, SE) || !collect())
    return std::nullopt;
  PivotLoop Found{&L, nullptr, nullptr, {}, {}};
  if (!all_of(Loads, [&](LoadInst *Load) { return look(*Load); }))
    return std::nullopt;
  append_range(Found.Loads, Moved);
  SCEVExpander Expander(SE, "pivot");
  Instruction *End = L.getLoopPreheader()->getTerminator();
  if (Found.Loads.empty() || !Expander.isSafeToExpandAt(Last, End) ||
      !Expander.isSafeToExpandAt(Pivot, End))
    return std::nullopt;
  IRBuilder<> Build(End);
  Type *I64 = Build.getInt64Ty();
  Found.Last =
      Expander.expandCodeFor(SE.getNoopOrZeroExtend(Last, I64), I64, End);
  for (PHINode &Phi : L.getHeader()->phis()) {
    const auto *Number = cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    const SCEV *Step = Number->getStepRecurrence(SE);
    if (!Number->isAffine() || !Expander.isSafeToExpandAt(Step, End))
      return std::nullopt;
    Found.Numbers.push_back(
        {&Phi, Phi.getIncomingValueForBlock(L.getLoopPreheader()),
         Expander.expandCodeFor(Step, Step->getType(), End)});
  }
  // What lies before the first one has a number that no iteration has.
  Found.Pivot =
      Build.CreateLShr(Expander.expandCodeFor(Pivot, I64, End), Log2_64(Size));
  return Found;
}

/// Of the list of all messages, which passes print by LLVM.
StringRef messageNamed(StringRef Wanted) {
#define TWOFOLD_ANALYSIS(Name, Text)                                           \
  if (Wanted == #Name)                                                         \
    return Text;
#include "report/Diagnostics.def"
  return {};
}

/// A loop around the loop: it runs the iterations before the pivot, the pivot,
/// and those behind it, and reads the element at the beginning of each part.
void perform(const PivotLoop &Found) {
  BasicBlock *Header = Found.L->getHeader(), *Exit = Found.L->getExitBlock(),
             *Before = Found.L->getLoopPreheader();
  LLVMContext &Context = Header->getContext();
  BasicBlock *Start =
      BasicBlock::Create(Context, "pivot.part", Header->getParent(), Header);
  BasicBlock *Done =
      BasicBlock::Create(Context, "pivot.done", Header->getParent(), Exit);
  IRBuilder<> Build(Start);
  PHINode *From = Build.CreatePHI(Build.getInt64Ty(), 2);
  From->addIncoming(Build.getInt64(0), Before);
  Value *Ahead = Build.CreateBinaryIntrinsic(
      Intrinsic::umin, Build.CreateSub(Found.Pivot, Build.getInt64(1)),
      Found.Last);
  Value *Bound = Build.CreateSelect(
      Build.CreateICmpULT(From, Found.Pivot), Ahead,
      Build.CreateSelect(Build.CreateICmpEQ(From, Found.Pivot), Found.Pivot,
                         Found.Last));
  Instruction *End = Build.CreateBr(Header);
  Before->getTerminator()->setSuccessor(0, Start);
  Build.SetInsertPoint(End);
  for (const auto &[Phi, First, Step] : Found.Numbers) {
    Value *By =
        Build.CreateMul(Build.CreateZExtOrTrunc(From, Step->getType()), Step);
    Phi->setIncomingValueForBlock(Before, First->getType()->isPointerTy()
                                              ? Build.CreatePtrAdd(First, By)
                                              : Build.CreateAdd(First, By));
    Phi->replaceIncomingBlockWith(Before, Start);
  }
  for (LoadInst *Load : Found.Loads)
    Load->moveBefore(End->getIterator());
  Build.SetInsertPoint(Done);
  From->addIncoming(Build.CreateAdd(Bound, Build.getInt64(1)), Done);
  Build.CreateCondBr(Build.CreateICmpEQ(Bound, Found.Last), Exit, Start);
  countParts(*Found.L, *Start, *Done, *From, *Bound);
}

} // namespace

PreservedAnalyses PivotLoadsPass::run(Function &F,
                                      FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  const auto Inner = roundsIn(Loops);
  if (Inner.empty())
    return PreservedAnalyses::all();
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  auto &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
  auto &Assumptions = Analyses.getResult<AssumptionAnalysis>(F);
  auto &Aliases = Analyses.getResult<AAManager>(F);
  SmallVector<PivotLoop, 2> All;
  for (Loop *L : Inner) {
    simplifyLoop(L, &Dominators, &Loops, &SE, &Assumptions, nullptr, false);
    formLCSSA(*L, Dominators, &Loops, &SE);
    if (auto Found = PivotSearch(*L, SE, Aliases).find())
      All.push_back(std::move(*Found));
  }
  auto &Remarks = Analyses.getResult<OptimizationRemarkEmitterAnalysis>(F);
  for (const PivotLoop &Found : All) {
    // Under the plugin's name, beside what it says of other orders.
    Remarks.emit([&] {
      return OptimizationRemarkAnalysis("twofold", "NestPivot",
                                        Found.L->getStartLoc(),
                                        Found.L->getHeader())
             << messageNamed("NestPivot");
    });
    perform(Found);
  }
  return PreservedAnalyses::none();
}

} // namespace twofold
