// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AtomicOperations.h"
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
  default:
    return std::nullopt;
  }
}

} // namespace

bool isAtomicInteger(QualType T, const ASTContext &Ctx) {
  if (!T->isIntegerType() || T->isBooleanType() || T->isEnumeralType() ||
      T->isBitIntType() || T.hasQualifiers())
    return false;
  const uint64_t Bits = Ctx.getTypeSize(T);
  return Bits == 32 || Bits == 64;
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
    Expr::EvalResult Order;
    Out->Relaxed = !Atomic->getOrder()->isValueDependent() &&
                   Atomic->getOrder()->EvaluateAsInt(Order, Ctx) &&
                   Order.Val.getInt() == 0;
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
  if (Out->Type.isNull() || !isAtomicInteger(Out->Type, Ctx))
    return std::nullopt;
  return Out;
}

} // namespace twofold
