// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace twofold {
namespace {

/// Elements that neighbours may be apart for the vectoriser to read whole rows
/// and pick lanes out of them; and that a row has at least to be vectors
/// itself.
constexpr int64_t Picked = 8;
constexpr size_t MostLoads = 512; ///< that are looked at

bool isSum(const Value *V) {
  const auto *I = dyn_cast<BinaryOperator>(V);
  return I && (I->getOpcode() == Instruction::Add ||
               (I->getOpcode() == Instruction::FAdd && I->hasAllowReassoc()));
}

/// What is read goes, as it is or as a factor, into a sum of several of them.
bool isSummedUp(const Instruction &Load, const Loop &L) {
  constexpr unsigned MostSteps = 4;
  const Instruction *I = &Load;
  for (unsigned Step = 0; Step != MostSteps; ++Step) {
    if (!I->hasOneUse())
      return false;
    const auto *User = cast<Instruction>(*I->user_begin());
    if (!L.contains(User))
      return false;
    if (isSum(User))
      return any_of(User->operands(), isSum) || any_of(User->users(), isSum);
    if (!isa<CastInst, BinaryOperator>(User))
      return false;
    I = User;
  }
  return false;
}

/// Elements of one size, from one iteration to the next equally far apart.
struct Row {
  const SCEV *Start;
  int64_t Size;
  SmallVector<int64_t, 32> Offsets; ///< from Start, bytes
};

bool isLong(Row &R) {
  sort(R.Offsets);
  int64_t Neighbours = 1;
  for (size_t I = 1; I < R.Offsets.size(); ++I) {
    const int64_t By = R.Offsets[I] - R.Offsets[I - 1];
    Neighbours = By == R.Size ? Neighbours + 1 : By == 0 ? Neighbours : 1;
    if (Neighbours == Picked)
      return true;
  }
  return false;
}

bool sumsUpRows(const Loop &L, ScalarEvolution &SE) {
  SmallVector<Row, 4> Rows;
  size_t Loads = 0;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || !Load->getType()->isSingleValueType() ||
          Load->getType()->isVectorTy() || !isSummedUp(I, L))
        continue;
      if (++Loads > MostLoads)
        return false;
      const int64_t Size =
          I.getDataLayout().getTypeStoreSize(Load->getType()).getFixedValue();
      const auto *At =
          dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Load->getPointerOperand()));
      if (!At || At->getLoop() != &L || !At->isAffine())
        continue;
      const auto *By = dyn_cast<SCEVConstant>(At->getStepRecurrence(SE));
      const auto Step = By ? By->getAPInt().trySExtValue() : std::nullopt;
      if (By && (!Step || std::abs(*Step) <= Picked * Size))
        continue;
      auto *R = find_if(Rows, [&](Row &Known) {
        const auto *From =
            Known.Size == Size
                ? dyn_cast<SCEVConstant>(SE.getMinusSCEV(At, Known.Start))
                : nullptr;
        const auto Bytes =
            From ? From->getAPInt().trySExtValue() : std::nullopt;
        if (Bytes)
          Known.Offsets.push_back(*Bytes);
        return Bytes.has_value();
      });
      if (R == Rows.end())
        Rows.push_back({At, Size, {0}});
    }
  return any_of(Rows, isLong);
}

} // namespace

PreservedAnalyses RowSumsPass::run(Function &F,
                                   FunctionAnalysisManager &Analyses) {
  bool Changed = false;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->isInnermost() || !isIndependent(*L) ||
        !sumsUpRows(*L, Analyses.getResult<ScalarEvolutionAnalysis>(F)))
      continue;
    addStringMetadataToLoop(L, "llvm.loop.vectorize.width", 1);
    addStringMetadataToLoop(L, "llvm.loop.interleave.count", 1);
    Changed = true;
  }
  return keptBlocks(Changed);
}

} // namespace twofold
