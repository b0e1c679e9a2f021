// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringRows.cpp - short arrays of pointers ------------------------===//
//
// Kernels have no pointers in memory. Of a short array each pointer becomes one
// of its own: a variable where the body has the array, an argument where it
// lies in an object around the loop. A subscript that is not always the same
// chooses among them.
//
//===----------------------------------------------------------------------===//

#include "InnerLoop.h"
#include "Lowering.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

/// Each pointer takes an argument and a comparison.
static constexpr uint64_t LongestRow = 8;

/// How many pointers an array of the body or of an object has; 0: too many, or
/// something else.
static uint64_t rowCount(QualType T, const ASTContext &Ctx) {
  const auto *Array = Ctx.getAsConstantArrayType(T);
  return Array && Array->getElementType()->isPointerType() &&
                 Array->getZExtSize() <= LongestRow
             ? Array->getZExtSize()
             : 0;
}

/// An array of the body: a variable for each of its pointers. Init may be null.
Place Lowering::pointerArray(QualType T, const Expr *Init, StringRef Name,
                             SourceLocation Loc) {
  const uint64_t Count = rowCount(T, Ctx);
  const auto *List = dyn_cast_or_null<InitListExpr>(
      Init ? Init->IgnoreParenImpCasts() : nullptr);
  if (Count == 0 || (Init && !List)) {
    fail(diag::Id::PointerToPointer, Loc, Name);
    return {};
  }
  QualType Element = Ctx.getAsConstantArrayType(T)->getElementType();
  Objects.emplace_back();
  LocalObject &Array = Objects.back();
  for (uint64_t I = 0; I < Count && !Failed; ++I) {
    const Expr *Given =
        List && I < List->getNumInits() ? List->getInit(I) : nullptr;
    Array.Elements.push_back(
        initial(Element, Given, (Name + "_" + Twine(I)).str()));
  }
  return ofObject(&Array);
}

/// The pointers of Whole, an array; none: it is not short.
llvm::SmallVector<Place, 8> Lowering::rowsOf(const Place &Whole) {
  if (Whole.is(Kind::Object))
    return llvm::to_vector<8>(Whole.Object->Elements);
  llvm::SmallVector<Place, 8> Rows;
  if (Whole.is(Kind::Host))
    for (uint64_t I = 0, E = rowCount(Whole.Code->getType(), Ctx); I < E; ++I)
      Rows.push_back(atHost(Make.subscript(
          Make.decay(Whole.Code), Make.integer(I, Ctx.getSizeType()))));
  return Rows;
}

/// The pointer at a subscript that may be any of First and those that follow.
Place Lowering::chosenRow(llvm::ArrayRef<Place> Rows, uint64_t First,
                          Expr *Index, QualType T, SourceLocation Loc) {
  if (Failed || Rows.empty())
    return {};
  Expr::EvalResult R;
  if (Index->EvaluateAsInt(R, Ctx)) {
    llvm::APSInt At = R.Val.getInt();
    if (At.isNegative() || At.getActiveBits() > 32 ||
        At.getZExtValue() < First || At.getZExtValue() - First >= Rows.size())
      return {};
    return Rows[At.getZExtValue() - First];
  }
  if (Rows.size() == 1)
    return Rows.front();
  VarDecl *At = temporary(Index->getType(), "row", Index);
  Expr *Chosen = nullptr;
  for (size_t I = Rows.size(); I-- > 0 && !Failed;) {
    Place Row = load(Rows[I], T, Loc);
    if (!Row.is(Kind::Value)) {
      fail(Loc);
      return {};
    }
    Expr *Number = Make.integer(First + I, At->getType());
    Chosen = Chosen
                 ? Make.conditional(Make.compare(BO_EQ, Make.value(At), Number),
                                    Row.Code, Chosen, T)
                 : Row.Code;
  }
  return made(Make.paren(Chosen));
}

/// The element of a short array that E names, if it names one.
Place Lowering::rowElement(const ArraySubscriptExpr &E) {
  const auto *Decay = dyn_cast<CastExpr>(E.getBase()->IgnoreParens());
  if (!E.getType()->isPointerType() || !Decay ||
      Decay->getCastKind() != CK_ArrayToPointerDecay ||
      rowCount(Decay->getSubExpr()->getType(), Ctx) == 0 ||
      writesIn(Decay->getSubExpr()))
    return {};
  llvm::SmallVector<Place, 8> Rows = rowsOf(place(Decay->getSubExpr()));
  return Rows.empty() ? Place()
                      : chosenRow(Rows, 0, scalar(E.getIdx()), E.getType(),
                                  E.getExprLoc());
}

