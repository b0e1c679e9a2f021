// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/ColdPaths.h"
#include "schedule/NestSchedule.h"
#include "schedule/SharedValues.h"
#include "schedule/TileSearch.h"

using namespace clang;

namespace twofold {

const ValueDecl *TileSearch::counterOf(unsigned Dimension) const {
  if (Range[Dimension] < Loop.Dims.size())
    return Loop.Dims[Range[Dimension]].Induction;
  const auto *Own = llvm::find_if(
      Items, [&](const ItemLoops &I) { return I.Axis == Range[Dimension]; });
  return Own == Items.end() ? nullptr : Own->Counts.Induction;
}

bool TileSearch::refuse(diag::Id Reason, const Stmt &At,
                        ArrayRef<const ValueDecl *> Named) const {
  return twofold::refuse(Why, Reason, At.getBeginLoc(), Named);
}

void TileSearch::setSide(unsigned Dimension, unsigned Side) {
  if (Range[Dimension] < Loop.Dims.size()) {
    Sides[Loop.Dims[Range[Dimension]].Induction] = Side;
    return;
  }
  for (const ItemLoops &I : Items)
    if (I.Axis == Range[Dimension])
      for (const VarDecl *D : I.Counters)
        Sides[D] = Side;
}

/// No two variables of what becomes one block are called alike.
bool TileSearch::declares(const Stmt *S) {
  const auto *Declared = dyn_cast<DeclStmt>(S);
  return !Declared || llvm::all_of(Declared->decls(), [&](const Decl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    return V && !V->hasGlobalStorage() && Names.insert(V->getName()).second;
  });
}

/// It is done by one item of each row.
bool TileSearch::isBeside(const Stmt *S) const {
  return llvm::any_of(Items, [&](const ItemLoops &I) {
    return llvm::is_contained(I.Beside, S);
  });
}

/// It uses nothing that belongs to a column.
bool TileSearch::matchBeside(const Stmt *S) const {
  const BodyUses Here = collectUses(S);
  return llvm::all_of(Here.Variables, [&](const auto &Each) {
    const ValueDecl *D = Each.first;
    if (const auto Known = Sides.find(D); Known != Sides.end())
      return (Known->second & ~Row) == 0;
    const Capture *C = Loop.capture(D);
    return Here.DeclaredInside.contains(D) ||
           (C && (C->Kind == Sharing::Value || C->Kind == Sharing::Reference));
  });
}

/// One loop, the statements before it, and those behind it.
bool TileSearch::split(const Stmt *S) {
  if (isBeside(S)) {
    To.Beside.push_back(S);
    return true;
  }
  const bool Mixed = isa<CompoundStmt>(S) && anyNode(S, [&](const Stmt *Part) {
                       return isBeside(Part);
                     });
  if (!holdsRounds(S) && !Mixed) {
    (To.Loop ? To.Behind : To.Ahead).push_back(S);
    return declares(S);
  }
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return split(Attributed->getSubStmt());
  if (isa<CompoundStmt>(S))
    return llvm::all_of(S->children(),
                        [&](const Stmt *Part) { return split(Part); });
  const auto *F = dyn_cast<ForStmt>(S);
  if (!F || exitsOf(F->getBody()).Continue)
    return false;
  if (isItem(Items, F))
    return split(F->getBody());
  const auto Counts = countsForItems(*F, Loop, Ctx);
  if (!Counts)
    return refuse(diag::Id::ItemBounds, *F);
  if (To.Loop)
    return refuse(diag::Id::NestMore, *F, {Loop.Dims.front().Induction});
  To.Loop = F;
  To.Counts = *Counts;
  return addRound(F->getBody());
}

bool TileSearch::addRound(const Stmt *S) {
  if (isa<CompoundStmt>(S))
    return llvm::all_of(S->children(),
                        [&](const Stmt *Part) { return addRound(Part); });
  if (isItem(Items, S))
    return !exitsOf(cast<ForStmt>(S)->getBody()).Continue &&
           addRound(cast<ForStmt>(S)->getBody());
  if (!isa<NullStmt>(S))
    To.Rounds.push_back(S);
  return declares(S);
}

/// Made of what stays the same, memory left out.
bool TileSearch::isKnown(const Expr *Init) const {
  return isMadeAlike(Init, Loop,
                     [&](const ValueDecl *D) -> std::optional<bool> {
                       const auto Known = Sides.find(D);
                       if (Known == Sides.end())
                         return std::nullopt;
                       return (Known->second & (Round | Point)) == 0;
                     });
}

/// Whether each variable is of one part alone, or has a place.
bool TileSearch::placeVariables() {
  constexpr uint64_t MostBits = 64;
  const auto *Counter = To.Counts.Induction;
  if (Uses.of(Counter).References.size() !=
      collectUses(To.Loop).of(Counter).References.size())
    return false;
  llvm::DenseMap<const ValueDecl *, unsigned> In; // a bit for each part
  auto Look = [&](ArrayRef<const Stmt *> Part, unsigned Bit) {
    for (const Stmt *S : Part) {
      const BodyUses Here = collectUses(S);
      for (const auto &[D, Use] : Here.Variables)
        In[D] |= Bit;
    }
  };
  Look(To.Ahead, 1);
  Look(To.Rounds, 2);
  Look(To.Behind, 4);
  Look(To.Beside, 8);
  auto Several = [&](const ValueDecl *D) {
    return In.lookup(D) & (In.lookup(D) - 1);
  };
  auto AddSum = [&](const VarDecl *V) {
    if (!isNumber(V->getType(), Ctx) || Uses.of(V).Escapes)
      return refuse(diag::Id::NestVariable, *To.Loop, {V, counterOf(0)});
    To.Sums.push_back(V);
    Sides[V] = Point;
    return true;
  };
  for (const Stmt *S : To.Ahead)
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const VarDecl *V : variablesIn(*Declared)) {
        if ((In.lookup(V) & 14) == 0)
          continue;
        const QualType T = V->getType();
        const bool Alike = V->getInit() && !Uses.of(V).mayChange() &&
                           (T->isPointerType() || T->isIntegerType()) &&
                           !T->isVariablyModifiedType() &&
                           !T->isBooleanType() && isKnown(V->getInit());
        if (!Alike) {
          if (!AddSum(V))
            return false;
          continue;
        }
        unsigned Side = 0;
        (void)anyNode(V->getInit(), [&](const Stmt *Part) {
          if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
            Side |= Sides.lookup(Ref->getDecl());
          return false;
        });
        To.Again.push_back({V, (Side & Column) != 0, (Side & Row) != 0});
        Sides[V] = Side;
      }
  for (const Capture &C : Loop.Captures) {
    if (C.Kind != Sharing::Private || Counters.contains(C.Decl))
      continue;
    const auto *V = dyn_cast_or_null<VarDecl>(C.Decl);
    if (!V || C.ColdOnly || ((Several(V) || (In.lookup(V) & 2)) && !AddSum(V)))
      return false;
  }
  To.Kept = findKeptElements(*To.Loop, Loop, Items, Ctx);
  for (const KeptElement &E : To.Kept)
    To.Beyond.push_back(around(E));
  uint64_t Bits = 0;
  for (const VarDecl *V : To.Sums)
    Bits += Ctx.getTypeSize(V->getType());
  for (const KeptElement &E : To.Kept)
    Bits += Ctx.getTypeSize(E.Places.front()->getType());
  return (Bits != 0 && Bits <= MostBits) ||
         refuse(diag::Id::TileSums, *To.Loop, {counterOf(0)});
}

