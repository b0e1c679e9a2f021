// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NativeLoopPass.cpp -----------------------------------------------===//

#include "NativeLoopPass.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"

using namespace llvm;

namespace twofold {
namespace {

bool isForcedVectorization(const Metadata *M) {
  const auto *Node = dyn_cast<MDNode>(M);
  if (!Node || Node->getNumOperands() == 0)
    return false;
  const auto *Name = dyn_cast<MDString>(Node->getOperand(0));
  return Name && Name->getString() == "llvm.loop.vectorize.enable";
}

void relax(Instruction &Latch) {
  MDNode *Loop = Latch.getMetadata(LLVMContext::MD_loop);
  if (!Loop)
    return;
  SmallVector<Metadata *, 4> Kept = {nullptr};
  for (const MDOperand &Operand : drop_begin(Loop->operands()))
    if (!isForcedVectorization(Operand))
      Kept.push_back(Operand);
  if (Kept.size() == Loop->getNumOperands())
    return;
  MDNode *Relaxed = MDNode::getDistinct(Latch.getContext(), Kept);
  Relaxed->replaceOperandWith(0, Relaxed);
  Latch.setMetadata(LLVMContext::MD_loop, Relaxed);
}

struct NativeLoopPass : PassInfoMixin<NativeLoopPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    for (Function &F : M)
      if (F.getName().contains("twofold_native_"))
        for (BasicBlock &Block : F)
          if (Instruction *Terminator = Block.getTerminator())
            relax(*Terminator);
    return PreservedAnalyses::all();
  }
};

/// Makes two loops of one whose subscripts are checked if `checks` says so, as
/// -O3 does for all loops: what is proven must not pay.
struct CheckedLoopPass : PassInfoMixin<CheckedLoopPass> {
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &Analyses,
                        LoopStandardAnalysisResults &Results,
                        LPMUpdater &Updater) {
    StringRef Name = L.getHeader()->getParent()->getName();
    bool Checks =
        Name.contains("twofold_native_") && any_of(L.blocks(), [](auto *Block) {
          return any_of(*Block, [](Instruction &I) {
            auto *Call = dyn_cast<CallInst>(&I);
            Function *F = Call ? Call->getCalledFunction() : nullptr;
            return F && F->getName() == "twofold_out_of_bounds";
          });
        });
    return Checks ? SimpleLoopUnswitchPass(/*NonTrivial=*/true)
                        .run(L, Analyses, Results, Updater)
                  : PreservedAnalyses::all();
  }
};

} // namespace

void addNativeLoopPass(clang::CodeGenOptions &Options) {
  Options.PassBuilderCallbacks.push_back([](PassBuilder &Builder) {
    Builder.registerPipelineStartEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel) {
          Passes.addPass(NativeLoopPass());
        });
    Builder.registerLateLoopOptimizationsEPCallback(
        [](LoopPassManager &Passes, OptimizationLevel Level) {
          if (Level == OptimizationLevel::O2)
            Passes.addPass(CheckedLoopPass());
        });
  });
}

} // namespace twofold
