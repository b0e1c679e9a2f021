// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StoreFinder.cpp - statements ---------------------------------------===//

#include "order/StoreFinder.h"
#include "ast/Nodes.h"
#include "ast/OwnAllocations.h"
#include "ast/PointedFunctions.h"
#include "dialect/LibraryFunctions.h"
#include "model/ControlFlow.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

std::optional<RepeatedStore> StoreFinder::findRepeated() {
  Guarded.silence();
  return find().Repeated;
}

void StoreFinder::found(const Expr *Target, const Expr *Value) {
  if (!Once && !isLibrary())
    Searched.Deques.use(Target, where(Target), /*Writes=*/true);
  if (Once || Found.Searched)
    return;
  const FoundPlaces::Origin From = Searched.originOf(Target);
  if (!From.Range)
    return;
  std::optional<Refusal> Why =
      Searched.refusal(From, Target, Value, where(Target));
  if (!Why)
    return;
  if (From.Keyed)
    Searched.Keys.store(From.Keyed, std::move(*Why));
  else
    Found.Searched = std::move(*Why);
}

void StoreFinder::assigned(const Expr *Target, const Expr *Value, bool Whole) {
  Target = Target->IgnoreParens();
  StorePlace P = Places.place(Target);
  if (P.Root != StorePlace::Of::Own || !P.Variable)
    return;
  bool Pointer = Target->getType()->isPointerType();
  if (Whole && Pointer && isa<DeclRefExpr>(Target))
    Places.point(P.Variable, Value);
  if (Whole && isa<DeclRefExpr>(Target))
    Searched.give(P.Variable, Value);
  Whole &= isa<DeclRefExpr>(Target);
  Numbers.assign(P.Variable, (Value && Numbers.vary(Value)) ||
                                 (!Whole && Numbers.varies(P.Variable)));
}

/// F is one of the C++ library's own, which puts back what it finds in errno.
static bool isReserved(const FunctionDecl &F) {
  const DeclContext *Around = F.getEnclosingNamespaceContext();
  const auto *Space = dyn_cast<NamespaceDecl>(Around);
  return Around->isStdNamespace() ||
         (Space && Space->getName().starts_with("__"));
}

void StoreFinder::load(const Expr *E) {
  if (Stack.empty() || !isReserved(*Stack.back()))
    Counters.read(E);
  const bool TheSame = Places.place(E).isOutside();
  llvm::SaveAndRestore Whole(Places.AnyElement, true);
  const StorePlace P = Places.place(E);
  Repeated.read(P);
  Handed.read(P, TheSame);
}

void StoreFinder::declare(const DeclStmt &S) {
  for (const VarDecl *V : variablesIn(S)) {
    if (!V->isStaticLocal())
      visit(V->getInit());
    Places.declare(*V, V->getInit());
    if (!V->isStaticLocal())
      Searched.give(V, V->getInit());
  }
}

void StoreFinder::branch(const Expr *Cond, const Stmt *Then, const Stmt *Else) {
  auto Leaves = [](const Stmt *S) {
    Exits Out = exitsOf(S);
    return S && (Out.Break || Out.Continue || Out.Return);
  };
  const bool Varies = Numbers.vary(Cond);
  const Selects Few =
      std::max(Iterations,
               selects(Cond, [&](const Expr *E) { return Numbers.vary(E); }));
  const VaryingNumbers::State Before = Numbers.state();
  const ThreadCounters::Numbers Own = Counters.own();
  {
    llvm::SaveAndRestore Here(Iterations, Few);
    llvm::SaveAndRestore One(
        Once, Once || (Stack.empty() && isOneIteration(Loop, Cond)));
    visit(Then);
  }
  const VaryingNumbers::State After = Numbers.state();
  const ThreadCounters::Numbers OwnAfter = Counters.own();
  Numbers.restore(Before);
  Counters.restore(Own);
  {
    llvm::SaveAndRestore Here(Iterations, Few);
    visit(Else);
  }
  Numbers.join(Before, After, Varies);
  Counters.join(OwnAfter);
  if (Leaves(Then) || Leaves(Else)) {
    Iterations = Few;
    ResultVaries |= Varies;
  }
}

