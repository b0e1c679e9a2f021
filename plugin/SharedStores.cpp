// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SharedStores.cpp ---------------------------------------------------===//

#include "SharedStores.h"
#include "ControlFlow.h"
#include "GuardedPlaces.h"
#include "StorePlaces.h"
#include "VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {
namespace {

class StoreFinder {
  const ParallelLoop &Loop;
  BodyUses Uses;
  StorePlaces Places;
  GuardedPlaces Guarded;
  SharedStores Found;
  bool Synchronises = false; ///< the program looks after what is shared
  llvm::SmallVector<const FunctionDecl *, 8> Stack;
  llvm::SmallPtrSet<const CXXRecordDecl *, 4> Called; ///< lambdas
  llvm::SmallVector<const LambdaExpr *, 4> Lambdas;
  unsigned Budget = 60000; ///< statements, so that compilation ends
  bool Once = false;       ///< under a condition that one iteration meets
  SourceLocation CallLoc;  ///< in the body

public:
  StoreFinder(const ParallelLoop &Loop, ASTContext &Ctx, Diagnostics &Diags)
      : Loop(Loop), Uses(inside(Loop, Ctx)), Places(Uses.DeclaredInside),
        Guarded(Loop, Places, Diags) {}

  SharedStores find();

private:
  static BodyUses inside(const ParallelLoop &Loop, ASTContext &Ctx);
  void visit(const Stmt *S);
  void children(const Stmt *S) {
    for (const Stmt *Child : S->children())
      visit(Child);
  }
  void declare(const DeclStmt &S);
  SourceLocation where(const Expr *E) const {
    return Stack.empty() ? E->getExprLoc() : CallLoc;
  }
  void store(const Expr *Target);
  void use(const Expr *E) { Guarded.used(Places.place(E), where(E)); }
  void call(const CallExpr &E);
  void callee(const FunctionDecl *F, ArrayRef<const Expr *> Args,
              StorePlace Object);
  void unseen(const FunctionDecl *F, ArrayRef<const Expr *> Args);
  void lambdaBody(const CXXRecordDecl &Closure, const CXXMethodDecl &Body);
  bool isOneIteration(const Expr *Cond) const;
};

/// Locks a mutex, by its name.
bool isLock(StringRef Name) {
  return Name == "lock" || Name.ends_with("_lock") || Name.ends_with("Lock") ||
         Name.ends_with("Locker") || Name.starts_with("lock_") ||
         Name.contains("mutex") || Name.contains("LockGuard") ||
         Name.contains("CriticalSection") || Name.starts_with("Interlocked");
}

/// Changes memory in one step.
bool isAtomic(StringRef Name) {
  return Name.starts_with("__sync_") || Name.starts_with("__atomic_") ||
         Name.starts_with("__c11_atomic_") || Name.starts_with("atomic_");
}

BodyUses StoreFinder::inside(const ParallelLoop &Loop, ASTContext &Ctx) {
  BodyUses Uses = collectUses(Loop.Body, Ctx);
  for (const LoopDim &Dim : Loop.Dims) {
    if (!Dim.DeclaredOutside)
      Uses.DeclaredInside.insert(Dim.Induction);
    if (auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop))
      declareInside(Uses, *Range);
  }
  return Uses;
}

bool isSynchronised(QualType T) {
  return T.isVolatileQualified() || T->isAtomicType();
}

/// `i == k`, where k is the same in all iterations.
bool StoreFinder::isOneIteration(const Expr *Cond) const {
  const auto *B = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!B)
    return false;
  if (B->getOpcode() == BO_LAnd)
    return isOneIteration(B->getLHS()) || isOneIteration(B->getRHS());
  if (B->getOpcode() != BO_EQ || Loop.Dims.size() != 1 || !Stack.empty())
    return false;
  auto Induction = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Loop.dimOf(Ref->getDecl());
  };
  auto Fixed = [&](const Expr *E) {
    llvm::SmallVector<const Stmt *, 8> Work = {E};
    while (!Work.empty()) {
      const Stmt *S = Work.pop_back_val();
      const auto *Ref = dyn_cast<DeclRefExpr>(S);
      const Capture *C = Ref ? Loop.capture(Ref->getDecl()) : nullptr;
      if (Ref ? !isa<EnumConstantDecl>(Ref->getDecl()) &&
                    !(C && C->Kind == Sharing::Value)
              : !isa<ParenExpr, ImplicitCastExpr, IntegerLiteral,
                     BinaryOperator>(S))
        return false;
      Work.append(S->child_begin(), S->child_end());
    }
    return true;
  };
  return (Induction(B->getLHS()) && Fixed(B->getRHS())) ||
         (Induction(B->getRHS()) && Fixed(B->getLHS()));
}

