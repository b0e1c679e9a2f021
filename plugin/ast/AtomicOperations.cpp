// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AtomicOperations.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace twofold {
namespace {

using Found = std::optional<AtomicOperation>;

Found operatorNamed(StringRef Name) {
  using Op = AtomicOperation;
  const auto Kind = llvm::StringSwitch<std::optional<Op::Kind>>(Name)
                        .Case("add", Op::Add)
                        .Case("sub", Op::Sub)
                        .Case("and", Op::And)
                        .Case("or", Op::Or)
                        .Case("xor", Op::Xor)
                        .Default(std::nullopt);
  if (!Kind)
    return std::nullopt;
  Op Out;
  Out.What = *Kind;
  return Out;
}

/// Of `__sync_fetch_and_add_4`, and so on.
Found named(StringRef Name) {
  Name = Name.rtrim("0123456789");
  Name.consume_back("_");
  if (!Name.consume_front("__sync_"))
    return std::nullopt;
  AtomicOperation Out;
  if (Name == "bool_compare_and_swap" || Name == "val_compare_and_swap") {
    Out.What = Name.starts_with("bool") ? AtomicOperation::Tests
                                        : AtomicOperation::Swap;
    return Out;
  }
  if (Name.consume_front("fetch_and_"))
    return operatorNamed(Name);
  if (!Name.consume_back("_and_fetch"))
    return std::nullopt;
  Found Of = operatorNamed(Name);
  if (Of)
    Of->After = true;
  return Of;
}

Found named(AtomicExpr::AtomicOp Op) {
  AtomicOperation Out;
  auto Of = [&](AtomicOperation::Kind What, bool After = false) {
    Out.What = What;
    Out.After = After;
    return Out;
  };
  switch (Op) {
  case AtomicExpr::AO__atomic_load_n:
    return Of(AtomicOperation::Load);
  case AtomicExpr::AO__atomic_store_n:
    return Of(AtomicOperation::Store);
  case AtomicExpr::AO__atomic_exchange_n:
    return Of(AtomicOperation::Exchange);
  case AtomicExpr::AO__atomic_fetch_add:
    return Of(AtomicOperation::Add);
  case AtomicExpr::AO__atomic_add_fetch:
    return Of(AtomicOperation::Add, true);
  case AtomicExpr::AO__atomic_fetch_sub:
    return Of(AtomicOperation::Sub);
  case AtomicExpr::AO__atomic_sub_fetch:
    return Of(AtomicOperation::Sub, true);
  case AtomicExpr::AO__atomic_fetch_and:
    return Of(AtomicOperation::And);
  case AtomicExpr::AO__atomic_and_fetch:
    return Of(AtomicOperation::And, true);
  case AtomicExpr::AO__atomic_fetch_or:
    return Of(AtomicOperation::Or);
  case AtomicExpr::AO__atomic_or_fetch:
    return Of(AtomicOperation::Or, true);
  case AtomicExpr::AO__atomic_fetch_xor:
    return Of(AtomicOperation::Xor);
  case AtomicExpr::AO__atomic_xor_fetch:
    return Of(AtomicOperation::Xor, true);
  case AtomicExpr::AO__atomic_fetch_min:
    return Of(AtomicOperation::Min);
  case AtomicExpr::AO__atomic_min_fetch:
    return Of(AtomicOperation::Min, true);
  case AtomicExpr::AO__atomic_fetch_max:
    return Of(AtomicOperation::Max);
  case AtomicExpr::AO__atomic_max_fetch:
    return Of(AtomicOperation::Max, true);
  default:
    return std::nullopt;
  }
}

bool isRelaxed(const AtomicExpr &E, const ASTContext &Ctx) {
  Expr::EvalResult Order;
  return !E.getOrder()->isValueDependent() &&
         E.getOrder()->EvaluateAsInt(Order, Ctx) && Order.Val.getInt() == 0;
}

/// Bits of a number in floating point are moved, and it is added to.
bool isKnown(const AtomicOperation &Of, const ASTContext &Ctx) {
  if (Of.Type.isNull())
    return false;
  return isAtomicInteger(Of.Type, Ctx) ||
         (isAtomicNumber(Of.Type, Ctx) && Of.What <= AtomicOperation::Sub);
}

/// What Pointer leads to, whose address may be asked for by a function.
Expr *placeAt(Expr *Pointer, ASTContext &Ctx) {
  Expr *E = Pointer->IgnoreParenImpCasts();
  if (Expr *Named = operandOf(E, UO_AddrOf))
    return Named->IgnoreParens();
  auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (F && F->isInStdNamespace() && F->getIdentifier() &&
      (F->getName() == "__addressof" || F->getName() == "addressof") &&
      Call->getNumArgs() == 1)
    return Call->getArg(0)->IgnoreParens();
  return namedIn(E) && Pointer->getType()->isPointerType()
             ? AstFactory(Ctx, E->getExprLoc()).dereference(Pointer)
             : nullptr;
}

} // namespace

