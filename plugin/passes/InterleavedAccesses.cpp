// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/LoopPasses.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace twofold {
namespace {

struct Access {
  const Instruction *I;
  const SCEV *Address;
  std::optional<int64_t> Step; ///< bytes; nothing: it is not known
  int64_t Bytes;
  bool Writes;
};

class AccessOrder {
  const Loop &L;
  ScalarEvolution &Evolution;
  /// What the vectoriser makes of subscripts that may wrap: it has the program
  /// test that they do not.
  PredicatedScalarEvolution Assumed;
  BatchAAResults Aliases;
  bool Early;
  SmallVector<Access, 32> Accesses; ///< in the order of the program

public:
  AccessOrder(const Loop &L, const LoopInfo &Loops, ScalarEvolution &Evolution,
              AAResults &Aliases, bool Early)
      : L(L), Evolution(Evolution), Assumed(Evolution, const_cast<Loop &>(L)),
        Aliases(Aliases), Early(Early) {
    LoopBlocksRPO Blocks(const_cast<Loop *>(&L));
    Blocks.perform(&Loops);
    for (BasicBlock *Block : Blocks)
      for (Instruction &I : *Block)
        if (Value *Pointer = getLoadStorePointerOperand(&I))
          add(I, Pointer);
  }

  bool mayChange();

private:
  void add(const Instruction &I, Value *Pointer);
  std::optional<int64_t> distance(const Access &From, const Access &To);
  bool areTogether(const Access &A, const Access &B);
  bool mayMeet(const Access &A, const Access &B);
};

void AccessOrder::add(const Instruction &I, Value *Pointer) {
  const SCEV *Address = Evolution.getSCEV(Pointer);
  std::optional<int64_t> Step;
  if (Evolution.isLoopInvariant(Address, &L)) {
    Step = 0;
  } else if (const auto *Moving = Assumed.getAsAddRec(Pointer);
             Moving && Moving->getLoop() == &L && Moving->isAffine()) {
    Address = Moving;
    if (const auto *By =
            dyn_cast<SCEVConstant>(Moving->getStepRecurrence(Evolution)))
      Step = By->getAPInt().trySExtValue();
  }
  const TypeSize Size =
      I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  Accesses.push_back({&I, Address, Step,
                      Size.isScalable() ? 0 : int64_t(Size.getFixedValue()),
                      isa<StoreInst>(I)});
}

/// From one address to the other in one iteration.
std::optional<int64_t> AccessOrder::distance(const Access &From,
                                             const Access &To) {
  const SCEV *By = Evolution.getMinusSCEV(To.Address, From.Address);
  const auto *Constant = dyn_cast<SCEVConstant>(By);
  return Constant ? Constant->getAPInt().trySExtValue() : std::nullopt;
}

/// The vectoriser may make one access to all elements in between of the two.
bool AccessOrder::areTogether(const Access &A, const Access &B) {
  if (A.Writes != B.Writes || A.Bytes != B.Bytes || A.Step != B.Step ||
      (!A.Step && !Early))
    return false;
  const uint64_t Step = A.Step ? AbsoluteValue(*A.Step) : UINT64_MAX;
  if (Step < 2 * uint64_t(A.Bytes))
    return false;
  auto Away = distance(A, B);
  return Away ? *Away != 0 && AbsoluteValue(*Away) < Step : Early && !A.Step;
}

bool AccessOrder::mayMeet(const Access &A, const Access &B) {
  if (!A.Writes && !B.Writes)
    return false;
  if (auto Away = distance(A, B))
    return *Away < A.Bytes && -*Away < B.Bytes;
  return !Aliases.isNoAlias(MemoryLocation::get(A.I), MemoryLocation::get(B.I));
}

bool AccessOrder::mayChange() {
  for (size_t At = 0; At != Accesses.size(); ++At) {
    const Access &Moved = Accesses[At];
    auto Between = ArrayRef(Accesses);
    auto IsTogether = [&](const Access &A) { return areTogether(A, Moved); };
    if (Moved.Writes) {
      Between = Between.drop_front(At + 1);
      while (!Between.empty() && !IsTogether(Between.back()))
        Between = Between.drop_back();
    } else {
      Between = Between.take_front(At);
      while (!Between.empty() && !IsTogether(Between.front()))
        Between = Between.drop_front();
    }
    if (any_of(Between, [&](const Access &A) { return mayMeet(A, Moved); }))
      return true;
  }
  return false;
}

} // namespace

bool mayInterleaveWrongly(const Loop &L, const LoopInfo &Loops,
                          ScalarEvolution &Evolution, AAResults &Aliases,
                          bool Early) {
  return (Early || L.isInnermost()) &&
         AccessOrder(L, Loops, Evolution, Aliases, Early).mayChange();
}

} // namespace twofold
