// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lower/DerivedCaptures.h"

using namespace clang;

namespace twofold {

llvm::FoldingSetNodeID DerivedCaptures::identity(const Expr *E) const {
  llvm::FoldingSetNodeID Id;
  E->Profile(Id, Ctx, /*Canonical=*/true);
  // A cast's profile leaves out the type of an implicit one.
  Id.AddPointer(Ctx.getCanonicalType(E->getType()).getAsOpaquePtr());
  return Id;
}

bool isLibraryPart(const Decl &D) {
  for (const DeclContext *Around = D.getDeclContext(); Around;
       Around = Around->getParent())
    if (Around->isStdNamespace())
      return true;
  return false;
}

std::string DerivedCaptures::nameOf(const Expr *Path) {
  const Expr *E = Path->IgnoreParenCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    std::string Outer = nameOf(M->getBase());
    const ValueDecl *D = M->getMemberDecl();
    StringRef Name = D->getIdentifier() ? D->getName() : StringRef();
    // The insides of the library's classes have no meaning to the user.
    if (isLibraryPart(*D) || Name.empty() || Name.starts_with("_M_"))
      return Outer;
    Name = Name.trim('_');
    return Outer.empty() ? Name.str() : Outer + "_" + Name.str();
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return nameOf(U->getSubExpr());
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return nameOf(S->getBase());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return nameOf(B->isPtrMemOp() ? B->getRHS() : B->getLHS());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E); Ref && Ref->getDecl()) {
    StringRef Name = Ref->getDecl()->getIdentifier() ? Ref->getDecl()->getName()
                                                     : StringRef();
    return Name.starts_with("__begin") ? "first" : Name.trim('_').str();
  }
  return "";
}

/// What E, which may be null, names of a range-based loop's own variables.
static const VarDecl *rangePart(const Expr *E, StringRef Name) {
  const auto *Ref = findNode<DeclRefExpr>(E, [&](const DeclRefExpr *R) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    return V && V->getIdentifier() && V->getName().starts_with(Name);
  });
  return Ref ? cast<VarDecl>(Ref->getDecl()) : nullptr;
}

std::string DerivedCaptures::shown(const Expr *Path) {
  // The pointer that a range begins with is told as the range.
  const VarDecl *Range = nullptr;
  findNode<DeclRefExpr>(Path, [&](const DeclRefExpr *Ref) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (const VarDecl *Begin = V ? rangePart(V->getInit(), "__begin") : nullptr)
      Range = rangePart(Begin->getInit(), "__range");
    return Range != nullptr;
  });
  if (const Expr *Of = Range ? Range->getInit() : nullptr)
    if (std::string Name = nameOf(Of); !Name.empty())
      return Name;
  if (std::string Name = nameOf(Path); !Name.empty())
    return Name;
  // Of the library's classes nobody knows the insides.
  const auto *This =
      findNode<CXXThisExpr>(Path, [](const CXXThisExpr *) { return true; });
  const CXXRecordDecl *Class =
      This ? This->getType()->getPointeeCXXRecordDecl() : nullptr;
  return Class && isLibraryPart(*Class) ? Class->getQualifiedNameAsString()
                                        : "this";
}

VarDecl *DerivedCaptures::derive(Expr *Value, StringRef Name, Expr *Path) {
  llvm::FoldingSetNodeID Id = identity(Value);
  for (const Entry &Old : Entries)
    if (Old.Id == Id)
      return Old.Variable;
  VarDecl *V = Make.variable(Loop.Function, Name.empty() ? "self" : Name,
                             Value->getType().getUnqualifiedType(), Value);
  Entries.push_back({V, Id, Path});
  Known.insert(V);
  return V;
}

VarDecl *DerivedCaptures::read(Expr *Path) {
  Expr *Value =
      Path->getType()->isArrayType() ? Make.decay(Path) : Make.load(Path);
  return derive(Value, nameOf(Path), Path);
}

VarDecl *DerivedCaptures::pointerAt(Expr *Path) {
  return derive(Make.addressOf(Path), nameOf(Path), Path);
}

VarDecl *DerivedCaptures::computed(Expr *Value, StringRef Name) {
  return derive(Value, Name, nullptr);
}

