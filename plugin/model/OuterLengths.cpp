// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ast/AstFactory.h"
#include "model/LoopModelBuilder.h"
#include "report/Diagnostics.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace twofold {
namespace {

bool hasLengths(QualType T) {
  return !T.isNull() && T.getCanonicalType()->isVariablyModifiedType();
}

class LengthBinder {
  ParallelLoop &Loop;
  ASTContext &Ctx;
  AstFactory Make;
  llvm::DenseSet<const Expr *> Inside; ///< lengths that the body evaluates
  llvm::DenseSet<const ValueDecl *> Variables; ///< that the body declares
  llvm::DenseMap<const ValueDecl *, VarDecl *> Privates;
  llvm::DenseMap<const Expr *, Expr *> Lengths;
  llvm::DenseMap<const void *, QualType> Spelled;
  SmallVector<Stmt *, 4> Before; ///< the loop
  SmallVector<Stmt *, 4> First;  ///< in the body
  const ValueDecl *Stuck = nullptr;
  SourceLocation StuckAt;

public:
  LengthBinder(ParallelLoop &Loop, ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx), Make(Ctx, Loop.Loc) {}

  bool run(Diagnostics &Diags);

private:
  void collect(const Stmt *S);
  void written(QualType T);
  void check(const Stmt *S);
  void bind(Stmt *S);
  bool isPrivate(const VariableClause &V) const {
    return isa<VarDecl>(V.Variable) && !Loop.dimOf(V.Variable) &&
           hasLengths(V.Variable->getType()) &&
           !V.Variable->getType()->isReferenceType();
  }
  void declarePrivates();
  QualType spelled(QualType T);
  Expr *length(Expr *Outside);
  const ValueDecl *outerRoot(const Expr *E) const;
  void stuck(const ValueDecl *D, SourceLocation At) {
    if (!Stuck && D)
      Stuck = D, StuckAt = At;
  }
};

/// Lengths that T has where it is written, which is in the body.
void LengthBinder::written(QualType T) {
  while (!T.isNull()) {
    if (const auto *A = dyn_cast<VariableArrayType>(T.getTypePtr()))
      if (const Expr *Size = A->getSizeExpr())
        Inside.insert(Size);
    if (const auto *A = dyn_cast<ArrayType>(T.getTypePtr()))
      T = A->getElementType();
    else if (const auto *P = dyn_cast<PointerType>(T.getTypePtr()))
      T = P->getPointeeType();
    else if (const auto *R = dyn_cast<ReferenceType>(T.getTypePtr()))
      T = R->getPointeeTypeAsWritten();
    else if (const auto *P = dyn_cast<ParenType>(T.getTypePtr()))
      T = P->getInnerType();
    else
      return;
  }
}

void LengthBinder::collect(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls()) {
      if (const auto *V = dyn_cast<ValueDecl>(D)) {
        Variables.insert(V);
        // As written: its type may have been spelled out.
        const auto *Declarator = dyn_cast<DeclaratorDecl>(V);
        if (const TypeSourceInfo *Info =
                Declarator ? Declarator->getTypeSourceInfo() : nullptr)
          written(Info->getType());
      } else if (const auto *Alias = dyn_cast<TypedefNameDecl>(D)) {
        written(Alias->getUnderlyingType());
      }
    }
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S))
    written(Cast->getTypeAsWritten());
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(S))
    if (Size->isArgumentType())
      written(Size->getArgumentType());
  const auto *Range = dyn_cast<CXXForRangeStmt>(S);
  const DeclStmt *End = Range ? Range->getEndStmt() : nullptr;
  for (const Stmt *Child : S->children())
    if (Child && Child == End) // asks for the length of a type from elsewhere
      Variables.insert(cast<ValueDecl>(End->getSingleDecl()));
    else
      collect(Child);
}

/// The variable of outside that BodyRewriter flattens E to, if it does.
const ValueDecl *LengthBinder::outerRoot(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Variables.contains(Ref->getDecl()) ||
                   !hasLengths(Ref->getDecl()->getType())
               ? nullptr
               : Ref->getDecl();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    CastKind Kind = Cast->getCastKind();
    bool Same = Kind == CK_LValueToRValue || Kind == CK_ArrayToPointerDecay ||
                Kind == CK_NoOp;
    return Same ? outerRoot(Cast->getSubExpr()) : nullptr;
  }
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return outerRoot(Sub->getBase());
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf
               ? outerRoot(U->getSubExpr())
               : nullptr;
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  if (Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType())
    return outerRoot(Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                               : Sum->getRHS());
  return nullptr;
}

