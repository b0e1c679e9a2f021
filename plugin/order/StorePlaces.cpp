// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "order/StorePlaces.h"
#include "ast/Nodes.h"
#include "order/VaryingNumbers.h"

using namespace clang;

namespace twofold {
namespace {

using Of = StorePlace::Of;

StorePlace own() {
  StorePlace P;
  P.Root = Of::Own;
  return P;
}

StorePlace follow(StorePlace P, const FieldDecl *Member) {
  // Chains of pointers are not told apart for ever.
  if (P.Path.size() > 6)
    return {};
  P.Path.push_back(Member);
  return P;
}

bool isConstant(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (isa<IntegerLiteral, CharacterLiteral>(E))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && isa<EnumConstantDecl>(Ref->getDecl());
}

/// An object that has pointers and references as they were written to it, and
/// no memory of its own.
bool isHandle(const ValueDecl *D) {
  const auto *V = dyn_cast_or_null<VarDecl>(D);
  return V && V->getInit() && !holdsNode<CallExpr>(V->getInit()) &&
         V->getType().isTriviallyCopyableType(V->getASTContext());
}

StorePlace either(StorePlace A, StorePlace B) {
  if (A.isFixed() || (A.Root == Of::Own && !B.isFixed()))
    return A;
  return B;
}

} // namespace

bool StorePlace::overlaps(const StorePlace &Other) const {
  if (Root != Other.Root || Variable != Other.Variable)
    return false;
  size_t Common = std::min(Path.size(), Other.Path.size());
  // What a pointer points at is not part of the pointer.
  const StorePlace &Longer = Path.size() > Common ? *this : Other;
  if (Longer.Path.size() > Common && !Longer.Path[Common])
    return false;
  return std::equal(Path.begin(), Path.begin() + Common, Other.Path.begin());
}

StringRef StorePlace::name(bool OfMember) const {
  for (const FieldDecl *F : llvm::reverse(Path))
    if (F && F->getIdentifier() && !F->getName().starts_with("_") &&
        (OfMember || !Variable))
      return F->getName();
  return Variable && Variable->getIdentifier() ? Variable->getName() : "this";
}

void StorePlaces::collectMoved(const Stmt *S) {
  eachNode(S, [&](const Stmt *Part) {
    if (const ValueDecl *D = movedBy(Part))
      Moved.insert(D);
    return true;
  });
}

/// There before the loop, and there once.
bool StorePlaces::isOutside(const VarDecl &V) const {
  if (V.hasGlobalStorage())
    return true;
  return !Inside.contains(&V) && !Entered.contains(V.getDeclContext());
}

/// What the pointers and references in an object of the iteration lead to.
StorePlace StorePlaces::held(const Expr *Base, bool Arrow) {
  StorePlace Object = Arrow ? pointee(Base) : place(Base);
  auto It = Held.find(Object.Variable);
  if (It == Held.end())
    return {};
  StorePlace P = It->second;
  const bool Handle = isHandle(Object.Variable),
             Varies = Numbers && Numbers->varies(Object.Variable);
  // What a function made of it for the iteration leads to a part of its own.
  if (!Handle && Varies)
    return {};
  P.Loose = !Handle || Varies;
  return P;
}

StorePlace StorePlaces::element(StorePlace Array, const Expr *Index) {
  if (isConstant(Index) || !Array.isOutside())
    return Array.Root == Of::Own || isConstant(Index) ? Array : StorePlace();
  if (!AnyElement && (!Numbers || Array.Loose || Numbers->vary(Index)))
    return {};
  Array.Counted = true;
  return Array;
}

/// What a pointer that the iteration moves along points at.
StorePlace StorePlaces::moved(const ValueDecl *Pointer) {
  auto It = Pointed.find(Pointer);
  if (It == Pointed.end() || !It->second.isOutside() ||
      !(AnyElement || (Numbers && !Numbers->varies(Pointer))))
    return {};
  StorePlace P = It->second;
  P.Counted = true;
  return P;
}

/// An object whose members may lead to something fixed in Init.
void StorePlaces::hold(const ValueDecl *D, const Expr *Init) {
  llvm::SmallVector<const Stmt *, 8> Work = {Init};
  while (!Work.empty()) {
    const Stmt *S = Work.pop_back_val();
    if (!S || isa<LambdaExpr>(S))
      continue;
    if (const auto *Cast = dyn_cast<CastExpr>(S);
        Cast && Cast->getCastKind() == CK_LValueToRValue &&
        !Cast->getType()->isPointerType())
      continue;
    if (isa<CXXThisExpr>(S) && This.isFixed()) {
      Held[D] = This;
      return;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (Ref && isa<VarDecl>(Ref->getDecl())) {
      StorePlace P =
          Ref->getType()->isPointerType() ? pointee(Ref) : place(Ref);
      if (P.isFixed() && !Ref->getType().isConstQualified() &&
          (Ref->getType()->isArithmeticType() ||
           Ref->getType()->isRecordType())) {
        Held[D] = P;
        return;
      }
    }
    Work.append(S->child_begin(), S->child_end());
  }
}

void StorePlaces::declare(const VarDecl &V, const Expr *Init) {
  if (V.isStaticLocal())
    return;
  if (Numbers)
    Numbers->assign(&V, !Init || V.getType()->isReferenceType() ||
                            Numbers->vary(Init));
  Bound.erase(&V);
  Pointed.erase(&V);
  Held.erase(&V);
  QualType T = V.getType();
  if (T->isReferenceType() || T->isPointerType())
    Given[&V] = Init;
  if (T->isReferenceType())
    Bound[&V] = Init ? place(Init) : StorePlace();
  // `&s` that a function is given by a reference.
  if (T->isReferenceType() && T->getPointeeType()->isPointerType() &&
      Bound[&V].Root == Of::Own)
    Pointed[&V] = pointee(Init);
  if (T->isPointerType() && Init)
    Pointed[&V] = pointee(Init);
  else if (T->isRecordType() && Init)
    hold(&V, Init);
}

void StorePlaces::enter(const FunctionDecl &F, ArrayRef<const Expr *> Args) {
  Entered.insert(&F);
  for (unsigned I = 0; I != F.getNumParams(); ++I)
    declare(*F.getParamDecl(I), I < Args.size() ? Args[I] : nullptr);
}

StorePlace StorePlaces::object(const CallExpr &E) {
  const Expr *On = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
    On = Member->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(E) && E.getNumArgs())
    On = E.getArg(0);
  if (!On)
    return {};
  return On->getType()->isPointerType() ? pointee(On) : place(On);
}

StorePlace StorePlaces::variable(const ValueDecl *D) {
  bool Copy = InBody && Depth == 0 && Copies.contains(D);
  if (auto It = Bound.find(D); It != Bound.end())
    return It->second;
  if (const auto *B = dyn_cast<BindingDecl>(D); B && !Copy) {
    if (!B->getBinding() || B->getHoldingVar())
      return {};
    return place(B->getBinding());
  }
  const auto *V = dyn_cast<VarDecl>(D);
  if (Copy || (V && !isOutside(*V))) {
    StorePlace P;
    P.Root = Of::Own;
    P.Variable = D;
    return P;
  }
  if (!V || V->getTLSKind() != VarDecl::TLS_None)
    return {};
  // `int &r = s;` before the loop.
  if (V->getType()->isReferenceType() && V->getInit() && Depth < 4) {
    ++Depth;
    StorePlace P = place(V->getInit());
    --Depth;
    if (P.isFixed())
      return P;
  }
  StorePlace P;
  P.Root = Of::Variable;
  P.Variable = V->getCanonicalDecl();
  return P;
}

StorePlace StorePlaces::place(const Expr *E) {
  E = seeThrough(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getSubExpr()->isGLValue() ? place(Cast->getSubExpr())
                                           : StorePlace();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return variable(Ref->getDecl());
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *Member = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!Member)
      return isa<VarDecl>(M->getMemberDecl()) ? variable(M->getMemberDecl())
                                              : StorePlace();
    const Expr *Base = M->getBase();
    StorePlace Object = M->isArrow() ? pointee(Base) : place(Base);
    if (Member->getType()->isReferenceType() && Object.Root == Of::Own)
      return held(Base, M->isArrow());
    if (Object.Root == Of::Own || Object.Root == Of::Nothing)
      return Object;
    StorePlace Part = follow(Object, Member);
    return Member->getType()->isReferenceType() ? follow(Part, nullptr) : Part;
  }
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return element(pointee(S->getBase()), S->getIdx());
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_Deref)
      return pointee(U->getSubExpr());
    return U->getSubExpr()->isGLValue() ? place(U->getSubExpr()) : StorePlace();
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isAssignmentOp())
      return place(B->getLHS());
    if (B->isPtrMemOp())
      return B->getOpcode() == BO_PtrMemI
                 ? selected(pointee(B->getLHS()), B->getRHS())
                 : selected(place(B->getLHS()), B->getRHS());
    return B->getOpcode() == BO_Comma ? place(B->getRHS()) : StorePlace();
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E); C && C->isGLValue())
    return either(place(C->getTrueExpr()), place(C->getFalseExpr()));
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return Call->isGLValue() ? returned(*Call, false) : StorePlace();
  if (isa<MaterializeTemporaryExpr, CompoundLiteralExpr>(E))
    return own();
  return {};
}

