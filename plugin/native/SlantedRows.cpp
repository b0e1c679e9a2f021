// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SlantedRows.cpp - rows of tiles that have other columns each -------===//

#include "native/TileCopies.h"

using namespace clang;

namespace twofold {

/// Conversions and numbers that begin anew would have other ends.
Expr *TileCopies::isSlanted() {
  auto Moves = [&](const Expr *End, int By) {
    auto Value = [&] { return wide(copyOf(End)); };
    Expr *Moved = sub(inRow(Block.Last, Value), inRow(Block.First, Value));
    return Make.paren(Make.compare(
        BO_EQ, Moved,
        mul(num(uint64_t(int64_t(By))), sub(val(AllRows), num(1)))));
  };
  return Make.joined(BO_LAnd, Moves(Nest.Counts.Init, Tiles.Begins),
                     Moves(Nest.Counts.Bound, Tiles.Ends));
}

Expr *TileCopies::mostColumns() {
  if (!Tiles.slanted())
    return allColumns();
  auto Columns = [&](VarDecl *Of) {
    return inRow(Of, [&] { return allColumns(); });
  };
  return Make.paren(Make.conditional(
      Make.compare(BO_LT, Columns(Block.First), Columns(Block.Last)),
      Columns(Block.Last), Columns(Block.First), I64));
}

void TileCopies::leaveOut(Statements &Into) {
  const int Growth = Tiles.Ends - Tiles.Begins;
  VarDecl *Columns =
      number("columns", inRow(Block.First, [&] { return allColumns(); }), Into);
  if (Growth > 0)
    Skipped = number(
        "skipped",
        Make.paren(Make.conditional(
            Make.compare(BO_GT, val(Columns), num(0)), num(0),
            add(op(BO_Div, sub(num(0), val(Columns)), num(Growth)), num(1)),
            I64)),
        Into);
  else if (Growth < 0)
    Into.push_back(
        Make.assign(Make.lvalue(AllRows),
                    least([&] { return val(AllRows); },
                          [&] { return parts(val(Columns), -Growth); })));
}

Expr *TileCopies::outermost(VarDecl *Upper, VarDecl *Lower, bool Right) {
  const int By = Right ? Tiles.Ends : Tiles.Begins;
  return inRow((By > 0) == Right ? Lower : Upper,
               [&] { return Right ? behind(Nest.Counts) : firstColumn(); });
}

void TileCopies::clipped(llvm::function_ref<void(Statements &)> Body,
                         Statements &Into) {
  if (!Tiles.slanted())
    return Body(Into);
  VarDecl *const WholeAt = At, *const WholeNext = Next;
  auto Inner = [&](StringRef Name, BinaryOperatorKind Further, VarDecl *Whole,
                   Maker Own) {
    VarDecl *Here = Make.variable(Loop.Function, Name, T, Own(), Into);
    return Make.variable(
        Loop.Function, Name, T,
        Make.conditional(Make.compare(Further, val(Here), val(Whole)),
                         val(Here), val(Whole), T),
        Into);
  };
  Origin = WholeAt;
  At = Inner("at", BO_GT, WholeAt, [&] { return firstColumn(); });
  Next = Inner("next", BO_LT, WholeNext, [&] { return behind(Nest.Counts); });
  Body(Into);
  Origin = nullptr;
  At = WholeAt;
  Next = WholeNext;
}

} // namespace twofold
