// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace twofold {
namespace {

/// A line of the cache: loads as far apart find nothing that others brought.
constexpr int64_t FarApart = 64;
/// Of so many instructions an iteration waits for its loads.
constexpr size_t FewInstructions = 24;

/// Whose gathers take longer than loads one by one, from measurements.
bool gathersSlowly(const Function &F) {
  return F.getFnAttribute("target-cpu").getValueAsString().starts_with("znver");
}

enum class Order { Row, Column, Unknown };

/// How Load walks through memory from iteration to iteration of L. Down a
/// column it goes by a step that is far, or that is a variable.
Order orderOf(const LoadInst &Load, const Loop &L, ScalarEvolution &SE) {
  const SCEV *Place = SE.getSCEV(const_cast<Value *>(Load.getPointerOperand()));
  const auto *At = dyn_cast<SCEVAddRecExpr>(Place);
  if (!At || At->getLoop() != &L || !At->isAffine())
    return SE.isLoopInvariant(Place, &L) ? Order::Row : Order::Unknown;
  const auto *By = dyn_cast<SCEVConstant>(At->getStepRecurrence(SE));
  const auto Step = By ? By->getAPInt().trySExtValue() : std::nullopt;
  return Step && std::abs(*Step) < FarApart ? Order::Row : Order::Column;
}

/// What loops of one function read far apart.
struct FarLoads {
  unsigned Reduced = 0; ///< the least depth of a loop that finds one number of
                        ///< a column, and does little beside; 0: there is none
  unsigned Others = 0;  ///< the greatest depth of others

  void look(const Loop &L, ScalarEvolution &SE) {
    size_t Instructions = 0;
    bool Changes = false, Column = false, Far = false;
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block) {
        ++Instructions;
        Changes |= I.mayHaveSideEffects();
        if (const auto *Load = dyn_cast<LoadInst>(&I)) {
          const Order Of = orderOf(*Load, L, SE);
          Column |= Of == Order::Column;
          Far |= Of != Order::Row;
        }
      }
    const unsigned Depth = L.getLoopDepth();
    if (Column && !Changes && Instructions <= FewInstructions)
      Reduced = Reduced ? std::min(Reduced, Depth) : Depth;
    else if (Far)
      Others = std::max(Others, Depth);
  }
};

} // namespace

PreservedAnalyses ColumnLoadsPass::run(Function &F,
                                       FunctionAnalysisManager &Analyses) {
  if (!F.getName().contains("twofold_native_") || !gathersSlowly(F))
    return PreservedAnalyses::all();
  FarLoads Found;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost())
      Found.look(*L, Analyses.getResult<ScalarEvolutionAnalysis>(F));
  if (!Found.Reduced || Found.Others >= Found.Reduced)
    return PreservedAnalyses::all();
  const StringRef Features =
      F.getFnAttribute("target-features").getValueAsString();
  F.addFnAttr(
      "target-features",
      (Features + (Features.empty() ? "" : ",") + "+prefer-no-gather").str());
  // What is known of the processor is never found to have changed.
  Analyses.clear(F, F.getName());
  return PreservedAnalyses::none();
}

} // namespace twofold
