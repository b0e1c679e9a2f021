// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/PointerSpaces.h"
#include "ast/ColdPaths.h"
#include "dialect/LibraryFunctions.h"
#include "kernel/KernelUnit.h"

using namespace clang;

namespace twofold {
namespace {

bool pointsAt(QualType T) {
  return T->isAnyPointerType() || T->isReferenceType();
}

AddressSpace join(AddressSpace A, AddressSpace B) {
  return A == AddressSpace::Unknown ? B : A;
}

const char *describe(AddressSpace Space) {
  switch (Space) {
  case AddressSpace::Global:
    return "shared";
  case AddressSpace::Constant:
    return "constant";
  default:
    return "private";
  }
}

AddressSpace settled(AddressSpace Space) {
  return Space == AddressSpace::Unknown ? AddressSpace::Private : Space;
}

} // namespace

AddressSpace PointerSpaces::known(const ValueDecl *D) const {
  if (auto It = Spaces.find(D); It != Spaces.end())
    return It->second;
  return Unit.pointerSpace(D);
}

AddressSpace PointerSpaces::variable(const ValueDecl *D) const {
  return settled(known(D));
}

AddressSpace PointerSpaces::thisPointer() const { return settled(This); }

AddressSpace PointerSpaces::result() const { return settled(Result); }

void PointerSpaces::assign(const ValueDecl *D, const Expr *Value,
                           SourceLocation Loc) {
  AddressSpace Space =
      D->getType()->isReferenceType() ? lvalue(Value) : pointer(Value);
  if (Space == AddressSpace::Unknown)
    return;
  const ValueDecl *From = origin(Value);
  auto [It, New] = Origins.try_emplace(D, From);
  if (!New && It->second && It->second != From && From != D) {
    It->second = nullptr;
    Changed = true;
  }
  AddressSpace Old = known(D);
  if (Old == AddressSpace::Unknown) {
    Spaces[D] = Space;
    Changed = true;
  } else if (Old != Space) {
    Unit.fail(diag::Id::MixedAddressSpace, Loc,
              {D->getNameAsString(), describe(Space), describe(Old)});
  }
}

void PointerSpaces::infer(const Stmt *Body) {
  do {
    Changed = false;
    visit(Body);
  } while (Changed && !Unit.failed());
}

/// A pointer that nobody has set so far stands beside one into Space.
void PointerSpaces::adopt(const Expr *E, AddressSpace Space) {
  E = E->IgnoreParenImpCasts();
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    adopt(C->getTrueExpr(), Space);
    adopt(C->getFalseExpr(), Space);
  }
  const ValueDecl *D = namedIn(E);
  if (!D || !E->getType()->isAnyPointerType() ||
      Space == AddressSpace::Unknown || known(D) != AddressSpace::Unknown)
    return;
  Spaces[D] = Space;
  Changed = true;
}

void PointerSpaces::visit(const Stmt *S) {
  if (!S || Unit.failed() || isCold(S))
    return;
  // Only the value of the one or the other is wanted.
  if (const Expr *Loaded = operandOf(S, CK_LValueToRValue);
      Loaded && !Loaded->getType()->isAnyPointerType())
    if (const auto *Choice =
            dyn_cast<ConditionalOperator>(Loaded->IgnoreParens())) {
      for (const Stmt *Child : Choice->children())
        visit(Child);
      return;
    }
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const VarDecl *V : variablesIn(*Declared))
      if (pointsAt(V->getType()) && V->getInit())
        assign(V, V->getInit(), V->getLocation());
  } else if (const auto *B = dyn_cast<BinaryOperator>(S)) {
    if (B->getOpcode() == BO_Assign && B->getType()->isAnyPointerType())
      if (const ValueDecl *D = namedIn(B->getLHS()))
        assign(D, B->getRHS(), B->getOperatorLoc());
  } else if (const auto *C = dyn_cast<ConditionalOperator>(S)) {
    if (C->getType()->isAnyPointerType() || C->isGLValue()) {
      auto Of = [&](const Expr *E) {
        return C->isGLValue() ? lvalue(E) : pointer(E);
      };
      AddressSpace A = Of(C->getTrueExpr()), B = Of(C->getFalseExpr());
      adopt(C->getTrueExpr(), B);
      adopt(C->getFalseExpr(), A);
      if (A != B && A != AddressSpace::Unknown && B != AddressSpace::Unknown)
        Unit.fail(diag::Id::MixedAddressSpace, C->getQuestionLoc(),
                  {"?:", describe(A), describe(B)});
    }
  } else if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    if (const Expr *E = R->getRetValue();
        E && (E->isGLValue() || E->getType()->isAnyPointerType())) {
      AddressSpace Space = E->isGLValue() ? lvalue(E) : pointer(E);
      if (Result == AddressSpace::Unknown && Space != Result) {
        Result = Space;
        Changed = true;
      } else if (Space != AddressSpace::Unknown && Space != Result) {
        Unit.fail(diag::Id::MixedAddressSpace, R->getReturnLoc(),
                  {"return", describe(Space), describe(Result)});
      }
    }
  }
  // Where the value alone is wanted, `?:` may choose between two memories.
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(S);
      Copy && Copy->getConstructor()->isCopyOrMoveConstructor() &&
      Copy->getConstructor()->isTrivial()) {
    const Expr *Read = Copy->getArg(0)->IgnoreParenNoopCasts(Unit.Ctx);
    if (!Read->getType()->isAnyPointerType() && isa<ConditionalOperator>(Read))
      S = Read;
  }
  for (const Stmt *Child : S->children())
    visit(Child);
}

