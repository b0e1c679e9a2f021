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

} // namespace

void addNativeLoopPass(clang::CodeGenOptions &Options) {
  Options.PassBuilderCallbacks.push_back([](PassBuilder &Builder) {
    Builder.registerPipelineStartEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel) {
          Passes.addPass(NativeLoopPass());
        });
  });
}

} // namespace twofold
