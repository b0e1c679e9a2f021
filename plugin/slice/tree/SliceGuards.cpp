// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceGuards.cpp - SliceCopy's: what is looked at before the loop ---===//

#include "ast/AstFactory.h"
#include "slice/tree/SliceCopy.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {

/// From, in all corners that it has.
bool SliceCopy::tables(ArrayRef<Expr *> From,
                       SmallVectorImpl<EarlyTest::Rows> &To, SourceLocation Loc,
                       StringRef What) {
  for (Expr *E : From)
    if (!Corners.degree(E)) {
      refuse(E, Loc, What);
      return false;
    }
  unsigned Count = Corners.corners();
  if (!Count) {
    refuse(From.front(), Loc, What);
    return false;
  }
  for (unsigned Corner = 0; Corner < Count; ++Corner) {
    EarlyTest::Rows &Rows = To.emplace_back();
    for (Expr *E : From)
      Rows.push_back(Corners.at(E, Corner));
  }
  return true;
}

void SliceCopy::agreement(const ParsedSliceTest &Of) {
  constexpr llvm::StringLiteral Unknown =
      "lengths or strides are not known before the loop; compute them there";
  ArrayRef<Expr *> Brackets = rowsOf(Of.Brackets), Lengths = rowsOf(Of.Lengths);
  auto Small = [&](const Expr *E) {
    auto Known = constantOf(E, Ctx);
    return Known && Known->isSignedIntN(32)
               ? std::optional(Known->getSExtValue())
               : std::nullopt;
  };
  EarlyTest Test;
  Test.Loc = Ctx.getSourceManager().getExpansionLoc(Of.If->getIfLoc());
  bool Holds = true;
  EarlyTest::Rows Kept;
  using Row = SliceBracketRow;
  for (; Brackets.size() >= Row::Width;
       Brackets = Brackets.drop_front(Row::Width)) {
    auto Dimension = Small(Brackets[Row::Dimension]);
    if (!Dimension || *Dimension < 0 || size_t(*Dimension) >= Lengths.size()) {
      refuse(Brackets[Row::Operand], Test.Loc, "");
      return;
    }
    auto Length = Small(Brackets[Row::Length]);
    Holds &= Length && *Length >= 0 && Length == Small(Lengths[*Dimension]) &&
             Small(Brackets[Row::Stride]) && Small(Brackets[Row::Size]);
    Kept.append(Brackets.begin(), Brackets.begin() + Row::Width);
    // A start that is not known is like any subscript that is not.
    if (Expr *&Start = Kept[Kept.size() - Row::Width + Row::Start];
        !Corners.degree(Start))
      Start = AstFactory(Ctx, Test.Loc).integer(0, Ctx.IntTy);
  }
  if (Holds)
    return;
  Corners.reset();
  for (Expr *E : llvm::concat<Expr *const>(Lengths, Kept))
    Corners.degree(E);
  if (tables(Lengths, Test.Lengths, Test.Loc, Unknown) &&
      tables(Kept, Test.Brackets, Test.Loc, Unknown)) {
    Test.Conditions = Corners.conditions();
    Tests.push_back(std::move(Test));
  }
}

void SliceCopy::overlap(const ParsedSliceTest &Of) {
  constexpr llvm::StringLiteral Unknown =
      "sides are not known to lie apart before the loop; name the arrays, or "
      "add to pointers what the loop counts";
  ArrayRef<Expr *> First = rowsOf(Of.First), Operands = rowsOf(Of.Operands),
                   Lengths = rowsOf(Of.Lengths);
  EarlyTest Test;
  Test.Loc = Ctx.getSourceManager().getExpansionLoc(Of.If->getIfLoc());
  Test.Written = Of.Written;
  Test.Fused = Of.What == SliceTest::Fusion;
  Corners.reset();
  for (Expr *E : llvm::concat<Expr *const>(Lengths, First))
    Corners.degree(E);
  for (Expr *E : Operands)
    if (Corners.degree(E) != 0u) {
      refuse(E, Test.Loc, Unknown);
      return;
    }
  if (!tables(Lengths, Test.Lengths, Test.Loc, Unknown) ||
      !tables(First, Test.First, Test.Loc, Unknown))
    return;
  for (Expr *E : Operands)
    Test.Operands.push_back(Corners.at(E, 0));
  Test.Conditions = Corners.conditions();
  Tests.push_back(std::move(Test));
}

} // namespace twofold