VarDecl *DerivedCaptures::slot(QualType T, StringRef Name) {
  VarDecl *V =
      Make.variable(Loop.Function, Name, T.getUnqualifiedType(),
                    T->isPointerType() ? Make.null(T) : Make.integer(0, T));
  Entries.push_back({V, {}, nullptr});
  Known.insert(V);
  return V;
}

bool DerivedCaptures::isDerived(const ValueDecl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  return V && Known.contains(V);
}

Expr *DerivedCaptures::pathOf(const ValueDecl *D) const {
  for (const Entry &Old : Entries)
    if (Old.Variable == D)
      return Old.Path;
  return nullptr;
}

/// Only what cannot trap: the call evaluates it whether the body does or not.
bool DerivedCaptures::isInvariant(const Expr *E) const {
  E = seeThrough(E);
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
          CXXBoolLiteralExpr>(E))
    return true;
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_LValueToRValue)
      if (const ValueDecl *D = namedIn(C->getSubExpr())) {
        if (isDerived(D))
          return true;
        return Loop.hasValue(D) && Loop.capture(D)->Type->isScalarType();
      }
    return C->isPRValue() && C->getType()->isScalarType() &&
           C->getCastKind() != CK_LValueToRValue && C->getSubExpr() &&
           C->getSubExpr()->isPRValue() && isInvariant(C->getSubExpr());
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return isInvariant(C->getCond()) && isInvariant(C->getLHS()) &&
           isInvariant(C->getRHS());
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    const Expr *Sub = U->getSubExpr()->IgnoreParens();
    if (const auto *At = dyn_cast<ArraySubscriptExpr>(Sub))
      return U->getOpcode() == UO_AddrOf && isInvariant(At->getBase()) &&
             isInvariant(At->getIdx());
    return (U->getOpcode() == UO_LNot || U->getOpcode() == UO_Plus ||
            U->getOpcode() == UO_Minus || U->getOpcode() == UO_Not) &&
           isInvariant(Sub);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && (B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem)) {
    auto By = constantOf(B->getRHS(), Ctx);
    return B->getType()->isIntegerType() && By && By->isStrictlyPositive() &&
           isInvariant(B->getLHS());
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->isComparisonOp() || B->isBitwiseOp() ||
            B->getOpcode() == BO_Mul) &&
           isInvariant(B->getLHS()) && isInvariant(B->getRHS());
  return false;
}

void DerivedCaptures::collectFollowed(const Expr *E,
                                      llvm::SmallVectorImpl<Expr *> &Out) {
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child))
      collectFollowed(Part, Out);
  bool Through = false;
  if (const Expr *Pointer = operandOf(E, UO_Deref))
    Through = !isa<CXXThisExpr>(Pointer);
  else if (const auto *At = dyn_cast<ArraySubscriptExpr>(E))
    // A subscript may be one for the iterations alone.
    Through = !arrayIn(*At) ||
              !isa<IntegerLiteral>(At->getIdx()->IgnoreParenImpCasts());
  if (Through)
    Out.push_back(const_cast<Expr *>(E));
}

bool DerivedCaptures::follows(const Expr *E) {
  llvm::SmallVector<Expr *, 4> Places;
  collectFollowed(E, Places);
  return !Places.empty();
}

void DerivedCaptures::follow(Expr *Path, bool Always) {
  llvm::FoldingSetNodeID Id = identity(Path);
  for (auto &[Old, OldAlways] : Followed)
    if (Old == Id) {
      OldAlways |= Always;
      return;
    }
  Followed.push_back({Id, Always});
}

bool DerivedCaptures::followsAlways(const Expr *E) const {
  llvm::SmallVector<Expr *, 4> Places;
  collectFollowed(E, Places);
  return llvm::all_of(Places, [&](const Expr *Path) {
    llvm::FoldingSetNodeID Id = identity(Path);
    return llvm::any_of(
        Followed, [&](const auto &F) { return F.first == Id && F.second; });
  });
}

bool DerivedCaptures::isStable(const Expr *E) const {
  E = E->IgnoreParens();
  if (isInvariant(E))
    return true;
  const auto *C = dyn_cast<CastExpr>(E);
  if (C && C->getCastKind() != CK_LValueToRValue)
    return isStable(C->getSubExpr());
  const ValueDecl *D = C ? namedIn(C->getSubExpr()) : nullptr;
  return D && Loop.dimOf(D);
}

} // namespace twofold
