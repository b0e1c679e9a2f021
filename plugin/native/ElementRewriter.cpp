// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/ElementRewriter.h"
#include "model/ReductionForms.h"

using namespace clang;

namespace twofold {
namespace {

/// __ATOMIC_RELAXED: the end of the loop orders what the threads did.
constexpr uint64_t Relaxed = 0;

/// May stand in two places of the tree: it declares nothing.
bool isShareable(const Stmt *S) {
  return !holdsNode<StmtExpr, LambdaExpr, BlockExpr>(S);
}

std::optional<AtomicExpr::AtomicOp> fetchOf(const ElementUpdate &U,
                                            QualType T) {
  if (!T->isIntegralOrEnumerationType() || T->isBooleanType())
    return std::nullopt;
  switch (U.Op) {
  case ReductionOp::Add:
    return U.Negated ? AtomicExpr::AO__atomic_fetch_sub
                     : AtomicExpr::AO__atomic_fetch_add;
  case ReductionOp::And:
    return AtomicExpr::AO__atomic_fetch_and;
  case ReductionOp::Or:
    return AtomicExpr::AO__atomic_fetch_or;
  case ReductionOp::Xor:
    return AtomicExpr::AO__atomic_fetch_xor;
  default:
    return std::nullopt;
  }
}

} // namespace

Expr *ElementRewriter::atomicCall(int Op, ArrayRef<Expr *> Args,
                                  QualType Type) {
  return new (Ctx) AtomicExpr(Make.location(), Args, Type,
                              AtomicExpr::AtomicOp(Op), Make.location());
}

/// Old op Value, as the element's type.
Expr *ElementRewriter::combined(const ElementUpdate &U, VarDecl *Old,
                                VarDecl *Value) {
  QualType T = Old->getType(), By = Value->getType(), Work = T;
  if (T->isRealFloatingType()) {
    if (By->isRealFloatingType() && Ctx.getFloatingTypeOrder(T, By) < 0)
      Work = By;
  } else if (T->isBooleanType() || Ctx.isPromotableIntegerType(T)) {
    Work = Ctx.UnsignedIntTy;
  } else if (T->isSignedIntegerOrEnumerationType()) {
    // Another order may overflow where the user's does not.
    Work = Ctx.getIntTypeForBitwidth(Ctx.getIntWidth(T), false);
  }
  auto Number = [&](VarDecl *V) { return Make.convert(Make.value(V), Work); };
  auto Arithmetic = [&](BinaryOperatorKind Op) {
    return Make.convert(
        Make.paren(Make.binary(Op, Number(Old), Number(Value), Work)), T);
  };
  auto Truth = [&](VarDecl *V) {
    return Make.convert(Make.value(V), Ctx.BoolTy);
  };
  if (isLogical(U.Op))
    return Make.convert(Make.paren(Make.binary(
                            U.Op == ReductionOp::LogicalAnd ? BO_And : BO_Or,
                            Make.convert(Truth(Old), Ctx.IntTy),
                            Make.convert(Truth(Value), Ctx.IntTy), Ctx.IntTy)),
                        T);
  // Minima and maxima store the value itself.
  return Arithmetic(U.Negated ? BO_Sub : *operatorOf(U.Op));
}

Stmt *ElementRewriter::atomic(const ElementUpdate &U) {
  Expr *Target = U.target();
  QualType T = Target->getType().getUnqualifiedType();
  SmallVector<Stmt *, 6> Body;
  auto Declare = [&](StringRef Name, QualType Type, Expr *Init) {
    return Make.variable(Owner, Name, Type, Init, Body);
  };
  auto Order = [&] { return Make.integer(Relaxed, Ctx.IntTy); };
  auto Pointer = [&](VarDecl *V) { return Make.addressOf(Make.lvalue(V)); };

  bool Extremum = U.Op == ReductionOp::Min || U.Op == ReductionOp::Max;
  auto Fetch = fetchOf(U, T);
  Expr *Operand = U.operand();
  if (!Operand)
    Operand = Make.integer(1, Ctx.IntTy);
  else if (Operand->isGLValue())
    Operand = Make.load(Operand);
  // Before the target, as C++ has it.
  if (Extremum || Fetch || !U.operand())
    Operand = Make.convert(Operand, T);
  VarDecl *Value =
      Declare("value", Operand->getType().getUnqualifiedType(), Operand);
  VarDecl *At = Declare("at", Ctx.getPointerType(T), Make.addressOf(Target));
  if (Fetch) {
    Body.push_back(
        atomicCall(*Fetch, {Make.value(At), Order(), Make.value(Value)}, T));
    return Make.compound(Body);
  }

  VarDecl *Old = Declare("old", T, nullptr);
  Body.push_back(atomicCall(AtomicExpr::AO__atomic_load,
                            {Make.value(At), Order(), Pointer(Old)},
                            Ctx.VoidTy));
  VarDecl *Next = Extremum ? Value : Declare("next", T, nullptr);
  Expr *Swapped = atomicCall(AtomicExpr::AO__atomic_compare_exchange,
                             {Make.value(At), Order(), Pointer(Old), Order(),
                              Pointer(Next), Make.integer(1, Ctx.IntTy)},
                             Ctx.BoolTy);
  QualType Truth = Ctx.getLangOpts().CPlusPlus ? Ctx.BoolTy : Ctx.IntTy;
  Expr *Failed = Make.unary(UO_LNot, Swapped, Truth);
  Expr *Again;
  if (Extremum) {
    Again = Make.compare(U.Op == ReductionOp::Min ? BO_LT : BO_GT,
                         Make.value(Value), Make.value(Old));
    if (U.SkipsNan && T->isRealFloatingType())
      Again = Make.paren(
          Make.compare(BO_LOr, Again,
                       Make.compare(BO_NE, Make.value(Old), Make.value(Old))));
    Again = Make.compare(BO_LAnd, Again, Failed);
  } else {
    Again = Make.binary(BO_Comma,
                        Make.assign(Make.lvalue(Next), combined(U, Old, Value)),
                        Failed, Truth);
  }
  Body.push_back(WhileStmt::Create(
      Ctx, nullptr, Again, new (Ctx) NullStmt(Make.location()), Make.location(),
      Make.location(), Make.location()));
  return Make.compound(Body);
}

void ElementRewriter::rewrite(Stmt *&Slot) {
  if (!Slot || isa<LambdaExpr>(Slot))
    return;
  const ElementUpdate *U = Loop.update(Slot);
  if (!U) {
    bool Expression = isa<Expr>(Slot);
    auto *For = dyn_cast<ForStmt>(Slot);
    for (Stmt *&Child : Slot->children()) {
      // Where an expression has to stand.
      bool Inner = Expression ||
                   (For && (Child == For->getInc() || Child == For->getInit()));
      const ElementUpdate *Here = Inner && Child ? Loop.update(Child) : nullptr;
      if (!Here) {
        rewrite(Child);
        continue;
      }
      // A comma is what its right operand is.
      if (auto *Comma = dyn_cast<BinaryOperator>(Slot);
          Comma && Child == Comma->getRHS()) {
        Comma->setType(Ctx.VoidTy);
        Comma->setValueKind(VK_PRValue);
        Comma->setObjectKind(OK_Ordinary);
      }
      auto *Block = cast<CompoundStmt>(atomic(*Here));
      Expr *Atomic = new (Ctx)
          StmtExpr(Block, Ctx.VoidTy, Make.location(), Make.location(), 0);
      auto *Plain = cast<Expr>(Here->Whole);
      if (!isShareable(Plain)) {
        Child = Atomic;
        continue;
      }
      Plain = CStyleCastExpr::Create(
          Ctx, Ctx.VoidTy, VK_PRValue, CK_ToVoid, Plain, nullptr,
          FPOptionsOverride(),
          Ctx.getTrivialTypeSourceInfo(Ctx.VoidTy, Make.location()),
          Make.location(), Make.location());
      Child = Make.conditional(Make.nonZero(Make.value(Shared)), Atomic, Plain,
                               Ctx.VoidTy);
    }
    return;
  }
  Stmt *Atomic = atomic(*U);
  if (!isShareable(U->Whole)) {
    Slot = Atomic;
    return;
  }
  Slot = Make.ifThen(Make.nonZero(Make.value(Shared)), Atomic,
                     Make.compound({U->Whole}));
}

} // namespace twofold