/// What S always does, in this order. False: it may do something else.
static bool findAlways(const Stmt *S, ArrayRef<ItemLoops> Items,
                       SmallVectorImpl<const Expr *> &To) {
  if (const auto *F = dyn_cast<ForStmt>(S); F && isItem(Items, F))
    return findAlways(F->getBody(), Items, To);
  if (isa<CompoundStmt>(S))
    return llvm::all_of(S->children(), [&](const Stmt *Part) {
      return findAlways(Part, Items, To);
    });
  if (const auto *E = dyn_cast<Expr>(S))
    To.push_back(E);
  return isa<Expr, NullStmt>(S);
}

/// Where S reads or assigns elements of Array that IsPlace knows, and no more:
/// a register has no address. False: one is needed.
static bool findValues(const Stmt *S, const ValueDecl &Array,
                       llvm::function_ref<bool(const Expr *)> IsPlace,
                       SmallVectorImpl<const Expr *> &To) {
  return !anyNode(S, [&](const Stmt *Of) {
    const bool Reads = operandOf(Of, CK_LValueToRValue);
    for (const Stmt *Part : Of->children()) {
      const auto *E = dyn_cast_if_present<Expr>(Part);
      E = E ? E->IgnoreParens() : nullptr;
      const auto *At = dyn_cast_if_present<ArraySubscriptExpr>(E);
      if (At && IsPlace(At) && (Reads || assignedBy(Of) == Part))
        To.push_back(At);
      if (E && E->isGLValue() && assignedBy(E) &&
          mentions(assignedBy(E), &Array) && !Reads &&
          isa<Expr, DeclStmt>(Of) && !isa<ParenExpr>(Of))
        return true;
    }
    return false;
  });
}

