// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace twofold {

VarDecl *AstFactory::variable(DeclContext *Owner, StringRef Name, QualType Type,
                              Expr *Init) {
  auto *V = VarDecl::Create(Ctx, Owner, Loc, Loc, &Ctx.Idents.get(Name), Type,
                            Ctx.getTrivialTypeSourceInfo(Type, Loc), SC_None);
  if (Init)
    V->setInit(Init);
  V->setIsUsed();
  V->setReferenced();
  return V;
}

VarDecl *AstFactory::variable(DeclContext *Owner, StringRef Name, QualType Type,
                              Expr *Init, SmallVectorImpl<Stmt *> &To) {
  VarDecl *V = variable(Owner, Name, Type, Init);
  To.push_back(declare(V));
  return V;
}

VarDecl *AstFactory::staticTable(StringRef Name, QualType Type, Expr *Init) {
  return staticVariable(Name, Type.withConst(), Init);
}

VarDecl *AstFactory::staticVariable(StringRef Name, QualType Type, Expr *Init) {
  DeclContext *Unit = Ctx.getTranslationUnitDecl();
  VarDecl *V = variable(Unit, Name, Type, Init);
  V->setStorageClass(SC_Static);
  Unit->addDecl(V);
  return V;
}

VarDecl *AstFactory::define(VarDecl *Declaration) {
  QualType T = Declaration->getType();
  auto *V = VarDecl::Create(Ctx, Declaration->getDeclContext(), Loc, Loc,
                            Declaration->getIdentifier(), T,
                            Ctx.getTrivialTypeSourceInfo(T, Loc), SC_None);
  V->setPreviousDecl(Declaration);
  for (const Attr *A : Declaration->attrs())
    V->addAttr(A->clone(Ctx));
  V->setInit(new (Ctx) ImplicitValueInitExpr(T));
  V->setIsUsed();
  Declaration->getDeclContext()->addDecl(V);
  return V;
}

FunctionDecl *AstFactory::staticFunction(StringRef Name, QualType Type,
                                         ArrayRef<StringRef> Params) {
  DeclContext *Unit = Ctx.getTranslationUnitDecl();
  auto *F =
      FunctionDecl::Create(Ctx, Unit, Loc, Loc, &Ctx.Idents.get(Name), Type,
                           Ctx.getTrivialTypeSourceInfo(Type, Loc), SC_Static);
  const auto *Proto = Type->castAs<FunctionProtoType>();
  SmallVector<ParmVarDecl *, 4> Decls;
  for (unsigned I = 0; I < Params.size(); ++I) {
    QualType T = Proto->getParamType(I);
    Decls.push_back(ParmVarDecl::Create(
        Ctx, F, Loc, Loc, &Ctx.Idents.get(Params[I]), T,
        Ctx.getTrivialTypeSourceInfo(T, Loc), SC_None, nullptr));
    Decls.back()->setIsUsed();
  }
  F->setParams(Decls);
  F->setIsUsed();
  F->setReferenced();
  return F;
}

FunctionDecl *AstFactory::externFunction(StringRef Name, QualType Result,
                                         ArrayRef<QualType> Params) {
  QualType Type = Ctx.getFunctionType(Result, Params, {});
  auto *F = FunctionDecl::Create(
      Ctx, Ctx.getTranslationUnitDecl(), Loc, Loc, &Ctx.Idents.get(Name), Type,
      Ctx.getTrivialTypeSourceInfo(Type, Loc), SC_Extern);
  SmallVector<ParmVarDecl *, 2> Decls;
  for (QualType T : Params)
    Decls.push_back(ParmVarDecl::Create(Ctx, F, Loc, Loc, nullptr, T,
                                        Ctx.getTrivialTypeSourceInfo(T, Loc),
                                        SC_None, nullptr));
  F->setParams(Decls);
  F->addAttr(AsmLabelAttr::CreateImplicit(Ctx, Name));
  F->setImplicit();
  F->setIsUsed();
  return F;
}

Expr *AstFactory::lvalue(ValueDecl *D, bool FromEnclosing) {
  return DeclRefExpr::Create(Ctx, NestedNameSpecifierLoc(), SourceLocation(), D,
                             FromEnclosing, Loc,
                             D->getType().getNonReferenceType(), VK_LValue);
}

Expr *AstFactory::load(Expr *LValue) {
  return cast(CK_LValueToRValue, LValue,
              LValue->getType().getUnqualifiedType());
}

Expr *AstFactory::thisPointer(QualType Type) {
  return CXXThisExpr::Create(Ctx, Loc, Type, /*IsImplicit=*/true);
}

Expr *AstFactory::value(ValueDecl *D, bool FromEnclosing) {
  return load(lvalue(D, FromEnclosing));
}

