// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/UnitFunctions.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include <memory>

using namespace clang;

namespace twofold {
namespace {

/// A value of the type T may be a function, or lead to one.
bool mayHold(QualType T) {
  T = T.getNonReferenceType();
  while (const Type *Inner = T->getPointeeOrArrayElementType()) {
    if (Inner == T.getTypePtr())
      break;
    T = QualType(Inner, 0);
  }
  return T->isFunctionType() || T->isMemberFunctionPointerType() ||
         T->isRecordType() || T->isDependentType();
}

/// `std::bind` and its like: the parameters of what it is given are others than
/// those of what it makes.
bool isBinding(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->isInStdNamespace() && F->getIdentifier() &&
         F->getName().starts_with("bind");
}

/// A function's definition may come behind its calls.
const ValueDecl *key(const ValueDecl *D) {
  const auto *P = dyn_cast<ParmVarDecl>(D);
  if (const auto *F =
          P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr) {
    const FunctionDecl *First = F->getCanonicalDecl();
    const unsigned I = P->getFunctionScopeIndex();
    return I < First->getNumParams() ? First->getParamDecl(I) : P;
  }
  return cast<ValueDecl>(D->getCanonicalDecl());
}

/// One of the plugin's own: it calls what the function does that it is made of.
bool isMade(const Decl *D) {
  const auto *F = dyn_cast<FunctionDecl>(D);
  const FunctionTypeLoc Written =
      F ? F->getFunctionTypeLoc() : FunctionTypeLoc();
  return Written && Written.getLParenLoc() == F->getLocation();
}

/// Its body, or its members, may come later than it itself.
bool isUnfinished(const Decl *D) {
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return !F->doesThisDeclarationHaveABody() && !F->isPureVirtual() &&
           !F->isDeleted() &&
           (F->willHaveBody() || F->isTemplateInstantiation() ||
            isa<CXXMethodDecl>(F));
  const auto *Class = dyn_cast<CXXRecordDecl>(D);
  return Class && Class->getTemplateSpecializationKind() != TSK_Undeclared &&
         !Class->hasDefinition();
}

} // namespace

/// What has the function or functions that E is, or is an element of.
const ValueDecl *holderIn(const Expr *E) {
  constexpr unsigned Most = 32;
  for (unsigned Part = 0; E && Part != Most; ++Part) {
    E = seeThrough(E)->IgnoreParenImpCasts();
    const auto *Call = dyn_cast<CallExpr>(E);
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return M->getMemberDecl();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      const bool Bound = V && V->getType()->isReferenceType() &&
                         !isa<ParmVarDecl>(V) && V->getInit();
      if (!Bound)
        return V;
      E = V->getInit();
    } else if (const auto *At = dyn_cast<ArraySubscriptExpr>(E)) {
      E = At->getBase();
    } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      E = U->getSubExpr();
    } else if (B && (B->isPtrMemOp() || B->getOpcode() == BO_Comma)) {
      E = B->getRHS();
    } else if (B && B->isAdditiveOp()) {
      E = B->getLHS();
    } else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
      E = Cast->getSubExpr();
    } else if (const Expr *Same = forwarded(*E)) {
      E = Same;
    } else if (Call) { // an element of a container, what is behind a pointer
      E = objectOf(*Call);
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

void eachMember(
    const InitListExpr &List,
    llvm::function_ref<void(const FieldDecl *, const Expr *)> Each) {
  const InitListExpr *Whole =
      List.isSemanticForm() ? &List : List.getSemanticForm();
  const RecordDecl *Record =
      Whole ? Whole->getType()->getAsRecordDecl() : nullptr;
  if (!Record || Record->isUnion())
    return;
  unsigned I = 0;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    I = Class->getNumBases();
  for (const FieldDecl *Field : Record->fields())
    if (!Field->isUnnamedBitField() && I < Whole->getNumInits())
      Each(Field, Whole->getInit(I++));
}

UnitFunctions::UnitFunctions(const ASTContext &Ctx)
    : Sources(Ctx.getSourceManager()) {
  ShouldVisitTemplateInstantiations = true;
  Contexts.insert({Ctx.getTranslationUnitDecl(), nullptr});
}

const UnitFunctions &UnitFunctions::in(const ASTContext &Ctx) {
  static llvm::DenseMap<const ASTContext *, std::unique_ptr<UnitFunctions>>
      Units;
  std::unique_ptr<UnitFunctions> &Mine = Units[&Ctx];
  if (!Mine) {
    Mine = std::make_unique<UnitFunctions>(Ctx);
    // Another unit's context may come to the same address.
    Ctx.AddDeallocation(
        [](void *Gone) { Units.erase(static_cast<ASTContext *>(Gone)); },
        const_cast<ASTContext *>(&Ctx));
  }
  Mine->readOn();
  return *Mine;
}

void UnitFunctions::readOn() {
  // Each of these loops may add to what it goes through.
  for (unsigned I = 0; I != Contexts.size(); ++I) {
    const DeclContext *In = Contexts.begin()[I].first;
    Decl *Last = Contexts.begin()[I].second;
    // The last one may have been unfinished.
    DeclContext::decl_iterator It =
        Last ? DeclContext::decl_iterator(Last) : In->decls_begin();
    for (; It != In->decls_end(); ++It) {
      Last = *It;
      TraverseDecl(Last);
    }
    Contexts.begin()[I].second = Last;
  }
  for (unsigned I = 0; I != Templates.size(); ++I) {
    auto [Template, Known] = Templates.begin()[I];
    auto Read = [&, Known = Known](auto Instances) mutable {
      for (; Instances.begin() + Known != Instances.end(); ++Known)
        TraverseDecl(*(Instances.begin() + Known));
      return Known;
    };
    if (auto *F = dyn_cast<FunctionTemplateDecl>(Template))
      Known = Read(F->specializations());
    else if (auto *Class = dyn_cast<ClassTemplateDecl>(Template))
      Known = Read(Class->specializations());
    Templates.begin()[I].second = Known;
  }
  for (unsigned I = 0; I != Unfinished.size();) {
    Decl *D = Unfinished[I];
    if (isUnfinished(D)) {
      ++I;
      continue;
    }
    Unfinished.remove(D);
    TraverseDecl(D);
  }
}

bool UnitFunctions::TraverseDecl(Decl *D) {
  if (!D || D->isImplicit() || isMade(D) ||
      Sources.isInSystemHeader(D->getLocation()))
    return true;
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
    Contexts.insert({cast<DeclContext>(D), nullptr});
    return true;
  }
  if (isa<FunctionTemplateDecl, ClassTemplateDecl>(D))
    Templates.insert(
        {cast<RedeclarableTemplateDecl>(D->getCanonicalDecl()), 0});
  if (isUnfinished(D))
    Unfinished.insert(D);
  else if (isa<FunctionDecl>(D) &&
           cast<FunctionDecl>(D)->doesThisDeclarationHaveABody() &&
           !Bodies.insert(D).second)
    return true;
  return DynamicRecursiveASTVisitor::TraverseDecl(D);
}

