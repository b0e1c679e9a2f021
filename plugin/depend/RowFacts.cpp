// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "depend/FormProofs.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

MemoryReference referenceOf(const Occurrence &O) {
  return {O.Offset, O.Size, O.Facts, O.Around, O.Surely};
}

static QualType rowTypeOf(QualType T, const ASTContext &Ctx) {
  const ArrayType *Array = Ctx.getAsArrayType(T);
  return Array ? Array->getElementType() : QualType();
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

/// The bytes of the rows that O is in, the shortest first: those that it names,
/// and behind a pointer to one those that what it points into is declared with.
static llvm::SmallVector<int64_t, 4>
rowsAround(const Occurrence &O, const Base &In, const ASTContext &Ctx) {
  auto BytesOf = [&](QualType T) {
    return Ctx.getTypeSizeInChars(T).getQuantity();
  };
  llvm::SmallVector<int64_t, 4> Named, Declared;
  for (const Expr *E = O.By; E;) {
    const auto *At = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts());
    E = At ? arrayIn(*At) : nullptr;
    if (!E || !isa<ArraySubscriptExpr>(E->IgnoreParens()) ||
        !Ctx.getAsConstantArrayType(E->getType()))
      break;
    Named.push_back(BytesOf(E->getType()));
  }
  QualType T = In.Decl ? In.Decl->getType().getNonReferenceType() : QualType();
  if (!T.isNull())
    T = T->isPointerType() ? T->getPointeeType() : rowTypeOf(T, Ctx);
  for (; !T.isNull() && Ctx.getAsConstantArrayType(T); T = rowTypeOf(T, Ctx))
    Declared.push_back(BytesOf(T));
  for (int64_t Bytes : llvm::reverse(Declared))
    if (Bytes > (Named.empty() ? int64_t(O.Size) : Named.back()))
      Named.push_back(Bytes);
  return Named;
}

llvm::SmallVector<AffineForm, 4> rowFacts(const Occurrence &O, const Base &In,
                                          const ASTContext &Ctx) {
  llvm::SmallVector<AffineForm, 4> Facts;
  if (O.Unknown)
    return Facts;
  AffineForm Left = O.Offset; // of rows as a whole
  int64_t Element = O.Size;
  for (int64_t Bytes : rowsAround(O, In, Ctx)) {
    const AffineForm Within = Bytes > 0 ? withinRow(Left, Bytes) : Left;
    const MaybeForm Room = difference(constantForm(Bytes - Element), Within);
    const MaybeForm Rest = difference(Left, Within);
    if (Bytes <= 0 || !Room || !Rest)
      break;
    Facts.push_back(Within);
    Facts.push_back(*Room);
    Left = *Rest;
    Element = Bytes;
  }
  return Facts;
}

bool meetInRows(const IterationSpace &Space, const Occurrence &A,
                const Occurrence &B, const Base &In, unsigned Rank,
                const ASTContext &Ctx) {
  MemoryReference First = referenceOf(A), Second = referenceOf(B);
  const auto OfFirst = rowFacts(A, In, Ctx), OfSecond = rowFacts(B, In, Ctx);
  First.Facts.append(OfFirst);
  Second.Facts.append(OfSecond);
  return (OfFirst.empty() && OfSecond.empty()) ||
         testPair(Space, First, Second, Rank, &A == &B).What ==
             PairVerdict::Carried;
}

bool apartInRows(const IterationSpace &Space, const Occurrence &A,
                 const Occurrence &B, const Base &In, llvm::ArrayRef<int> Equal,
                 int Axis, const ASTContext &Ctx,
                 llvm::SmallVectorImpl<AffineForm> &Facts) {
  MemoryReference First = referenceOf(A), Second = referenceOf(B);
  auto Needed = rowFacts(A, In, Ctx);
  First.Facts.append(Needed);
  const auto OfSecond = rowFacts(B, In, Ctx);
  Second.Facts.append(OfSecond);
  Needed.append(OfSecond);
  if (Needed.empty() ||
      testPair(Space, First, Second, Equal, Axis, &A == &B).What !=
          PairVerdict::Never)
    return false;
  for (AffineForm &Form : Needed)
    if (llvm::none_of(Facts, [&](const AffineForm &Known) {
          return sameForm(Known, Form);
        }))
      Facts.push_back(std::move(Form));
  return true;
}

} // namespace twofold
