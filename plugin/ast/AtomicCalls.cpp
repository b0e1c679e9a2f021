// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AtomicCalls.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace twofold {
namespace {

using Operator = std::optional<BinaryOperatorKind>;

struct AtomicCall {
  Expr *Pointer;
  Expr *Value;
  BinaryOperatorKind Op;
};

Operator operatorNamed(StringRef Name) {
  return llvm::StringSwitch<Operator>(Name)
      .Case("add", BO_AddAssign)
      .Case("sub", BO_SubAssign)
      .Case("and", BO_AndAssign)
      .Case("or", BO_OrAssign)
      .Case("xor", BO_XorAssign)
      .Default(std::nullopt);
}

/// Of `fetch_and_add_4`, `add_and_fetch_4`, and so on.
Operator operatorOf(StringRef Name) {
  Name = Name.rtrim("0123456789");
  Name.consume_back("_");
  if (!Name.consume_front("__sync_") ||
      !(Name.consume_front("fetch_and_") || Name.consume_back("_and_fetch")))
    return std::nullopt;
  return operatorNamed(Name);
}

Operator operatorOf(AtomicExpr::AtomicOp Op) {
  switch (Op) {
  case AtomicExpr::AO__atomic_fetch_add:
  case AtomicExpr::AO__atomic_add_fetch:
    return BO_AddAssign;
  case AtomicExpr::AO__atomic_fetch_sub:
  case AtomicExpr::AO__atomic_sub_fetch:
    return BO_SubAssign;
  case AtomicExpr::AO__atomic_fetch_and:
  case AtomicExpr::AO__atomic_and_fetch:
    return BO_AndAssign;
  case AtomicExpr::AO__atomic_fetch_or:
  case AtomicExpr::AO__atomic_or_fetch:
    return BO_OrAssign;
  case AtomicExpr::AO__atomic_fetch_xor:
  case AtomicExpr::AO__atomic_xor_fetch:
    return BO_XorAssign;
  default:
    return std::nullopt;
  }
}

std::optional<AtomicCall> atomicCall(Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (auto *Atomic = dyn_cast<AtomicExpr>(E))
    if (Operator Op = operatorOf(Atomic->getOp()))
      return AtomicCall{Atomic->getPtr(), Atomic->getVal1(), *Op};
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || F->getBuiltinID() == 0 || Call->getNumArgs() < 2)
    return std::nullopt;
  if (Operator Op = operatorOf(F->getName()))
    return AtomicCall{const_cast<Expr *>(Call->getArg(0)),
                      const_cast<Expr *>(Call->getArg(1)), *Op};
  return std::nullopt;
}

/// What a function does that does nothing else; null: it may do more.
Expr *onlyExpression(const FunctionDecl &F) {
  auto *Block = dyn_cast_or_null<CompoundStmt>(F.getBody());
  Stmt *Only = Block && Block->size() == 1 ? Block->body_front() : nullptr;
  if (auto *Return = dyn_cast_or_null<ReturnStmt>(Only))
    Only = Return->getRetValue();
  return dyn_cast_or_null<Expr>(Only);
}

class Speller {
  ASTContext &Ctx;

public:
  bool Found = false;

  explicit Speller(ASTContext &Ctx) : Ctx(Ctx) {}

  void visit(Stmt *S) {
    for (Stmt *&Child : ownParts(S)) {
      if (!Child)
        continue;
      if (auto *E = dyn_cast<Expr>(Child); E && discards(S, Child))
        if (Expr *Update = updateFor(E)) {
          Child = Update;
          Found = true;
        }
      visit(Child);
    }
  }

private:
  Expr *updateFor(Expr *E) {
    while (true) {
      E = E->IgnoreParenImpCasts();
      auto *Cast = dyn_cast<CastExpr>(E);
      if (!Cast || Cast->getCastKind() != CK_ToVoid)
        break;
      E = Cast->getSubExpr();
    }
    if (auto Own = atomicCall(E))
      return update(placeAt(Own->Pointer), Own->Value, Own->Op);
    auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr, *Def;
    if (!F || isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call) ||
        !F->hasBody(Def) || F->isVariadic())
      return nullptr;
    Expr *Only = onlyExpression(*Def);
    auto Inner = Only ? atomicCall(Only) : std::nullopt;
    if (!Inner)
      return nullptr;
    auto Argument = [&](const Expr *Name) -> Expr * {
      const auto *P = namedIn<ParmVarDecl>(Name->IgnoreParenImpCasts());
      return P && P->getFunctionScopeIndex() < Call->getNumArgs()
                 ? Call->getArg(P->getFunctionScopeIndex())
                 : nullptr;
    };
    Expr *Pointer = Inner->Pointer->IgnoreParenImpCasts(), *Place = nullptr;
    if (auto *Address = operandOf(Pointer, UO_AddrOf)) {
      const auto *P = namedIn(Address->IgnoreParens());
      if (P && P->getType()->isReferenceType())
        Place = Argument(Address);
    } else if (Expr *Given = Argument(Pointer)) {
      if (!namedIn(Pointer)->getType()->isReferenceType())
        Place = placeAt(Given);
    }
    Expr *Value = Argument(Inner->Value);
    if (Value && namedIn(Inner->Value->IgnoreParenImpCasts())
                     ->getType()
                     ->isReferenceType())
      return nullptr;
    Expr::EvalResult Constant;
    if (!Value && Inner->Value->EvaluateAsInt(Constant, Ctx))
      Value = AstFactory(Ctx, E->getExprLoc())
                  .integer(Constant.Val.getInt().getExtValue(),
                           Inner->Value->getType());
    return Value ? update(Place, Value, Inner->Op) : nullptr;
  }

  /// What Pointer leads to.
  Expr *placeAt(Expr *Pointer) {
    if (Expr *Named = operandOf(Pointer->IgnoreParenImpCasts(), UO_AddrOf))
      return const_cast<Expr *>(Named->IgnoreParens());
    return Pointer->getType()->isPointerType() &&
                   !isa<ExplicitCastExpr>(Pointer->IgnoreParenImpCasts())
               ? AstFactory(Ctx, Pointer->getExprLoc()).dereference(Pointer)
               : nullptr;
  }

  Expr *update(Expr *Place, Expr *Value, BinaryOperatorKind Op) {
    if (!Place || !Place->isLValue() || !Value->isPRValue())
      return nullptr;
    const QualType T = Place->getType();
    // Narrower ones would be computed in a wider type.
    if (!T->isIntegerType() || T->isBooleanType() || T->isEnumeralType() ||
        T.hasQualifiers() || !Value->getType()->isIntegerType() ||
        Ctx.getTypeSize(T) < Ctx.getTypeSize(Ctx.IntTy))
      return nullptr;
    AstFactory Make(Ctx, Place->getExprLoc());
    return CompoundAssignOperator::Create(
        Ctx, Place, Make.convert(Value, T), Op, T,
        Ctx.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue, OK_Ordinary,
        Place->getExprLoc(), FPOptionsOverride(), T, T);
  }
};

} // namespace

bool spellAtomicCalls(Stmt *S, ASTContext &Ctx) {
  Speller Calls(Ctx);
  Calls.visit(S);
  return Calls.Found;
}

} // namespace twofold