Signature PointerSpaces::signature(const CallExpr &Call,
                                   const FunctionDecl &F) const {
  Signature Spaces;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (const Expr *Object =
          Method && Method->isInstance() ? objectOf(Call) : nullptr)
    Spaces.push_back(settled(Object->getType()->isAnyPointerType()
                                 ? pointer(Object)
                                 : lvalue(Object)));
  const unsigned First = isa<CXXOperatorCallExpr>(Call) && Method ? 1 : 0;
  llvm::SmallVector<const Expr *, 8> Arguments(Call.arguments());
  Spaces.append(signature(llvm::ArrayRef(Arguments).drop_front(First), F));
  return Spaces;
}

Signature PointerSpaces::signature(llvm::ArrayRef<const Expr *> Arguments,
                                   const FunctionDecl &F) const {
  Signature Spaces;
  for (auto [P, Arg] : llvm::enumerate(Arguments)) {
    QualType T =
        P < F.getNumParams() ? F.getParamDecl(P)->getType() : Arg->getType();
    Spaces.push_back(T->isReferenceType()    ? lvalue(Arg)
                     : T->isAnyPointerType() ? pointer(Arg)
                                             : AddressSpace::Private);
  }
  for (AddressSpace &Space : Spaces)
    Space = settled(Space);
  return Spaces;
}

bool PointerSpaces::isNull(const Expr *E) {
  const auto *Cast = dyn_cast<CastExpr>(E->IgnoreParens());
  while (Cast &&
         (Cast->getCastKind() == CK_BitCast || Cast->getCastKind() == CK_NoOp))
    Cast = dyn_cast<CastExpr>(Cast->getSubExpr()->IgnoreParens());
  return Cast && Cast->getCastKind() == CK_NullToPointer;
}

AddressSpace PointerSpaces::pointer(const Expr *E) const {
  E = seeThrough(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_NullToPointer:
      return AddressSpace::Unknown;
    case CK_ArrayToPointerDecay:
      return lvalue(Sub);
    case CK_LValueToRValue:
      if (const ValueDecl *D = namedIn(Sub))
        return known(D);
      return lvalue(Sub) == AddressSpace::Unknown ? AddressSpace::Unknown
                                                  : pointer(Sub);
    default:
      return Sub->getType()->isAnyPointerType() ? pointer(Sub)
                                                : AddressSpace::Unknown;
    }
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_AddrOf)
      return lvalue(U->getSubExpr());
    return pointer(U->getSubExpr());
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return known(Ref->getDecl());
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_Comma)
      return pointer(B->getRHS());
    if (B->isAssignmentOp() || B->getLHS()->getType()->isAnyPointerType())
      return pointer(B->getLHS());
    return pointer(B->getRHS());
  }
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return join(pointer(C->getTrueExpr()), pointer(C->getFalseExpr()));
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
    return pointer(Opaque->getSourceExpr());
  if (isa<CXXThisExpr>(E))
    return This;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (const FunctionDecl *F = Call->getDirectCallee()) {
      if (const MathRule *Rule = findMathRule(*F))
        return Rule->Form == MathForm::First ? pointer(Call->getArg(0))
                                             : AddressSpace::Private;
      return Unit.resultSpace(*Call, *F, *this);
    }
  return AddressSpace::Unknown;
}

