// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/ClosureCopy.h"
#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

/// Old, with Inits, as an object of Class.
static LambdaExpr *objectOf(const LambdaExpr &Old, CXXRecordDecl *Class,
                            ArrayRef<Expr *> Inits, ASTContext &Ctx) {
  return LambdaExpr::Create(Ctx, Class, Old.getIntroducerRange(),
                            Old.getCaptureDefault(), Old.getCaptureDefaultLoc(),
                            Old.hasExplicitParameters(),
                            Old.hasExplicitResultType(), Inits, Old.getEndLoc(),
                            Old.containsUnexpandedParameterPack());
}

bool ClosureCopy::keepsAll(const LambdaExpr &E) const {
  return !holdsNode<OMPExecutableDirective>(E.getBody()) &&
         llvm::all_of(E.captures(),
                      [&](const LambdaCapture &C) { return All.keeps(C); });
}

/// The copy makes objects of the same class, whose function names what stands
/// around it.
Expr *ClosureCopy::shared(LambdaExpr *E) {
  if (!keepsAll(*E))
    return All.fail(E);
  SmallVector<Expr *, 4> Inits;
  for (Expr *Init : E->capture_inits())
    Inits.push_back(All.copy(Init));
  return objectOf(*E, E->getLambdaClass(), Inits, All.Ctx);
}

/// The lambda whose object T is, or refers to, if the copy has a class for it.
ClosureCopy::Closure ClosureCopy::closureOf(QualType T) const {
  return T.isNull()
             ? Closure()
             : Closures.lookup(T.getNonReferenceType()->getAsCXXRecordDecl());
}

QualType ClosureCopy::type(QualType T) const {
  QualType Object = All.Ctx.getQualifiedType(
      All.Ctx.getCanonicalTagType(closureOf(T).Class).getTypePtr(),
      T.getNonReferenceType().getQualifiers());
  return T->isLValueReferenceType() ? All.Ctx.getLValueReferenceType(Object)
                                    : Object;
}

VarDecl *ClosureCopy::variable(const VarDecl &V) {
  Expr *Init = const_cast<Expr *>(V.getInit());
  auto *E = Init ? dyn_cast<LambdaExpr>(Init->IgnoreParenImpCasts()) : nullptr;
  if (!E || keepsAll(*E) || V.hasGlobalStorage() || V.isInitCapture() ||
      !V.getType()->isRecordType())
    return nullptr;
  LambdaExpr *Made = own(*E);
  const QualType T =
      Made ? type(V.getType()) : V.getType(); // else it is of no use
  VarDecl *New =
      VarDecl::Create(All.Ctx, All.Owner, V.getInnerLocStart(), V.getLocation(),
                      V.getIdentifier(), T,
                      All.Ctx.getTrivialTypeSourceInfo(T, V.getLocation()),
                      V.getStorageClass());
  New->setInitStyle(V.getInitStyle());
  New->setIsUsed();
  New->setReferenced();
  All.Variables[const_cast<VarDecl *>(&V)] = New;
  if (Made)
    New->setInit(Made);
  return New;
}

/// E names or makes an object that is called.
Expr *ClosureCopy::object(Expr *E) {
  if (auto *P = dyn_cast<ParenExpr>(E))
    return object(P->getSubExpr());
  if (auto *C = dyn_cast<ImplicitCastExpr>(E);
      C && C->getCastKind() == CK_NoOp) {
    Expr *Sub = object(C->getSubExpr());
    return All.obstacle()
               ? E
               : ImplicitCastExpr::Create(All.Ctx, type(E->getType()), CK_NoOp,
                                          Sub, nullptr, E->getValueKind(),
                                          FPOptionsOverride());
  }
  if (auto *M = dyn_cast<MaterializeTemporaryExpr>(E)) {
    Expr *Sub = object(M->getSubExpr());
    return All.obstacle()
               ? E
               : new (All.Ctx) MaterializeTemporaryExpr(
                     type(E->getType()), Sub, M->isBoundToLvalueReference());
  }
  if (auto *L = dyn_cast<LambdaExpr>(E)) {
    LambdaExpr *Made = own(*L);
    return Made ? Made : E;
  }
  auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref)
    return All.fail(E);
  llvm::SaveAndRestore Here(Named, const_cast<const DeclRefExpr *>(Ref));
  return All.copy(E);
}