/// Whatever F of the program is called, one sees all that it does, and no
/// thread waits for another one in it. Seen: functions whose calls are looked
/// at anyway.
static bool waitsForNobody(const FunctionDecl *F,
                           llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  constexpr unsigned Most = 16; // functions
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  if (!F || (Method && Method->isVirtual()))
    return false;
  if (findMathRule(*F))
    return true;
  const FunctionDecl *Def = nullptr;
  if (F->isInStdNamespace() || !F->hasBody(Def) || Def->isDependentContext())
    return false;
  if (!Seen.insert(Def).second)
    return true;
  if (Seen.size() > Most)
    return false;
  auto Waits = [&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    const auto *Made = dyn_cast<CXXConstructExpr>(S);
    const auto *Read = dyn_cast<Expr>(S);
    return isa<AtomicExpr, AsmStmt, OMPExecutableDirective>(S) ||
           (Read && Read->getType().isVolatileQualified()) ||
           (Call && !waitsForNobody(Call->getDirectCallee(), Seen)) ||
           (Made && !Made->getConstructor()->isTrivial() &&
            !waitsForNobody(Made->getConstructor(), Seen));
  };
  return llvm::none_of(bodiesOf(*Def),
                       [&](const Stmt *S) { return S && anyNode(S, Waits); });
}

static bool waitsForNobody(const FunctionDecl *F) {
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  return waitsForNobody(F, Seen);
}

bool locks(const FunctionDecl &F) {
  const auto *Made = dyn_cast<CXXConstructorDecl>(&F);
  const NamedDecl &Named = Made ? *cast<NamedDecl>(Made->getParent()) : F;
  if (!Named.getIdentifier() || !isLock(Named.getName()))
    return false;
  return !waitsForNobody(&F) ||
         (Made && Made->getParent()->getDestructor() &&
          !waitsForNobody(Made->getParent()->getDestructor()));
}

/// An iteration may wait there for what another one stores.
static bool looksAtVolatile(const Stmt *S) {
  return findNode<ImplicitCastExpr>(S, [](const ImplicitCastExpr *Cast) {
    return Cast->getCastKind() == CK_LValueToRValue &&
           Cast->getSubExpr()->getType().isVolatileQualified();
  });
}

void StoreFinder::loop(const Expr *Cond, ArrayRef<const Stmt *> Round,
                       const Stmt *Body) {
  const VaryingNumbers::State Before = Numbers.state();
  const ThreadCounters::Numbers Own = Counters.own();
  llvm::SaveAndRestore Here(Iterations);
  llvm::SaveAndRestore Counting(Searched.CountsOwn, Searched.isOwnCount(Cond));
  for (const Stmt *S : Round)
    visit(S);
  Exits Out = exitsOf(Body);
  const bool Left = Out.Break || Out.Return;
  // Rounds of a do statement's body come before its condition.
  if (Left || Out.Continue || Round.front() != Body)
    Counters.restore(Own);
  Waits |= looksAtVolatile(Cond) ||
           ((Left || !Cond) && any_of(Round, looksAtVolatile));
  Numbers.leaveLoop(Before, Left || (Cond && Numbers.vary(Cond)));
}

void StoreFinder::pointed(const CallExpr &E, ArrayRef<const Expr *> Args,
                          StorePlace Object) {
  const ValueDecl *Holder = calledHolder(E);
  if (!Holder || Loop.Given.Independent)
    return;
  const auto Ones = functionsLedTo(
      E, Ctx, [&](const ParmVarDecl &P) { return Passed.lookup(&P); });
  const ThreadCounters::Numbers Own = Counters.own();
  for (const FunctionDecl *One : Ones) {
    const bool Known = Found.Order.has_value();
    if (const Expr *First = objectAmong(Args, E, *One, Ctx))
      callee(One, Args.drop_front(),
             First->getType()->isPointerType() ? Places.pointee(First)
                                               : Places.place(First),
             /*Chosen=*/true);
    else
      callee(One, Args, Object, /*Chosen=*/true);
    if (!Known && Found.Order && Ones.size() > 1) {
      Found.Order = {
          diag::Id::PointedStore, where(&E), {Holder->getNameAsString()}};
      Found.Plainer = false;
    }
    Counters.restore(Own);
  }
}

static bool copiesThis(const CXXRecordDecl &Closure) {
  return llvm::any_of(Closure.captures(), [](const LambdaCapture &C) {
    return C.getCaptureKind() == LCK_StarThis;
  });
}

