// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/NestPrinter.h"
#include "ast/CodeGeneration.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"
#include "native/ColumnPrinter.h"
#include "native/OverlapTest.h"

#include <utility>

using namespace clang;

namespace twofold {
namespace {

class NestPrinter : ColumnPrinter {
  VarDecl *End = nullptr; ///< of all blocks
  /// Places, and what stands for them in the loop being printed.
  SmallVector<std::pair<const Expr *, VarDecl *>, 2> Sums, Shared, Updated;
  bool InRounds = false;

  Expr *kept(Expr *E) override;
  VarDecl *row(StringRef Name, QualType Element, Statements &To);
  void rounds(ForStmt *F, Statements &To);
  Stmt *updates(const RoundLoop &Of);
  Stmt *copyOfRounds(ForStmt *F, LoopHintAttr::LoopHintState Vectors,
                     llvm::function_ref<Stmt *()> Body);
  void share(ArrayRef<Stmt *> Of, Statements &To);
  Stmt *level(Stmt *Body);
  Stmt *blocks();
  Stmt *stopUnless(Expr *Condition) {
    return Make.ifThen(Condition, Make.compound({}),
                       new (Ctx) BreakStmt(Make.location()));
  }

public:
  NestPrinter(ParallelLoop &Loop, const NestSchedule &Nest, ASTContext &Ctx)
      : ColumnPrinter(Loop, Nest, Ctx) {}

