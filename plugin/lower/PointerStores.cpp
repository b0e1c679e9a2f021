// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PointerStores.cpp - pointers that iterations store -----------------===//
//
// A table of pointers is one of numbers to a kernel, which computes the
// addresses that they are to the program from those that the call knows.

#include "ast/Nodes.h"
#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

Expr *ValueLowering::addressIn(Expr *Pointer) {
  Pointer = Pointer->IgnoreParens();
  if (Derived.isInvariant(Pointer))
    return Make.value(
        Derived.computed(Make.convert(Pointer, Make.U64),
                         DerivedCaptures::shown(Pointer) + "_address"));
  if (const auto *Cast = dyn_cast<CastExpr>(Pointer);
      Cast &&
      (Cast->getCastKind() == CK_NoOp || Cast->getCastKind() == CK_BitCast))
    return addressIn(const_cast<Expr *>(Cast->getSubExpr()));
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Pointer)) {
    Expr *Then = addressIn(Choice->getTrueExpr());
    Expr *Else = addressIn(Choice->getFalseExpr());
    return Then && Else ? Make.paren(Make.conditional(Choice->getCond(), Then,
                                                      Else, Make.U64))
                        : nullptr;
  }
  Expr *From = nullptr, *Count = nullptr;
  bool Back = false;
  if (const auto *Sum = dyn_cast<BinaryOperator>(Pointer);
      Sum && Sum->isAdditiveOp()) {
    From = Sum->getLHS();
    Count = Sum->getRHS();
    if (Count->getType()->isPointerType())
      std::swap(From, Count);
    Back = Sum->getOpcode() == BO_Sub;
  } else if (auto *Place = operandOf(Pointer, UO_AddrOf)) {
    const auto *Element = dyn_cast<ArraySubscriptExpr>(Place->IgnoreParens());
    if (!Element)
      return nullptr;
    From = const_cast<Expr *>(Element->getBase());
    Count = const_cast<Expr *>(Element->getIdx());
  }
  if (!From || !From->getType()->isPointerType() ||
      !Count->getType()->isIntegerType())
    return nullptr;
  const QualType Element = From->getType()->getPointeeType();
  Expr *Start = addressIn(From);
  if (!Start || Element->isIncompleteType() || Element->isFunctionType() ||
      Element->isVariablyModifiedType())
    return nullptr;
  const auto Size = Ctx.getTypeSizeInChars(Element).getQuantity();
  Expr *Bytes = Make.paren(
      Make.binary(BO_Mul, Make.convert(Make.convert(Count, Make.I64), Make.U64),
                  Make.integer(uint64_t(Size), Make.U64), Make.U64));
  return Make.paren(
      Make.binary(Back ? BO_Sub : BO_Add, Start, Bytes, Make.U64));
}

bool ValueLowering::storesPointer(const BinaryOperator &E) {
  const auto *To = dyn_cast<ArraySubscriptExpr>(E.getLHS()->IgnoreParens());
  if (!To || E.getOpcode() != BO_Assign || arrayIn(*To) ||
      !To->getType()->isPointerType() || To->getType().hasQualifiers())
    return false;
  Place Table;
  if (!Emit.quietly([&] { Table = value(To->getBase()); }) ||
      !Table.is(Kind::Value) || !Derived.isInvariant(Table.Code))
    return false;
  Expr *Right = scalar(E.getRHS());
  Expr *Index = failed() ? nullptr : scalar(To->getIdx());
  Expr *Address = failed() ? nullptr : addressIn(Right);
  if (!Address || Facts.writesIn(Index) || Facts.writesIn(Right)) {
    fail(diag::Id::PointerToPointer, E.getOperatorLoc(),
         DerivedCaptures::shown(To->getBase()));
    return true;
  }
  PointerStore = &E;
  VarDecl *Numbers =
      Derived.computed(Make.convert(Table.Code, Ctx.getPointerType(Make.U64)),
                       DerivedCaptures::nameOf(Table.Code));
  Emit.emit(Make.assign(Make.subscript(Make.value(Numbers), Index), Address));
  return true;
}

} // namespace twofold
