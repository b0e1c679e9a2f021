// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AtomicCalls.h"
#include "ast/AstFactory.h"
#include "ast/AtomicOperations.h"
#include "ast/Nodes.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace twofold {
namespace {

/// The assignment that does the same; nothing: there is none.
std::optional<BinaryOperatorKind> assignmentOf(const AtomicOperation &Of) {
  switch (Of.What) {
  case AtomicOperation::Add:
    return BO_AddAssign;
  case AtomicOperation::Sub:
    return BO_SubAssign;
  case AtomicOperation::And:
    return BO_AndAssign;
  case AtomicOperation::Or:
    return BO_OrAssign;
  case AtomicOperation::Xor:
    return BO_XorAssign;
  default:
    return std::nullopt;
  }
}

std::optional<AtomicOperation> updateIn(Expr *E, const ASTContext &Ctx) {
  auto Of = atomicOperation(E->IgnoreParenImpCasts(), Ctx);
  return Of && assignmentOf(*Of) ? Of : std::nullopt;
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
  /// Where to note the calls, which stay then; null: they are replaced.
  AtomicUpdates *Only;

public:
  bool Found = false;

  explicit Speller(ASTContext &Ctx, AtomicUpdates *Only = nullptr)
      : Ctx(Ctx), Only(Only) {}

  void visit(Stmt *S) {
    for (Stmt *&Child : ownParts(S)) {
      if (!Child)
        continue;
      if (auto *E = dyn_cast<Expr>(Child); E && discards(S, Child))
        if (Expr *Update = updateFor(E)) {
          if (!Only)
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
    Expr *Update = updateBy(E);
    if (Update && Only)
      Only->insert(E);
    return Update;
  }

  Expr *updateBy(Expr *E) {
    if (auto Own = updateIn(E, Ctx))
      return update(placeAt(Own->Pointer), Own->Value, *assignmentOf(*Own));
    auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr, *Def;
    if (!F || isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call) ||
        !F->hasBody(Def) || F->isVariadic())
      return nullptr;
    Expr *All = onlyExpression(*Def);
    auto Inner = All ? updateIn(All, Ctx) : std::nullopt;
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
    return Value ? update(Place, Value, *assignmentOf(*Inner)) : nullptr;
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
    if (!isAtomicInteger(T, Ctx) || !Value->getType()->isIntegerType())
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

AtomicUpdates atomicUpdatesIn(const Stmt *S, ASTContext &Ctx) {
  AtomicUpdates Found;
  Speller(Ctx, &Found).visit(const_cast<Stmt *>(S));
  return Found;
}

} // namespace twofold