/// What neither way moves: variables of outside that point elsewhere
/// afterwards, and functions inside the body that hold lengths themselves.
void LengthBinder::check(const Stmt *S) {
  if (!S)
    return;
  // No setter would tell that it is not the closure's any more.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
      Ref && Ref->refersToEnclosingVariableOrCapture() &&
      llvm::any_of(Loop.Given.Privates, [&](const VariableClause &V) {
        return V.Variable == Ref->getDecl() && isPrivate(V);
      }))
    stuck(Ref->getDecl(), Ref->getLocation());
  const Expr *Addressed = operandOf(S, UO_AddrOf);
  const Expr *Changed = Addressed ? Addressed : assignedBy(S);
  if (Changed && Changed->getType()->isPointerType() &&
      hasLengths(Changed->getType()))
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Changed->IgnoreParens()))
      stuck(outerRoot(Ref), Ref->getLocation());
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const VarDecl *V : variablesIn(*Declared))
      if (V->getInit() && V->getType()->isReferenceType() &&
          V->getType()->getPointeeType()->isPointerType() &&
          hasLengths(V->getType()))
        stuck(outerRoot(V->getInit()), V->getLocation());
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (const LambdaCapture &C : Lambda->captures()) {
      const ValueDecl *V = C.capturesVariable() ? C.getCapturedVar() : nullptr;
      if (C.capturesVLAType() || (V && hasLengths(V->getType())))
        stuck(V ? V : Lambda->getCallOperator(), Lambda->getBeginLoc());
    }
    return;
  }
  for (const Stmt *Child : S->children())
    check(Child);
}

/// In front of the loop: the value that a length has there.
Expr *LengthBinder::length(Expr *Outside) {
  Expr *&Known = Lengths[Outside];
  if (Known)
    return Known;
  QualType Count = Ctx.getSizeType();
  auto Bytes = [&](Expr *Size) {
    return Ctx.getVariableArrayType(Ctx.CharTy, Size, ArraySizeModifier::Normal,
                                    0);
  };
  std::string Name = "length_" + std::to_string(Lengths.size() - 1);
  // The type is not evaluated again.
  auto *Value = new (Ctx) UnaryExprOrTypeTraitExpr(
      UETT_SizeOf, Ctx.getTrivialTypeSourceInfo(Bytes(Outside), Loop.Loc),
      Count, Loop.Loc, Loop.Loc);
  Known = Make.value(
      Make.variable(Loop.Function, Name, Count.withConst(), Value, Before));
  // Evaluates the length in whichever function the body comes to be.
  auto *Bound = TypedefDecl::Create(
      Ctx, Loop.Function, Loop.Loc, Loop.Loc, &Ctx.Idents.get(Name + "_bytes"),
      Ctx.getTrivialTypeSourceInfo(Bytes(Known), Loop.Loc));
  Bound->setImplicit();
  First.push_back(new (Ctx) DeclStmt(DeclGroupRef(Bound), Loop.Loc, Loop.Loc));
  return Known;
}

/// T with lengths that move with the body, without names for parts of it.
QualType LengthBinder::spelled(QualType T) {
  T = T.getCanonicalType();
  if (!hasLengths(T))
    return T;
  auto Known = Spelled.find(T.getAsOpaquePtr());
  if (Known != Spelled.end())
    return Known->second;
  QualType New = T;
  Qualifiers Outer = T.getQualifiers();
  if (const auto *P = dyn_cast<PointerType>(T.getTypePtr())) {
    New = Ctx.getPointerType(spelled(P->getPointeeType()));
  } else if (const auto *R = dyn_cast<LValueReferenceType>(T.getTypePtr())) {
    New = Ctx.getLValueReferenceType(spelled(R->getPointeeType()));
  } else if (const auto *R = dyn_cast<RValueReferenceType>(T.getTypePtr())) {
    New = Ctx.getRValueReferenceType(spelled(R->getPointeeType()));
  } else if (const auto *A = dyn_cast<ConstantArrayType>(T.getTypePtr())) {
    New = Ctx.getConstantArrayType(spelled(A->getElementType()), A->getSize(),
                                   nullptr, A->getSizeModifier(),
                                   A->getIndexTypeCVRQualifiers());
  } else if (const auto *A = dyn_cast<VariableArrayType>(T.getTypePtr())) {
    Expr *Size = A->getSizeExpr();
    if (Size && !Inside.contains(Size))
      Size = length(Size);
    New = Ctx.getVariableArrayType(spelled(A->getElementType()), Size,
                                   A->getSizeModifier(),
                                   A->getIndexTypeCVRQualifiers());
  }
  New = Ctx.getQualifiedType(New, Outer);
  Spelled[T.getAsOpaquePtr()] = New;
  Spelled[New.getCanonicalType().getAsOpaquePtr()] = New;
  return New;
}