void StoreFinder::store(const Expr *Target) {
  StorePlace P = Places.place(Target);
  Guarded.used(P, where(Target));
  Guarded.changed(P);
  if (P.isFixed() && !Found.Order && !Once &&
      !isSynchronised(Target->getType()))
    Found.Order = Refusal{
        diag::Id::SharedStore, where(Target), {P.name(Stack.empty()).str()}};
}

void StoreFinder::declare(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V)
      continue;
    Places.declare(*V, V->getInit());
    if (!V->isStaticLocal())
      visit(V->getInit());
  }
}

/// F's definition cannot be looked into. What it is given the address of, it
/// may change.
void StoreFinder::unseen(const FunctionDecl *F, ArrayRef<const Expr *> Args) {
  // std::move, std::addressof and their like.
  if (F && F->getBuiltinID() && F->isInStdNamespace())
    return;
  if (F && F->getIdentifier() && isAtomic(F->getName()))
    return;
  for (unsigned I = 0; I != Args.size(); ++I) {
    const Expr *Arg = Args[I];
    QualType T = Arg->getType();
    const Expr *Target = nullptr;
    if (F && I < F->getNumParams()) {
      QualType P = F->getParamDecl(I)->getType();
      if (P->isLValueReferenceType() && !P->getPointeeType().isConstQualified())
        Target = Arg;
      else if (P->isPointerType() && P->getPointeeType().isConstQualified())
        continue;
    }
    if (!Target && T->isPointerType()) {
      const auto *Address = dyn_cast<UnaryOperator>(Arg->IgnoreParenImpCasts());
      if (Address && Address->getOpcode() == UO_AddrOf)
        Target = Address->getSubExpr();
    }
    if (Target && Target->getType()->isArithmeticType() &&
        !Target->getType().isConstQualified())
      store(Target);
  }
}

void StoreFinder::callee(const FunctionDecl *F, ArrayRef<const Expr *> Args,
                         StorePlace Object) {
  const FunctionDecl *Def = nullptr;
  if (F && F->getBuiltinID() && !F->isInStdNamespace())
    return unseen(F, Args);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  if (!F || (Method && Method->isVirtual()) || !F->hasBody(Def) ||
      Def->isDependentContext() || Def == Loop.Function)
    return unseen(F, Args);
  if (llvm::is_contained(Stack, Def) || Stack.size() > 12)
    return;
  Method = dyn_cast<CXXMethodDecl>(Def);
  Places.collectMoved(Def->getBody());
  Places.enter(*Def, Args);
  llvm::SaveAndRestore This(Places.This, Object);
  llvm::SaveAndRestore InBody(Places.InBody, false);
  Stack.push_back(Def);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *Init : C->inits())
      visit(Init->getInit());
  if (Method && Method->getParent()->isLambda())
    lambdaBody(*Method->getParent(), *Method);
  else
    visit(Def->getBody());
  Stack.pop_back();
}

/// What was captured by copy is part of the lambda's own object.
void StoreFinder::lambdaBody(const CXXRecordDecl &Closure,
                             const CXXMethodDecl &Body) {
  Called.insert(&Closure);
  StorePlace Own;
  Own.Root = StorePlace::Of::Own;
  bool InLoop = llvm::any_of(Lambdas, [&](const LambdaExpr *L) {
    return L->getLambdaClass() == &Closure;
  });
  llvm::SmallVector<const ValueDecl *, 4> Named;
  for (const LambdaCapture &C : Closure.captures()) {
    if (!C.capturesVariable())
      continue;
    const ValueDecl *D = C.getCapturedVar();
    if (C.getCaptureKind() == LCK_ByRef) {
      if (InLoop && Places.Copies.contains(D)) {
        Places.bind(D, Own);
        Named.push_back(D);
        continue;
      }
      const auto *V = dyn_cast<VarDecl>(D);
      if (V && V->isInitCapture() && V->getInit()) {
        Places.bind(D, Places.place(V->getInit()));
        Named.push_back(D);
      }
      continue;
    }
    Places.bind(D, Places.This);
    Named.push_back(D);
  }
  // `this` is the one around the lambda.
  bool Around = Loop.Function->Encloses(&Closure) ||
                Closure.getDeclContext()->Encloses(Loop.Function);
  Places.This = Around ? StorePlaces::enclosing() : StorePlace();
  visit(Body.getBody());
  for (const ValueDecl *D : Named)
    Places.unbind(D);
}