/// What E, an integer, can be, where constants tell.
std::optional<std::pair<uint64_t, uint64_t>>
Lowering::fewValues(const Expr *E) const {
  E = E->IgnoreParenCasts();
  auto Few = [](uint64_t First,
                uint64_t Last) -> std::optional<std::pair<uint64_t, uint64_t>> {
    if (First > Last || Last - First >= LongestRow || Last > INT32_MAX)
      return std::nullopt;
    return std::pair(First, Last);
  };
  Expr::EvalResult R;
  auto Constant = [&](const Expr *Part) -> std::optional<uint64_t> {
    if (!Part->EvaluateAsInt(R, Ctx) || R.Val.getInt().isNegative() ||
        R.Val.getInt().getActiveBits() > 31)
      return std::nullopt;
    return R.Val.getInt().getZExtValue();
  };
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (auto It = Counted.find(Ref->getDecl()); It != Counted.end())
      return Few(It->second.first, It->second.second);
    return std::nullopt;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return std::nullopt;
  auto Right = Constant(B->getRHS());
  if (!Right)
    return std::nullopt;
  if (B->getOpcode() == BO_And)
    return Few(0, *Right);
  if (B->getOpcode() == BO_Rem && *Right != 0 &&
      B->getType()->isUnsignedIntegerType())
    return Few(0, *Right - 1);
  auto Left = fewValues(B->getLHS());
  if (Left && B->getOpcode() == BO_Add)
    return Few(Left->first + *Right, Left->second + *Right);
  if (Left && B->getOpcode() == BO_Sub && *Right <= Left->first)
    return Few(Left->first - *Right, Left->second - *Right);
  return std::nullopt;
}

/// The pointer that Pointer[Index] is, one of a few that the call reads.
Place Lowering::fewRows(Expr *Pointer, const Expr *At, Expr *Index, QualType T,
                        SourceLocation Loc) {
  auto Range = fewValues(At);
  if (!T->isPointerType() || !Range || !Derived.isInvariant(Pointer))
    return {};
  llvm::SmallVector<Place, 8> Rows;
  ++Conditional; // perhaps not all of them
  for (uint64_t I = Range->first; I <= Range->second; ++I)
    Rows.push_back(
        followed(Make.subscript(Pointer, Make.integer(I, Ctx.getSizeType()))));
  --Conditional;
  return chosenRow(Rows, Range->first, Index, T, Loc);
}

/// An inner loop between constants says what its variable can be.
void Lowering::noteCounts(const ForStmt &S) {
  auto Inner = matchInnerLoop(&S, Ctx);
  Expr::EvalResult First, Bound;
  if (!Inner || !Inner->Init->EvaluateAsInt(First, Ctx) ||
      !Inner->Bound->EvaluateAsInt(Bound, Ctx))
    return;
  noteCount(Inner->Induction, First.Val.getInt(), Bound.Val.getInt(),
            Inner->inclusive());
}

void Lowering::noteCounts(const LoopDim &Dim) {
  Expr::EvalResult First, Bound;
  if (Dim.What == LoopDim::Kind::Integer && Dim.Lower && Dim.Bound &&
      Dim.Lower->EvaluateAsInt(First, Ctx) &&
      Dim.Bound->EvaluateAsInt(Bound, Ctx))
    noteCount(Dim.Induction, First.Val.getInt(), Bound.Val.getInt(),
              Dim.Inclusive);
}

void Lowering::noteCount(const ValueDecl *D, const llvm::APSInt &First,
                         const llvm::APSInt &Bound, bool Inclusive) {
  if (First.isNegative() || Bound.isNegative() || First.getActiveBits() > 31 ||
      Bound.getActiveBits() > 31)
    return;
  uint64_t A = First.getZExtValue(), B = Bound.getZExtValue();
  // Where the loop does not reach its bound, the bound is one too many.
  if (!Inclusive && A != B)
    B += A < B ? -1 : 1;
  Counted[D] = {std::min(A, B), std::max(A, B)};
}

} // namespace twofold
