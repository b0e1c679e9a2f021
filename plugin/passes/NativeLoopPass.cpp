// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/NativeLoopPass.h"
#include "passes/LoopPasses.h"
#include "clang/Basic/CodeGenOptions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"

using namespace llvm;

namespace twofold {
namespace {

constexpr StringLiteral Independent = "twofold.loop.independent";
constexpr StringLiteral Simd = "twofold.loop.simd";
constexpr StringLiteral Enable = "llvm.loop.vectorize.enable";
constexpr StringLiteral Parallel = "llvm.loop.parallel_accesses";
/// Of a plain loop, what makes it one of `omp simd` (ast/CodeGeneration).
constexpr StringLiteral SimdHint = "llvm.loop.distribute.enable";

bool isNamed(const Metadata *M, StringRef Name) {
  const auto *Node = dyn_cast<MDNode>(M);
  if (!Node || Node->getNumOperands() == 0)
    return false;
  const auto *Text = dyn_cast<MDString>(Node->getOperand(0));
  return Text && Text->getString() == Name;
}

bool has(const MDNode &Loop, StringRef Name) {
  return any_of(drop_begin(Loop.operands()), [&](const MDOperand &Operand) {
    return isNamed(Operand, Name);
  });
}

/// Has the loop be Named in place of what was said of it by Without.
void rename(Instruction &Latch, StringRef Without, StringRef Named) {
  const MDNode &Loop = *Latch.getMetadata(LLVMContext::MD_loop);
  SmallVector<Metadata *, 4> Kept = {nullptr};
  for (const MDOperand &Operand : drop_begin(Loop.operands()))
    if (!isNamed(Operand, Without))
      Kept.push_back(Operand);
  LLVMContext &Context = Latch.getContext();
  Kept.push_back(MDNode::get(Context, MDString::get(Context, Named)));
  MDNode *Renamed = MDNode::getDistinct(Context, Kept);
  Renamed->replaceOperandWith(0, Renamed);
  Latch.setMetadata(LLVMContext::MD_loop, Renamed);
}

void mark(Instruction &Latch, bool InNative) {
  const MDNode *Loop = Latch.getMetadata(LLVMContext::MD_loop);
  if (!Loop)
    return;
  if (has(*Loop, SimdHint) && has(*Loop, Parallel))
    rename(Latch, SimdHint, Simd);
  // What is not parallel is a loop of the program's that it gave an order for.
  else if (InNative && has(*Loop, Enable) && has(*Loop, Parallel))
    rename(Latch, Enable, Independent);
}

struct NativeLoopPass : PassInfoMixin<NativeLoopPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    for (Function &F : M)
      for (BasicBlock &Block : F)
        if (Instruction *Terminator = Block.getTerminator())
          mark(*Terminator, F.getName().contains("twofold_native_") ||
                                F.getName().contains("twofold_body_"));
    return PreservedAnalyses::all();
  }
};

/// Makes two loops of one, as -O3 does for all loops: if `checks` of subscripts
/// say so, since what is proven must not pay; and where an inner loop may have
/// no iterations, which none of the others would have then.
struct UnswitchedLoopPass : PassInfoMixin<UnswitchedLoopPass> {
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
    bool Sums = isIndependent(L) && L.getSubLoops().size() == 1;
    return Checks || Sums ? SimpleLoopUnswitchPass(/*NonTrivial=*/true)
                                .run(L, Analyses, Results, Updater)
                          : PreservedAnalyses::all();
  }
};

} // namespace

bool isIndependent(const Loop &L) {
  const MDNode *Id = L.getLoopID();
  return Id && has(*Id, Independent);
}

SmallVector<Loop *, 4> roundsIn(const LoopInfo &Loops) {
  SmallVector<Loop *, 4> Inner = Loops.getLoopsInPreorder();
  erase_if(Inner, [](const Loop *L) {
    if (!L->isInnermost() || isIndependent(*L))
      return true;
    const Loop *Around = L->getParentLoop();
    while (Around && !isIndependent(*Around))
      Around = Around->getParentLoop();
    return Around == nullptr;
  });
  return Inner;
}

bool isSimd(const Loop &L) {
  const MDNode *Id = L.getLoopID();
  return Id && has(*Id, Simd);
}

void addNativeLoopPass(clang::CodeGenOptions &Options) {
  Options.PassBuilderCallbacks.push_back([](PassBuilder &Builder) {
    Builder.registerPipelineStartEPCallback([](ModulePassManager &Passes,
                                               OptimizationLevel Level) {
      Passes.addPass(NativeLoopPass());
      if (Level.getSpeedupLevel() > 1 && !Level.getSizeLevel())
        Passes.addPass(createModuleToFunctionPassAdaptor(WideVectorsPass()));
    });
    Builder.registerVectorizerStartEPCallback(
        [](FunctionPassManager &Passes, OptimizationLevel Level) {
          if (Level.getSpeedupLevel() > 1) {
            Passes.addPass(CommonLoadsPass());
            Passes.addPass(InvariantTablesPass());
            Passes.addPass(SharedLoadsPass());
            if (!Level.getSizeLevel())
              Passes.addPass(PivotLoadsPass());
            Passes.addPass(SumsSideBySidePass());
            Passes.addPass(RowSumsPass());
            Passes.addPass(ColumnLoadsPass());
          }
          Passes.addPass(PrivateAccessesPass(/*AtLink=*/false));
          if (Level.getSpeedupLevel() > 1)
            Passes.addPass(InvariantLoadsPass());
          Passes.addPass(InvariantDivisionsPass());
          if (Level.getSpeedupLevel() > 1 && !Level.getSizeLevel()) {
            Passes.addPass(JammedRowsPass());
            Passes.addPass(AlignedStoresPass());
            Passes.addPass(ShortStepsPass());
          }
        });
    Builder.registerOptimizerEarlyEPCallback([](ModulePassManager &Passes,
                                                OptimizationLevel,
                                                ThinOrFullLTOPhase Phase) {
      if (Phase == ThinOrFullLTOPhase::ThinLTOPreLink ||
          Phase == ThinOrFullLTOPhase::FullLTOPreLink)
        Passes.addPass(createModuleToFunctionPassAdaptor(
            PrivateAccessesPass(/*AtLink=*/true)));
    });
    Builder.registerLateLoopOptimizationsEPCallback(
        [](LoopPassManager &Passes, OptimizationLevel Level) {
          if (Level == OptimizationLevel::O2)
            Passes.addPass(UnswitchedLoopPass());
        });
  });
}

} // namespace twofold
