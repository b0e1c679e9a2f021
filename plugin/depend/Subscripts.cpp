// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Subscripts.cpp -----------------------------------------------------===//

#include "depend/Subscripts.h"
#include "access/InnerLoop.h"
#include "ast/TransparentNodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace twofold {
namespace {

/// Enough for any chain of pointers that people write.
constexpr unsigned DeepestChain = 32;

const Expr *subscripted(const Expr *E) {
  for (;;) {
    E = seeThrough(E);
    const auto *M = dyn_cast<MaterializeTemporaryExpr>(E);
    if (!M)
      return E;
    E = M->getSubExpr();
  }
}

} // namespace

/// The initialiser of a variable of the body that never changes.
const Expr *Subscripts::onlyValue(const VarDecl *V) const {
  if (!V->getInit() || !Uses.DeclaredInside.contains(V) ||
      isa<ParmVarDecl, DecompositionDecl>(V) || V->hasGlobalStorage() ||
      V->getType().isVolatileQualified())
    return nullptr;
  if (V->getType()->isReferenceType())
    return V->getInit();
  auto It = Uses.Variables.find(const_cast<VarDecl *>(V));
  if (It != Uses.Variables.end() &&
      (!It->second.Writes.empty() || It->second.Escapes))
    return nullptr;
  return V->getInit();
}

/// A value that is the same in all iterations.
MaybeForm Subscripts::symbol(const Expr *E) {
  for (auto [I, Known] : llvm::enumerate(Symbols)) {
    llvm::FoldingSetNodeID A, B;
    Known->Profile(A, Ctx, /*Canonical=*/true);
    E->Profile(B, Ctx, /*Canonical=*/true);
    if (A == B)
      return valueForm(I);
  }
  Symbols.push_back(E);
  return valueForm(Symbols.size() - 1);
}

MaybeForm Subscripts::variable(const DeclRefExpr *E) {
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V)
    return std::nullopt;
  for (int D = 0; D < rank(); ++D)
    if (Loop.Dims[D].Induction == V)
      return Loop.Dims[D].What == LoopDim::Kind::Integer
                 ? MaybeForm(axisForm(D))
                 : std::nullopt;
  for (unsigned I = Inner.size(); I-- > 0;)
    if (Inner[I].Active && Inner[I].Induction == V)
      return axisForm(rank() + int(I));
  if (const Capture *C = Loop.capture(V))
    return C->Kind == Sharing::Value && !V->getType()->isReferenceType()
               ? symbol(E)
               : std::nullopt;
  const Expr *Init = onlyValue(V);
  if (!Init || V->getType()->isReferenceType() ||
      !V->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  return form(Init);
}

MaybeForm Subscripts::form(const Expr *E) {
  if (++Depth > DeepestChain) {
    --Depth;
    return std::nullopt;
  }
  llvm::scope_exit Leave([this] { --Depth; });
  E = subscripted(E);
  Expr::EvalResult R;
  if (!E->isValueDependent() && E->isPRValue() &&
      E->getType()->isIntegralOrEnumerationType() && E->EvaluateAsInt(R, Ctx)) {
    const llvm::APSInt &I = R.Val.getInt();
    if (I.isSigned() ? I.isSignedIntN(62) : I.getActiveBits() < 62)
      return constantForm(I.getExtValue());
    return std::nullopt;
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = C->getSubExpr();
    if (C->getCastKind() == CK_LValueToRValue) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(subscripted(Sub)))
        return variable(Ref);
      const auto *M = dyn_cast<MemberExpr>(subscripted(Sub));
      const auto *Ref = M && !M->isArrow()
                            ? dyn_cast<DeclRefExpr>(subscripted(M->getBase()))
                            : nullptr;
      const Capture *Known = Ref ? Loop.capture(Ref->getDecl()) : nullptr;
      return Known && Known->Kind == Sharing::Value ? symbol(subscripted(Sub))
                                                    : std::nullopt;
    }
    if (C->getCastKind() == CK_NoOp)
      return form(Sub);
    // Narrower types wrap around.
    if (C->getCastKind() == CK_IntegralCast && !C->getType()->isBooleanType() &&
        Ctx.getIntWidth(C->getType()) >= Ctx.getIntWidth(Sub->getType()))
      return form(Sub);
    return std::nullopt;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    MaybeForm F = form(U->getSubExpr());
    if (!F || U->getOpcode() == UO_Plus)
      return F;
    return U->getOpcode() == UO_Minus ? scaled(*F, -1) : std::nullopt;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !(B->isAdditiveOp() || B->getOpcode() == BO_Mul ||
              B->getOpcode() == BO_Shl))
    return std::nullopt;
  MaybeForm Left = form(B->getLHS()), Right = form(B->getRHS());
  if (!Left || !Right)
    return std::nullopt;
  if (B->getOpcode() == BO_Mul)
    return product(*Left, *Right);
  if (B->getOpcode() == BO_Shl) {
    auto By = constantOf(*Right);
    return By && *By >= 0 && *By < 48 ? scaled(*Left, int64_t(1) << *By)
                                      : std::nullopt;
  }
  return B->getOpcode() == BO_Add ? sum(*Left, *Right)
                                  : difference(*Left, *Right);
}