StorePlace StorePlaces::pointee(const Expr *E) {
  E = seeThrough(E);
  if (isa<CXXThisExpr>(E))
    return This;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_ArrayToPointerDecay:
      return place(Sub);
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_BitCast:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_Dynamic:
      return pointee(Sub);
    default:
      return {};
    }
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_AddrOf)
      return place(U->getSubExpr());
    if (U->isIncrementDecrementOp())
      return pointee(U->getSubExpr());
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    bool Left = B->getLHS()->getType()->isPointerType();
    StorePlace P = pointee(Left ? B->getLHS() : B->getRHS());
    return P.isOutside() || P.Root == Of::Nothing
               ? element(P, Left ? B->getRHS() : B->getLHS())
           : isConstant(Left ? B->getRHS() : B->getLHS()) ? P
                                                          : StorePlace();
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return either(pointee(C->getTrueExpr()), pointee(C->getFalseExpr()));
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && !E->isGLValue())
    return returned(*Call, true);
  if (const Expr *Same = forwarded(*E))
    return pointee(Same);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return pointee(Temporary->getSubExpr());
  if (!E->isGLValue())
    return {};
  // A pointer in memory.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const ValueDecl *D = Ref->getDecl();
    if (Moved.contains(D))
      return moved(D);
    if (auto It = Pointed.find(D); It != Pointed.end())
      return It->second;
    // `int *p = &s;` before the loop.
    const auto *V = dyn_cast<VarDecl>(D);
    if (V && isOutside(*V) && V->getInit() && V->getType()->isPointerType() &&
        Depth < 4) {
      ++Depth;
      StorePlace P = pointee(V->getInit());
      --Depth;
      if (P.Root == Of::Variable &&
          llvm::none_of(P.Path, [](auto *F) { return !F; }))
        return P;
    }
  }
  StorePlace Pointer = place(E);
  if (Pointer.Root == Of::Own) {
    const auto *M = dyn_cast<MemberExpr>(E);
    return M ? held(M->getBase(), M->isArrow()) : StorePlace();
  }
  return Pointer.isOutside() ? follow(Pointer, nullptr) : StorePlace();
}

} // namespace twofold