void LengthBinder::bind(Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (auto *Declared = dyn_cast<DeclStmt>(S))
    for (Decl *D : Declared->decls())
      if (auto *V = dyn_cast<ValueDecl>(D); V && hasLengths(V->getType())) {
        QualType T = spelled(V->getType());
        V->setType(T);
        if (auto *Var = dyn_cast<VarDecl>(V))
          Var->setTypeSourceInfo(
              Ctx.getTrivialTypeSourceInfo(T, V->getLocation()));
      }
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (VarDecl *Own = Privates.lookup(Ref->getDecl()))
      Ref->setDecl(Own);
  if (auto *E = dyn_cast<Expr>(S);
      E && hasLengths(E->getType()) && !outerRoot(E))
    E->setType(spelled(E->getType()));
  if (auto *Cast = dyn_cast<ExplicitCastExpr>(S))
    if (hasLengths(Cast->getTypeAsWritten()))
      Cast->setTypeInfoAsWritten(Ctx.getTrivialTypeSourceInfo(
          spelled(Cast->getTypeAsWritten()), Cast->getExprLoc()));
  if (auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(S))
    if (Size->isArgumentType() && hasLengths(Size->getArgumentType()))
      Size->setArgument(Ctx.getTrivialTypeSourceInfo(
          spelled(Size->getArgumentType()), Size->getOperatorLoc()));
  for (Stmt *Child : S->children())
    bind(Child);
}

/// Each iteration declares its own, with lengths that move with the body.
void LengthBinder::declarePrivates() {
  for (const VariableClause &V : Loop.Given.Privates) {
    if (!isPrivate(V))
      continue;
    QualType T = spelled(V.Variable->getType());
    VarDecl *Own = Make.variable(Loop.Function, V.Variable->getName(),
                                 T.getUnqualifiedType(), nullptr, First);
    Variables.insert(Own);
    Privates[V.Variable] = Own;
  }
  llvm::erase_if(Loop.Given.Privates,
                 [&](const VariableClause &V) { return isPrivate(V); });
}

bool LengthBinder::run(Diagnostics &Diags) {
  for (const VariableClause &V : Loop.Given.Privates)
    if (isPrivate(V))
      Variables.insert(V.Variable);
  collect(Loop.Body);
  check(Loop.Body);
  if (Stuck) {
    std::string Name = Stuck->getNameAsString();
    Diags.missed(StuckAt, diag::Id::SerialLengths, Name);
    Loop.Order = {false, true, Diags.text(diag::Id::SerialLengths, Name)};
    return false;
  }
  declarePrivates();
  bind(Loop.Body);
  if (!First.empty())
    insertPreamble(Loop, Before, First, Make);
  return true;
}

} // namespace

bool bindOuterLengths(ParallelLoop &Loop, ASTContext &Ctx, Diagnostics &Diags) {
  return LengthBinder(Loop, Ctx).run(Diags);
}

void insertPreamble(ParallelLoop &Loop, llvm::ArrayRef<Stmt *> Before,
                    llvm::ArrayRef<Stmt *> First, AstFactory &Make) {
  llvm::SmallVector<Stmt *, 8> Body(First);
  Body.push_back(Loop.Body);
  Loop.Body = Make.compound(Body);
  Stmt *Innermost = Loop.Dims.back().Loop;
  if (auto *For = dyn_cast<ForStmt>(Innermost))
    For->setBody(Loop.Body);
  else
    cast<CXXForRangeStmt>(Innermost)->setBody(Loop.Body);
  if (Before.empty())
    return;
  llvm::SmallVector<Stmt *, 8> Both(Before);
  Both.push_back(*Loop.Slot);
  CompoundStmt *Whole = Make.compound(Both);
  *Loop.Slot = Whole;
  Loop.Slot = Whole->body_end() - 1;
}

} // namespace twofold
