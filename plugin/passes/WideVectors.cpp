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
bool hasFastWideVectors(const Function &F) {
  return StringSwitch<bool>(F.getFnAttribute("target-cpu").getValueAsString())
             .Cases({"sapphirerapids", "emeraldrapids", "graniterapids",
                     "graniterapids-d"},
                    true)
             .Default(false) &&
         !F.getFnAttribute("target-features")
              .getValueAsString()
              .contains("-avx512f");
}

bool isNative(const Function &F) {
  return F.getName().contains("twofold_native_") ||
         F.getName().contains("twofold_body_");
}

/// Whether iterations of the innermost loop do little, have nothing to do with
/// each other, and read and store elements one behind the other. LLVM then lets
/// four vectors run side by side.
bool isPlain(const Loop &L, ScalarEvolution &SE) {
  constexpr unsigned Most = 12; // instructions that compute, read or store
  if (!hasParts(L) || !countsAlone(L, SE) || L.getNumBlocks() != 1)
    return false;
  unsigned Count = 0, Stores = 0;
  for (const Instruction &I : *L.getHeader()) {
    if (!mayBeVector(I) || I.isAtomic() || I.isVolatile())
      return false;
    Stores += isa<StoreInst>(I);
    Count += !isa<PHINode, GetElementPtrInst, BranchInst>(I);
    const Value *Place = getLoadStorePointerOperand(&I);
    if (!Place)
      continue;
    const SCEV *At = SE.getSCEV(const_cast<Value *>(Place));
    const auto *Moves = dyn_cast<SCEVAddRecExpr>(At);
    const auto *Step =
        Moves ? dyn_cast<SCEVConstant>(Moves->getStepRecurrence(SE)) : nullptr;
    if (!(Step && Step->getAPInt() == I.getDataLayout().getTypeStoreSize(
                                          getLoadStoreType(&I))) &&
        !SE.isLoopInvariant(At, &L))
      return false;
  }
  return Stores == 1 && Count <= Most;
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
    if (!getOptionalIntLoopAttribute(L, SideBySide) && isPlain(*L, SE)) {
      addStringMetadataToLoop(L, SideBySide.data(), 2);
      Changed = true;
    }
  return keptBlocks(Changed);
}

} // namespace twofold
