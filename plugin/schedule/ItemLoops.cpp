// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/ItemLoops.h"
#include "access/AffineForms.h"
#include "ast/Nodes.h"
#include "depend/InferredCollapse.h"
#include "model/AssignmentFlow.h"
#include "model/ElementUpdate.h"
#include "schedule/BesideItems.h"
#include "schedule/NestSchedule.h"

using namespace clang;

namespace twofold {
namespace {

/// A loop of the body, with the loops around it.
struct BodyLoop {
  const Stmt *Loop = nullptr;
  int Parent = -1; ///< its number
};

class ItemSearch {
  const ParallelLoop &Loop;
  const AccessModel &Model;
  std::optional<Refusal> &Why;
  ASTContext &Ctx;
  SmallVector<BodyLoop, 8> All; ///< outer ones before inner ones
  BodyUses Uses;

  void collect(const Stmt *S, int Parent);
  bool isInside(int Inner, int Outer) const;
  bool isAround(int Outer, ArrayRef<int> Lane) const;
  bool isIn(int Inner, ArrayRef<int> Lane) const;
  /// How a loop counts, and where that is known.
  struct Counted : InnerLoop {
    bool Moves = false, InPlace = false; ///< as in ItemLoops
  };
  std::optional<Counted> counts(int Number) const;
  bool same(const InnerLoop &A, const InnerLoop &B, bool ByName) const;
  int numberOf(const Axis &A) const;
  bool isCheapOutside(ArrayRef<int> Lane, bool Beside) const;
  const ValueDecl *keptBy(ArrayRef<int> Lane) const;
  std::nullopt_t refuse(diag::Id Reason, int Number,
                        ArrayRef<const ValueDecl *> Named = {}) const {
    twofold::refuse(Why, Reason, All[Number].Loop->getBeginLoc(), Named);
    return std::nullopt;
  }
  bool leavesNothing(const ForStmt &F, ValueDecl *D) const;
  bool isPerfect(int Number) const;
  std::optional<ItemLoops> candidate(int Number, bool ByName,
                                     bool Beside) const;
  void collectCandidates(SmallVectorImpl<ItemLoops> &To, bool Beside) const;
  void findAmong(ArrayRef<ItemLoops> Known, bool Beside,
                 SmallVectorImpl<ItemLoops> &Found) const;

public:
  ItemSearch(const ParallelLoop &Loop, const AccessModel &Model,
             std::optional<Refusal> &Why, ASTContext &Ctx)
      : Loop(Loop), Model(Model), Why(Why), Ctx(Ctx),
        Uses(collectUses(Loop.Body)) {
    collect(Loop.Body, -1);
  }
  SmallVector<ItemLoops, 2> find() const;
};

void ItemSearch::collect(const Stmt *S, int Parent) {
  if (!S)
    return;
  const auto *Do = dyn_cast<DoStmt>(S);
  const auto Again = Do ? constantOf(Do->getCond(), Ctx) : std::nullopt;
  if (isLoop(*S) && !(Again && Again->isZero())) { // no more than a block
    All.push_back({S, Parent});
    Parent = int(All.size()) - 1;
  }
  for (const Stmt *Child : ownParts(S))
    collect(Child, Parent);
}

bool ItemSearch::isInside(int Inner, int Outer) const {
  for (; Inner != -1; Inner = All[Inner].Parent)
    if (Inner == Outer)
      return true;
  return false;
}

bool ItemSearch::isAround(int Outer, ArrayRef<int> Lane) const {
  return llvm::any_of(Lane, [&](int L) { return isInside(L, Outer); });
}

bool ItemSearch::isIn(int Inner, ArrayRef<int> Lane) const {
  return llvm::any_of(Lane, [&](int L) { return isInside(Inner, L); });
}

/// Ends that are known ahead of all iterations, else those that each iteration
/// knows at its begin, else those that are known where the loop stands.
std::optional<ItemSearch::Counted> ItemSearch::counts(int Number) const {
  const auto *F = dyn_cast<ForStmt>(All[Number].Loop);
  if (!F)
    return std::nullopt;
  if (auto Known = countsForItems(*F, Loop, Ctx))
    return Counted{*Known};
  auto Try = [&](auto IsOwn) {
    return countsForItems(*F, Loop, Ctx, [&](const Expr *E) {
      return isMadeOf(E, [&](const ValueDecl *D) {
        return D->getType()->isIntegerType() && (Loop.hasValue(D) || IsOwn(D));
      });
    });
  };
  if (auto Known = Try([&](const ValueDecl *D) { return Loop.dimOf(D); }))
    return Counted{*Known, /*Moves=*/true};
  auto Known = Try([&](const ValueDecl *D) {
    return Loop.dimOf(D) || Uses.DeclaredInside.contains(D);
  });
  if (!Known)
    return std::nullopt;
  return Counted{*Known, /*Moves=*/false, /*InPlace=*/true};
}

bool ItemSearch::same(const InnerLoop &A, const InnerLoop &B,
                      bool ByName) const {
  return (!ByName || A.Induction->getName() == B.Induction->getName()) &&
         countAlike(A, B, Ctx);
}

/// The number of the loop that the axis counts; -1: none of the body's own.
int ItemSearch::numberOf(const Axis &A) const {
  for (int N = 0; N != int(All.size()); ++N)
    if (const auto *F = dyn_cast<ForStmt>(All[N].Loop); F && A.Body)
      if (F->getBody() == A.Body)
        return N;
  return -1;
}

/// What all items of the lane do alike is little: no loops, and few operations
/// beside those that they share out. Beside: one item does what stores.
bool ItemSearch::isCheapOutside(ArrayRef<int> Lane, bool Beside) const {
  constexpr unsigned Few = 8;
  for (int N = 0; N != int(All.size()); ++N)
    if (!isIn(N, Lane) && !isAround(N, Lane))
      return false;
  unsigned Shared = 0, Alike = Model.Ops;
  SmallVector<bool, 8> Inside(Model.Axes.size());
  for (auto [I, A] : llvm::enumerate(Model.Axes)) {
    if (A.Virtual)
      continue;
    const int Number = numberOf(A);
    const int Parent = A.Parent - int(Loop.Dims.size());
    Inside[I] =
        (Number != -1 && isIn(Number, Lane)) || (Parent >= 0 && Inside[Parent]);
    if (Inside[I])
      Shared = std::max(Shared, A.Ops);
    else if (Number != -1 && isAround(Number, Lane))
      Alike = std::max(Alike, A.Ops);
    else
      return false; // a loop of a function that is called
  }
  return Beside || Alike <= Few + Shared;
}

/// Each round of F that uses D has assigned it before.
bool ItemSearch::leavesNothing(const ForStmt &F, ValueDecl *D) const {
  ParallelLoop Alone = Loop; // a loop of one round
  Alone.Dims.back().Loop = const_cast<ForStmt *>(&F);
  Alone.Body = const_cast<Stmt *>(F.getBody());
  return llvm::all_of(
      followAssignments(Alone, collectUses(Alone.Body), D, Ctx),
      [](const IterationFlow &Flow) { return Flow.AssignedBeforeUse; });
}

/// The variable in which a round leaves something for another one, for what
/// follows, or for the end; null: there is none.
const ValueDecl *ItemSearch::keptBy(ArrayRef<int> Lane) const {
  llvm::DenseSet<const ValueDecl *> Inside;
  llvm::MapVector<ValueDecl *, unsigned> Used, Changed; // uses in the lane
  for (int N : Lane) {
    const auto *F = cast<ForStmt>(All[N].Loop);
    const BodyUses Own = collectUses(F);
    Inside.insert(Own.DeclaredInside.begin(), Own.DeclaredInside.end());
    for (const auto &[D, Use] : Own.Variables) {
      Used[D] += Use.References.size();
      Changed[D] += Use.mayChange();
    }
  }
  auto IsOwn = [&](const ValueDecl *D) {
    if (Uses.DeclaredInside.contains(D))
      return true;
    const Capture *C = Loop.capture(D);
    return C && C->Kind == Sharing::Private;
  };
  for (const auto &[D, Use] : Uses.Variables) {
    if (Inside.contains(D) || !IsOwn(D))
      continue;
    if (Use.Escapes)
      return D; // it may change unseen
    if (!Changed.lookup(D))
      continue;
    // A variable that the iteration declares lives on behind the lane.
    if (Uses.DeclaredInside.contains(D) || !D->getType()->isScalarType() ||
        Used.lookup(D) != Use.References.size())
      return D;
    for (int N : Lane) {
      const auto *F = cast<ForStmt>(All[N].Loop);
      if (matchInnerLoop(F, Ctx)->Induction != D && mentions(F, D) &&
          !leavesNothing(*F, D))
        return D;
    }
  }
  return nullptr;
}

/// Nothing but loops that hold one loop each stands around it.
bool ItemSearch::isPerfect(int Number) const {
  const Stmt *S = Loop.Body;
  while (S != All[Number].Loop) {
    const auto *Block = dyn_cast<CompoundStmt>(S);
    const auto *F = dyn_cast<ForStmt>(S);
    if (Block && Block->size() == 1)
      S = Block->body_front();
    else if (F)
      S = F->getBody();
    else
      return false;
  }
  return true;
}

/// So short that it is better unrolled than shared out.
constexpr int64_t FewRounds = 8;
bool isShort(const Axis &Inner) {
  auto Lower = constantOf(Inner.Lower), Upper = constantOf(Inner.Upper);
  const int64_t Step = Inner.Step < 0 ? -Inner.Step : Inner.Step;
  return Lower && Upper && (*Upper - *Lower) / Step + 1 < FewRounds;
}

/// The loop and those beside it that count alike.
std::optional<ItemLoops> ItemSearch::candidate(int Number, bool ByName,
                                               bool Beside) const {
  const auto Counts = counts(Number);
  if (!Counts)
    return refuse(diag::Id::ItemBounds, Number);
  ItemLoops Found;
  Found.Counts = *Counts;
  Found.Moves = Counts->Moves && !Beside;
  Found.InPlace = Counts->InPlace || Beside;
  SmallVector<int, 2> Lane = {Number};
  for (int N = 0; N != int(All.size()); ++N) {
    if (isIn(N, Lane) || isAround(N, Lane))
      continue;
    if (auto Other = counts(N); Other && same(*Counts, *Other, ByName))
      Lane.push_back(N);
  }
  unsigned Axes = 0;
  for (auto [I, A] : llvm::enumerate(Model.Axes))
    if (!A.Virtual && numberOf(A) == Number) {
      const bool Same = !Counts->Moves && !Counts->InPlace;
      if (A.Unknown || (Same && (namesAxes(A.Lower) || namesAxes(A.Upper))))
        return refuse(diag::Id::ItemBounds, Number);
      if (isShort(A)) {
        if (!Why)
          Why = {diag::Id::NestFewRounds,
                 All[Number].Loop->getBeginLoc(),
                 {counted(FewRounds, "round")}};
        return std::nullopt;
      }
      Found.Axis = Loop.Dims.size() + I;
      ++Axes;
    }
  if (Axes != 1)
    return refuse(diag::Id::ItemBounds, Number);
  if (!isCheapOutside(Lane, Beside))
    return refuse(diag::Id::ItemBeside, Number);
  if (const ValueDecl *D = keptBy(Lane))
    return refuse(diag::Id::NestVariable, Number, {D, Counts->Induction});
  for (int N : Lane) {
    Found.Loops.push_back(cast<ForStmt>(All[N].Loop));
    Found.Counters.push_back(counts(N)->Induction);
  }
  Found.Perfect = Lane.size() == 1 && isPerfect(Number);
  if (Beside && !splitBeside(Loop, Uses, Found))
    return refuse(diag::Id::ItemBeside, Number);
  return Found;
}

void ItemSearch::collectCandidates(SmallVectorImpl<ItemLoops> &To,
                                   bool Beside) const {
  for (int N = 0; N != int(All.size()); ++N) {
    auto ByName = candidate(N, true, Beside), Any = candidate(N, false, Beside);
    if (ByName)
      To.push_back(*ByName);
    if (Any && (!ByName || Any->Loops != ByName->Loops))
      To.push_back(*Any);
  }
}

void ItemSearch::findAmong(ArrayRef<ItemLoops> Known, bool Beside,
                           SmallVectorImpl<ItemLoops> &Found) const {
  SmallVector<LoopLane, 4> Lanes;
  for (const ItemLoops &I : Known)
    Lanes.push_back(I.Loops);
  if (!Lanes.empty())
    for (unsigned I : findIndependentLanes(Loop, Lanes, Ctx, {}, Beside))
      Found.push_back(Known[I]);
}

SmallVector<ItemLoops, 2> ItemSearch::find() const {
  constexpr size_t MostLoops = 12;
  SmallVector<ItemLoops, 2> Known, Found;
  if (All.empty() || All.size() > MostLoops)
    return Found;
  collectCandidates(Known, /*Beside=*/false);
  findAmong(Known, /*Beside=*/false, Found);
  for (ItemLoops &I : Known) {
    if (!Found.empty())
      break;
    if (I.Loops.size() != 1 || I.Moves || I.InPlace)
      continue;
    I.Pivot = findPivotUpdate(*I.Loops.front(), I.Counts, Loop, Ctx);
    if (!I.Pivot)
      continue;
    SmallVector<const Expr *, 2> Kept = {I.Pivot->Read};
    if (I.Pivot->Within)
      Kept.push_back(I.Pivot->Added);
    if (!findIndependentLanes(Loop, {I.Loops}, Ctx, Kept).empty())
      Found.push_back(std::move(I));
  }
  if (Found.empty()) {
    SmallVector<ItemLoops, 2> Others;
    collectCandidates(Others, /*Beside=*/true);
    findAmong(Others, /*Beside=*/true, Found);
    llvm::append_range(Known, Others);
  }
  if (!Found.empty() || !Known.empty())
    Why.reset();
  if (Found.empty() && !Known.empty())
    twofold::refuse(Why, diag::Id::NestMeeting,
                    Known.front().Loops.front()->getBeginLoc(),
                    {Known.front().Counts.Induction});
  return Found;
}

} // namespace

std::optional<InnerLoop>
countsForItems(const ForStmt &F, const ParallelLoop &Loop, ASTContext &Ctx,
               llvm::function_ref<bool(const Expr *)> IsKnown) {
  auto Same = [&](const Expr *E) {
    return staysSame(E, Loop) || (IsKnown && IsKnown(E));
  };
  const Exits Out = exitsOf(F.getBody());
  auto L = matchInnerLoop(&F, Ctx);
  if (!L || Out.Break || Out.Return || L->By || !countsPlainly(*L, Ctx) ||
      !Same(L->Init) || !Same(L->Bound))
    return std::nullopt;
  const bool Declared = isa<DeclStmt>(F.getInit());
  const Capture *C = Loop.capture(L->Induction);
  if (!Declared && (!C || C->Kind != Sharing::Private))
    return std::nullopt;
  return L;
}

bool countAlike(const InnerLoop &A, const InnerLoop &B, ASTContext &Ctx) {
  return A.Step == B.Step && A.Relation == B.Relation &&
         A.Type.Width == B.Type.Width && A.Type.Unsigned == B.Type.Unsigned &&
         sameExpression(A.Init, B.Init, Ctx) &&
         sameExpression(A.Bound, B.Bound, Ctx);
}

SmallVector<ItemLoops, 2> findItemLoops(const ParallelLoop &Loop, bool InOrder,
                                        const AccessModel &Model,
                                        std::optional<Refusal> &Why,
                                        ASTContext &Ctx) {
  if (InOrder || Loop.Dims.size() > 2 || Loop.Iteration ||
      isIrreducible(Loop.Body))
    return {};
  const char *Obstacle = nullptr;
  if (Loop.Given.Bounds)
    Obstacle = "checks its subscripts";
  else if (Loop.Exit)
    Obstacle = "may be left by an iteration";
  else if (!Loop.Elements.empty() || !Loop.Updates.empty())
    Obstacle = "has elements that iterations update together";
  else if (llvm::any_of(Loop.Captures, [](const Capture &C) {
             return C.Kind == Sharing::Reduction ||
                    C.Kind == Sharing::LastPrivate;
           }))
    Obstacle = "has variables that keep their last value";
  if (Obstacle) {
    if (holdsNode<ForStmt>(Loop.Body))
      Why = {diag::Id::NestLoop, Loop.Shown, {Obstacle}};
    return {};
  }
  return ItemSearch(Loop, Model, Why, Ctx).find();
}

} // namespace twofold
