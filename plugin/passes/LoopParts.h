// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopParts.h - a loop that runs its iterations part by part ---------===//
//
// Another loop stands around it, and sets where each part ends.
//
#ifndef TWOFOLD_PLUGIN_PASSES_LOOPPARTS_H
#define TWOFOLD_PLUGIN_PASSES_LOOPPARTS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace twofold {

/// Has the loop, which is left at its latch alone, count iterations from From,
/// known in Start in front of it, to Bound, and go on in Done then. Behind Done
/// comes what came behind the loop.
inline void countParts(const llvm::Loop &L, llvm::BasicBlock &Start,
                       llvm::BasicBlock &Done, llvm::Value &From,
                       llvm::Value &Bound) {
  llvm::BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch(),
                   *Exit = L.getExitBlock();
  llvm::IRBuilder<> Build(&Done, Done.begin());
  for (llvm::PHINode &Phi : Exit->phis()) {
    Build.SetInsertPoint(&Done, Done.begin());
    llvm::PHINode *Left = Build.CreatePHI(Phi.getType(), 1);
    const int Old = Phi.getBasicBlockIndex(Latch);
    Left->addIncoming(Phi.getIncomingValue(Old), Latch);
    Phi.setIncomingValue(Old, Left);
    Phi.setIncomingBlock(Old, &Done);
  }
  Build.SetInsertPoint(Header, Header->begin());
  llvm::PHINode *Count = Build.CreatePHI(Build.getInt64Ty(), 2);
  auto *Branch = llvm::cast<llvm::BranchInst>(Latch->getTerminator());
  Build.SetInsertPoint(Branch);
  Count->addIncoming(&From, &Start);
  Count->addIncoming(Build.CreateAdd(Count, Build.getInt64(1)), Latch);
  const bool ExitsFirst = Branch->getSuccessor(0) == Exit;
  Branch->setCondition(ExitsFirst ? Build.CreateICmpEQ(Count, &Bound)
                                  : Build.CreateICmpNE(Count, &Bound));
  Branch->setSuccessor(ExitsFirst ? 0 : 1, &Done);
}

/// Whether countParts() can be asked.
inline bool hasParts(const llvm::Loop &L) {
  return L.isInnermost() && L.isLoopSimplifyForm() && L.getExitBlock() &&
         L.getExitingBlock() == L.getLoopLatch() &&
         llvm::isa<llvm::BranchInst>(L.getLoopLatch()->getTerminator());
}

/// Nothing is carried from one iteration to the next but its number.
inline bool countsAlone(const llvm::Loop &L, llvm::ScalarEvolution &SE) {
  return llvm::all_of(L.getHeader()->phis(), [&](llvm::PHINode &Phi) {
    return SE.isSCEVable(Phi.getType()) &&
           llvm::isa<llvm::SCEVAddRecExpr>(SE.getSCEV(&Phi));
  });
}

/// False: it keeps its loop from being vectors.
inline bool mayBeVector(const llvm::Instruction &I) {
  const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  return !Call || llvm::isa<llvm::IntrinsicInst>(Call);
}

} // namespace twofold

#endif