Expr *AstFactory::integer(uint64_t V, QualType Type) {
  if (Type->isBooleanType() || Type->isEnumeralType() ||
      Type->isUnicodeCharacterType()) // has no literals
    return convert(integer(V, Ctx.UnsignedLongLongTy), Type);
  return IntegerLiteral::Create(
      Ctx, llvm::APInt(Ctx.getIntWidth(Type), V, false, /*Trunc=*/true), Type,
      Loc);
}

Expr *AstFactory::floating(const llvm::APFloat &V, QualType Type) {
  return FloatingLiteral::Create(Ctx, V, /*isexact=*/true,
                                 Ctx.getCanonicalType(Type), Loc);
}

Expr *AstFactory::string(StringRef Text) {
  QualType T = Ctx.getStringLiteralArrayType(Ctx.CharTy, Text.size());
  Expr *S = StringLiteral::Create(Ctx, Text, StringLiteralKind::Ordinary, false,
                                  T, {Loc});
  return convert(decay(S), Ctx.getPointerType(Ctx.CharTy.withConst()));
}

Expr *AstFactory::null(QualType Pointer) {
  return cast(CK_NullToPointer, integer(0, Ctx.IntTy), Pointer);
}

Expr *AstFactory::cast(CastKind Kind, Expr *E, QualType Type) {
  return ImplicitCastExpr::Create(Ctx, Type, Kind, E, nullptr, VK_PRValue,
                                  FPOptionsOverride());
}

Expr *AstFactory::convert(Expr *E, QualType Type) {
  QualType From = E->getType(), To = Type.getUnqualifiedType();
  if (Ctx.hasSameType(From, To))
    return E;
  CastKind Kind;
  if (To->isBooleanType())
    Kind = From->isPointerType()    ? CK_PointerToBoolean
           : From->isFloatingType() ? CK_FloatingToBoolean
                                    : CK_IntegralToBoolean;
  else if (From->isPointerType() && To->isPointerType())
    Kind =
        Ctx.hasSameUnqualifiedType(From->getPointeeType(), To->getPointeeType())
            ? CK_NoOp
            : CK_BitCast;
  else if (From->isPointerType())
    Kind = CK_PointerToIntegral;
  else if (To->isPointerType())
    Kind = CK_IntegralToPointer;
  else if (From->isFloatingType())
    Kind = To->isFloatingType() ? CK_FloatingCast : CK_FloatingToIntegral;
  else
    Kind = To->isFloatingType() ? CK_IntegralToFloating : CK_IntegralCast;
  // Written as a C cast, so that the printed variant reads and compiles as C.
  return CStyleCastExpr::Create(
      Ctx, To, VK_PRValue, Kind, E, nullptr, FPOptionsOverride(),
      Ctx.getTrivialTypeSourceInfo(To, Loc), Loc, Loc);
}

/// The operand that L op R is; null: it is another number. Less code to read,
/// and to compile.
static Expr *neutral(BinaryOperatorKind Op, Expr *L, Expr *R) {
  auto IsNeutral = [&](const Expr *E) {
    const auto *Literal = dyn_cast<IntegerLiteral>(E->IgnoreParens());
    return Literal && Literal->getValue() == (Op == BO_Mul ? 1 : 0);
  };
  if (Op != BO_Add && Op != BO_Sub && Op != BO_Mul)
    return nullptr;
  return IsNeutral(R) ? L : Op != BO_Sub && IsNeutral(L) ? R : nullptr;
}

Expr *AstFactory::binary(BinaryOperatorKind Op, Expr *L, Expr *R,
                         QualType Type) {
  if (Ctx.hasSameType(L->getType(), Type) &&
      Ctx.hasSameType(R->getType(), Type))
    if (Expr *Same = neutral(Op, L, R))
      return Same;
  return BinaryOperator::Create(Ctx, L, R, Op, Type, VK_PRValue, OK_Ordinary,
                                Loc, FPOptionsOverride());
}

Expr *AstFactory::unary(UnaryOperatorKind Op, Expr *E, QualType Type) {
  return UnaryOperator::Create(Ctx, E, Op, Type, VK_PRValue, OK_Ordinary, Loc,
                               false, FPOptionsOverride());
}

Expr *AstFactory::step(UnaryOperatorKind Op, VarDecl *V) {
  return UnaryOperator::Create(Ctx, lvalue(V), Op, V->getType(),
                               Ctx.getLangOpts().CPlusPlus ? VK_LValue
                                                           : VK_PRValue,
                               OK_Ordinary, Loc, false, FPOptionsOverride());
}

Expr *AstFactory::increment(VarDecl *V) {
  QualType T = V->getType();
  return assign(lvalue(V), binary(BO_Add, value(V), integer(1, T), T));
}

