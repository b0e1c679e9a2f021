// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopParts.h"
#include "passes/LoopPasses.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace twofold {
namespace {

constexpr StringLiteral Preferred = "prefer-vector-width";
constexpr StringLiteral Wide = "512";
constexpr StringLiteral SideBySide = "llvm.loop.interleave.count";

/// Processors for which LLVM prefers vectors of 256 bits, and which those of
/// 512 do not slow down, neither in the loop nor behind it.
bool isFastWide(StringRef Processor) {
  return StringSwitch<bool>(Processor)
      .Cases({"sapphirerapids", "emeraldrapids", "graniterapids",
              "graniterapids-d"},
             true)
      .Default(false);
}

/// What the program is compiled and tuned for has fast wide vectors, and nobody
/// asked for shorter ones.
bool hasFastWideVectors(const Function &F) {
  const StringRef Features =
      F.getFnAttribute("target-features").getValueAsString();
  const Attribute Tuned = F.getFnAttribute("tune-cpu");
  return isFastWide(F.getFnAttribute("target-cpu").getValueAsString()) &&
         (!Tuned.isValid() || isFastWide(Tuned.getValueAsString())) &&
         none_of(ArrayRef<StringRef>{"-avx512f", "+prefer-256-bit",
                                     "+prefer-128-bit"},
                 [&](StringRef Feature) { return Features.contains(Feature); });
}

bool isNative(const Function &F) {
  return F.getName().contains("twofold_native_") ||
         F.getName().contains("twofold_body_");
}

/// How many operations of an iteration on numbers with a fraction wait for one
/// another.
unsigned longestChain(const BasicBlock &Block) {
  DenseMap<const Value *, unsigned> Lengths;
  unsigned Longest = 0;
  for (const Instruction &I : Block) {
    if (isa<PHINode>(I))
      continue;
    unsigned &Length = Lengths[&I];
    for (const Value *Operand : I.operand_values())
      Length = std::max(Length, Lengths.lookup(Operand));
    Length += I.getType()->isFloatingPointTy() &&
              isa<BinaryOperator, IntrinsicInst>(I);
    Longest = std::max(Longest, Length);
  }
  return Longest;
}

/// Whether two vectors of iterations of the innermost loop are to run side by
/// side. Iterations have nothing to do with each other, and read and store
/// elements one behind the other. If they do little, LLVM lets four vectors run
/// side by side; if they do much, one, though a long chain of operations keeps
/// it waiting for itself. Of elements of four bytes two such vectors are so
/// many that what a row has left over takes longer than the waiting.
bool isForTwo(const Loop &L, ScalarEvolution &SE) {
  constexpr unsigned Most = 12; // instructions that compute, read or store
  constexpr unsigned Long = 16; // operations in a chain
  if (!hasParts(L) || !countsAlone(L, SE) || L.getNumBlocks() != 1)
    return false;
  unsigned Count = 0, Stores = 0;
  uint64_t Bytes = 0; // of what is stored
  for (const Instruction &I : *L.getHeader()) {
    if (!mayBeVector(I) || I.isAtomic() || I.isVolatile())
      return false;
    Stores += isa<StoreInst>(I);
    Count += !isa<PHINode, GetElementPtrInst, BranchInst>(I);
    const Value *Place = getLoadStorePointerOperand(&I);
    if (!Place)
      continue;
    const uint64_t Size =
        I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
    if (isa<StoreInst>(I))
      Bytes = Size;
    const SCEV *At = SE.getSCEV(const_cast<Value *>(Place));
    const auto *Moves = dyn_cast<SCEVAddRecExpr>(At);
    const auto *Step =
        Moves ? dyn_cast<SCEVConstant>(Moves->getStepRecurrence(SE)) : nullptr;
    if (!(Step && Step->getAPInt() == Size) && !SE.isLoopInvariant(At, &L))
      return false;
  }
  if (Stores != 1 || Count <= Most)
    return Stores == 1;
  const unsigned Chain = longestChain(*L.getHeader());
  return Bytes == 8 && Chain >= Long && 4 * Chain >= Count;
}

} // namespace

PreservedAnalyses WideVectorsPass::run(Function &F, FunctionAnalysisManager &) {
  if (F.isDeclaration() || !isNative(F) || F.hasFnAttribute(Preferred) ||
      !hasFastWideVectors(F))
    return PreservedAnalyses::all();
  F.addFnAttr(Preferred, Wide);
  return PreservedAnalyses::none();
}

PreservedAnalyses ShortStepsPass::run(Function &F,
                                      FunctionAnalysisManager &Analyses) {
  if (!isNative(F) || F.getFnAttribute(Preferred).getValueAsString() != Wide)
    return PreservedAnalyses::all();
  ScalarEvolution &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
  bool Changed = false;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (!getOptionalIntLoopAttribute(L, SideBySide) &&
        !getOptionalElementCountLoopAttribute(L) && isForTwo(*L, SE)) {
      addStringMetadataToLoop(L, SideBySide.data(), 2);
      Changed = true;
    }
  return keptBlocks(Changed);
}

} // namespace twofold
