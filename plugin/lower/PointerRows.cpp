// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

uint64_t rowCount(QualType T, const ASTContext &Ctx) {
  const auto *Array = Ctx.getAsConstantArrayType(T);
  return Array && Array->getElementType()->isPointerType() &&
                 Array->getZExtSize() <= PointerRows::Longest
             ? Array->getZExtSize()
             : 0;
}

llvm::SmallVector<Place, 8> PointerRows::rowsOf(const Place &Whole) {
  if (Whole.is(Kind::Object))
    return llvm::to_vector<8>(Whole.Object->Elements);
  llvm::SmallVector<Place, 8> Rows;
  if (Whole.is(Kind::Host))
    for (uint64_t I = 0, E = rowCount(Whole.Code->getType(), Ctx); I < E; ++I)
      Rows.push_back(atHost(Make.subscript(
          Make.decay(Whole.Code), Make.integer(I, Ctx.getSizeType()))));
  return Rows;
}

Place PointerRows::chosenRow(llvm::ArrayRef<Place> Rows, uint64_t First,
                             Expr *Index, QualType T, SourceLocation Loc) {
  if (failed() || Rows.empty())
    return {};
  if (auto At = constantOf(Index, Ctx)) {
    if (At->isNegative() || At->getActiveBits() > 32 ||
        At->getZExtValue() < First || At->getZExtValue() - First >= Rows.size())
      return {};
    return Rows[At->getZExtValue() - First];
  }
  if (Rows.size() == 1)
    return Rows.front();
  VarDecl *At = Emit.temporary(Index->getType(), "row", Index);
  Expr *Chosen = nullptr;
  for (size_t I = Rows.size(); I-- > 0 && !failed();) {
    Place Row = Places.load(Rows[I], T, Loc);
    if (!Row.is(Kind::Value))
      return noPlace(Loc);
    // Comparisons of which each way is one range of numbers.
    Expr *Next = Make.integer(First + I + 1, At->getType());
    Chosen = Chosen
                 ? Make.conditional(Make.compare(BO_LT, Make.value(At), Next),
                                    Row.Code, Chosen, T)
                 : Row.Code;
  }
  return made(Make.paren(Chosen));
}

Place PointerRows::fewRows(Expr *Pointer, Expr *Index, QualType T,
                           SourceLocation Loc) {
  auto Range = Ranges.fewValues(Index);
  if (!Range || Range->second - Range->first >= Longest)
    return {};
  llvm::SmallVector<Place, 8> Rows;
  ++Emit.Conditional; // perhaps not all of them
  for (uint64_t I = Range->first; I <= Range->second; ++I)
    Rows.push_back(Reads.followed(
        Make.subscript(Pointer, Make.integer(I, Ctx.getSizeType()))));
  --Emit.Conditional;
  return chosenRow(Rows, Range->first, Index, T, Loc);
}

/// The variable whose value, and more, Pointer is, a table in a block.
static const ValueDecl *rootIn(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParenImpCasts();
  const auto *Sum = dyn_cast<BinaryOperator>(Pointer);
  return namedIn(Sum ? Sum->getLHS()->IgnoreParenImpCasts() : Pointer);
}

bool PointerRows::isTable(const Expr *Pointer) const {
  return Derived.isInvariant(Pointer) ||
         (Out.RowsInBlocks && llvm::any_of(Out.Rows, [&](const RowTable &R) {
            return R.Pointer == rootIn(Pointer);
          }));
}

Place PointerRows::longRow(Expr *Pointer, Expr *Index, QualType T,
                           SourceLocation Loc) {
  QualType Element = T->getPointeeType();
  const bool Fixed = Derived.isInvariant(Pointer);
  Place Row;
  if (Fixed && !Out.RowsInBlocks)
    Row = fewRows(Pointer, Index, T, Loc);
  if (failed() || !Row.is(Kind::None) || Element->isIncompleteType() ||
      Element->isFunctionType() || Element->isVoidType() ||
      Element->isVariablyModifiedType() ||
      Ctx.getTypeSizeInChars(Element).isZero() || T.isVolatileQualified())
    return Row;
  LongTables = true;
  if (isTable(Pointer))
    Row = Out.RowsInBlocks ? rowInBlock(Pointer, Index, T)
                           : regularRow(Pointer, Index, T);
  Irregular |= Row.is(Kind::None);
  return Row;
}

