// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExpressionCopy.cpp - StatementCopy's expressions -----------------===//

#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "clang/AST/ExprConcepts.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

/// E with another operand; null: it is of a rare kind.
static Expr *castOf(CastExpr *E, Expr *Sub, ASTContext &Ctx) {
  QualType T = E->getType();
  ExprValueKind VK = E->getValueKind();
  CastKind Kind = E->getCastKind();
  FPOptionsOverride Options = E->getStoredFPFeaturesOrDefault();
  CXXCastPath Path(E->path_begin(), E->path_end());
  // Two functions cannot share a length.
  if (isa<ExplicitCastExpr>(E) && T->isVariablyModifiedType())
    return nullptr;
  if (isa<ImplicitCastExpr>(E)) {
    auto *New = ImplicitCastExpr::Create(Ctx, T, Kind, Sub, &Path, VK, Options);
    New->setIsPartOfExplicitCast(
        cast<ImplicitCastExpr>(E)->isPartOfExplicitCast());
    return New;
  }
  if (auto *C = dyn_cast<CStyleCastExpr>(E))
    return CStyleCastExpr::Create(Ctx, T, VK, Kind, Sub, &Path, Options,
                                  C->getTypeInfoAsWritten(), C->getLParenLoc(),
                                  C->getRParenLoc());
  if (auto *C = dyn_cast<CXXStaticCastExpr>(E))
    return CXXStaticCastExpr::Create(
        Ctx, T, VK, Kind, Sub, &Path, C->getTypeInfoAsWritten(), Options,
        C->getOperatorLoc(), C->getRParenLoc(), C->getAngleBrackets());
  if (auto *C = dyn_cast<CXXConstCastExpr>(E))
    return CXXConstCastExpr::Create(Ctx, T, VK, Sub, C->getTypeInfoAsWritten(),
                                    C->getOperatorLoc(), C->getRParenLoc(),
                                    C->getAngleBrackets());
  if (auto *C = dyn_cast<CXXReinterpretCastExpr>(E))
    return CXXReinterpretCastExpr::Create(
        Ctx, T, VK, Kind, Sub, &Path, C->getTypeInfoAsWritten(),
        C->getOperatorLoc(), C->getRParenLoc(), C->getAngleBrackets());
  if (auto *C = dyn_cast<CXXFunctionalCastExpr>(E))
    return CXXFunctionalCastExpr::Create(Ctx, T, VK, C->getTypeInfoAsWritten(),
                                         Kind, Sub, &Path, Options,
                                         C->getLParenLoc(), C->getRParenLoc());
  return nullptr;
}

