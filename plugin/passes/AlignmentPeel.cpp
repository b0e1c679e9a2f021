// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopParts.h"
#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace twofold {
namespace {

/// Bytes that a loop has to store, by those of a vector; less does not repay
/// the second start, and the longer the vectors, the more of them lie askew.
constexpr uint64_t leastBytes(uint64_t Vector) { return (1 << 17) / Vector; }

constexpr size_t MostStarts = 8; ///< that are looked at

/// A loop that is split, and values in front of it.
struct Split {
  Loop *L;
  BasicBlock *Entry;    ///< before the block that finds where
  Value *Last, *Second; ///< numbers of iterations, i64
  Value *Pays;          ///< whether there are to be two parts
  uint64_t Size;        ///< bytes of an element
  /// The header's phis, and their values where the second part starts.
  SmallVector<std::pair<PHINode *, Value *>, 4> Resumed;
};

/// What the loop reads and writes side by side, elements of one size.
struct Accesses {
  const SCEV *Store = nullptr; ///< where the first store starts
  uint64_t Size = 0;           ///< of its elements
  SmallSetVector<const SCEV *, 8> Starts;
};

/// Where an access of neighbours starts; null: it is none.
const SCEV *startOf(const SCEV *Place, uint64_t Size, Loop &L,
                    ScalarEvolution &SE) {
  const auto *At = dyn_cast<SCEVAddRecExpr>(Place);
  if (!At || At->getLoop() != &L || !At->isAffine() || !isPowerOf2_64(Size) ||
      Size > 8)
    return nullptr;
  const auto *Step = dyn_cast<SCEVConstant>(At->getStepRecurrence(SE));
  return Step && Step->getAPInt() == Size ? At->getStart() : nullptr;
}

/// False: this is not for vectors.
bool collect(Accesses &All, Loop &L, ScalarEvolution &SE) {
  SmallVector<std::pair<const SCEV *, uint64_t>, 8> Found;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      if (!mayBeVector(I))
        return false;
      Value *Place = getLoadStorePointerOperand(&I);
      if (!Place)
        continue;
      TypeSize Size = I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
      if (I.isVolatile() || I.isAtomic() || Size.isScalable())
        return false;
      const SCEV *Start = startOf(SE.getSCEV(Place), Size, L, SE);
      if (!Start)
        continue;
      Found.push_back({Start, Size});
      if (isa<StoreInst>(I) && !All.Store) {
        All.Store = Start;
        All.Size = Size;
      }
    }
  for (auto [Start, Size] : Found)
    if (Size == All.Size)
      All.Starts.insert(Start);
  return All.Store && All.Starts.size() <= MostStarts;
}

/// Writes what the split depends on in front of the loop.
std::optional<Split> plan(Loop &L, uint64_t Vector, ScalarEvolution &SE,
                          DominatorTree &Dominators, LoopInfo &Loops) {
  if (L.getParentLoop() || !hasParts(L))
    return std::nullopt;
  const SCEV *Last = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Last) || isa<SCEVConstant>(Last) ||
      SE.getTypeSizeInBits(Last->getType()) > 64 || !countsAlone(L, SE))
    return std::nullopt;
  Split S{&L, L.getLoopPreheader(), nullptr, nullptr, nullptr, 0, {}};
  Accesses All;
  SCEVExpander Expander(SE, "aligned");
  Instruction *End = S.Entry->getTerminator();
  if (!collect(All, L, SE) || !Expander.isSafeToExpandAt(Last, End) ||
      any_of(All.Starts, [&](const SCEV *Start) {
        return !Expander.isSafeToExpandAt(Start, End);
      }))
    return std::nullopt;
  S.Size = All.Size;

  IRBuilder<> Build(
      SplitBlock(S.Entry, End, &Dominators, &Loops)->getTerminator());
  Instruction *Find = &*Build.GetInsertPoint();
  End = S.Entry->getTerminator();
  Type *I64 = Build.getInt64Ty();
  S.Last = Expander.expandCodeFor(SE.getNoopOrZeroExtend(Last, I64), I64, End);
  const auto address = [&](const SCEV *Start) {
    return Build.CreatePtrToInt(
        Expander.expandCodeFor(Start, Start->getType(), Find), I64);
  };
  const auto aligned = [&](Value *Distance) {
    return Build.CreateICmpEQ(Build.CreateAnd(Distance, Vector - 1),
                              Build.getInt64(0));
  };
  Value *Stored = address(All.Store);
  S.Second = Build.CreateLShr(
      Build.CreateAnd(Build.CreateNeg(Stored), Vector - 1), Log2_64(S.Size));
  // Only where more is aligned then than without.
  Value *Gain = Build.getInt64(0);
  for (const SCEV *Start : All.Starts) {
    Value *At = address(Start);
    Value *Then = aligned(Build.CreateSub(At, Stored)), *Now = aligned(At);
    Gain = Build.CreateAdd(Gain, Build.CreateZExt(Then, I64));
    Gain = Build.CreateSub(Gain, Build.CreateZExt(Now, I64));
  }
  // Elements of packed structs may lie less than one before such an address.
  S.Pays = Build.CreateAnd(Build.CreateICmpSGT(Gain, Build.getInt64(0)),
                           Build.CreateICmpNE(S.Second, Build.getInt64(0)));
  // No value of the loop's own is used behind it: the vectoriser would not
  // make a second loop of shorter vectors for the iterations that are left.
  for (PHINode &Phi : L.getHeader()->phis()) {
    const auto *Number = cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    const SCEV *Resumed =
        Number->evaluateAtIteration(SE.getUnknown(S.Second), SE);
    S.Resumed.push_back(
        {&Phi, Expander.expandCodeFor(Resumed, Phi.getType(), Find)});
  }
  return S;
}

