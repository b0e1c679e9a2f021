// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopPasses.h"
#include "passes/NativeLoopPass.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace twofold {
namespace {

/// What a variable is used for.
struct Table {
  SmallVector<Instruction *, 8> Stores, Loads, Lifetimes;
};

/// Whether all iterations write the same to the same place.
bool isInvariant(const Instruction &Store, const Loop &L) {
  const auto *Place = dyn_cast<GetElementPtrInst>(Store.getOperand(
      isa<StoreInst>(Store) ? StoreInst::getPointerOperandIndex() : 0));
  for (; Place; Place = dyn_cast<GetElementPtrInst>(Place->getPointerOperand()))
    if (!all_of(Place->indices(),
                [&](const Use &Index) { return L.isLoopInvariant(Index); }))
      return false;
  if (const auto *Plain = dyn_cast<StoreInst>(&Store))
    return Plain->isSimple() && L.isLoopInvariant(Plain->getValueOperand());
  const auto *Set = dyn_cast<MemSetInst>(&Store);
  return Set && !Set->isVolatile() && L.isLoopInvariant(Set->getValue()) &&
         L.isLoopInvariant(Set->getLength());
}

/// False: it is more than stores of invariant values and loads in the loop.
bool collect(Table &T, const AllocaInst &Variable, const Loop &L) {
  SmallVector<const Value *, 8> Left = {&Variable};
  while (!Left.empty()) {
    const Value *Address = Left.pop_back_val();
    for (const Use &U : Address->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      if (User->isLifetimeStartOrEnd()) {
        T.Lifetimes.push_back(User);
        continue;
      }
      if (isa<GetElementPtrInst>(User)) {
        Left.push_back(User);
      } else if (!L.contains(User)) {
        return false;
      } else if (auto *Load = dyn_cast<LoadInst>(User)) {
        if (!Load->isSimple())
          return false;
        T.Loads.push_back(User);
      } else if (U.getOperandNo() != (isa<StoreInst>(User) ? 1u : 0u) ||
                 !isa<StoreInst, MemSetInst>(User) || !isInvariant(*User, L)) {
        return false;
      } else {
        T.Stores.push_back(User);
      }
    }
  }
  return !T.Stores.empty() && !T.Loads.empty();
}

/// Each store comes before each load, and is made in all iterations that load.
bool isBuiltFirst(const Table &T, const DominatorTree &Dominators) {
  return all_of(T.Stores, [&](const Instruction *Store) {
    return all_of(T.Loads, [&](const Instruction *Load) {
      return Dominators.dominates(Store, Load);
    });
  });
}

/// Moves the stores, in the order that they have, and their addresses.
void build(Table &T, Loop &L, const DominatorTree &Dominators) {
  Instruction *Before = L.getLoopPreheader()->getTerminator();
  bool Changed = false;
  for (Instruction *Store : T.Stores)
    for (Use &Operand : Store->operands())
      L.makeLoopInvariant(Operand.get(), Changed, Before);
  sort(T.Stores, [&](const Instruction *A, const Instruction *B) {
    return A != B && Dominators.dominates(A, B);
  });
  for (Instruction *Store : T.Stores)
    Store->moveBefore(Before->getIterator());
  for (Instruction *Lifetime : T.Lifetimes)
    Lifetime->eraseFromParent();
}

} // namespace

PreservedAnalyses InvariantTablesPass::run(Function &F,
                                           FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  auto Native = Loops.getLoopsInPreorder();
  erase_if(Native, [](Loop *L) {
    return !isIndependent(*L) || !L->getLoopPreheader();
  });
  if (Native.empty())
    return PreservedAnalyses::all();
  auto &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
  SmallVector<AllocaInst *, 8> Variables;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      Variables.push_back(Variable);
  bool Changed = false;
  for (Loop *L : Native)
    for (AllocaInst *Variable : Variables) {
      Table T;
      if (!collect(T, *Variable, *L) || !isBuiltFirst(T, Dominators))
        continue;
      build(T, *L, Dominators);
      Changed = true;
    }
  return keptBlocks(Changed);
}

} // namespace twofold
