// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Interchange.cpp - the loop with the short strides innermost --------===//

#include "access/AffineForms.h"
#include "ast/Nodes.h"
#include "depend/InferredCollapse.h"
#include "schedule/ColumnsAround.h"
#include "schedule/NestShape.h"
#include "schedule/Recurrences.h"
#include "schedule/RoundSums.h"
#include "schedule/SharedUpdates.h"
#include "schedule/UnrolledRounds.h"

using namespace clang;

namespace twofold {
namespace {

const ValueDecl *arrayOf(const Occurrence &O, const NestSchedule &Nest) {
  return Nest.Proof.Model.Bases[O.Base].Decl;
}

bool isNear(const Occurrence &O, int Axis, bool Backwards) {
  const auto Stride = strideOf(O, Axis);
  return Stride && (*Stride == 0 || *Stride == int64_t(O.Size) ||
                    (Backwards && *Stride == -int64_t(O.Size)));
}

class Interchange {
  const ParallelLoop &Loop;
  ASTContext &Ctx;
  const unsigned Unrolled;
  const ParallelLoop *const Shared; ///< as of scheduleNests()
  NestSchedule &To;

  bool nameAxes(llvm::ArrayRef<const ForStmt *> Around);
  bool canTellApart();
  bool canCompute(const AffineForm &Form, unsigned Depth = 0) const;
  bool isUnrolled(const RoundLoop &In);
  bool gains();
  bool jams();
  bool waits();

public:
  Interchange(const ParallelLoop &Loop, ASTContext &Ctx, unsigned Unrolled,
              NestSchedule &To, const ParallelLoop *Shared = nullptr)
      : Loop(Loop), Ctx(Ctx), Unrolled(Unrolled), Shared(Shared), To(To) {}