void UnitFunctions::add(const ValueDecl *To, const FunctionDecl *F) {
  Functions &Known = Given[key(To)];
  if (Known.size() < Most && !llvm::is_contained(Known, F))
    Known.push_back(F);
}

void UnitFunctions::take(
    const Expr *E, llvm::function_ref<void(const FunctionDecl *)> Function,
    llvm::function_ref<void(const ValueDecl *)> Holder) {
  anyNode(E, [&](const Stmt *Part) {
    if (const auto *Lambda = dyn_cast<LambdaExpr>(Part)) {
      Function(Lambda->getCallOperator());
      return false;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    const auto *M = dyn_cast<MemberExpr>(Part);
    const ValueDecl *D = Ref ? Ref->getDecl()
                         : M ? M->getMemberDecl()
                             : nullptr;
    if (const auto *F = dyn_cast_or_null<FunctionDecl>(D); F && Ref)
      Function(F);
    else if (D && isa<VarDecl, FieldDecl>(D) && mayHold(D->getType()))
      Holder(D);
    return false;
  });
}

/// To is given E, or something that is made of it.
void UnitFunctions::give(const ValueDecl *To, const Expr *E) {
  if (!To || !E || !mayHold(To->getType()))
    return;
  const bool Bound = anyNode(E, isBinding);
  take(
      E,
      [&](const FunctionDecl *F) {
        add(To, F);
        if (Bound)
          Binds.insert(F->getCanonicalDecl());
      },
      [&](const ValueDecl *D) {
        if (key(D) == key(To))
          return;
        if (auto &Known = Others[key(To)];
            Known.size() < Most && !llvm::is_contained(Known, key(D)))
          Known.push_back(key(D));
        const auto *Record = D->getType()->getAsCXXRecordDecl();
        if (Record && Record->isLambda())
          add(To, Record->getLambdaCallOperator());
      });
}

void UnitFunctions::give(const FunctionDecl *F,
                         ArrayRef<const Expr *> Arguments) {
  if (!F)
    return;
  for (unsigned I = 0; I < Arguments.size() && I < F->getNumParams(); ++I) {
    const QualType T = F->getParamDecl(I)->getType();
    if (T->isLValueReferenceType() && !T->getPointeeType().isConstQualified())
      change(Arguments[I]);
    give(F->getParamDecl(I), Arguments[I]);
  }
}

void UnitFunctions::change(const Expr *Target) {
  if (const ValueDecl *D = holderIn(Target))
    Changed.insert(key(D));
  // A member's object is no longer what it was declared as, either.
  while (const auto *M = dyn_cast<MemberExpr>(Target->IgnoreParenImpCasts()))
    Target = M->getBase();
  if (const VarDecl *V = variableIn(Target->IgnoreParenImpCasts()))
    Changed.insert(key(V));
}

void UnitFunctions::collect(
    const ValueDecl *D, Functions &Out,
    llvm::SmallPtrSetImpl<const ValueDecl *> &Seen) const {
  if (Seen.size() == Most || !Seen.insert(key(D)).second)
    return;
  if (auto It = Given.find(key(D)); It != Given.end())
    for (const FunctionDecl *F : It->second)
      if (!llvm::is_contained(Out, F))
        Out.push_back(F);
  if (auto It = Others.find(key(D)); It != Others.end())
    for (const ValueDecl *Other : It->second)
      collect(Other, Out, Seen);
}

bool UnitFunctions::changes(const ValueDecl *D) const {
  return Changed.contains(key(D));
}

UnitFunctions::Functions UnitFunctions::heldBy(const ValueDecl *D) const {
  Functions Out;
  llvm::SmallPtrSet<const ValueDecl *, 8> Seen;
  collect(D, Out, Seen);
  return Out;
}

UnitFunctions::Functions UnitFunctions::ledToBy(const Expr *E) const {
  Functions Out;
  llvm::SmallPtrSet<const ValueDecl *, 8> Seen;
  take(
      E, [&](const FunctionDecl *F) { Out.push_back(F); },
      [&](const ValueDecl *D) {
        collect(D, Out, Seen);
        const auto *Record = D->getType()->getAsCXXRecordDecl();
        if (Record && Record->isLambda())
          Out.push_back(Record->getLambdaCallOperator());
      });
  return Out;
}

bool UnitFunctions::VisitVarDecl(VarDecl *V) {
  give(V, V->getInit());
  if (V->getType()->isLValueReferenceType() && V->getInit() &&
      !V->getType()->getPointeeType().isConstQualified())
    change(V->getInit());
  return true;
}

bool UnitFunctions::VisitFieldDecl(FieldDecl *D) {
  give(D, D->getInClassInitializer());
  return true;
}

bool UnitFunctions::VisitInitListExpr(InitListExpr *List) {
  eachMember(*List, [&](const FieldDecl *Field, const Expr *Init) {
    give(Field, Init);
  });
  return true;
}

bool UnitFunctions::VisitBinaryOperator(BinaryOperator *B) {
  if (B->isAssignmentOp())
    change(B->getLHS());
  if (B->getOpcode() == BO_Assign)
    give(holderIn(B->getLHS()), B->getRHS());
  return true;
}

bool UnitFunctions::VisitUnaryOperator(UnaryOperator *U) {
  if (U->getOpcode() == UO_AddrOf || U->isIncrementDecrementOp())
    change(U->getSubExpr());
  return true;
}

bool UnitFunctions::VisitCallExpr(CallExpr *Call) {
  llvm::SmallVector<const Expr *, 8> Arguments(Call->arguments());
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
  const Expr *Object = Method ? objectOf(*Call) : nullptr;
  if (isa<CXXOperatorCallExpr>(Call) && Object && Method->isInstance())
    Arguments.erase(Arguments.begin());
  if (Object && !Method->isConst())
    change(Object);
  // What a container, a signal or a std::function is given.
  if (const ValueDecl *To = Object ? holderIn(Object) : nullptr)
    for (const Expr *Argument : Arguments)
      give(To, Argument);
  give(Call->getDirectCallee(), Arguments);
  return true;
}

bool UnitFunctions::VisitCXXConstructExpr(CXXConstructExpr *Made) {
  give(Made->getConstructor(),
       llvm::SmallVector<const Expr *, 4>(Made->arguments()));
  return true;
}

bool UnitFunctions::VisitCXXConstructorDecl(CXXConstructorDecl *C) {
  for (const CXXCtorInitializer *Init : C->inits())
    if (Init->isMemberInitializer())
      give(Init->getMember(), Init->getInit());
  return true;
}

bool UnitFunctions::VisitCXXMethodDecl(CXXMethodDecl *Method) {
  llvm::SmallVector<const CXXMethodDecl *, 8> Up(Method->overridden_methods());
  while (!Up.empty()) {
    const CXXMethodDecl *Above = Up.pop_back_val();
    add(Above, Method);
    llvm::append_range(Up, Above->overridden_methods());
  }
  return true;
}

} // namespace twofold
