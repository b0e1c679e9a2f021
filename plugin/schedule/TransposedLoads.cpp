// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/TransposedLoads.h"
#include "access/AffineForms.h"
#include "ast/ColdPaths.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"
#include "schedule/SharedValues.h"

using namespace clang;

namespace twofold {
namespace {

class TransposedSearch {
  const ParallelLoop &Loop;
  const AccessModel &Model;
  ArrayRef<ItemLoops> Items;
  ArrayRef<unsigned> Range;
  ASTContext &Ctx;
  Variables Written, Counters;
  unsigned Reads = 0, Stores = 0; ///< dimensions: loads and stores go along
  TransposedLoads To;

  const ItemLoops *itemsOf(unsigned Dimension) const;
  bool countsByOne(unsigned Dimension) const;
  bool counts(unsigned Dimension,
              llvm::function_ref<bool(const ValueDecl *)> Is) const;
  bool isTransposed(const Expr *E) const;
  bool find(const Stmt *S, bool Always);
  bool matches();

public:
  TransposedSearch(const ParallelLoop &Loop, const AccessModel &Model,
                   ArrayRef<ItemLoops> Items, ArrayRef<unsigned> Range,
                   ASTContext &Ctx)
      : Loop(Loop), Model(Model), Items(Items), Range(Range), Ctx(Ctx) {}
  std::optional<TransposedLoads> find();
};

const ItemLoops *TransposedSearch::itemsOf(unsigned Dimension) const {
  const auto *Own = llvm::find_if(
      Items, [&](const ItemLoops &I) { return I.Axis == Range[Dimension]; });
  return Own == Items.end() ? nullptr : Own;
}

bool TransposedSearch::countsByOne(unsigned Dimension) const {
  if (const ItemLoops *Own = itemsOf(Dimension))
    return Own->Counts.Step == 1;
  const LoopDim &Dim = Loop.Dims[Range[Dimension]];
  return Dim.StepMagnitude == 1 && !Dim.Decreasing && !Dim.SubtractStep;
}

/// Of some variable that counts the dimension.
bool TransposedSearch::counts(
    unsigned Dimension, llvm::function_ref<bool(const ValueDecl *)> Is) const {
  if (const ItemLoops *Own = itemsOf(Dimension))
    return llvm::any_of(Own->Counters, Is);
  return Is(Loop.Dims[Range[Dimension]].Induction);
}

/// An element of an array that the loop only reads, at a place that follows
/// from the numbers of the iteration, next to which is what the next one in
/// Reads has, and none in Stores.
bool TransposedSearch::isTransposed(const Expr *E) const {
  const Expr *Read = operandOf(E, CK_LValueToRValue);
  const QualType T = E->getType();
  const auto *Place =
      Read ? dyn_cast<ArraySubscriptExpr>(Read->IgnoreParens()) : nullptr;
  if (!Place || Place->getType().isVolatileQualified() || T->isBooleanType() ||
      T->isBitIntType() ||
      (!T->isIntegerType() && !T->isSpecificBuiltinType(BuiltinType::Float) &&
       !T->isSpecificBuiltinType(BuiltinType::Double)) ||
      Ctx.getTypeSize(T) > 64)
    return false;
  const bool Known =
      isMadeAlike(Place, Loop, [&](const ValueDecl *D) -> std::optional<bool> {
        if (Written.contains(cast<ValueDecl>(D->getCanonicalDecl())))
          return false;
        if (Counters.contains(D))
          return true;
        return std::nullopt;
      });
  return Known &&
         counts(Reads,
                [&](const ValueDecl *D) {
                  return movesByOne(Place->getIdx(), D);
                }) &&
         counts(Stores, [&](const ValueDecl *D) {
           return mentions(Place, D) && !movesByOne(Place->getIdx(), D);
         });
}

/// Collects what each iteration evaluates. Whether all of S is of known forms.
bool TransposedSearch::find(const Stmt *S, bool Always) {
  if (!S || isa<NullStmt>(S))
    return true;
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return find(Attributed->getSubStmt(), Always);
  if (isa<CompoundStmt>(S))
    return llvm::all_of(S->children(),
                        [&](const Stmt *Part) { return find(Part, Always); });
  if (const auto *F = dyn_cast<ForStmt>(S))
    return isItem(Items, F) && find(F->getBody(), Always);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() &&
           find(If->getCond(), Always) && find(If->getThen(), false) &&
           find(If->getElse(), false);
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Declared->decls(), [&](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return V && !V->hasGlobalStorage() && find(V->getInit(), Always);
    });
  const auto *E = dyn_cast<Expr>(S);
  if (!E || isa<StmtExpr, LambdaExpr>(E))
    return false;
  E = E->IgnoreParens();
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isLogicalOp())
    return find(B->getLHS(), Always) && find(B->getRHS(), false);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return isa<ConditionalOperator>(C) && find(C->getCond(), Always) &&
           find(C->getTrueExpr(), false) && find(C->getFalseExpr(), false);
  if (!isTransposed(E))
    return llvm::all_of(E->children(),
                        [&](const Stmt *Part) { return find(Part, Always); });
  auto *Known = llvm::find_if(
      To.Loads, [&](auto &L) { return sameExpression(L.front(), E, Ctx); });
  if (Known != To.Loads.end())
    Known->push_back(E);
  else if (Always)
    To.Loads.push_back({E});
  return true;
}