void StoreFinder::lambdaBody(const CXXRecordDecl &Closure,
                             const CXXMethodDecl &Body) {
  Called.insert(&Closure);
  const bool InLoop = llvm::any_of(
      Lambdas, [&](auto *L) { return L->getLambdaClass() == &Closure; });
  const auto Named = Places.bindCaptures(Closure, InLoop);
  // `this` is the one around the lambda, or the copy that `[*this]` makes.
  bool Around = Loop.Function->Encloses(&Closure) ||
                Closure.getDeclContext()->Encloses(Loop.Function);
  if (!copiesThis(Closure))
    Places.This = Around ? StorePlaces::enclosing() : StorePlace();
  visit(Body.getBody());
  for (const ValueDecl *D : Named)
    Places.unbind(D);
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
    return branch(If->getCond(), If->getThen(), If->getElse());
  }
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    visit(For->getInit());
    return loop(For->getCond(),
                {For->getConditionVariableDeclStmt(), For->getCond(),
                 For->getBody(), For->getInc()},
                For->getBody());
  }
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return loop(While->getCond(),
                {While->getConditionVariableDeclStmt(), While->getCond(),
                 While->getBody()},
                While->getBody());
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return loop(Do->getCond(), {Do->getBody(), Do->getCond()}, Do->getBody());
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    for (const Stmt *Part :
         {Range->getInit(), static_cast<const Stmt *>(Range->getRangeStmt()),
          static_cast<const Stmt *>(Range->getBeginStmt()),
          static_cast<const Stmt *>(Range->getEndStmt())})
      visit(Part);
    return loop(Range->getCond(),
                {Range->getCond(), Range->getLoopVarStmt(), Range->getBody(),
                 Range->getInc()},
                Range->getBody());
  }
  if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    visit(Switch->getInit());
    visit(Switch->getConditionVariableDeclStmt());
    visit(Switch->getCond());
    const bool Varies = Numbers.vary(Switch->getCond());
    const VaryingNumbers::State Before = Numbers.state();
    llvm::SaveAndRestore Here(Iterations,
                              Varies ? std::max(Iterations, Selects::Perhaps)
                                     : Iterations);
    const ThreadCounters::Numbers Own = Counters.own();
    llvm::SaveAndRestore Ways(OwnBefore, &Own);
    visit(Switch->getBody());
    Counters.restore(Own);
    return Numbers.join(Before, Before, Varies);
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    visit(Return->getRetValue());
    ResultVaries |=
        Return->getRetValue() && Numbers.vary(Return->getRetValue());
    return Counters.returns();
  }
  if (const auto *Try = dyn_cast<CXXTryStmt>(S)) {
    const ThreadCounters::Numbers Own = Counters.own();
    for (const Stmt *Part : Try->children()) {
      visit(Part);
      Counters.restore(Own);
    }
    return;
  }
  // Jumps come here from where the iteration may have stored nothing.
  if (isa<SwitchCase>(S) && OwnBefore)
    Counters.restore(*OwnBefore);
  else if (isa<LabelStmt>(S))
    Counters.restore({});
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    for (const Expr *Out : Asm->outputs()) {
      store(Out);
      if (StorePlace P = Places.place(Out);
          P.Root == StorePlace::Of::Own && P.Variable)
        Numbers.assign(P.Variable, /*Varies=*/true);
    }
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
    Synchronises |= locks(*C);
    llvm::SaveAndRestore Here(CallLoc, where(E));
    StorePlace New;
    New.Root = StorePlace::Of::Own;
    if (!C->isTrivial())
      callee(C, ArrayRef(Construct->getArgs(), Construct->getNumArgs()), New);
    return;
  }
  if (const Expr *Made = madeAt(E, Ctx)) {
    store(Made, cast<CXXNewExpr>(E)->getInitializer());
    return children(E);
  }
  if (const CallExpr *Own = ownAllocation(E, Ctx)) {
    children(E);
    llvm::SaveAndRestore Here(CallLoc, where(E));
    return callee(Own->getDirectCallee(),
                  ArrayRef(Own->getArgs(), Own->getNumArgs()), StorePlace());
  }
  if (const Expr *Default = defaultOf(E))
    return visit(Default);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    visit(Choice->getCond());
    return branch(Choice->getCond(), Choice->getTrueExpr(),
                  Choice->getFalseExpr());
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isLogicalOp()) {
    visit(B->getLHS());
    return branch(B->getLHS(), B->getRHS(), nullptr);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
    const bool Whole = B->getOpcode() == BO_Assign;
    store(B->getLHS(), Whole ? B->getRHS() : nullptr);
    children(E);
    if (Whole)
      Counters.set(B->getLHS());
    if (!Whole)
      Searched.step(B->getLHS(), B->getRHS());
    return assigned(B->getLHS(), B->getRHS(), Whole);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->isIncrementDecrementOp()) {
    store(U->getSubExpr());
    children(E);
    Searched.step(U->getSubExpr(), nullptr);
    return assigned(U->getSubExpr(), nullptr, false);
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getCastKind() == CK_LValueToRValue)
    load(Cast->getSubExpr());
  if (isa<DeclRefExpr, MemberExpr>(E) && E->isGLValue())
    use(E);
  else if (const auto *U = dyn_cast<UnaryOperator>(E);
           U && U->getOpcode() == UO_Deref)
    use(E);
  children(E);
}

} // namespace twofold