RowTable &PointerRows::tableAt(Expr *Pointer, QualType T) {
  const ValueDecl *Outer =
      Derived.isInvariant(Pointer) ? nullptr : rootIn(Pointer);
  std::string Name = DerivedCaptures::nameOf(Pointer);
  const QualType U64Pointer = Ctx.getPointerType(Make.U64);
  VarDecl *Table = nullptr;
  for (const RowTable &Known : Out.Rows)
    if (Outer && Known.Pointer == Outer)
      Table = Known.Pointer;
  if (!Table)
    Table = Derived.computed(
        Make.convert(Pointer, Out.RowsInBlocks ? U64Pointer : Ctx.VoidPtrTy),
        Name + "_rows");
  for (RowTable &Known : Out.Rows)
    if (Known.Table == Table)
      return Known;
  const QualType Element = T->getPointeeType();
  RowTable &New = Out.Rows.emplace_back();
  New.Table = Table;
  New.InBlock = Out.RowsInBlocks;
  // Pointers in a kernel's memory are numbers.
  New.Pointer = Derived.slot(Element->isPointerType() ? U64Pointer : T,
                             Name.empty() ? "row" : Name);
  New.Distance = New.InBlock ? Derived.slot(Make.U64, Name + "_address")
                             : Derived.slot(Make.I64, Name + "_distance");
  New.Bytes = Ctx.getTypeSizeInChars(Element).getQuantity();
  New.Name = Name;
  return New;
}

void PointerRows::noteUse(RowTable &Rows, Expr *Index) {
  auto Range = Ranges.rangeOf(Index);
  if (!Range) {
    Rows.Whole = true;
    return;
  }
  auto Known = [&](Expr *E, StringRef What) {
    return Derived.computed(Facts.folded(made(E)).Code, Rows.Name + What.str());
  };
  std::pair Use(Known(Range->first, "_from"), Known(Range->second, "_to"));
  if (!llvm::is_contained(Rows.Uses, Use))
    Rows.Uses.push_back(Use);
}

Place PointerRows::rowInBlock(Expr *Pointer, Expr *Index, QualType T) {
  RowTable &Rows = tableAt(Pointer, T);
  const bool Fixed = Derived.isInvariant(Pointer);
  if (Fixed)
    noteUse(Rows, Index);
  else
    Rows.Whole = true;
  Expr *Address = Make.load(
      Make.subscript(Fixed ? Make.value(Rows.Table) : Pointer, Index));
  Expr *Bytes = Make.paren(
      Make.binary(BO_Sub, Address, Make.value(Rows.Distance), Make.U64));
  Expr *Offset =
      Make.binary(BO_Div, Bytes, Make.integer(Rows.Bytes, Make.U64), Make.U64);
  return made(
      Make.paren(Make.binary(BO_Add, Make.value(Rows.Pointer),
                             Make.convert(Make.paren(Offset), Make.I64),
                             Rows.Pointer->getType().getUnqualifiedType())));
}

Place PointerRows::regularRow(Expr *Pointer, Expr *Index, QualType T) {
  if (!Ranges.rangeOf(Index) || T->getPointeeType()->isPointerType())
    return {};
  RowTable &Rows = tableAt(Pointer, T);
  noteUse(Rows, Index);
  Expr *Offset = Make.paren(Make.binary(BO_Mul, Make.convert(Index, Make.I64),
                                        Make.value(Rows.Distance), Make.I64));
  return made(Make.paren(Make.binary(BO_Add, Make.value(Rows.Pointer), Offset,
                                     T.getUnqualifiedType())));
}

} // namespace twofold