Expr *AstFactory::joined(BinaryOperatorKind Op, Expr *L, Expr *R) {
  if (!L)
    return R;
  return BinaryOperator::isLogicalOp(Op) ? compare(Op, L, R)
                                         : binary(Op, L, R, R->getType());
}

Expr *AstFactory::nonZero(Expr *E) {
  return compare(BO_NE, E, integer(0, E->getType()));
}

Expr *AstFactory::assign(Expr *LValue, Expr *Value) {
  bool Cxx = Ctx.getLangOpts().CPlusPlus;
  return BinaryOperator::Create(
      Ctx, LValue, Value, BO_Assign, LValue->getType().getUnqualifiedType(),
      Cxx ? VK_LValue : VK_PRValue, OK_Ordinary, Loc, FPOptionsOverride());
}

Expr *AstFactory::compare(BinaryOperatorKind Op, Expr *L, Expr *R) {
  return binary(Op, L, R, Ctx.getLangOpts().CPlusPlus ? Ctx.BoolTy : Ctx.IntTy);
}

Expr *AstFactory::conditional(Expr *Cond, Expr *Then, Expr *Else,
                              QualType Type) {
  return new (Ctx) ConditionalOperator(Cond, Loc, Then, Loc, Else, Type,
                                       VK_PRValue, OK_Ordinary);
}

Expr *AstFactory::addressOf(Expr *LValue) {
  return UnaryOperator::Create(
      Ctx, LValue, UO_AddrOf, Ctx.getPointerType(LValue->getType()), VK_PRValue,
      OK_Ordinary, Loc, false, FPOptionsOverride());
}

Expr *AstFactory::dereference(Expr *Pointer) {
  return UnaryOperator::Create(Ctx, Pointer, UO_Deref,
                               Pointer->getType()->getPointeeType(), VK_LValue,
                               OK_Ordinary, Loc, false, FPOptionsOverride());
}

Expr *AstFactory::subscript(Expr *Pointer, Expr *Index) {
  return new (Ctx)
      ArraySubscriptExpr(Pointer, Index, Pointer->getType()->getPointeeType(),
                         VK_LValue, OK_Ordinary, Loc);
}

Expr *AstFactory::member(Expr *LValue, StringRef Field) {
  RecordDecl *R = LValue->getType()->castAsRecordDecl();
  for (FieldDecl *F : R->fields())
    if (F->getName() == Field)
      return MemberExpr::CreateImplicit(
          Ctx, LValue, /*IsArrow=*/false, F,
          Ctx.getQualifiedType(F->getType(), LValue->getType().getQualifiers()),
          VK_LValue, OK_Ordinary);
  llvm_unreachable("no such field in the ABI");
}

Expr *AstFactory::decay(Expr *ArrayLValue) {
  return cast(CK_ArrayToPointerDecay, ArrayLValue,
              Ctx.getArrayDecayedType(ArrayLValue->getType()));
}

Expr *AstFactory::function(FunctionDecl *F) {
  bool Cxx = Ctx.getLangOpts().CPlusPlus;
  Expr *E = DeclRefExpr::Create(Ctx, NestedNameSpecifierLoc(), SourceLocation(),
                                F, false, Loc, F->getType(),
                                Cxx ? VK_LValue : VK_PRValue);
  return cast(CK_FunctionToPointerDecay, E, Ctx.getPointerType(F->getType()));
}

Expr *AstFactory::call(FunctionDecl *F, ArrayRef<Expr *> Args) {
  return CallExpr::Create(Ctx, function(F), Args, F->getReturnType(),
                          VK_PRValue, Loc, FPOptionsOverride());
}

Expr *AstFactory::list(QualType Type, ArrayRef<Expr *> Inits) {
  auto *L = new (Ctx) InitListExpr(Ctx, Loc, Inits, Loc);
  L->setType(Type);
  return L;
}

Expr *AstFactory::paren(Expr *E) { return new (Ctx) ParenExpr(Loc, Loc, E); }

Expr *AstFactory::block(ArrayRef<Stmt *> Body, QualType Type) {
  return new (Ctx) StmtExpr(compound(Body), Type, Loc, Loc, 0);
}