AddressSpace PointerSpaces::lvalue(const Expr *E) const {
  E = seeThrough(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const ValueDecl *D = Ref->getDecl();
    if (Unit.isShared(D))
      return AddressSpace::Global;
    if (Unit.isTable(D))
      return AddressSpace::Constant;
    return D->getType()->isReferenceType() && !Unit.isCaptured(D)
               ? known(D)
               : AddressSpace::Private;
  }
  if (isa<StringLiteral>(E))
    return AddressSpace::Constant;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return pointer(Subscript->getBase());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? pointer(Member->getBase())
                             : lvalue(Member->getBase());
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_Deref)
      return pointer(U->getSubExpr());
    return lvalue(U->getSubExpr());
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getSubExpr()->isGLValue() ? lvalue(Cast->getSubExpr())
                                           : AddressSpace::Private;
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return lvalue(B->getOpcode() == BO_Comma ? B->getRHS() : B->getLHS());
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return join(lvalue(C->getTrueExpr()), lvalue(C->getFalseExpr()));
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
    return lvalue(Opaque->getSourceExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (const FunctionDecl *F = Call->getDirectCallee();
        F && Call->isGLValue()) {
      if (const MathRule *Rule = findMathRule(*F))
        return Rule->Form == MathForm::First ? lvalue(Call->getArg(0))
                                             : AddressSpace::Private;
      if (isa<CXXOperatorCallExpr>(Call) && Unit.isPlainAssignment(*F))
        return lvalue(Call->getArg(0));
      return Unit.resultSpace(*Call, *F, *this);
    }
  return AddressSpace::Private;
}

/// The argument of Call, or its object, that what it returns points into; null:
/// there is none, or several.
const Expr *PointerSpaces::returnedFrom(const CallExpr &Call) const {
  const FunctionDecl *F = Call.getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  // A lambda's variables are those around it.
  if (!F || !F->hasBody() || findMathRule(*F) ||
      (Method && Method->getParent()->isLambda()))
    return nullptr;
  const ValueDecl *Of = Unit.resultOrigin(Call, *F, *this);
  const unsigned First = isa<CXXOperatorCallExpr>(Call) && Method ? 1 : 0;
  if (const auto *P = dyn_cast_or_null<ParmVarDecl>(Of))
    return Call.getArg(First + P->getFunctionScopeIndex());
  return isa_and_nonnull<CXXMethodDecl>(Of) ? objectOf(Call) : nullptr;
}

const ValueDecl *PointerSpaces::origin(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return origin(Cast->getSubExpr());
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return origin(U->getSubExpr());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return origin(Subscript->getBase());
  if (isa<CXXThisExpr>(E))
    return Method;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    // Pointers in one object may point into several arrays.
    const ValueDecl *Of = origin(Member->getBase());
    return Of == Method && E->getType()->isAnyPointerType() ? nullptr : Of;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    bool Right =
        B->getOpcode() == BO_Comma ||
        (!B->isAssignmentOp() && !B->getLHS()->getType()->isAnyPointerType());
    return origin(Right ? B->getRHS() : B->getLHS());
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    const ValueDecl *From = origin(C->getTrueExpr());
    return From == origin(C->getFalseExpr()) ? From : nullptr;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (const Expr *From = returnedFrom(*Call))
      return origin(From);
  const ValueDecl *D = namedIn(E);
  auto It = Origins.find(D);
  return It == Origins.end() ? D : It->second;
}

const ValueDecl *PointerSpaces::returned(const Stmt *Body) const {
  llvm::SmallVector<const ValueDecl *, 4> All;
  eachNode(Body, [&](const Stmt *S) {
    const auto *R = dyn_cast<ReturnStmt>(S);
    const Expr *E = R ? R->getRetValue() : nullptr;
    const bool Points =
        E && (E->isGLValue() || E->getType()->isAnyPointerType());
    if (Points)
      All.push_back(origin(E));
    return !Points;
  });
  return All.empty() || !llvm::all_equal(All) ? nullptr : All.front();
}

bool PointerSpaces::sameOrigin(const Expr *A, const Expr *B) const {
  const ValueDecl *From = origin(A);
  return From && From == origin(B);
}

bool pointsAtLiteral(const Expr *E) {
  const Expr *At = operandOf(E, CK_ArrayToPointerDecay);
  At = At ? At : operandOf(E, UO_AddrOf);
  while (At) {
    At = seeThrough(At->IgnoreParens());
    if (isa<CompoundLiteralExpr>(At))
      return true;
    const auto *Part = dyn_cast<MemberExpr>(At);
    if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(At))
      At = Made->getSubExpr();
    else
      At = Part && !Part->isArrow() ? Part->getBase() : nullptr;
  }
  return false;
}

} // namespace twofold
