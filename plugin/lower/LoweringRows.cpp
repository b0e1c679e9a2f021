// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringRows.cpp - arrays of pointers ------------------------------===//
//
// Kernels have no pointers in memory. Of a short array each pointer becomes one
// of its own: a variable where the body has the array, an argument where it
// lies in an object around the loop. A subscript that is not always the same
// chooses among them. Rows of a long table are reached from row 0 by their
// distance, if the runtime finds that they have one.
//
//===----------------------------------------------------------------------===//

#include "lower/Lowering.h"
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
    // Comparisons of which each way is one range of numbers.
    Expr *Next = Make.integer(First + I + 1, At->getType());
    Chosen = Chosen
                 ? Make.conditional(Make.compare(BO_LT, Make.value(At), Next),
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
  const Place Whole = place(Decay->getSubExpr());
  if (Failed || !(Whole.is(Kind::Host) || Whole.is(Kind::Object)))
    return {};
  Expr *Index = scalar(E.getIdx());
  // Always the same one: each call knows where that points.
  if (!Failed && Whole.is(Kind::Host) && Derived.isInvariant(Index))
    return followed(Make.subscript(Make.decay(Whole.Code), Index));
  return chosenRow(rowsOf(Whole), 0, Index, E.getType(), E.getExprLoc());
}

/// The pointer that Pointer[Index] is, one of a few that the call reads.
Place Lowering::fewRows(Expr *Pointer, Expr *Index, QualType T,
                        SourceLocation Loc) {
  auto Range = fewValues(Index);
  if (!Range || Range->second - Range->first >= LongestRow)
    return {};
  llvm::SmallVector<Place, 8> Rows;
  ++Conditional; // perhaps not all of them
  for (uint64_t I = Range->first; I <= Range->second; ++I)
    Rows.push_back(
        followed(Make.subscript(Pointer, Make.integer(I, Ctx.getSizeType()))));
  --Conditional;
  return chosenRow(Rows, Range->first, Index, T, Loc);
}

RowTable &Lowering::tableAt(Expr *Pointer, QualType T) {
  std::string Name = DerivedCaptures::nameOf(Pointer);
  VarDecl *Table =
      Derived.computed(Make.convert(Pointer, Ctx.VoidPtrTy), Name + "_rows");
  for (RowTable &Known : Out.Rows)
    if (Known.Table == Table)
      return Known;
  RowTable &New = Out.Rows.emplace_back();
  New.Table = Table;
  New.Pointer = Derived.slot(T, Name.empty() ? "row" : Name);
  New.Distance =
      Derived.slot(Ctx.getIntTypeForBitwidth(64, true), Name + "_distance");
  New.Bytes = Ctx.getTypeSizeInChars(T->getPointeeType()).getQuantity();
  New.Name = Name;
  return New;
}

/// The pointer that Pointer[Index] is, where all that may be meant lie at one
/// distance.
Place Lowering::regularRow(Expr *Pointer, Expr *Index, QualType T) {
  QualType Element = T->getPointeeType();
  auto Range = rangeOf(Index);
  if (!Range || Element->isIncompleteType() || Element->isFunctionType() ||
      Element->isVoidType() || Element->isVariablyModifiedType() ||
      T.isVolatileQualified())
    return {};
  QualType I64 = Ctx.getIntTypeForBitwidth(64, true);
  RowTable &Rows = tableAt(Pointer, T);
  auto Known = [&](Expr *E, StringRef What) {
    return Derived.computed(folded(made(E)).Code, Rows.Name + What.str());
  };
  std::pair Use(Known(Range->first, "_from"), Known(Range->second, "_to"));
  if (!llvm::is_contained(Rows.Uses, Use))
    Rows.Uses.push_back(Use);
  Expr *Offset = Make.paren(Make.binary(BO_Mul, Make.convert(Index, I64),
                                        Make.value(Rows.Distance), I64));
  return made(Make.paren(Make.binary(BO_Add, Make.value(Rows.Pointer), Offset,
                                     T.getUnqualifiedType())));
}

} // namespace twofold