bool TransposedSearch::matches() {
  constexpr unsigned MostBytes = 24; // of tiles of 32 by 32
  To.Loads.clear();
  if (!countsByOne(Reads) || !countsByOne(Stores))
    return false;
  bool Stored = false;
  for (const Access &A : Model.Accesses) {
    if (!A.Writes)
      continue;
    if (A.Unknown || strideOf(A, Range[Stores]) != int64_t(A.Size))
      return false;
    Stored = true;
  }
  return Stored && find(Loop.Body, true) && !To.Loads.empty() &&
         To.bytes(Ctx) <= MostBytes;
}

std::optional<TransposedLoads> TransposedSearch::find() {
  const Exits Leaves = exitsOf(Loop.Body);
  size_t Loops = 0;
  for (const ItemLoops &I : Items)
    Loops += I.Loops.size();
  if (Leaves.Continue || Leaves.Break || Leaves.Return || Model.Opaque ||
      Model.Axes.size() != Loops || containsCold(Loop.Body) ||
      holdsNode<LabelStmt, GotoStmt>(Loop.Body))
    return std::nullopt;
  auto Stored = writtenVariables(Model);
  if (!Stored)
    return std::nullopt;
  Written = std::move(*Stored);
  for (unsigned R = 0; R != Range.size(); ++R)
    (void)counts(R, [&](const ValueDecl *D) {
      Counters.insert(D);
      return false;
    });
  for (To.Row = 1; To.Row < Range.size(); ++To.Row) {
    To.Rest = 3 - To.Row;
    for (To.Along = 0; To.Along != 2; ++To.Along) {
      Reads = To.Along ? To.Row : 0;
      Stores = To.Along ? 0 : To.Row;
      if (matches())
        return std::move(To);
    }
  }
  return std::nullopt;
}

} // namespace

unsigned TransposedLoads::bytes(const ASTContext &Ctx) const {
  unsigned Sum = 0;
  for (const auto &L : Loads)
    Sum += Ctx.getTypeSizeInChars(L.front()->getType()).getQuantity();
  return Sum;
}

std::optional<TransposedLoads> findTransposedLoads(const ParallelLoop &Loop,
                                                   const AccessModel &Model,
                                                   ArrayRef<ItemLoops> Items,
                                                   ArrayRef<unsigned> Range,
                                                   ASTContext &Ctx) {
  if (Range.size() < 2 || !mayRunInGroups(Loop, Model))
    return std::nullopt;
  return TransposedSearch(Loop, Model, Items, Range, Ctx).find();
}

} // namespace twofold