Expr *StatementCopy::call(CallExpr *E) {
  if (Expr *Closed = Closures.call(E))
    return Closed;
  Expr *Callee = copy(E->getCallee());
  SmallVector<Expr *, 4> Args;
  for (Expr *Arg : E->arguments())
    Args.push_back(copy(Arg));
  QualType T = E->getType();
  ExprValueKind VK = E->getValueKind();
  FPOptionsOverride Options = E->getFPFeatures();
  if (auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return CXXOperatorCallExpr::Create(Ctx, Operator->getOperator(), Callee,
                                       Args, T, VK, Operator->getOperatorLoc(),
                                       Options, E->getADLCallKind());
  if (isa<CXXMemberCallExpr>(E))
    return CXXMemberCallExpr::Create(Ctx, Callee, Args, T, VK,
                                     E->getRParenLoc(), Options);
  if (E->getStmtClass() != Stmt::CallExprClass && !isa<UserDefinedLiteral>(E))
    return fail(E);
  return CallExpr::Create(Ctx, Callee, Args, T, VK, E->getRParenLoc(), Options,
                          0, E->getADLCallKind());
}

Expr *StatementCopy::block(StmtExpr *E) {
  Stmt *Body = E->getSubStmt();
  return new (Ctx)
      StmtExpr(cast<CompoundStmt>(copy(Body)), E->getType(), E->getLParenLoc(),
               E->getRParenLoc(), E->getTemplateDepth());
}

/// E with other arguments.
static Expr *constructOf(CXXConstructExpr *E, ArrayRef<Expr *> Args,
                         ASTContext &Ctx) {
  if (auto *Temporary = dyn_cast<CXXTemporaryObjectExpr>(E))
    return CXXTemporaryObjectExpr::Create(
        Ctx, E->getConstructor(), E->getType(), Temporary->getTypeSourceInfo(),
        Args, E->getParenOrBraceRange(), E->hadMultipleCandidates(),
        E->isListInitialization(), E->isStdInitListInitialization(),
        E->requiresZeroInitialization());
  return CXXConstructExpr::Create(
      Ctx, E->getType(), E->getLocation(), E->getConstructor(), E->isElidable(),
      Args, E->hadMultipleCandidates(), E->isListInitialization(),
      E->isStdInitListInitialization(), E->requiresZeroInitialization(),
      E->getConstructionKind(), E->getParenOrBraceRange());
}

Expr *StatementCopy::materialize(MaterializeTemporaryExpr *E) {
  auto *New = new (Ctx) MaterializeTemporaryExpr(
      E->getType(), copy(E->getSubExpr()), E->isBoundToLvalueReference());
  if (ValueDecl *Extending = E->getExtendingDecl())
    New->setExtendingDecl(standing(Extending), E->getManglingNumber());
  return New;
}

/// Of an array that is copied: a list of more takes long to compile.
static constexpr uint64_t MostElements = 64;

/// What a structured binding or a lambda copies element by element, as a list:
/// no node's children lead to the array in an ArrayInitLoopExpr.
Expr *StatementCopy::array(ArrayInitLoopExpr *E) {
  Expr *Source = E->getCommonExpr()->getSourceExpr();
  const auto *Type = Ctx.getAsConstantArrayType(E->getType());
  if (Source->HasSideEffects(Ctx) || !Type ||
      Ctx.getConstantArrayElementCount(Type) > MostElements)
    return fail(E);
  Arrays[E->getCommonExpr()] = {Source, Element};
  const uint64_t Count = E->getArraySize().getZExtValue();
  SmallVector<Expr *, 8> Elements;
  for (uint64_t I = 0; I < Count && !obstacle(); ++I) {
    const llvm::SaveAndRestore Next(Element, I);
    Elements.push_back(copy(E->getSubExpr()));
  }
  auto *List =
      new (Ctx) InitListExpr(Ctx, E->getBeginLoc(), Elements, E->getEndLoc());
  List->setType(E->getType());
  return List;
}

/// What the copy of `a ?: b` has where Old stands for a.
static OpaqueValueExpr *once(const OpaqueValueExpr &Old, Expr *Common,
                             ASTContext &Ctx) {
  return new (Ctx)
      OpaqueValueExpr(Old.getLocation(), Old.getType(), Old.getValueKind(),
                      Old.getObjectKind(), Common);
}

static Expr *orElse(const BinaryConditionalOperator &Old, Expr *Common,
                    OpaqueValueExpr *Once, Expr *Cond, Expr *True, Expr *False,
                    ASTContext &Ctx) {
  return new (Ctx) BinaryConditionalOperator(
      Common, Once, Cond, True, False, Old.getQuestionLoc(), Old.getColonLoc(),
      Old.getType(), Old.getValueKind(), Old.getObjectKind());
}

/// `a ?: b`, which evaluates a once.
Expr *StatementCopy::conditional(BinaryConditionalOperator *E) {
  Expr *Common = copy(E->getCommon());
  OpaqueValueExpr *New = once(*E->getOpaqueValue(), Common, Ctx);
  Opaques[E->getOpaqueValue()] = New;
  return orElse(*E, Common, New, copy(E->getCond()), copy(E->getTrueExpr()),
                copy(E->getFalseExpr()), Ctx);
}

Expr *StatementCopy::copy(Expr *E) {
  if (!E)
    return nullptr;
  if (auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (LambdaExpr *Closed = Closures.hidden(*Ref))
      return fail(Closed);
  if (Stmt *Other = replacement(E))
    return cast<Expr>(Other);
  return expression(E);
}

/// Nothing in E changes or names a variable, but for what is rare.
static bool isShared(const Expr *E) {
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, StringLiteral,
             ImaginaryLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr,
             GNUNullExpr, CXXScalarValueInitExpr, ImplicitValueInitExpr,
             OffsetOfExpr, SizeOfPackExpr, TypeTraitExpr, PredefinedExpr,
             CXXDefaultArgExpr, CXXDefaultInitExpr, CXXThisExpr, NoInitExpr>(E);
}

/// E may name variables, and is a constant.
static std::optional<bool> constantTruth(const Expr *E) {
  if (const auto *N = dyn_cast<CXXNoexceptExpr>(E))
    return N->getValue();
  if (const auto *C = dyn_cast<ConceptSpecializationExpr>(E))
    return C->isSatisfied();
  if (const auto *R = dyn_cast<RequiresExpr>(E))
    return R->isSatisfied();
  return std::nullopt;
}

Expr *StatementCopy::expression(Expr *E) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    ValueDecl *D = standing(Ref->getDecl());
    return DeclRefExpr::Create(
        Ctx, Ref->getQualifierLoc(), Ref->getTemplateKeywordLoc(), D,
        Ref->refersToEnclosingVariableOrCapture(), Ref->getLocation(),
        typeOf(*D, Ref->getType()), Ref->getValueKind(), nullptr, nullptr,
        Ref->isNonOdrUse());
  }
  if (isShared(E)) {
    if (auto *Init = dyn_cast<CXXDefaultArgExpr>(E);
        Init && Init->hasRewrittenInit())
      return fail(E);
    if (auto *Init = dyn_cast<CXXDefaultInitExpr>(E);
        Init && Init->hasRewrittenInit())
      return CXXDefaultInitExpr::Create(
          Ctx, Init->getUsedLocation(), Init->getField(),
          Init->getUsedContext(), copy(Init->getRewrittenExpr()));
    if (isa<OffsetOfExpr>(E) && holdsNode<DeclRefExpr>(E))
      return fail(E);
    if (isa<CXXThisExpr>(E)) // a moved body replaces it
      return CXXThisExpr::Create(Ctx, E->getExprLoc(), E->getType(),
                                 cast<CXXThisExpr>(E)->isImplicit());
    return E;
  }
  if (auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    QualType T = fixed(Size->getTypeOfArgument());
    if (T->isVariablyModifiedType())
      return fail(E);
    return new (Ctx) UnaryExprOrTypeTraitExpr(
        Size->getKind(),
        Ctx.getTrivialTypeSourceInfo(T.getNonReferenceType(), E->getExprLoc()),
        Size->getType(), Size->getOperatorLoc(), Size->getRParenLoc());
  }
  if (auto Value = constantTruth(E))
    return CXXBoolLiteralExpr::Create(Ctx, *Value, E->getType(),
                                      E->getExprLoc());
  if (auto *P = dyn_cast<ParenExpr>(E))
    return new (Ctx)
        ParenExpr(P->getLParen(), P->getRParen(), copy(P->getSubExpr()));
  if (auto *C = dyn_cast<ConstantExpr>(E))
    return copy(C->getSubExpr());
  if (auto *C = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return copy(C->getReplacement());
  if (auto *G = dyn_cast<GenericSelectionExpr>(E); G && !G->isResultDependent())
    return copy(G->getResultExpr());
  if (auto *C = dyn_cast<ChooseExpr>(E))
    return copy(C->getChosenSubExpr());
  if (auto *C = dyn_cast<CXXRewrittenBinaryOperator>(E))
    return new (Ctx)
        CXXRewrittenBinaryOperator(copy(C->getSemanticForm()), C->isReversed());
  if (auto *U = dyn_cast<UnaryOperator>(E)) {
    if (!llvm::is_contained({UO_PostInc, UO_PostDec, UO_PreInc, UO_PreDec,
                             UO_AddrOf, UO_Deref, UO_Plus, UO_Minus, UO_Not,
                             UO_LNot, UO_Real, UO_Imag, UO_Extension},
                            U->getOpcode()))
      return fail(E);
    return UnaryOperator::Create(Ctx, copy(U->getSubExpr()), U->getOpcode(),
                                 U->getType(), U->getValueKind(),
                                 U->getObjectKind(), U->getOperatorLoc(),
                                 U->canOverflow(), U->getFPOptionsOverride());
  }
  if (auto *B = dyn_cast<CompoundAssignOperator>(E))
    return CompoundAssignOperator::Create(
        Ctx, copy(B->getLHS()), copy(B->getRHS()), B->getOpcode(), B->getType(),
        B->getValueKind(), B->getObjectKind(), B->getOperatorLoc(),
        B->getStoredFPFeaturesOrDefault(), B->getComputationLHSType(),
        B->getComputationResultType());
  if (auto *B = dyn_cast<BinaryOperator>(E))
    return BinaryOperator::Create(
        Ctx, copy(B->getLHS()), copy(B->getRHS()), B->getOpcode(), B->getType(),
        B->getValueKind(), B->getObjectKind(), B->getOperatorLoc(),
        B->getStoredFPFeaturesOrDefault());
  if (auto *C = dyn_cast<ConditionalOperator>(E))
    return new (Ctx) ConditionalOperator(
        copy(C->getCond()), C->getQuestionLoc(), copy(C->getLHS()),
        C->getColonLoc(), copy(C->getRHS()), C->getType(), C->getValueKind(),
        C->getObjectKind());
  if (auto *C = dyn_cast<BinaryConditionalOperator>(E))
    return conditional(C);
  if (auto *A = dyn_cast<ArrayInitLoopExpr>(E))
    return array(A);
  if (isa<ArrayInitIndexExpr>(E))
    return IntegerLiteral::Create(
        Ctx, llvm::APInt(Ctx.getTypeSize(E->getType()), Element), E->getType(),
        E->getExprLoc());
  if (auto Array = Arrays.find(E); Array != Arrays.end()) {
    const llvm::SaveAndRestore Around(Element, Array->second.second);
    return copy(Array->second.first);
  }
  if (isa<OpaqueValueExpr>(E))
    return Opaques.contains(E) ? Opaques.lookup(E) : fail(E);
  if (auto *L = dyn_cast<LambdaExpr>(E))
    return Closures.shared(L);
  if (auto *L = dyn_cast<CXXStdInitializerListExpr>(E))
    return new (Ctx)
        CXXStdInitializerListExpr(L->getType(), copy(L->getSubExpr()));
  if (auto *L = dyn_cast<CXXParenListInitExpr>(E)) {
    SmallVector<Expr *, 4> Inits;
    for (Expr *Init : L->getInitExprs())
      Inits.push_back(copy(Init));
    if (!L->getType()->isRecordType() || L->getInitializedFieldInUnion())
      return fail(E);
    return CXXParenListInitExpr::Create(
        Ctx, Inits, L->getType(), L->getUserSpecifiedInitExprs().size(),
        L->getInitLoc(), L->getBeginLoc(), L->getEndLoc());
  }
  if (auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return new (Ctx) ArraySubscriptExpr(
        copy(A->getLHS()), copy(A->getRHS()), A->getType(), A->getValueKind(),
        A->getObjectKind(), A->getRBracketLoc());
  if (auto *M = dyn_cast<MemberExpr>(E))
    return MemberExpr::Create(
        Ctx, copy(M->getBase()), M->isArrow(), M->getOperatorLoc(),
        M->getQualifierLoc(), M->getTemplateKeywordLoc(), M->getMemberDecl(),
        M->getFoundDecl(), M->getMemberNameInfo(), nullptr, M->getType(),
        M->getValueKind(), M->getObjectKind(), M->isNonOdrUse());
  if (auto *C = dyn_cast<CastExpr>(E)) {
    Expr *New = castOf(C, copy(C->getSubExpr()), Ctx);
    return New ? New : fail(E);
  }
  if (auto *C = dyn_cast<CallExpr>(E))
    return call(C);
  if (auto *C = dyn_cast<CXXConstructExpr>(E)) {
    if (C->getStmtClass() != Stmt::CXXConstructExprClass &&
        C->getStmtClass() != Stmt::CXXTemporaryObjectExprClass)
      return fail(E);
    SmallVector<Expr *, 4> Args;
    for (Expr *Arg : C->arguments())
      Args.push_back(copy(Arg));
    return constructOf(C, Args, Ctx);
  }
  if (auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return materialize(M);
  if (auto *Atomic = dyn_cast<AtomicExpr>(E)) {
    SmallVector<Expr *, 6> Parts;
    for (Stmt *Part : Atomic->children())
      Parts.push_back(copy(cast<Expr>(Part)));
    return new (Ctx)
        AtomicExpr(Atomic->getBuiltinLoc(), Parts, Atomic->getType(),
                   Atomic->getOp(), Atomic->getRParenLoc());
  }
  if (auto *Block = dyn_cast<StmtExpr>(E))
    return block(Block);
  if (auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E);
      Bound && !hasEnd(Bound->getType()))
    return copy(Bound->getSubExpr());
  if (auto *C = dyn_cast<ExprWithCleanups>(E)) {
    if (C->getNumObjects())
      return fail(E);
    return ExprWithCleanups::Create(Ctx, copy(C->getSubExpr()),
                                    C->cleanupsHaveSideEffects(), {});
  }
  if (auto *I = dyn_cast<InitListExpr>(E)) {
    SmallVector<Expr *, 4> Inits;
    for (Expr *Init : I->inits())
      Inits.push_back(copy(Init));
    auto *New = new (Ctx)
        InitListExpr(Ctx, I->getLBraceLoc(), Inits, I->getRBraceLoc());
    New->setType(I->getType());
    New->setValueKind(I->getValueKind());
    if (I->hasArrayFiller())
      New->setArrayFiller(copy(I->getArrayFiller()));
    if (FieldDecl *Field = I->getInitializedFieldInUnion())
      New->setInitializedFieldInUnion(Field);
    return New;
  }
  if (auto *L = dyn_cast<CompoundLiteralExpr>(E); L && !L->isFileScope())
    return new (Ctx) CompoundLiteralExpr(
        L->getLParenLoc(), L->getTypeSourceInfo(), L->getType(),
        L->getValueKind(), copy(L->getInitializer()), false);
  return fail(E);
}

} // namespace twofold