  /// Fills in the schedule. False: the nest stays as it is.
  bool find(llvm::ArrayRef<const ForStmt *> Around);
};

/// The rounds do nothing but sums in an order and updates that columns share,
/// of near elements and of what all columns read, and would go far if they
/// stood around the columns.
bool Interchange::jams() {
  constexpr unsigned Chains = 8; // hide how long an addition takes
  unsigned Stored = 0, Sums = 0, Most = 0;
  for (const Occurrence &O : touchesInRounds(To)) {
    const bool Common = !O.Writes && !namesAxis(O.Offset, To.Proof.Axis);
    const ValueDecl *Array = arrayOf(O, To);
    const bool Shared = Array && To.shares(*Array);
    if ((!Common && !isNear(O, O.Around.back(), /*Backwards=*/true)) ||
        (O.Writes && !Shared && namesAxis(O.Offset, O.Around.back())))
      return false;
    Stored += O.Writes && !Shared;
  }
  for (RoundLoop &In : To.Rounds) {
    In.Sums.clear();
    const unsigned Ordered = findSums(In, To, Ctx);
    if (holdsNode<ForStmt>(In.Loop->getBody()) ||
        (Ordered == 0 && In.Updates.empty()) || Ordered > 2)
      return false;
    Most = std::max(Most, Ordered);
    Sums = std::max<unsigned>(Sums, In.Sums.size());
  }
  if (Stored && !Sums)
    return false;
  To.Jam = true;
  To.Told = diag::Id::NestSums;
  To.Tile = Chains / std::max(Most, 1u);
  return true;
}

/// What rounds touch is near in the rounds or in the columns, and they wait for
/// those before them, or each of the two has what is far apart in the other
/// one.
bool Interchange::waits() {
  constexpr unsigned Chains = 8, Many = 4;
  unsigned Streams = 0;
  bool Along = false, Across = false;
  for (const Occurrence &O : touchesInRounds(To)) {
    const int Rounds = O.Around.back();
    const bool Common = !O.Writes && !namesAxis(O.Offset, To.Proof.Axis);
    const bool InRounds = isNear(O, Rounds, /*Backwards=*/true);
    const bool InColumns = isNear(O, To.Proof.Axis, /*Backwards=*/false);
    if (!Common && !InRounds && !InColumns)
      return false;
    Streams += !Common;
    Along |= InRounds && !InColumns && strideOf(O, Rounds) != 0;
    Across |= InColumns && !InRounds && strideOf(O, To.Proof.Axis) != 0;
  }
  for (RoundLoop &In : To.Rounds) {
    In.Sums.clear();
    if (holdsNode<ForStmt>(In.Loop->getBody()))
      return false;
    const bool Waits = findSums(In, To, Ctx) != 0 || recurs(In, To, Ctx);
    if (!Waits && !(Along && Across))
      return false;
    To.Told = Waits ? diag::Id::NestWaiting : diag::Id::NestLines;
  }
  To.Jam = true;
  To.Tile = Streams > Many ? Chains / 2 : Chains;
  return true;
}

/// The optimiser writes all rounds out, and makes vectors of the columns.
bool Interchange::isUnrolled(const RoundLoop &In) {
  const auto Fewest = unrolledBelow(In, Unrolled, Ctx);
  if (Fewest && !To.NotInnermost) {
    refuse(To.NotInnermost, diag::Id::NestFewRounds, In.Loop->getForLoc());
    To.NotInnermost->Arguments.push_back(counted(*Fewest, "round"));
  }
  return Fewest.has_value();
}

/// Near elements in the columns, where the rounds go far or wait for a sum.
bool Interchange::gains() {
  const ValueDecl *Distant = nullptr;
  bool Far = false, Unit = false, Ordered = false;
  for (const Occurrence &O : touchesInRounds(To)) {
    if (!Distant && !isNear(O, To.Proof.Axis, /*Backwards=*/false))
      Distant = arrayOf(O, To);
    Unit |= strideOf(O, To.Proof.Axis) != 0;
    To.Streams |= O.Writes && namesAxis(O.Offset, O.Around.back());
    Far |= !isNear(O, O.Around.back(), /*Backwards=*/true);
  }
  for (RoundLoop &In : To.Rounds)
    Ordered |= findSums(In, To, Ctx) != 0;
  for (const RoundLoop &In : To.Rounds)
    for (const Expr *Sum : In.Sums)
      To.Tile = std::min<unsigned>(
          To.Tile, 4096 / Ctx.getTypeSizeInChars(Sum->getType()).getQuantity());
  if (Distant && (Far || Ordered))
    return refuse(To.NotInnermost, diag::Id::NestFar, To.Columns->getForLoc(),
                  {Distant, To.Counts.Induction});
  return (Unit && (Far || Ordered)) ||
         refuse(To.NotInnermost, diag::Id::NestAsGood, To.Columns->getForLoc());
}

bool Interchange::nameAxes(llvm::ArrayRef<const ForStmt *> Around) {
  for (auto [Number, Dim] : llvm::enumerate(Loop.Dims))
    if (Dim.What == LoopDim::Kind::Integer)
      To.Inductions[int(Number)] = Dim.Induction;
  for (const ForStmt *F : Around) {
    const auto L = matchInnerLoop(F, Ctx);
    auto Axis = To.Proof.Axes.find(F->getBody());
    if (L && Axis != To.Proof.Axes.end() && Axis->second != -1)
      To.Inductions[Axis->second] = L->Induction;
  }
  return canTellApart();
}

/// Values, variables of the loops around, and axes inside with such ends.
bool Interchange::canCompute(const AffineForm &Form, unsigned Depth) const {
  return Depth < 4 &&
         llvm::all_of(
             Form,
             [&](const Monomial &M) {
               if (!llvm::all_of(M.Values, [&](unsigned V) {
                     return staysSame(To.Proof.Model.Values[V], Loop);
                   }))
                 return false;
               if (M.Axis == -1 || To.Inductions.contains(M.Axis))
                 return true;
               const unsigned Inner = M.Axis - Loop.Dims.size();
               if (M.Axis < int(Loop.Dims.size()) ||
                   Inner >= To.Proof.Model.Axes.size())
                 return false;
               const Axis &A = To.Proof.Model.Axes[Inner];
               return !A.Unknown && !A.Virtual && !A.Open &&
                      canCompute(A.Lower, Depth + 1) &&
                      canCompute(A.Upper, Depth + 1);
             });
}

/// The nest can find out where what may overlap begins and ends.
bool Interchange::canTellApart() {
  constexpr unsigned Most = 12;
  auto Known = [&](unsigned Touch) {
    const Occurrence &O = To.Proof.Touches[Touch];
    return To.Proof.Model.Bases[O.Base].Decl && canCompute(O.Offset);
  };
  for (auto [Number, Pair] : llvm::enumerate(To.Proof.Apart)) {
    if (Number != Most && Known(Pair.first) && Known(Pair.second))
      continue;
    auto Refuse = [&](std::optional<Refusal> &Why) {
      return refuse(Why, diag::Id::NestOverlap, To.Columns->getForLoc(),
                    {arrayOf(To.Proof.Touches[Pair.first], To),
                     arrayOf(To.Proof.Touches[Pair.second], To)});
    };
    return Refuse(To.NotInnermost) || Refuse(To.NotTiles);
  }
  return (llvm::all_of(To.Proof.InRows,
                       [&](auto &F) { return canCompute(F); }) &&
          llvm::all_of(To.Beside,
                       [&](auto &Pair) {
                         return canCompute(Pair.first) &&
                                canCompute(Pair.second);
                       })) ||
         refuse(To.NotInnermost, diag::Id::NestMeeting, To.Columns->getForLoc(),
                {To.Counts.Induction});
}

bool Interchange::find(llvm::ArrayRef<const ForStmt *> Around) {
  if (!NestShape(Loop, Ctx, To).match())
    return false;
  auto Proof = findIndependentLoop(Loop, *To.Columns, Ctx, /*Rows=*/true);
  if (!Proof || llvm::any_of(Proof->Touches, [](const Occurrence &O) {
        return O.Unknown || O.Atomic || O.wraps();
      }))
    return refuse(To.NotInnermost, diag::Id::NestMeeting,
                  To.Columns->getForLoc(), {To.Counts.Induction});
  To.Proof = std::move(*Proof);
  if (Shared && To.Own &&
      !findSharedUpdates(To, Shared->Updates, Shared->Elements))
    return false;
  To.Interchanges = gains() && !To.Conditional;
  if (To.Own && (Shared || !To.Interchanges)) {
    To.Interchanges = (!To.Conditional && jams()) || (!Shared && waits());
  } else if (To.Own) {
    To.Interchanges = !llvm::all_of(
        To.Rounds, [&](const RoundLoop &In) { return isUnrolled(In); });
    if (To.Interchanges)
      To.NotInnermost.reset();
  }
  // Iterations that meet are calls of their own. None shares its own variables.
  if (To.Own) {
    if (llvm::all_of(To.Rounds, [](const RoundLoop &In) {
          return In.Sums.empty() && In.Updates.empty();
        }))
      To.Proof.Apart.clear();
    return To.Interchanges && keepSumsApart(To, Ctx) && nameAxes(Around);
  }
  if (To.Conditional)
    return refuse(To.NotInnermost, diag::Id::NestStatement,
                  To.Conditional->getBeginLoc());
  if (!nameAxes(Around))
    return false;
  const auto *Down = llvm::find_if(
      To.Rounds, [](const RoundLoop &In) { return In.Counts.decreasing(); });
  if (Down == To.Rounds.end())
    To.Tiles = findRowTiles(Loop, To, Ctx);
  else
    refuse(To.NotTiles, diag::Id::NestBounds, Down->Loop->getForLoc(),
           {To.Counts.Induction});
  return To.Interchanges || To.Tiles;
}

void search(const ParallelLoop &Loop, ASTContext &Ctx, unsigned Unrolled,
            const Stmt *S, llvm::SmallVectorImpl<const ForStmt *> &Around,
            NestSchedules &To) {
  if (isa<CompoundStmt>(S)) {
    for (const Stmt *Part : S->children())
      search(Loop, Ctx, Unrolled, Part, Around, To);
    return;
  }
  const auto *F = dyn_cast<ForStmt>(S);
  if (!F || !holdsNode<ForStmt>(F->getBody()))
    return;
  NestSchedule Nest;
  Nest.Columns = F;
  if (Interchange(Loop, Ctx, Unrolled, Nest).find(Around)) {
    To.Found.push_back(std::move(Nest));
    return;
  }
  if (!To.AsWritten)
    To.AsWritten = std::move(Nest.NotInnermost);
  Around.push_back(F);
  search(Loop, Ctx, Unrolled, F->getBody(), Around, To);
  Around.pop_back();
}

/// A nest that the loop's body is not made of, where it is a product: rounds
/// that stand around the columns, or columns that are parallel, too.
std::optional<NestSchedule>
findOtherProduct(const ParallelLoop &Loop, ASTContext &Ctx, unsigned Unrolled) {
  NestSchedule Nest;
  auto Other = rowsOf(Loop);
  if (Other) {
    Nest.Collapsed = true;
    Nest.Columns = cast<ForStmt>(Other->Body);
  } else if (const auto Turned = turnColumns(Loop, Ctx)) {
    Other = Loop;
    Other->Body = Turned->Body;
    Nest.Columns = Turned->Columns;
  }
  if (!Other || !Interchange(*Other, Ctx, Unrolled, Nest).find({}) ||
      !Nest.Tiles || (Nest.Collapsed && !Nest.Tiles->Product))
    return std::nullopt;
  Nest.Interchanges = false;
  return Nest;
}

} // namespace

std::optional<ParallelLoop> rowsOf(const ParallelLoop &Loop) {
  auto Counts = [](const LoopDim &Dim) {
    return Dim.What == LoopDim::Kind::Integer && Dim.StepMagnitude == 1 &&
           !Dim.Decreasing && isa<ForStmt>(Dim.Loop);
  };
  if (Loop.Dims.size() != 2 || Loop.Iteration ||
      !llvm::all_of(Loop.Dims, Counts) || !holdsNode<ForStmt>(Loop.Body))
    return std::nullopt;
  ParallelLoop Rows = Loop;
  Rows.Body = Rows.Dims.back().Loop;
  Rows.Dims.pop_back();
  return Rows;
}

std::optional<int64_t> strideOf(const Occurrence &O, int Axis) {
  int64_t Sum = 0;
  for (const Monomial &M : O.Offset) {
    if (M.Axis != Axis)
      continue;
    if (!M.Values.empty())
      return std::nullopt;
    Sum += M.Constant;
  }
  return Sum;
}

bool refuse(std::optional<Refusal> &Why, diag::Id Reason, SourceLocation Loc,
            llvm::ArrayRef<const ValueDecl *> Named) {
  if (Why)
    return false;
  Why = {Reason, Loc, {}};
  for (const ValueDecl *D : Named)
    Why->Arguments.push_back(D ? D->getNameAsString() : "a pointer");
  return false;
}

NestSchedules scheduleNests(const ParallelLoop &Loop, ASTContext &Ctx,
                            unsigned Unrolled, const ParallelLoop *Shared) {
  NestSchedules To;
  if (auto Product = findOtherProduct(Loop, Ctx, Unrolled)) {
    To.Found.push_back(std::move(*Product));
    return To;
  }
  llvm::SmallVector<const ForStmt *, 4> Around;
  search(Loop, Ctx, Unrolled, Loop.Body, Around, To);
  const LoopDim &Dim = Loop.Dims.back();
  const auto *Own = dyn_cast<ForStmt>(Dim.Loop);
  if (!To.Found.empty())
    To.AsWritten.reset();
  if (!To.Found.empty() || !Own || !holdsNode<ForStmt>(Loop.Body))
    return To;
  NestSchedule Nest;
  Nest.Columns = Own;
  Nest.Own = true;
  Nest.NotTiles = To.AsWritten;
  refuse(Nest.NotTiles, diag::Id::NestMore, Own->getForLoc(), {Dim.Induction});
  if (Loop.Dims.size() != 1 || Loop.Iteration ||
      Dim.What != LoopDim::Kind::Integer || Dim.StepMagnitude != 1 ||
      Dim.Decreasing)
    refuse(Nest.NotInnermost, diag::Id::NestBounds, Own->getForLoc(),
           {Dim.Induction});
  else if (Interchange(Loop, Ctx, Unrolled, Nest, Shared).find(Around))
    To.Found.push_back(std::move(Nest));
  if (!To.Found.empty())
    To.AsWritten.reset();
  else if (!To.AsWritten)
    To.AsWritten = std::move(Nest.NotInnermost);
  return To;
}

} // namespace twofold