bool Subscripts::enter(const ForStmt *F) {
  auto Counted = matchInnerLoop(F, Ctx);
  if (!Counted)
    return false;
  InnerAxis A{Counted->Induction, std::nullopt, std::nullopt, true};
  MaybeForm First = form(Counted->Init), End = form(Counted->Bound);
  if (End && Counted->Ahead)
    End = difference(*End, constantForm(Counted->Ahead));
  if (End && !Counted->inclusive())
    End = difference(*End, constantForm(Counted->decreasing() ? -1 : 1));
  A.Lower = Counted->decreasing() ? End : First;
  A.Upper = Counted->decreasing() ? First : End;
  Inner.push_back(std::move(A));
  return true;
}

unsigned Subscripts::lastActive() const {
  unsigned I = Inner.size();
  while (!Inner[--I].Active)
    ;
  return I;
}

bool Subscripts::descendCall(const CallExpr *E, ElementPlace &Place) {
  const Expr *Object = nullptr;
  llvm::ArrayRef<const Expr *> Indices(E->getArgs(), E->getNumArgs());
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
    if (!Method || Indices.empty() ||
        (Operator->getOperator() != OO_Subscript &&
         Operator->getOperator() != OO_Call))
      return false;
    Object = Indices.front();
    Indices = Indices.drop_front();
  } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    if (!Method || !Method->getIdentifier() || Method->getName() != "at")
      return false;
    Object = Member->getImplicitObjectArgument();
  } else {
    return false;
  }
  Place.Direct = false;
  for (const Expr *Index : Indices)
    Place.Levels.push_back({form(Index)});
  return descend(Object, Place, nullptr);
}

/// Level: the subscripts that count in the array that the pointer E moves in.
bool Subscripts::descend(const Expr *E, ElementPlace &Place, MaybeForm *Level) {
  if (++Depth > DeepestChain) {
    --Depth;
    return false;
  }
  llvm::scope_exit Leave([this] { --Depth; });
  E = subscripted(E);
  auto Add = [&](const Expr *Index, bool Minus) {
    if (!Level) {
      Place.Levels.push_back({});
      Level = &Place.Levels.back().Form;
    }
    MaybeForm By = form(Index);
    if (By && Minus)
      By = scaled(*By, -1);
    if (*Level)
      *Level = By ? sum(**Level, *By) : std::nullopt;
  };
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    if (!S->getBase()->getType()->isPointerType())
      return false;
    Level = nullptr;
    Add(S->getIdx(), false);
    return descend(S->getBase(), Place, Level);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_Deref) {
      Level = nullptr;
      Place.Levels.push_back({});
      return descend(U->getSubExpr(), Place, &Place.Levels.back().Form);
    }
    // &a[i] + j is an address in the same array.
    if (U->getOpcode() == UO_AddrOf) {
      const Expr *Sub = subscripted(U->getSubExpr());
      if (const auto *S = dyn_cast<ArraySubscriptExpr>(Sub);
          S && S->getBase()->getType()->isPointerType()) {
        Add(S->getIdx(), false);
        return descend(S->getBase(), Place, Level);
      }
      return descend(Sub, Place, nullptr);
    }
    return false;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (!B->isAdditiveOp() || !E->getType()->isPointerType())
      return false;
    bool Left = B->getLHS()->getType()->isPointerType();
    Add(Left ? B->getRHS() : B->getLHS(), B->getOpcode() == BO_Sub);
    return descend(Left ? B->getLHS() : B->getRHS(), Place, Level);
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_ArrayToPointerDecay:
      return descend(C->getSubExpr(), Place, Level);
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
      Place.Direct = false;
      return descend(C->getSubExpr(), Place, Level);
    default:
      return false;
    }
  }
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!F || F->getType()->isReferenceType())
      return false;
    Place.Fields.push_back(F);
    Place.Direct = false;
    return descend(M->getBase(), Place, nullptr);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return descendCall(Call, Place);
  if (isa<CXXThisExpr>(E)) {
    if (!Place.Leaf)
      Place.Leaf = E;
    Place.Direct = false;
    return true;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref)
    return false;
  if (!Place.Leaf)
    Place.Leaf = Ref;
  const ValueDecl *D = Ref->getDecl();
  if (const auto *V = dyn_cast<VarDecl>(D);
      V && !Loop.capture(V) && !Loop.dimOf(V)) {
    if (auto It = Ranges.find(V);
        It != Ranges.end() && V->getType()->isReferenceType()) {
      Place.Levels.push_back({std::nullopt}); // any of the elements
      return descend(It->second, Place, nullptr);
    }
    const Expr *Init = onlyValue(V);
    if (!Init ||
        !(V->getType()->isReferenceType() || V->getType()->isPointerType()))
      return false;
    return descend(Init, Place, Level);
  }
  Place.Root = D;
  // A pointer's or array's own elements; anything else was dereferenced.
  return true;
}

std::optional<ElementPlace> Subscripts::place(const Expr *Lvalue) {
  ElementPlace Place;
  if (!descend(Lvalue, Place, nullptr))
    return std::nullopt;
  return Place;
}

} // namespace twofold
