// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/OutsideUse.h"
#include "access/NodeEvaluators.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "ast/VariableUses.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include <set>

using namespace clang;

namespace twofold {
namespace {

/// A function, and of its object and each of its parameters, whether what it
/// points or refers to is the caller's own.
struct Entered {
  const FunctionDecl *Def;
  std::vector<bool> Own; ///< the object's first
  auto operator<=>(const Entered &) const = default;
};

class UseScan {
  const ASTContext &Ctx;
  std::set<Entered> Seen;
  OutsideUse &Use;
  static constexpr size_t Most = 1000; ///< so that compilation ends

public:
  UseScan(const ASTContext &Ctx, OutsideUse &Use) : Ctx(Ctx), Use(Use) {}
  void enter(Entered F);

private:
  bool ownPlace(const Expr *E, const Entered &In) const;
  bool ownPointer(const Expr *E, const Entered &In) const;
  void visit(const Stmt *S, const Entered &In);
  void call(const FunctionDecl *F, bool OwnThis,
            ArrayRef<const Expr *> Arguments, const Entered &In);
  void callOf(const CallExpr &Call, const Entered &In);
};

void UseScan::enter(Entered F) {
  Use.Writes |= Seen.size() >= Most;
  if (Seen.size() >= Most)
    return;
  const auto [It, New] = Seen.insert(std::move(F));
  if (New)
    for (const Stmt *S : bodiesOf(*It->Def))
      visit(S, *It);
}

/// E designates something that the call has to itself.
bool UseScan::ownPlace(const Expr *E, const Entered &In) const {
  E = seeThrough(E);
  if (isa<MaterializeTemporaryExpr, CompoundLiteralExpr>(E) || E->isPRValue())
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || !V->hasLocalStorage())
      return false;
    if (!V->getType()->isReferenceType())
      return true;
    const auto *P = dyn_cast<ParmVarDecl>(V);
    if (!P || P->getDeclContext() != In.Def)
      return !P && V->getInit() && ownPlace(V->getInit(), In);
    return In.Own[P->getFunctionScopeIndex() + 1];
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return isa<FieldDecl>(Member->getMemberDecl()) &&
           !Member->getMemberDecl()->getType()->isReferenceType() &&
           (Member->isArrow() ? ownPointer(Member->getBase(), In)
                              : ownPlace(Member->getBase(), In));
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return ownPointer(Element->getBase(), In);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref
               ? ownPointer(Unary->getSubExpr(), In)
               : Unary->isIncrementDecrementOp() &&
                     ownPlace(Unary->getSubExpr(), In);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return ownPlace(Cast->getSubExpr(), In);
  return false;
}

/// E, a pointer, leads to something that the call has to itself, if anywhere.
bool UseScan::ownPointer(const Expr *E, const Entered &In) const {
  E = seeThrough(E);
  if (isa<CXXThisExpr>(E))
    return In.Own[0];
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_AddrOf && ownPlace(Unary->getSubExpr(), In);
  if (const auto *Sum = dyn_cast<BinaryOperator>(E))
    return Sum->isAdditiveOp() &&
           ownPointer(Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                                : Sum->getRHS(),
                      In);
  const auto *Cast = dyn_cast<CastExpr>(E);
  if (!Cast)
    return E->isNullPointerConstant(const_cast<ASTContext &>(Ctx),
                                    Expr::NPC_ValueDependentIsNull);
  if (Cast->getCastKind() == CK_ArrayToPointerDecay)
    return ownPlace(Cast->getSubExpr(), In);
  if (Cast->getCastKind() == CK_NullToPointer)
    return true;
  if (Cast->getCastKind() != CK_LValueToRValue)
    return Cast->getSubExpr()->getType()->isPointerType() &&
           ownPointer(Cast->getSubExpr(), In);
  const auto *P = dyn_cast_or_null<ParmVarDecl>(
      variableIn(Cast->getSubExpr()->IgnoreParens()));
  if (!P || P->getDeclContext() != In.Def ||
      !In.Own[P->getFunctionScopeIndex() + 1])
    return false;
  const VariableUses Uses = collectUses(In.Def->getBody()).of(P);
  return Uses.Writes.empty() && !Uses.Changed;
}

void UseScan::call(const FunctionDecl *F, bool OwnThis,
                   ArrayRef<const Expr *> Arguments, const Entered &In) {
  const FunctionDecl *Def = nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  const bool Visible = F && F->hasBody(Def) && !Def->isDependentContext() &&
                       !(Method && Method->isVirtual());
  Entered Next = {Def, {OwnThis}};
  for (auto [I, A] : llvm::enumerate(Arguments)) {
    const ParmVarDecl *P =
        F && I < F->getNumParams() ? F->getParamDecl(I) : nullptr;
    const QualType T = P ? P->getType() : A->getType();
    const bool Reference = T->isReferenceType();
    const bool Own = Reference               ? ownPlace(A, In)
                     : T->isAnyPointerType() ? ownPointer(A, In)
                                             : true;
    if (!P || !Visible) // of which the type tells
      Use.Writes |= !Own && (Reference || T->isAnyPointerType()) &&
                    !T->getPointeeType().isConstQualified() &&
                    !T->getPointeeType()->isFunctionType();
    if (P)
      Next.Own.push_back(Own);
  }
  if (Visible) {
    Next.Own.resize(Def->getNumParams() + 1, false);
    enter(std::move(Next));
  } else if (Method && Method->isInstance() && !Method->isConst() &&
             !isa<CXXDestructorDecl>(Method)) {
    Use.Writes |= !OwnThis;
  }
}

void UseScan::callOf(const CallExpr &Call, const Entered &In) {
  SmallVector<const Expr *, 8> Arguments(Call.arguments());
  bool OwnThis = false;
  const FunctionDecl *F = Call.getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    OwnThis = Object->getType()->isPointerType() ? ownPointer(Object, In)
                                                 : ownPlace(Object, In);
  } else if (isa<CXXOperatorCallExpr>(Call) && Method) {
    OwnThis = Method->isStatic() || ownPlace(Arguments.front(), In);
    Arguments.erase(Arguments.begin());
  }
  call(F, OwnThis, Arguments, In);
}