Expr *ClosureCopy::call(CallExpr *E) {
  auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Operator || !Method || !Method->getParent()->isLambda() ||
      !Method->isInstance() || E->getNumArgs() == 0)
    return nullptr;
  const auto *Makes = dyn_cast<LambdaExpr>(E->getArg(0)->IgnoreParenImpCasts());
  if (!closureOf(E->getArg(0)->getType()).Class && (!Makes || keepsAll(*Makes)))
    return nullptr;
  SmallVector<Expr *, 4> Args;
  for (Expr *Arg : E->arguments())
    Args.push_back(Args.empty() ? object(Arg) : All.copy(Arg));
  CXXMethodDecl *Called = Operators.lookup(Method);
  if (All.obstacle() || !Called)
    return All.fail(E);
  Expr *Callee = DeclRefExpr::Create(
      All.Ctx, NestedNameSpecifierLoc(), SourceLocation(), Called, false,
      E->getCallee()->getExprLoc(), Called->getType(), VK_LValue);
  Callee = ImplicitCastExpr::Create(All.Ctx, E->getCallee()->getType(),
                                    CK_FunctionToPointerDecay, Callee, nullptr,
                                    VK_PRValue, FPOptionsOverride());
  return CXXOperatorCallExpr::Create(All.Ctx, Operator->getOperator(), Callee,
                                     Args, E->getType(), E->getValueKind(),
                                     Operator->getOperatorLoc(),
                                     E->getFPFeatures(), E->getADLCallKind());
}

/// The function that objects of E's class are called by; null: it has none
/// that has a body, or several instances, or names its object's class.
static CXXMethodDecl *onlyOperator(const LambdaExpr &E) {
  CXXMethodDecl *Operator = E.getCallOperator();
  if (Operator->isExplicitObjectMemberFunction())
    return nullptr;
  const FunctionTemplateDecl *Generic =
      Operator->getDescribedFunctionTemplate();
  if (!Generic)
    return Operator->getBody() ? Operator : nullptr;
  CXXMethodDecl *Only = nullptr;
  for (FunctionDecl *Instance : Generic->specializations()) {
    if (!Instance->getBody())
      continue;
    if (Only)
      return nullptr;
    Only = cast<CXXMethodDecl>(Instance);
  }
  return Only;
}

CXXMethodDecl *ClosureCopy::operatorOf(CXXMethodDecl &Of,
                                       CXXRecordDecl *Class) {
  TypeSourceInfo *Written =
      All.Ctx.getTrivialTypeSourceInfo(Of.getType(), Of.getLocation());
  auto *New = CXXMethodDecl::Create(
      All.Ctx, Class, Of.getBeginLoc(), Of.getNameInfo(), Of.getType(), Written,
      Of.getStorageClass(), Of.UsesFPIntrin(), /*isInline=*/true,
      Of.getConstexprKind(), Of.getEndLoc());
  New->setAccess(AS_public);
  New->setIsUsed();
  for (const Attr *A : Of.attrs())
    New->addAttr(A->clone(All.Ctx));
  SmallVector<ParmVarDecl *, 4> Parameters;
  auto Named = Written->getTypeLoc().getAsAdjusted<FunctionProtoTypeLoc>();
  for (ParmVarDecl *P : Of.parameters()) {
    auto *Copied = ParmVarDecl::Create(All.Ctx, New, P->getInnerLocStart(),
                                       P->getLocation(), P->getIdentifier(),
                                       P->getType(), P->getTypeSourceInfo(),
                                       P->getStorageClass(), nullptr);
    Copied->setScopeInfo(0, Parameters.size());
    Copied->setIsUsed();
    Named.setParam(Parameters.size(), Copied);
    Parameters.push_back(Copied);
    All.Variables[P] = Copied;
  }
  New->setParams(Parameters);
  Class->addDecl(New);
  Operators[&Of] = New;
  return New;
}