/// Known where statements around the loop touch the array at the place that
/// the loop's rounds update, and nowhere else, beginning with an assignment
/// ahead of it.
ItemTiles::Around TileSearch::around(const KeptElement &E) const {
  const Expr *Place = E.Places.front();
  const ValueDecl *Array = nullptr;
  const bool Stays = !anyNode(Place, [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    if (!Ref)
      return false;
    if (!Ref->getDecl()->getType()->isIntegerType()) {
      Array = Ref->getDecl();
      return false;
    }
    return !Counters.contains(Ref->getDecl()) &&
           Uses.of(Ref->getDecl()).mayChange();
  });
  ItemTiles::Around Out;
  if (!Array || !Stays)
    return {};
  auto IsSame = [&](const ValueDecl *D, const ValueDecl *Other) {
    return D->getCanonicalDecl() == Other->getCanonicalDecl() ||
           llvm::any_of(Items, [&](const ItemLoops &I) {
             return llvm::is_contained(I.Counters, D) &&
                    llvm::is_contained(I.Counters, Other);
           });
  };
  auto IsPlace = [&](const Expr *At) { return sameBut(At, Place, IsSame); };
  auto Names = [&](const Stmt *S) { return mentions(S, Array); };
  for (const auto *Part : {&To.Ahead, &To.Behind})
    for (const Stmt *S : *Part)
      if (!findValues(S, *Array, IsPlace, Out.Places))
        return {};
  const auto *First = llvm::find_if(To.Ahead, Names);
  SmallVector<const Expr *, 4> Always;
  if (First == To.Ahead.end() || !findAlways(*First, Items, Always) ||
      Out.Places.size() + E.Places.size() != Uses.of(Array).References.size())
    return {};
  const auto *B =
      dyn_cast<BinaryOperator>((*llvm::find_if(Always, Names))->IgnoreParens());
  if (!B || !B->isAssignmentOp() || !IsPlace(B->getLHS()->IgnoreParens()))
    return {};
  Out.First = *First;
  Out.Loads = B->isCompoundAssignmentOp() || Names(B->getRHS());
  return Out;
}

bool TileSearch::matches(unsigned RowDimension) {
  To = ItemTiles();
  To.Columns = Columns;
  To.Row = RowDimension;
  To.Rest = 3 - RowDimension;
  Sides.clear();
  Names.clear();
  for (unsigned R = 0; R != Range.size(); ++R)
    setSide(R, R == 0              ? unsigned(Column)
               : R == RowDimension ? unsigned(Row)
                                   : 0);
  Counters.clear();
  for (const auto &[D, Side] : Sides) {
    Counters.insert(D);
    Names.insert(D->getName());
  }
  if (!split(Loop.Body) || !To.Loop ||
      !Names.insert(To.Counts.Induction->getName()).second)
    return false;
  Counters.insert(To.Counts.Induction);
  if (!placeVariables() ||
      !llvm::all_of(To.Beside, [&](const Stmt *S) { return matchBeside(S); }))
    return false;
  Sides[To.Counts.Induction] = Round;
  auto Has = [&](bool OfColumn) {
    return llvm::any_of(To.Operands, [&](const TileOperand &O) {
      return O.Reads && O.Column == OfColumn;
    });
  };
  const ValueDecl *InRow = counterOf(RowDimension), *InColumn = counterOf(0);
  return llvm::all_of(To.Rounds,
                      [&](const Stmt *S) {
                        return matchRound(S, true) || refuseRound(*S);
                      }) &&
         (Has(false) ||
          refuse(diag::Id::NestShared, *To.Loop, {InRow, InColumn})) &&
         (Has(true) ||
          refuse(diag::Id::NestShared, *To.Loop, {InColumn, InRow}));
}

std::optional<ItemTiles> TileSearch::find() {
  const Exits Leaves = exitsOf(Loop.Body);
  if (Leaves.Continue || Leaves.Break || Leaves.Return || Model.Opaque ||
      containsCold(Loop.Body) || holdsNode<LabelStmt, GotoStmt>(Loop.Body))
    return std::nullopt;
  auto Stored = writtenVariables(Model);
  if (!Stored)
    return std::nullopt;
  Written = std::move(*Stored);
  for (unsigned R = 1; R < Range.size(); ++R)
    if (matches(R)) {
      Why.reset();
      return std::move(To);
    }
  return std::nullopt;
}

std::optional<ItemTiles>
findItemTiles(const ParallelLoop &Loop, const AccessModel &Model,
              ArrayRef<ItemLoops> Items, ArrayRef<unsigned> Range,
              Slant Columns, std::optional<Refusal> &Why, ASTContext &Ctx) {
  if (Range.size() < 2 || !mayRunInGroups(Loop, Model))
    return std::nullopt;
  return TileSearch(Loop, Model, Items, Range, Columns, Why, Ctx).find();
}

} // namespace twofold