/// A loop around the loop: it runs iterations 0 to Second - 1, and the others.
void perform(const Split &S, uint64_t Vector) {
  BasicBlock *Header = S.L->getHeader(), *Exit = S.L->getExitBlock(),
             *Find = S.L->getLoopPreheader();
  LLVMContext &Context = Header->getContext();
  IRBuilder<> Build(Context);
  const auto number = [&](uint64_t N) { return Build.getInt64(N); };
  BasicBlock *Start =
      BasicBlock::Create(Context, "aligned.part", Header->getParent(), Header);
  BasicBlock *Done =
      BasicBlock::Create(Context, "aligned.done", Header->getParent(), Exit);

  Instruction *End = S.Entry->getTerminator();
  Build.SetInsertPoint(End);
  Build.CreateCondBr(
      Build.CreateICmpUGE(S.Last, number(leastBytes(Vector) / S.Size - 1)),
      Find, Start);
  End->eraseFromParent();
  Build.SetInsertPoint(Find->getTerminator());
  Value *FirstLast =
      Build.CreateSelect(S.Pays, Build.CreateSub(S.Second, number(1)), S.Last);
  Find->getTerminator()->setSuccessor(0, Start);

  // As a part starts: from the entry, for the first and for the second time.
  Build.SetInsertPoint(Start);
  const auto begin = [&](Value *Once, Value *First, Value *Second) {
    PHINode *Phi = Build.CreatePHI(Once->getType(), 3);
    Phi->addIncoming(Once, S.Entry);
    Phi->addIncoming(First, Find);
    Phi->addIncoming(Second, Done);
    return Phi;
  };
  const auto known = [&](Value *Found) {
    PHINode *Phi = begin(PoisonValue::get(Found->getType()), Found, Found);
    Phi->setIncomingValueForBlock(Done, Phi);
    return Phi;
  };
  PHINode *Bound = begin(S.Last, FirstLast, S.Last);
  PHINode *From = begin(number(0), number(0), known(S.Second));
  for (auto [Phi, Value] : S.Resumed) {
    int Old = Phi->getBasicBlockIndex(Find);
    llvm::Value *Init = Phi->getIncomingValue(Old);
    Phi->setIncomingValue(Old, begin(Init, Init, known(Value)));
    Phi->setIncomingBlock(Old, Start);
  }
  Build.CreateBr(Header);

  Build.SetInsertPoint(Done);
  Build.CreateCondBr(Build.CreateICmpEQ(Bound, S.Last), Exit, Start);
  countParts(*S.L, *Start, *Done, *From, *Bound);
}

/// Has arrays of the function's own begin at whole vectors. Short ones are left
/// where they are: the function would have to align its frame for them.
void alignArrays(Function &F, uint64_t Vector) {
  for (Instruction &I : F.getEntryBlock()) {
    auto *Array = dyn_cast<AllocaInst>(&I);
    if (!Array || !Array->isStaticAlloca() ||
        !Array->getAllocatedType()->isArrayTy())
      continue;
    if (F.getDataLayout().getTypeAllocSize(Array->getAllocatedType()) >=
        4 * Vector)
      Array->setAlignment(std::max(Array->getAlign(), Align(Vector)));
  }
}

} // namespace

PreservedAnalyses AlignedStoresPass::run(Function &F,
                                         FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  auto Native = Loops.getLoopsInPreorder();
  erase_if(Native, [](Loop *L) { return !isIndependent(*L); });
  if (Native.empty())
    return PreservedAnalyses::all();
  auto &Target = Analyses.getResult<TargetIRAnalysis>(F);
  constexpr uint64_t Usual = 16, CacheLine = 64;
  uint64_t Vector = std::min<uint64_t>(
      Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
              .getFixedValue() /
          8,
      CacheLine);
  if (Vector <= Usual || !isPowerOf2_64(Vector))
    return PreservedAnalyses::all();
  alignArrays(F, Vector);
  auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  auto &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
  auto &Assumptions = Analyses.getResult<AssumptionAnalysis>(F);
  SmallVector<Split, 4> Splits;
  for (Loop *L : Native) {
    simplifyLoop(L, &Dominators, &Loops, &SE, &Assumptions, nullptr, false);
    formLCSSA(*L, Dominators, &Loops, &SE);
    if (auto S = plan(*L, Vector, SE, Dominators, Loops))
      Splits.push_back(std::move(*S));
  }
  for (const Split &S : Splits)
    perform(S, Vector);
  return PreservedAnalyses::none();
}

} // namespace twofold