Expr *AstFactory::copyInvariant(const Expr *E) {
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return paren(copyInvariant(P->getSubExpr()));
  if (const Expr *Seen = seeThrough(E); Seen != E)
    return copyInvariant(Seen);
  if (const auto *L = dyn_cast<IntegerLiteral>(E))
    return IntegerLiteral::Create(Ctx, L->getValue(), L->getType(), Loc);
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    return DeclRefExpr::Create(Ctx, NestedNameSpecifierLoc(), SourceLocation(),
                               const_cast<ValueDecl *>(D->getDecl()),
                               D->refersToEnclosingVariableOrCapture(), Loc,
                               D->getType(), D->getValueKind());
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return MemberExpr::CreateImplicit(
        Ctx, copyInvariant(M->getBase()), M->isArrow(), M->getMemberDecl(),
        M->getType(), M->getValueKind(), M->getObjectKind());
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    Expr *Sub = copyInvariant(C->getSubExpr());
    if (C->getCastKind() == CK_LValueToRValue ||
        C->getCastKind() == CK_LValueToRValueBitCast ||
        C->getCastKind() == CK_NoOp)
      return ImplicitCastExpr::Create(Ctx, C->getType(), C->getCastKind(), Sub,
                                      nullptr, C->getValueKind(),
                                      FPOptionsOverride());
    return CStyleCastExpr::Create(
        Ctx, C->getType(), C->getValueKind(), C->getCastKind(), Sub, nullptr,
        FPOptionsOverride(), Ctx.getTrivialTypeSourceInfo(C->getType(), Loc),
        Loc, Loc);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return UnaryOperator::Create(Ctx, copyInvariant(U->getSubExpr()),
                                 U->getOpcode(), U->getType(),
                                 U->getValueKind(), U->getObjectKind(), Loc,
                                 U->canOverflow(), FPOptionsOverride());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return BinaryOperator::Create(Ctx, copyInvariant(B->getLHS()),
                                  copyInvariant(B->getRHS()), B->getOpcode(),
                                  B->getType(), B->getValueKind(),
                                  B->getObjectKind(), Loc, FPOptionsOverride());
  if (const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    return new (Ctx) UnaryExprOrTypeTraitExpr(
        S->getKind(), Ctx.getTrivialTypeSourceInfo(S->getTypeOfArgument(), Loc),
        S->getType(), Loc, Loc);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return new (Ctx) ArraySubscriptExpr(
        copyInvariant(S->getLHS()), copyInvariant(S->getRHS()), S->getType(),
        S->getValueKind(), S->getObjectKind(), Loc);
  if (isa<CXXThisExpr>(E))
    return thisPointer(E->getType());
  if (const auto *O = dyn_cast<OpaqueValueExpr>(E); O && O->getSourceExpr())
    return copyInvariant(O->getSourceExpr());
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditional(copyInvariant(C->getCond()),
                       copyInvariant(C->getTrueExpr()),
                       copyInvariant(C->getFalseExpr()), C->getType());
  if (const auto *L = dyn_cast<CharacterLiteral>(E))
    return new (Ctx)
        CharacterLiteral(L->getValue(), L->getKind(), L->getType(), Loc);
  if (const auto *L = dyn_cast<CXXBoolLiteralExpr>(E))
    return CXXBoolLiteralExpr::Create(Ctx, L->getValue(), L->getType(), Loc);
  llvm::report_fatal_error("no value has this form: " +
                           llvm::Twine(E->getStmtClassName()));
}

Stmt *AstFactory::declare(VarDecl *D) {
  return new (Ctx) DeclStmt(DeclGroupRef(D), Loc, Loc);
}

CompoundStmt *AstFactory::compound(ArrayRef<Stmt *> Body) {
  return CompoundStmt::Create(Ctx, Body, FPOptionsOverride(), Loc, Loc);
}

Stmt *AstFactory::ifThen(Expr *Cond, Stmt *Then, Stmt *Else) {
  return IfStmt::Create(Ctx, Loc, IfStatementKind::Ordinary, nullptr, nullptr,
                        Cond, Loc, Loc, Then, Loc, Else);
}

Stmt *AstFactory::loop(Stmt *Init, Expr *Cond, Expr *Increment, Stmt *Body) {
  return new (Ctx)
      ForStmt(Ctx, Init, Cond, nullptr, Increment, Body, Loc, Loc, Loc);
}

/// for (k = 0; k < N; ++k) To[k] = From[k];
Stmt *AstFactory::copyElements(DeclContext *Owner, Expr *To, Expr *From,
                               unsigned Depth) {
  const ConstantArrayType *Array = Ctx.getAsConstantArrayType(To->getType());
  if (!Array)
    return assign(To, load(From));
  QualType Size = Ctx.getSizeType();
  VarDecl *K = variable(Owner, "element" + std::to_string(Depth), Size,
                        integer(0, Size));
  auto At = [&](Expr *Whole) { return subscript(decay(Whole), value(K)); };
  return loop(
      declare(K), compare(BO_LT, value(K), integer(Array->getZExtSize(), Size)),
      step(UO_PreInc, K), copyElements(Owner, At(To), At(From), Depth + 1));
}

QualType AstFactory::arrayOf(QualType Element, uint64_t Count) {
  return Ctx.getConstantArrayType(Element, llvm::APInt(64, Count), nullptr,
                                  ArraySizeModifier::Normal, 0);
}

} // namespace twofold
