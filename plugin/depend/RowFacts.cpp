// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/RowFacts.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

MemoryReference referenceOf(const Occurrence &O) {
  return {O.Offset, O.Size, O.Facts, O.Around, O.Surely};
}

/// What is left of Offset where rows of so many bytes are taken off.
static AffineForm withinRow(const AffineForm &Offset, int64_t Row) {
  AffineForm Out, Constant;
  bool Falls = false;
  for (Monomial M : Offset) {
    const bool Counts = M.Axis != -1 || !M.Values.empty();
    // The multiple of the row's length that is nearest.
    M.Constant %= Row;
    if (2 * std::abs(M.Constant) > Row)
      M.Constant += M.Constant < 0 ? Row : -Row;
    Falls |= Counts && M.Constant < 0;
    if (M.Constant != 0)
      (Counts ? Out : Constant).push_back(M);
  }
  // What falls begins near the row's end.
  if (Falls && !Constant.empty() && Constant[0].Constant < 0)
    Constant[0].Constant += Row;
  return sum(Out, Constant).value_or(AffineForm());
}

/// What is not negative where O's subscripts stay within their rows.
static llvm::SmallVector<AffineForm, 4> rowFacts(const Occurrence &O,
                                                 const ASTContext &Ctx) {
  llvm::SmallVector<AffineForm, 4> Facts;
  const Expr *E = O.By;
  AffineForm Left = O.Offset; // of rows as a whole
  int64_t Element = O.Size;
  while (E && !O.Unknown) {
    const auto *At = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts());
    const Expr *Row = At ? arrayIn(*At) : nullptr;
    if (!Row || !isa<ArraySubscriptExpr>(Row->IgnoreParens()) ||
        !Ctx.getAsConstantArrayType(Row->getType()))
      break;
    const int64_t Bytes = Ctx.getTypeSizeInChars(Row->getType()).getQuantity();
    const AffineForm Within = Bytes > 0 ? withinRow(Left, Bytes) : Left;
    const MaybeForm Room = difference(constantForm(Bytes - Element), Within);
    const MaybeForm Rest = difference(Left, Within);
    if (Bytes <= 0 || !Room || !Rest)
      break;
    Facts.push_back(Within);
    Facts.push_back(*Room);
    Left = *Rest;
    Element = Bytes;
    E = Row;
  }
  return Facts;
}

bool meetInRows(const IterationSpace &Space, const Occurrence &A,
                const Occurrence &B, unsigned Rank, const ASTContext &Ctx) {
  MemoryReference First = referenceOf(A), Second = referenceOf(B);
  const auto OfFirst = rowFacts(A, Ctx), OfSecond = rowFacts(B, Ctx);
  First.Facts.append(OfFirst);
  Second.Facts.append(OfSecond);
  return (OfFirst.empty() && OfSecond.empty()) ||
         testPair(Space, First, Second, Rank, &A == &B).What ==
             PairVerdict::Carried;
}

} // namespace twofold