void UseScan::visit(const Stmt *S, const Entered &In) {
  if (!S || Use.Writes || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (const Expr *Target = assignedBy(S))
    Use.Writes |= !ownPlace(Target, In);
  const VarDecl *V = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    V = dyn_cast<VarDecl>(Ref->getDecl());
  else if (const auto *Member = dyn_cast<MemberExpr>(S))
    V = dyn_cast<VarDecl>(Member->getMemberDecl());
  if (V && V->hasGlobalStorage() && V->getTLSKind() == VarDecl::TLS_None &&
      !V->getType().isConstQualified() && !V->isConstexpr())
    Use.Globals.insert(V);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    callOf(*Call, In);
  else if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    call(Made->getConstructor(), true,
         SmallVector<const Expr *, 4>(Made->arguments()), In);
  else if (const Expr *Default =
               isa<Expr>(S) ? defaultOf(cast<Expr>(S)) : nullptr)
    visit(Default, In);
  Use.Writes |= isa<AsmStmt, AtomicExpr>(S);
  for (const Stmt *Child : S->children())
    visit(Child, In);
}

} // namespace

OutsideUse outsideUse(const FunctionDecl &Def, ArrayRef<bool> Own, bool OwnThis,
                      const ASTContext &Ctx) {
  OutsideUse Use;
  Entered First = {&Def, {OwnThis}};
  First.Own.insert(First.Own.end(), Own.begin(), Own.end());
  First.Own.resize(Def.getNumParams() + 1, false);
  UseScan(Ctx, Use).enter(std::move(First));
  return Use;
}

/// Comes to what a call of a function does whose body is not evaluated, though
/// it is there.
void CallEvaluator::passBy(const CallExpr *E, const Value &This,
                           llvm::ArrayRef<const Expr *> Arguments) {
  const FunctionDecl &Def = *E->getDirectCallee()->getDefinition();
  auto IsOwn = [](const Value &V) {
    return !V.empty() && llvm::all_of(V, [](const Arm &A) {
      return A.What == Arm::Private || A.What == Arm::Null;
    });
  };
  SmallVector<Value, 4> Given;
  SmallVector<bool, 8> Own;
  for (auto [I, A] : llvm::enumerate(Arguments)) {
    const bool Reference = I < Def.getNumParams() &&
                           Def.getParamDecl(I)->getType()->isReferenceType();
    Given.push_back(Reference || A->isGLValue() ? Places.addressOf(A)
                                                : Expressions.rvalue(A));
    if (I < Def.getNumParams())
      Own.push_back(IsOwn(Given.back()));
    if (!Reference && !A->getType()->isPointerType())
      Given.pop_back();
  }
  if (!This.empty())
    Given.push_back(This);
  const OutsideUse Use = outsideUse(Def, Own, IsOwn(This), Ctx);
  AstFactory Make(Ctx, Loop.Loc);
  for (const VarDecl *V : Use.Globals)
    if (Loop.capture(V) && !V->getType()->isScalarType())
      Given.push_back(Places.addressOf(Make.lvalue(const_cast<VarDecl *>(V))));
  for (const Value &Address : Given) {
    Objects.escape(Address);
    Value Everywhere = wild(Address);
    llvm::erase_if(Everywhere, [](const Arm &A) {
      return A.What == Arm::Unknown || A.What == Arm::Integer;
    });
    Touches.touch(Everywhere, Ctx.CharTy, true, Use.Writes, E);
  }
  const bool Known = llvm::any_of(Touches.Unfollowed,
                                  [&](auto &Other) { return Other.Call == E; });
  if (!Known)
    Touches.Unfollowed.push_back({E, Frames.whyNotEntered(Def), Use.Writes});
}

} // namespace twofold