bool isAtomicInteger(QualType T, const ASTContext &Ctx) {
  if (!T->isIntegerType() || T->isBooleanType() || T->isEnumeralType() ||
      T->isBitIntType() || T.hasQualifiers())
    return false;
  const uint64_t Bits = Ctx.getTypeSize(T);
  return Bits == 32 || Bits == 64;
}

bool isAtomicNumber(QualType T, const ASTContext &Ctx) {
  return isAtomicInteger(T, Ctx) ||
         (!T.hasQualifiers() &&
          (T->isSpecificBuiltinType(BuiltinType::Float) ||
           T->isSpecificBuiltinType(BuiltinType::Double)));
}

bool isAtomicFunction(const Stmt *S) {
  if (isa<AtomicExpr>(S))
    return true;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getBuiltinID() && F->getIdentifier() &&
         (F->getName().starts_with("__sync_") ||
          F->getName().starts_with("__atomic_"));
}

Found atomicOperation(const Expr *E, const ASTContext &Ctx) {
  Found Out;
  if (const auto *Atomic = dyn_cast<AtomicExpr>(E)) {
    Out = named(Atomic->getOp());
    if (!Out)
      return std::nullopt;
    Out->Pointer = Atomic->getPtr();
    Out->Value = Out->writes() ? Atomic->getVal1() : nullptr;
    Out->Relaxed = isRelaxed(*Atomic, Ctx);
  } else {
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (!F || !F->getBuiltinID() || !F->getIdentifier())
      return std::nullopt;
    Out = named(F->getName());
    const bool Swaps = Out && (Out->What == AtomicOperation::Swap ||
                               Out->What == AtomicOperation::Tests);
    if (!Out || Call->getNumArgs() < (Swaps ? 3 : 2))
      return std::nullopt;
    auto Argument = [&](unsigned I) {
      return const_cast<Expr *>(Call->getArg(I));
    };
    Out->Pointer = Argument(0);
    Out->Expected = Swaps ? Argument(1) : nullptr;
    Out->Value = Argument(Swaps ? 2 : 1);
  }
  Out->Type = Out->Pointer->getType()->getPointeeType();
  if (!Out->Type.isNull() && Out->What == AtomicOperation::Load)
    Out->Type.removeLocalConst();
  return isKnown(*Out, Ctx) ? Out : std::nullopt;
}

