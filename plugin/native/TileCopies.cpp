// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/TileCopies.h"
#include "ast/CodeGeneration.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"
#include "native/OverlapTest.h"

using namespace clang;

namespace twofold {

Expr *TileCopies::row(Expr *Index, Expr *Number) {
  return Make.addressOf(Make.subscript(
      val(Sums), mul(blockWidth(), add(mul(Index, val(Height)), Number))));
}

void TileCopies::beginRows(Statements &Into) {
  High = number("high",
                least([&] { return sub(val(AllRows), val(Top)); },
                      [&] { return val(Height); }),
                Into);
}

void TileCopies::beginColumns(Statements &Into) {
  At = Make.variable(Loop.Function, "at", T, firstColumn(), Into);
  End = Make.variable(
      Loop.Function, "end", T,
      Block.EndColumn ? val(Block.EndColumn) : behind(Nest.Counts), Into);
}

Expr *TileCopies::firstColumn() {
  return Block.FirstColumn ? val(Block.FirstColumn)
                           : Make.convert(copyOf(Nest.Counts.Init), T);
}

Expr *TileCopies::allColumns() {
  return Block.FirstColumn
             ? sub(wide(val(Block.EndColumn)), wide(val(Block.FirstColumn)))
             : trips(Nest.Counts);
}

Expr *TileCopies::inRow(VarDecl *Other, Maker Of) {
  std::swap(Row, Other);
  Expr *Made = Of();
  std::swap(Row, Other);
  return Made;
}

void TileCopies::leaveCounter(Statements &To) {
  auto *Counter = const_cast<VarDecl *>(Nest.Counts.Induction);
  if (Loop.capture(Counter) && !isa<DeclStmt>(Nest.Columns->getInit()))
    // A row may have no columns where others have more.
    To.push_back(
        Make.assign(Make.lvalue(Counter), inRow(Block.Last, [&] {
                      return Make.conditional(
                          Make.compare(BO_GT, trips(Nest.Counts), num(0)),
                          behind(Nest.Counts),
                          Make.convert(copyOf(Nest.Counts.Init), T), T);
                    })));
}

void TileCopies::eachRow(llvm::function_ref<void(Statements &)> Body,
                         Statements &Into) {
  VarDecl *Number = nullptr;
  Into.push_back(count("row", val(High), 1, Number, [&] {
    Statements Each;
    Row = rowVariable(val(Number), Each);
    unsigned Index = 0;
    auto Own = [&](StringRef Name) {
      return Make.variable(Loop.Function, Name, Pointer,
                           row(num(Index++), val(Number)), Each);
    };
    for (const VarDecl *V : Nest.Rows)
      Rows[V] = Own(V->getName());
    Kept.clear();
    for (unsigned I = 0; I != Round.Sums.size() && !Tiles.Product; ++I)
      Kept.push_back(Own("sum"));
    Body(Each);
    Row = nullptr;
    return Make.compound(Each);
  }));
  Rows.clear();
}

VarDecl *TileCopies::allocated(StringRef Name, Expr *Elements,
                               Statements &Into) {
  constexpr unsigned Line = 64;
  const QualType Bare = Ctx.VoidPtrTy, Length = Ctx.getSizeType();
  const unsigned Bytes = Ctx.getTypeSizeInChars(Element).getQuantity();
  // A multiple of what it is aligned to.
  Expr *Size = mul(parts(mul(Elements, num(Bytes)), Line), num(Line));
  FunctionDecl *Allocate =
      Make.externFunction("aligned_alloc", Bare, {Length, Length});
  Allocate->addAttr(NoThrowAttr::CreateImplicit(Ctx));
  return Make.variable(
      Loop.Function, Name, Pointer,
      Make.convert(Make.call(Allocate, {Make.integer(Line, Length),
                                        Make.convert(Size, Length)}),
                   Pointer),
      Into);
}

Stmt *TileCopies::freed(VarDecl *Memory) {
  const QualType Bare = Ctx.VoidPtrTy;
  FunctionDecl *Free = Make.externFunction("free", Ctx.VoidTy, {Bare});
  Free->addAttr(NoThrowAttr::CreateImplicit(Ctx));
  return Make.call(Free, {Make.convert(val(Memory), Bare)});
}

std::optional<RowBlock>
TileCopies::guarded(unsigned FewestRows, unsigned VectorBits, Printer Inside) {
  Statements All;
  Block.First = Make.variable(Loop.Function, "first_row", RowType, nullptr);
  Block.Last = Make.variable(Loop.Function, "last_row", RowType, nullptr);
  Block.Done = Make.variable(Loop.Function, "tiled", Ctx.IntTy,
                             Make.integer(0, Ctx.IntTy));
  Block.VectorBits = VectorBits;
  Block.Fewest = 96; // Operands are copied for each range.
  if (Nest.Collapsed) {
    Block.FirstColumn =
        Make.variable(Loop.Function, "first_column", T, nullptr);
    Block.EndColumn = Make.variable(Loop.Function, "end_column", T, nullptr);
  }
  // Never empty: the number of rows fits 64 bits.
  AllRows = number(
      "rows", add(sub(wide(val(Block.Last)), wide(val(Block.First))), num(1)),
      All);
  OverlapTest Test(Loop, Nest, Make, Block.First, Block.Last);
  Expr *Gains = manyTrips(mostColumns());
  if (Tiles.slanted())
    Gains = Make.joined(BO_LAnd, Gains, isSlanted());
  if (FewestRows > 1)
    Gains = Make.joined(
        BO_LAnd, Make.paren(Make.compare(BO_GE, val(AllRows), num(FewestRows))),
        Gains);
  if (Expr *Apart = Test.apart(All))
    Gains = Make.joined(BO_LAnd, Gains, Apart);
  for (unsigned Touch : Tiles.Strided)
    Gains =
        Make.joined(BO_LAnd, Gains,
                    Test.apartBy(Touch, Tiles.Product && Tiles.Product->Turned
                                            ? Nest.Proof.Axis
                                            : 0));
  All.push_back(Make.ifThen(Gains, Inside()));
  Block.Code = Make.compound(All);
  if (obstacle())
    return std::nullopt;
  return Block;
}

/// More copies of what is large cost the compiler and gain nothing.
Stmt *TileCopies::rolled(Stmt *For) {
  const Attr *Hint = loopHint(Ctx, Make.location(), LoopHintAttr::Unroll,
                              LoopHintAttr::Disable);
  return AttributedStmt::Create(Ctx, Make.location(), Hint, For);
}

Stmt *TileCopies::count(StringRef Name, Expr *Bound, unsigned Step, VarDecl *&V,
                        Printer Body, VarDecl *First) {
  V = Make.variable(Loop.Function, Name, I64, First ? val(First) : num(0));
  Stmt *Init = Make.declare(V);
  Expr *Condition = Make.compare(BO_LT, val(V), Bound);
  Expr *Increment = Step == 0   ? nullptr
                    : Step == 1 ? Make.step(UO_PreInc, V)
                                : moved(V, num(Step));
  return rolled(Make.loop(Init, Condition, Increment, Body()));
}

/// Few columns are copied at a time, as vectors of which part is masked where
/// the processor can do that. More copies and loops for what is left cost the
/// compiler more than they gain.
ColumnPrinter::Hints TileCopies::hints() {
  Hints All = ColumnPrinter::hints();
  auto Add = [&](LoopHintAttr::OptionType Option,
                 LoopHintAttr::LoopHintState State, Expr *Value) {
    All.push_back(loopHint(Ctx, Make.location(), Option, State, Value));
  };
  if (Tiles.Masked)
    Add(LoopHintAttr::VectorizePredicate, LoopHintAttr::Enable, nullptr);
  else
    Add(LoopHintAttr::InterleaveCount, LoopHintAttr::Numeric,
        Make.integer(1, Ctx.IntTy));
  Add(LoopHintAttr::Unroll, LoopHintAttr::Disable, nullptr);
  return All;
}

Stmt *TileCopies::turns(Printer Body) {
  Turn = Make.variable(Loop.Function, Round.Counts.Induction->getName(),
                       TurnType, val(From));
  Stmt *Init = Make.declare(Turn);
  Expr *Condition = Make.compare(BO_LT, val(Turn), val(To));
  Expr *Increment = Make.step(UO_PreInc, Turn);
  Stmt *For = Make.loop(Init, Condition, Increment, Body());
  Turn = nullptr;
  return For;
}

VarDecl *TileCopies::rowVariable(Expr *Number, Statements &Into) {
  return Make.variable(
      Loop.Function, Loop.Dims.front().Induction->getName(), RowType,
      Make.binary(BO_Add, val(Block.First),
                  Make.convert(add(val(Top), Number), RowType), RowType),
      Into);
}

void TileCopies::splitColumn() {
  bool Seen = false;
  for (Stmt *S : statementsOf(Nest.Columns->getBody()))
    if (S == Round.Loop)
      Seen = true;
    else if (!declaresCounters(*S))
      (Seen ? Behind : Ahead).push_back(S);
  for (Stmt *S : Ahead) {
    const VarDecl *V = onlyVariable(S);
    Expr *Init = V ? const_cast<Expr *>(V->getInit()) : nullptr;
    if (auto *B = dyn_cast<BinaryOperator>(S);
        B && B->getOpcode() == BO_Assign) {
      V = variableIn(B->getLHS());
      Init = B->getRHS();
    }
    if (!Init || !llvm::is_contained(Tiles.Sums, V) ||
        Init->HasSideEffects(Ctx) || anyNode(Init, [&](const Stmt *Part) {
          const auto *Ref = dyn_cast<DeclRefExpr>(Part);
          return Ref && (Ref->getDecl() == Nest.Counts.Induction ||
                         Nest.isRow(Ref->getDecl()));
        })) {
      Starts.clear();
      return;
    }
    Starts[V] = Init;
  }
  if (!Round.Sums.empty() || Starts.size() != Tiles.Sums.size())
    Starts.clear();
}

VarDecl *TileCopies::sideVariable(Statements &Into) {
  return rowVariable(least([&] { return add(val(Tile), num(Side)); },
                           [&] { return sub(val(High), num(1)); }),
                     Into);
}

Expr *TileCopies::kept(Expr *E) {
  if (!E->isLValue() || !isa<ArraySubscriptExpr>(E->IgnoreParens()))
    return nullptr;
  if (InLines)
    for (auto [Number, Place] : llvm::enumerate(Tiles.Lines))
      if (sameExpression(E, Place, Ctx))
        // [tile][line][round][side]
        return Make.subscript(
            val(Lines),
            add(mul(num(Tiles.Rows),
                    add(mul(val(AllRounds),
                            add(mul(op(BO_Div, val(Tile), num(Tiles.Rows)),
                                    num(Tiles.Lines.size())),
                                num(Number))),
                        add(val(Before),
                            sub(wide(val(Turn)), wide(val(From)))))),
                num(Side)));
  return nullptr;
}

/// Rounds outside, so that rows are read one behind the other.
Stmt *TileCopies::copyLines() {
  auto Copy = [&](Statements &Into) {
    for (const Expr *Place : Tiles.Lines) {
      Expr *Memory = copyOf(Place);
      InLines = true;
      Expr *Here = kept(const_cast<Expr *>(Place));
      InLines = false;
      Into.push_back(Make.assign(Here, Make.load(Memory)));
    }
  };
  return turns([&] {
    return count("tile", val(High), Tiles.Rows, Tile, [&] {
      Statements Whole, Rest;
      for (Side = 0; Side != Tiles.Rows; ++Side) {
        Row = rowVariable(add(val(Tile), num(Side)), Whole);
        Copy(Whole);
        Row = sideVariable(Rest);
        Copy(Rest);
      }
      Side = 0;
      Row = nullptr;
      return Make.ifThen(
          Make.compare(BO_LE, add(val(Tile), num(Tiles.Rows)), val(High)),
          Make.compound(Whole), Make.compound(Rest));
    });
  });
}

Expr *TileCopies::inPanel(unsigned Number, Expr *Lane) {
  return Make.subscript(
      val(Panels),
      add(mul(blockWidth(), add(mul(num(Number), val(Depth)),
                                sub(wide(val(Turn)), wide(val(From))))),
          Lane));
}

/// For one column in one round.
Stmt *TileCopies::copyElement(unsigned Panel) {
  Expr *Here = inPanel(Panel, sub(wide(val(Column)), wide(val(At))));
  Expr *Memory = copyOf(Tiles.Panels[Panel].Place);
  return Make.compound({Make.assign(Here, Make.load(Memory))});
}

void TileCopies::copyPanel(unsigned Number, Statements &Into) {
  Expr *Filled = sub(wide(val(Next)), wide(val(At)));
  Into.push_back(Make.ifThen(
      Make.compare(BO_LT, Filled, blockWidth()), rolled(turns([&] {
        VarDecl *Lane = nullptr;
        return count("lane", blockWidth(), 1, Lane, [&] {
          Expr *Zero = Make.convert(Make.integer(0, Ctx.IntTy), Element);
          return Make.compound({Make.assign(inPanel(Number, val(Lane)), Zero)});
        });
      }))));
  if (Tiles.Panels[Number].Near)
    Into.push_back(rolled(
        turns([&] { return columns([&] { return copyElement(Number); }); })));
  else
    copyFar(Number, Into);
}

/// Columns outside, but for so many rounds only that both sides stay near.
void TileCopies::copyFar(unsigned Panel, Statements &Into) {
  constexpr unsigned Near = 16;
  VarDecl *Some = nullptr, *const WholeFrom = From, *const WholeTo = To;
  Expr *All = sub(wide(val(To)), wide(val(From)));
  Into.push_back(count("some", All, Near, Some, [&] {
    Statements Each;
    Expr *Start = Make.binary(BO_Add, val(WholeFrom),
                              Make.convert(val(Some), TurnType), TurnType);
    VarDecl *First =
        Make.variable(Loop.Function, "first", TurnType, Start, Each);
    Expr *Left = sub(wide(val(WholeTo)), wide(val(First)));
    Expr *End = Make.conditional(
        Make.compare(BO_GT, Left, num(Near)),
        Make.binary(BO_Add, val(First), Make.integer(Near, TurnType), TurnType),
        val(WholeTo), TurnType);
    VarDecl *Behind =
        Make.variable(Loop.Function, "behind", TurnType, End, Each);
    Each.push_back(columns([&] {
      From = First;
      To = Behind;
      Stmt *Turns = turns([&] {
        From = WholeFrom;
        return copyElement(Panel);
      });
      To = WholeTo;
      return Turns;
    }));
    return Make.compound(Each);
  }));
}

} // namespace twofold