  /// What takes the place of AsWritten, and has it as one branch; null: none.
  Stmt *print(Stmt *AsWritten);
  /// The same of the annotated loop itself.
  std::optional<RowBlock> printOwn();
};

VarDecl *NestPrinter::row(StringRef Name, QualType Element, Statements &To) {
  VarDecl *Row = Make.variable(
      Loop.Function, Name,
      Make.arrayOf(Element.getUnqualifiedType(), Nest.Tile), nullptr, To);
  constexpr unsigned Line = 64;
  Row->addAttr(
      AlignedAttr::CreateImplicit(Ctx, true, Make.integer(Line, Ctx.IntTy)));
  return Row;
}

Expr *NestPrinter::kept(Expr *E) {
  if (!Column)
    return nullptr;
  for (auto [Place, Row] : Sums)
    if (E->isLValue() && sameExpression(E, Place, Ctx))
      return element(Row);
  for (auto [Place, Once] :
       llvm::concat<std::pair<const Expr *, VarDecl *>>(Shared, Updated))
    if (E->isLValue() && sameExpression(E, Place, Ctx))
      return Make.lvalue(Once);
  return nullptr;
}

/// What all columns of a round read from one place is read once: no column
/// stores there, as others would read it. The optimiser does not know that, and
/// makes no vectors of loads that it keeps from one column to the next.
void NestPrinter::share(ArrayRef<Stmt *> Of, Statements &To) {
  if (!Nest.Streams || !InRounds)
    return;
  auto IsLogical = [](const Stmt *Part) {
    const auto *B = dyn_cast<BinaryOperator>(Part);
    return B && B->isLogicalOp();
  };
  auto Differs = [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    return isa<CallExpr>(Part) ||
           (Ref && (Ref->getDecl() == Nest.Counts.Induction ||
                    llvm::any_of(Of, [&](const Stmt *S) {
                      const BodyUses Uses = collectUses(S);
                      return Uses.DeclaredInside.contains(Ref->getDecl()) ||
                             (!Ref->getType()->isArrayType() &&
                              Uses.of(Ref->getDecl()).mayChange());
                    })));
  };
  auto IsOutside = [&](const Expr &Place) {
    const ValueDecl *Base = baseOf(Place);
    const Capture *C = Base ? Loop.capture(Base) : nullptr;
    return C && !Nest.shares(*Base) &&
           C->Kind == (Base->getType()->isPointerType() ? Sharing::Value
                                                        : Sharing::Reference);
  };
  for (Stmt *S : Of)
    eachNode(S, [&](const Stmt *Part) {
      const auto *Load = dyn_cast<Expr>(Part);
      const Expr *Place = Load ? operandOf(Load, CK_LValueToRValue) : nullptr;
      Place = Place ? Place->IgnoreParens() : nullptr;
      if (Place && isa<ArraySubscriptExpr>(Place) &&
          Place->getType()->isArithmeticType() &&
          !Place->getType().isVolatileQualified() && IsOutside(*Place) &&
          !anyNode(Place, Differs) && llvm::none_of(Shared, [&](auto &Known) {
            return sameExpression(Known.first, Place, Ctx);
          })) {
        Expr *Memory = copy(const_cast<Expr *>(Place));
        Shared.push_back(
            {Place, Make.variable(Loop.Function, "line",
                                  Place->getType().getUnqualifiedType(),
                                  Make.load(Memory), To)});
      }
      return !isa<ConditionalOperator, IfStmt>(Part) && !IsLogical(Part);
    });
}

/// What columns update together in a round waits in variables for all of them:
/// the optimiser would store it anew for each, as it may be read by other
/// names.
Stmt *NestPrinter::updates(const RoundLoop &Of) {
  Statements All, Parts;
  for (Stmt *S : statementsOf(Of.Loop->getBody()))
    if (isa<DeclStmt>(S) || Of.updates(*S))
      Parts.push_back(S);
  for (const SharedUpdate &U : Of.Updates)
    if (llvm::none_of(Updated, [&](auto &Known) {
          return sameExpression(Known.first, U.Place, Ctx);
        }))
      Updated.push_back(
          {U.Place, Make.variable(Loop.Function, "kept",
                                  U.Place->getType().getUnqualifiedType(),
                                  Make.load(copyOf(U.Place)), All)});
  segment(Parts, All);
  for (auto [Place, Kept] : std::exchange(Updated, {}))
    All.push_back(Make.assign(copyOf(Place), Make.value(Kept)));
  return Make.compound(All);
}

/// The loop F over rounds that Body makes, told how it may become vectors if
/// Nest.Jam.
Stmt *NestPrinter::copyOfRounds(ForStmt *F, LoopHintAttr::LoopHintState Vectors,
                                llvm::function_ref<Stmt *()> Body) {
  Stmt *Init = copy(F->getInit());
  Expr *Condition = copy(F->getCond()), *Increment = copy(F->getInc());
  const bool Around = std::exchange(InRounds, true);
  Stmt *Rounds = Body();
  InRounds = Around;
  Stmt *For = Make.loop(Init, Condition, Increment, Rounds);
  if (!Nest.Jam)
    return For;
  const Attr *Hint =
      loopHint(Ctx, Make.location(), LoopHintAttr::Vectorize, Vectors);
  return AttributedStmt::Create(Ctx, Make.location(), Hint, For);
}

void NestPrinter::rounds(ForStmt *F, Statements &To) {
  const auto *Round = llvm::find_if(
      Nest.Rounds, [&](const RoundLoop &R) { return R.Loop == F; });
  const bool Updates = Round != Nest.Rounds.end() && !Round->Updates.empty();
  SmallVector<std::pair<const Expr *, VarDecl *>, 2> Kept;
  Statements Others = statementsOf(F->getBody());
  if (Round != Nest.Rounds.end())
    for (const Expr *Place : Round->Sums)
      Kept.push_back({Place, row("sum", Place->getType(), To)});
  if (Updates)
    llvm::erase_if(Others, [&](const Stmt *S) { return Round->updates(*S); });
  auto Move = [&](bool Back) {
    for (auto [Place, Row] : Kept)
      To.push_back(columns([&, Place = Place, Row = Row]() -> Stmt * {
        Expr *Memory = copy(const_cast<Expr *>(Place));
        Expr *Kept = element(Row);
        return Make.compound({Back ? Make.assign(Memory, Make.load(Kept))
                                   : Make.assign(Kept, Make.load(Memory))});
      }));
  };
  Move(/*Back=*/false);
  Sums.swap(Kept);
  if (!Updates || !llvm::all_of(Others, llvm::IsaPred<DeclStmt>))
    To.push_back(
        copyOfRounds(F, LoopHintAttr::Disable, [&] { // passes/SumsSideBySide
          return level(Updates ? Make.compound(Others) : F->getBody());
        }));
  Sums.swap(Kept);
  Move(/*Back=*/true);
  // Each round has elements of its own, of which no column uses another one's,
  // and the block has asked whether all else that updates read is apart.
  if (Updates)
    To.push_back(copyOfRounds(F, LoopHintAttr::AssumeSafety,
                              [&] { return updates(*Round); }));
}

Stmt *NestPrinter::level(Stmt *Body) {
  Statements All, Segment;
  for (Stmt *S : statementsOf(Body))
    if (auto *F = dyn_cast<ForStmt>(S)) {
      share(Segment, All);
      segment(Segment, All);
      Shared.clear();
      Segment.clear();
      rounds(F, All);
    } else {
      Segment.push_back(S);
    }
  share(Segment, All);
  segment(Segment, All);
  Shared.clear();
  return Make.compound(All);
}

Stmt *NestPrinter::blocks() {
  Statements Each;
  Next =
      nextBlock([&] { return Make.integer(Nest.Tile, Make.I64); }, End, Each);
  if (Nest.Own) {
    // Of a jam, what is left of the columns is no block.
    if (Nest.Jam)
      Each.push_back(
          stopUnless(Make.compare(BO_GE,
                                  Make.binary(BO_Sub, wide(Make.value(Next)),
                                              wide(Make.value(At)), Make.I64),
                                  Make.integer(Nest.Tile, Make.I64))));
    VarDecl *Last = Make.variable(
        Loop.Function, "last_column", T,
        Make.binary(BO_Sub, Make.value(Next), Make.integer(1, T), T), Each);
    if (Expr *Apart = OverlapTest(Loop, Nest, Make, At, Last).apart(Each))
      Each.push_back(stopUnless(Apart));
  }
  for (const VarDecl *V : Nest.Rows)
    Rows[V] = row(V->getName(), V->getType(), Each);
  Each.push_back(level(const_cast<Stmt *>(Nest.Columns->getBody())));
  Each.push_back(Make.assign(Make.lvalue(At), Make.value(Next)));
  return Make.loop(nullptr,
                   Make.compare(BO_LT, Make.value(At), Make.value(End)),
                   nullptr, Make.compound(Each));
}

std::optional<RowBlock> NestPrinter::printOwn() {
  At = Make.variable(Loop.Function, "at", T, nullptr);
  VarDecl *Last = Make.variable(Loop.Function, "last", T, nullptr);
  // The one behind the last is a number of the type, too.
  const llvm::APSInt Most =
      llvm::APSInt::getMaxValue(Ctx.getIntWidth(T), T->isUnsignedIntegerType());
  Expr *Columns =
      Make.binary(BO_Add,
                  Make.paren(Make.binary(BO_Sub, wide(Make.value(Last)),
                                         wide(Make.value(At)), Make.I64)),
                  Make.integer(1, Make.I64), Make.I64);
  Expr *Gains = Make.joined(
      BO_LAnd,
      Make.paren(Make.compare(BO_NE, Make.value(Last),
                              Make.integer(Most.getZExtValue(), T))),
      manyTrips(Make.paren(Columns)));
  Statements Inside;
  End = Make.variable(
      Loop.Function, "end", T,
      Make.binary(BO_Add, Make.value(Last), Make.integer(1, T), T), Inside);
  Inside.push_back(blocks());
  if (obstacle())
    return std::nullopt;
  RowBlock Block;
  Block.First = At;
  Block.Last = Last;
  Block.Code = Make.ifThen(Gains, Make.compound(Inside));
  Block.Fewest = 64; // whole vectors
  return Block;
}

Stmt *NestPrinter::print(Stmt *AsWritten) {
  Statements All, Inside;
  Expr *Gains = manyTrips();
  if (Expr *Apart = OverlapTest(Loop, Nest, Make).apart(All))
    Gains = Make.joined(BO_LAnd, Gains, Apart);
  At = Make.variable(
      Loop.Function, "at", T,
      Make.convert(copy(const_cast<Expr *>(Nest.Counts.Init)), T), Inside);
  End = Make.variable(Loop.Function, "end", T, behind(Nest.Counts), Inside);
  Inside.push_back(blocks());
  if (auto *Counter = const_cast<VarDecl *>(Nest.Counts.Induction);
      !isa<DeclStmt>(Nest.Columns->getInit()))
    Inside.push_back(Make.assign(Make.lvalue(Counter), Make.value(End)));
  All.push_back(Make.ifThen(Gains, Make.compound(Inside), AsWritten));
  return obstacle() ? nullptr : Make.compound(All);
}

Stmt **slotOf(Stmt *&Slot, const Stmt *S) {
  if (Slot == S)
    return &Slot;
  if (!Slot || !isa<CompoundStmt, ForStmt>(Slot))
    return nullptr;
  for (Stmt *&Child : Slot->children())
    if (Stmt **Found = slotOf(Child, S))
      return Found;
  return nullptr;
}

} // namespace

bool printNest(ParallelLoop &Loop, const NestSchedule &Nest, ASTContext &Ctx) {
  Stmt **Slot = slotOf(Loop.Body, Nest.Columns);
  if (!Slot)
    return false;
  Stmt *Printed = NestPrinter(Loop, Nest, Ctx).print(*Slot);
  if (!Printed)
    return false;
  *Slot = Printed;
  return true;
}

std::optional<RowBlock> printBlocks(ParallelLoop &Loop,
                                    const NestSchedule &Nest, ASTContext &Ctx) {
  return NestPrinter(Loop, Nest, Ctx).printOwn();
}

} // namespace twofold