std::optional<SpelledOperation> spelledOperation(const Expr *E,
                                                 ASTContext &Ctx) {
  using Op = AtomicOperation;
  SpelledOperation Out;
  Op &Of = Out.Of;
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getBuiltinID() || !F->getIdentifier() ||
        !F->getName().starts_with("__sync_lock_test_and_set") ||
        Call->getNumArgs() < 2)
      return std::nullopt;
    Of.What = Op::Exchange;
    Of.Pointer = const_cast<Expr *>(Call->getArg(0));
    Of.Value = const_cast<Expr *>(Call->getArg(1));
    Of.Type = Of.Pointer->getType()->getPointeeType();
    return isKnown(Of, Ctx) ? std::optional(Out) : std::nullopt;
  }
  const auto *Atomic = dyn_cast<AtomicExpr>(E);
  if (!Atomic)
    return std::nullopt;
  Of.Pointer = Atomic->getPtr();
  Of.Relaxed = isRelaxed(*Atomic, Ctx);
  Of.Type = Of.Pointer->getType()->getPointeeType();
  if (Atomic->getOp() == AtomicExpr::AO__atomic_load)
    Of.Type.removeLocalConst();
  AstFactory Make(Ctx, E->getExprLoc());
  bool Whole = true; ///< all places are known
  auto Place = [&](Expr *Pointer) {
    Expr *At = placeAt(Pointer, Ctx);
    Whole &= At && Ctx.hasSameUnqualifiedType(At->getType(), Of.Type) &&
             !At->getType().isVolatileQualified();
    return At;
  };
  auto Read = [&](Expr *Pointer) {
    Expr *At = Place(Pointer);
    return At ? Make.load(At) : nullptr;
  };
  switch (Atomic->getOp()) {
  case AtomicExpr::AO__atomic_load:
    Of.What = Op::Load;
    Out.Found = Place(Atomic->getVal1());
    break;
  case AtomicExpr::AO__atomic_store:
    Of.What = Op::Store;
    Of.Value = Read(Atomic->getVal1());
    break;
  case AtomicExpr::AO__atomic_exchange:
    Of.What = Op::Exchange;
    Of.Value = Read(Atomic->getVal1());
    Out.Found = Place(Atomic->getVal2());
    break;
  case AtomicExpr::AO__atomic_compare_exchange:
  case AtomicExpr::AO__atomic_compare_exchange_n:
    Of.What = Op::Tests;
    Out.Found = Place(Atomic->getVal1());
    Of.Expected = Out.Found;
    Of.Value = Atomic->getOp() == AtomicExpr::AO__atomic_compare_exchange
                   ? Read(Atomic->getVal2())
                   : Atomic->getVal2();
    break;
  default:
    return std::nullopt;
  }
  return Whole && isKnown(Of, Ctx) ? std::optional(Out) : std::nullopt;
}

Found anyOperation(const Expr *E, ASTContext &Ctx) {
  if (auto Of = atomicOperation(E, Ctx))
    return Of;
  const auto Spelled = spelledOperation(E, Ctx);
  return Spelled ? Found(Spelled->Of) : std::nullopt;
}

Expr *atomicFunction(AtomicExpr::AtomicOp Op, Expr *Pointer, Expr *Value,
                     bool Orders, QualType T, ASTContext &Ctx) {
  constexpr uint64_t Relaxed = 0, InOneOrder = 5;
  AstFactory Make(Ctx, Pointer->getExprLoc());
  SmallVector<Expr *, 3> Parts = {
      Pointer, Make.integer(Orders ? InOneOrder : Relaxed, Ctx.IntTy)};
  if (Value)
    Parts.push_back(
        Make.convert(Value->isGLValue() ? Make.load(Value) : Value, T));
  return new (Ctx)
      AtomicExpr(Make.location(), Parts,
                 Op == AtomicExpr::AO__atomic_store_n ? Ctx.VoidTy : T, Op,
                 Make.location());
}

Expr *compareAndSwap(Expr *Pointer, Expr *Expected, Expr *Desired, QualType T,
                     ASTContext &Ctx) {
  const bool Wide = Ctx.getTypeSize(T) == 64;
  AstFactory Make(Ctx, Pointer->getExprLoc());
  const QualType Any = Ctx.getPointerType(Ctx.getVolatileType(Ctx.VoidTy));
  const QualType Type = Ctx.getFunctionType(T, {Any, T, T}, {});
  auto *F = FunctionDecl::Create(
      Ctx, Ctx.getTranslationUnitDecl(), Make.location(), Make.location(),
      &Ctx.Idents.get(Wide ? "__sync_val_compare_and_swap_8"
                           : "__sync_val_compare_and_swap_4"),
      Type, Ctx.getTrivialTypeSourceInfo(Type, Make.location()), SC_Extern);
  SmallVector<ParmVarDecl *, 3> Params;
  for (QualType P : {Any, T, T})
    Params.push_back(ParmVarDecl::Create(
        Ctx, F, Make.location(), Make.location(), nullptr, P,
        Ctx.getTrivialTypeSourceInfo(P, Make.location()), SC_None, nullptr));
  F->setParams(Params);
  F->addAttr(BuiltinAttr::CreateImplicit(
      Ctx, Wide ? Builtin::BI__sync_val_compare_and_swap_8
                : Builtin::BI__sync_val_compare_and_swap_4));
  F->setImplicit();
  F->setIsUsed();
  return Make.call(
      F, {Pointer, Make.convert(Expected, T), Make.convert(Desired, T)});
}

} // namespace twofold
