// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace twofold {
namespace {

bool isThreadsOwn(const Value &V) {
  const auto *Call = dyn_cast<IntrinsicInst>(&V);
  return Call && Call->getIntrinsicID() == Intrinsic::threadlocal_address;
}

class PrivateMemory {
  const LoopInfo &Loops;
  const DominatorTree &Dominators;
  SmallVector<const Instruction *, 16> Objects; ///< addresses of private memory
  DenseMap<std::pair<const AllocaInst *, const Loop *>, bool> Writes;
  DenseMap<const Instruction *, bool> Found;

public:
  PrivateMemory(Function &F, const LoopInfo &Loops,
                const DominatorTree &Dominators)
      : Loops(Loops), Dominators(Dominators) {
    for (const Instruction &I : instructions(F))
      if (isa<AllocaInst>(I) || isThreadsOwn(I))
        Objects.push_back(&I);
  }

  bool mayAccess(const Instruction &I, const Loop &L);

private:
  bool mayPointTo(const Value *Pointer, const Loop &L);
  bool mayBe(const Value *Object, const Loop &L);
  bool mayHaveBeenStored(const Instruction &Before);
  bool mayWrite(const AllocaInst &Variable, const Loop &L);
  bool mayReach(const CallBase &Call, const Loop &L);
};

/// Whether the loop may change the variable: if not, its iterations share it.
bool PrivateMemory::mayWrite(const AllocaInst &Variable, const Loop &L) {
  auto [Known, New] = Writes.try_emplace({&Variable, &L}, true);
  if (!New)
    return Known->second;
  SmallVector<const Value *, 16> Left = {&Variable};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Left.empty()) {
    const Value *Address = Left.pop_back_val();
    if (!Seen.insert(Address).second)
      continue;
    for (const Use &U : Address->uses()) {
      const auto *User = cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst, PHINode, SelectInst, AddrSpaceCastInst>(
              User)) {
        Left.push_back(User);
        continue;
      }
      const auto *Copy = dyn_cast<AnyMemIntrinsic>(User);
      bool Plain = isa<LoadInst>(User) || User->isLifetimeStartOrEnd() ||
                   (Copy && !Copy->isVolatile()) ||
                   (isa<StoreInst>(User) &&
                    U.getOperandNo() == StoreInst::getPointerOperandIndex());
      bool Changes = isa<StoreInst>(User) || (Copy && U.getOperandNo() == 0);
      if (!Plain || (Changes && L.contains(User)))
        return true;
    }
  }
  return Writes[{&Variable, &L}] = false;
}

/// Whether a pointer that is not followed beyond this instruction may be the
/// address of private memory: one that was stored, or became a number.
bool PrivateMemory::mayHaveBeenStored(const Instruction &Before) {
  auto [Known, New] = Found.try_emplace(&Before, false);
  if (New)
    Known->second = any_of(Objects, [&](const Instruction *Object) {
      return PointerMayBeCapturedBefore(Object, /*ReturnCaptures=*/false,
                                        &Before, &Dominators,
                                        /*IncludeI=*/true, 0, &Loops);
    });
  return Known->second;
}

bool PrivateMemory::mayBe(const Value *Object, const Loop &L) {
  if (const auto *Variable = dyn_cast<AllocaInst>(Object))
    return mayWrite(*Variable, L);
  if (const auto *Global = dyn_cast<GlobalValue>(Object))
    return Global->isThreadLocal();
  const auto *I = dyn_cast<Instruction>(Object);
  if (!I)
    return false; // an argument is older than the loop
  return !isa<LoadInst, IntToPtrInst, ExtractValueInst, ExtractElementInst,
              FreezeInst>(I) ||
         mayHaveBeenStored(*I);
}

bool PrivateMemory::mayPointTo(const Value *Pointer, const Loop &L) {
  SmallVector<const Value *, 4> Found;
  getUnderlyingObjects(Pointer, Found, nullptr, /*MaxLookup=*/0);
  return any_of(Found, [&](const Value *Object) { return mayBe(Object, L); });
}

/// What is called accesses its own frame at least; intrinsics have none.
bool PrivateMemory::mayReach(const CallBase &Call, const Loop &L) {
  MemoryEffects Other = Call.getMemoryEffects()
                            .getWithoutLoc(IRMemLocation::ArgMem)
                            .getWithoutLoc(IRMemLocation::InaccessibleMem);
  if (!isa<IntrinsicInst>(Call) || !Other.doesNotAccessMemory())
    return true;
  return any_of(Call.args(), [&](const Use &Arg) {
    return Arg->getType()->isPtrOrPtrVectorTy() &&
           (!Arg->getType()->isPointerTy() || mayPointTo(Arg, L));
  });
}

bool PrivateMemory::mayAccess(const Instruction &I, const Loop &L) {
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return I.isVolatile() || mayReach(*Call, L);
  if (const Value *Pointer = getLoadStorePointerOperand(&I))
    return I.isVolatile() || I.isAtomic() || mayPointTo(Pointer, L);
  return true;
}

/// The access groups that are the loop's.
SmallPtrSet<const Metadata *, 2> groupsOf(const Loop &L) {
  SmallPtrSet<const Metadata *, 2> Groups;
  if (const MDNode *Parallel =
          findOptionMDForLoop(&L, "llvm.loop.parallel_accesses"))
    for (const MDOperand &Group : drop_begin(Parallel->operands()))
      Groups.insert(Group.get());
  return Groups;
}

/// Leaves the instruction in what other groups it is in: those of a loop
/// inside, of which the user has said something.
void leave(Instruction &I, const SmallPtrSetImpl<const Metadata *> &Groups) {
  MDNode *In = I.getMetadata(LLVMContext::MD_access_group);
  SmallVector<Metadata *, 4> Kept;
  if (In->getNumOperands() == 0) {
    if (!Groups.contains(In))
      return;
  } else {
    for (const MDOperand &Group : In->operands())
      if (!Groups.contains(Group.get()))
        Kept.push_back(Group.get());
  }
  MDNode *Rest = nullptr;
  if (Kept.size() == 1)
    Rest = cast<MDNode>(Kept.front());
  else if (!Kept.empty())
    Rest = MDNode::get(I.getContext(), Kept);
  I.setMetadata(LLVMContext::MD_access_group, Rest);
}

} // namespace

PreservedAnalyses PrivateAccessesPass::run(Function &F,
                                           FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  auto Native = Loops.getLoopsInPreorder();
  erase_if(Native, [](Loop *L) { return !isIndependent(*L) && !isSimd(*L); });
  if (Native.empty())
    return PreservedAnalyses::all();
  PrivateMemory Private(F, Loops, Analyses.getResult<DominatorTreeAnalysis>(F));
  for (Loop *L : Native) {
    auto Groups = groupsOf(*L);
    const bool All = mayInterleaveWrongly(
        *L, Loops, Analyses.getResult<ScalarEvolutionAnalysis>(F),
        Analyses.getResult<AAManager>(F), AtLink);
    for (BasicBlock *Block : L->blocks())
      for (Instruction &I : *Block)
        if (I.hasMetadata(LLVMContext::MD_access_group) &&
            (All || Private.mayAccess(I, *L)))
          leave(I, Groups);
  }
  auto Preserved = PreservedAnalyses::all();
  Preserved.abandon<LoopAccessAnalysis>();
  return Preserved;
}

} // namespace twofold