/// Whether Body has a directive other than atomic ones.
static bool holdsOther(const Stmt &Body) {
  return anyNode(&Body, [](const Stmt *S) {
    return isa<OMPExecutableDirective>(S) && !isa<OMPAtomicDirective>(S);
  });
}

/// A class of its own, which captures what the copy has; null: there can be
/// none.
LambdaExpr *ClosureCopy::own(LambdaExpr &E) {
  CXXRecordDecl *Old = E.getLambdaClass();
  CXXMethodDecl *Operator = onlyOperator(E);
  auto Simple = [](const LambdaCapture &C) {
    return C.getCaptureKind() == LCK_This ||
           (C.capturesVariable() && !C.isPackExpansion());
  };
  if (!Operator || holdsOther(*Operator->getBody()) ||
      !Old->hasTrivialDestructor() || !llvm::all_of(E.captures(), Simple) ||
      llvm::any_of(Old->fields(), [](const FieldDecl *F) {
        return F->getType()->isVariablyModifiedType();
      }))
    return All.fail(&E), nullptr;
  CXXRecordDecl *Class = CXXRecordDecl::CreateLambda(
      All.Ctx, All.Owner, Old->getLambdaTypeInfo(), Old->getLocation(),
      CXXRecordDecl::LDK_Unknown, /*IsGeneric=*/false, E.getCaptureDefault());
  Closures[Old] = {&E, Class};
  SmallVector<LambdaCapture, 4> Captures;
  SmallVector<Expr *, 4> Inits;
  llvm::SmallPtrSet<const ValueDecl *, 8> Here;
  auto Field = Old->field_begin();
  auto Init = E.capture_init_begin();
  for (const LambdaCapture &C : E.captures()) {
    auto *Ref = dyn_cast<DeclRefExpr>(*Init);
    llvm::SaveAndRestore Refers(Named,
                                C.getCaptureKind() == LCK_ByRef ? Ref : Named);
    Inits.push_back(All.copy(*Init++));
    const QualType T = Field->getType();
    auto *New = FieldDecl::Create(
        All.Ctx, Class, Field->getInnerLocStart(), Field->getLocation(),
        Field->getIdentifier(), closureOf(T).Class ? type(T) : T,
        Field->getTypeSourceInfo(), nullptr, false, ICIS_NoInit);
    ++Field;
    New->setImplicit();
    New->setAccess(AS_private);
    Class->addDecl(New);
    ValueDecl *Of = C.capturesVariable() ? C.getCapturedVar() : nullptr;
    if (auto *V = dyn_cast_or_null<VarDecl>(Of); V && V->isInitCapture()) {
      auto *Fresh =
          VarDecl::Create(All.Ctx, All.Owner, V->getInnerLocStart(),
                          V->getLocation(), V->getIdentifier(), V->getType(),
                          V->getTypeSourceInfo(), V->getStorageClass());
      Fresh->setInitCapture(true);
      Fresh->setInitStyle(V->getInitStyle());
      Fresh->setInit(Inits.back());
      Fresh->setIsUsed();
      All.Variables[V] = Fresh;
    }
    Of = Of ? All.standing(Of) : nullptr;
    Captures.emplace_back(C.getLocation(), C.isImplicit(), C.getCaptureKind(),
                          Of);
    Here.insert(Of);
  }
  Class->setCaptures(All.Ctx, Captures);
  CXXMethodDecl *Made = operatorOf(*Operator, Class);
  {
    llvm::SaveAndRestore Inside(All.Owner, static_cast<DeclContext *>(Made));
    llvm::SaveAndRestore Known(
        Captured,
        static_cast<const llvm::SmallPtrSetImpl<const ValueDecl *> *>(&Here));
    std::optional<Jumps> Around = std::exchange(All.Within, std::nullopt);
    Made->setBody(All.copy(Operator->getBody()));
    All.Within.swap(Around);
  }
  Class->completeDefinition();
  return All.obstacle() ? nullptr : objectOf(E, Class, Inits, All.Ctx);
}

} // namespace twofold