void StoreFinder::call(const CallExpr &E) {
  children(&E);
  const FunctionDecl *F = E.getDirectCallee();
  ArrayRef<const Expr *> Args(E.getArgs(), E.getNumArgs());
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  StorePlace Object = Places.object(E);
  if (isa<CXXOperatorCallExpr>(E) && Method && Method->isInstance()) {
    if (Method->isTrivial() && Method->isCopyAssignmentOperator())
      store(Args.front());
    Args = Args.drop_front();
  }
  if (F && F->getIdentifier())
    Synchronises |= isLock(F->getName());
  llvm::SaveAndRestore Here(CallLoc, where(&E));
  callee(F, Args, Object);
}

void StoreFinder::visit(const Stmt *S) {
  if (!S || !Budget || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(S))
    return;
  --Budget;
  if (Stack.empty())
    if (const ElementUpdate *U = Loop.update(S)) {
      Guarded.changed(Places.place(U->target()));
      visit(U->target());
      return visit(U->operand());
    }
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return declare(*D);
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    visit(If->getInit());
    visit(If->getConditionVariableDeclStmt());
    if (If->isConsteval())
      return visit(runBranch(*If));
    visit(If->getCond());
    {
      llvm::SaveAndRestore Here(Once, Once || isOneIteration(If->getCond()));
      visit(If->getThen());
    }
    return visit(If->getElse());
  }
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    for (const Expr *Out : Asm->outputs())
      store(Out);
    return children(S);
  }
  if (isa<OMPExecutableDirective>(S))
    Synchronises = true;
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return children(S);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E)) {
    for (const Expr *Init : Lambda->capture_inits())
      if (Init && !isa<DeclRefExpr>(Init->IgnoreParenImpCasts()))
        visit(Init);
    Lambdas.push_back(Lambda);
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(*Call);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    children(E);
    const CXXConstructorDecl *C = Construct->getConstructor();
    Synchronises |= isLock(C->getParent()->getName());
    llvm::SaveAndRestore Here(CallLoc, where(E));
    StorePlace New;
    New.Root = StorePlace::Of::Own;
    if (!C->isTrivial())
      callee(C, ArrayRef(Construct->getArgs(), Construct->getNumArgs()), New);
    return;
  }
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return visit(Default->getExpr());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return visit(Default->getExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    store(B->getLHS());
  else if (const auto *U = dyn_cast<UnaryOperator>(E);
           U && U->isIncrementDecrementOp())
    store(U->getSubExpr());
  if (isa<DeclRefExpr, MemberExpr>(E) && E->isGLValue())
    use(E);
  else if (const auto *U = dyn_cast<UnaryOperator>(E);
           U && U->getOpcode() == UO_Deref)
    use(E);
  children(E);
}

SharedStores StoreFinder::find() {
  Places.collectMoved(Loop.Body);
  visit(Loop.Body);
  // Handed to somebody else, who may call it.
  for (size_t I = 0; I < Lambdas.size(); ++I) {
    const LambdaExpr *Lambda = Lambdas[I];
    const CXXMethodDecl *Body = Lambda->getCallOperator();
    if (!Body || Called.contains(Lambda->getLambdaClass()) ||
        Body->isDependentContext())
      continue;
    StorePlace Closure;
    Closure.Root = StorePlace::Of::Own;
    CallLoc = Lambda->getBeginLoc();
    callee(Body, {}, Closure);
  }
  if (Synchronises)
    Found.Order.reset();
  Found.Synchronised = Synchronises;
  Found.Failed = Guarded.failed();
  Found.CopyReason = Guarded.reason();
  return std::move(Found);
}

} // namespace

SharedStores findSharedStores(const ParallelLoop &Loop, ASTContext &Ctx,
                              Diagnostics &Diags) {
  return StoreFinder(Loop, Ctx, Diags).find();
}

} // namespace twofold
