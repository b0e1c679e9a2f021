// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SharedStores.cpp - stores and calls --------------------------------===//

#include "order/SharedStores.h"
#include "ast/Nodes.h"
#include "ast/PointedFunctions.h"
#include "dialect/LibraryContainers.h"
#include "order/StaticArrays.h"
#include "order/StoreFinder.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {
namespace {

bool givesAddress(const FunctionDecl &F) {
  return llvm::is_contained({Builtin::BIaddressof, Builtin::BI__addressof,
                             Builtin::BI__builtin_addressof},
                            F.getBuiltinID());
}

/// What E gives the address of; else null.
const Expr *addressed(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_AddrOf ? U->getSubExpr() : nullptr;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && givesAddress(*F) ? Call->getArg(0) : nullptr;
}

/// Writes from where its first argument points.
bool fillsFirst(StringRef Name) {
  return Name.contains("memset") || Name.contains("memcpy") ||
         Name.contains("memmove") || Name.contains("strcpy") ||
         Name.contains("strncpy") || Name.contains("strcat") ||
         Name.contains("strncat") || Name.contains("stpcpy") ||
         Name.contains("sprintf") || Name.contains("snprintf");
}

/// Leaves something that later calls of the library go by.
bool setsState(const FunctionDecl &F) {
  return F.isExternC() && F.getIdentifier() &&
         llvm::is_contained({"strtok", "srand", "srandom", "srand48",
                             "fesetround", "fesetenv", "feholdexcept",
                             "setlocale", "setenv", "unsetenv", "putenv",
                             "chdir", "umask"},
                            F.getName());
}

/// Changes memory in one step.
bool isAtomic(StringRef Name) {
  return Name.starts_with("__sync_") || Name.starts_with("__atomic_") ||
         Name.starts_with("__c11_atomic_") || Name.starts_with("atomic_");
}

/// Of objects that others share, which the library does in one step as soon as
/// there are threads.
bool countsReferences(const FunctionDecl &F) {
  const auto *Space = dyn_cast<NamespaceDecl>(F.getEnclosingNamespaceContext());
  return Space && Space->getName() == "__gnu_cxx" && F.getIdentifier() &&
         llvm::is_contained(
             {"__exchange_and_add_dispatch", "__atomic_add_dispatch"},
             F.getName());
}

/// Of an engine of random numbers, or of a distribution, which calls one.
bool drawsNumbers(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const StringRef Class = Method ? libraryClass(Method->getParent()) : "";
  return Class.ends_with("_engine") || Class.ends_with("_distribution");
}

/// A stream to or from memory or a file, which no two threads may use at once.
bool isStream(QualType T) {
  const StringRef Class = libraryClass(T);
  return Class.ends_with("stringstream") || Class.ends_with("fstream");
}

/// Method changes nothing of its object, or F of its first argument.
bool onlyLooks(const FunctionDecl *F) {
  if (!F)
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->isInstance())
    // Classes of streams have one of these for what is no constant, too.
    return Method->isConst() ||
           (F->getIdentifier() && F->getName() == "is_open");
  const QualType T =
      F->getNumParams() ? F->getParamDecl(0)->getType() : QualType();
  return !T.isNull() &&
         (!T->isReferenceType() || T->getPointeeType().isConstQualified());
}

BodyUses usesInside(const ParallelLoop &Loop) {
  BodyUses Uses = collectUses(Loop.Body);
  for (const LoopDim &Dim : Loop.Dims) {
    if (!Dim.DeclaredOutside)
      Uses.DeclaredInside.insert(Dim.Induction);
    if (auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop))
      declareInside(Uses, *Range);
  }
  return Uses;
}

Refusal shared(StringRef Name, SourceLocation Loc,
               StringRef Way = "update it by its name in the loop itself") {
  return {diag::Id::SharedStore, Loc, {Name.str(), Way.str()}};
}

Refusal growth(SourceLocation Loc, StringRef Name, bool Nodes) {
  return {diag::Id::Growth,
          Loc,
          {Name.str(), Nodes ? "keep its values in an array, and find their "
                               "places there before the loop"
                             : "give it its length before the loop, and "
                               "assign its elements"}};
}

/// Why the loop runs in order where E, like `out << x`, changes a stream that
/// is one for all iterations, or gives what puts elements into such a
/// container.
std::optional<Refusal> changedBehind(const CallExpr &E, SourceLocation Loc,
                                     StorePlaces &Places) {
  const FunctionDecl *F = E.getDirectCallee();
  const bool Inserts = F && makesInserter(*F);
  const Expr *Of = objectOf(E)      ? objectOf(E)
                   : E.getNumArgs() ? E.getArg(0)
                                    : nullptr;
  if (!Of || (!Inserts && onlyLooks(F)))
    return std::nullopt;
  const StorePlace P = Places.place(Of);
  if (Inserts && P.isFixed())
    return growth(Loc, P.name(/*OfMember=*/true), /*Nodes=*/false);
  if (P.isFixed() && P.Variable && P.Path.empty() &&
      isStream(P.Variable->getType()))
    return shared(P.name(/*OfMember=*/true), Loc,
                  "write and read all of it outside the loop");
  return std::nullopt;
}

/// A store to P, at Loc, in Called or what that calls; null: in the loop
/// itself.
Refusal fixedStore(const StorePlace &P, SourceLocation Loc,
                   const FunctionDecl *Called) {
  if (Called && drawsNumbers(*Called))
    return shared(P.name(false), Loc,
                  "draw numbers by their place, with twofold/random.h");
  return Called && resizes(*Called)
             ? growth(Loc, P.name(false), /*Nodes=*/false)
             : shared(P.name(!Called), Loc);
}

} // namespace

bool isLock(StringRef Name) {
  return Name == "lock" || Name.ends_with("_lock") || Name.ends_with("Lock") ||
         Name.ends_with("Locker") || Name.starts_with("lock_") ||
         Name.contains("mutex") || Name.contains("LockGuard") ||
         Name.contains("CriticalSection") || Name.starts_with("Interlocked");
}

StoreFinder::StoreFinder(const ParallelLoop &Loop, ASTContext &Ctx,
                         Diagnostics &Diags)
    : Loop(Loop), Ctx(Ctx), Uses(usesInside(Loop)), Places(Uses.DeclaredInside),
      Guarded(Loop, Places, Diags), Numbers(Loop, Ctx, Places), Repeated(Ctx),
      Handed(Loop, Ctx), Searched(Loop, Places) {
  if (!isIrreducible(Loop.Body))
    Places.Numbers = &Numbers;
}

/// The loop's variable selects another element in each iteration, and nothing
/// that is read does.
bool StoreFinder::isOwn(const Expr &Index) const {
  return !holdsNode<ArraySubscriptExpr, CallExpr>(&Index) &&
         any_of(Loop.Dims, [&](const LoopDim &Dim) {
           return mentions(&Index, Dim.Induction);
         });
}

void StoreFinder::store(const Expr *Target, const Expr *Value) {
  StorePlace P = Places.place(Target);
  Guarded.used(P, where(Target));
  Guarded.changed(P);
  if (const auto *Element =
          dyn_cast<ArraySubscriptExpr>(Target->IgnoreParens());
      Element || P.Root == StorePlace::Of::Nothing) {
    llvm::SaveAndRestore Whole(Places.AnyElement, true);
    const StorePlace Array = Places.place(Target);
    Guarded.changedElement(Array);
    if (Element && !isOwn(*Element->getIdx()))
      Guarded.changedSomewhere(Array);
  }
  Counters.store(Target);
  if (Once || Target->getType()->isAtomicType())
    return;
  found(Target, Value);
  if (Target->getType().isVolatileQualified()) {
    if (P.isFixed() && !Volatile)
      Volatile = shared(P.name(Stack.empty()), where(Target),
                        "drop 'volatile' if nobody else changes it");
    return;
  }
  const FunctionDecl *Called = Stack.empty() ? nullptr : Stack.front();
  if (P.isFixed() && !Found.Order && (Called || !isFlag(Target, Value, Loop))) {
    Found.Order = fixedStore(P, where(Target), Called);
    Found.Plainer = Called && (drawsNumbers(*Called) || resizes(*Called));
  }
  if (const VarDecl *V = staticArray(Target, Loop, Places); V && !Found.Order)
    Found.Order = shared(V->getName(), where(Target));
  Repeated.store(P, Iterations, Target, Value, where(Target));
  if (!Value)
    load(Target);
}

/// F's definition cannot be looked into. What it is given the address of, it
/// may change.
void StoreFinder::unseen(const FunctionDecl *F, ArrayRef<const Expr *> Args) {
  // std::move and its like.
  if (F && F->getBuiltinID() && (F->isInStdNamespace() || givesAddress(*F)))
    return;
  if (F && F->getIdentifier() && isAtomic(F->getName()))
    return;
  Counters.called(F, Ctx);
  if (F && setsState(*F) && !Once && !Found.Order)
    Found.Order = shared("the state of " + F->getNameAsString(), CallLoc,
                         "call it outside the loop");
  bool Fills = F && F->getBuiltinID() && fillsFirst(F->getName());
  for (auto [I, Arg] : llvm::enumerate(Args)) {
    if (const auto *Given = // who may call it
        namedIn<FunctionDecl>(Arg->IgnoreParenImpCasts()))
      callee(Given, {}, StorePlace());
    QualType T = Arg->getType();
    StorePlace P = T->isPointerType() ? Places.pointee(Arg)
                   : Arg->isGLValue() ? Places.place(Arg)
                                      : StorePlace();
    if (P.Root == StorePlace::Of::Own && P.Variable)
      Numbers.assign(P.Variable, true);
    if (Fills && I == 0)
      found(Arg);
    if (Fills && I == 0 && P.isOutside() && !P.Loose && !Once) {
      P.Counted = true;
      Repeated.store(P, Iterations, Arg, nullptr, where(Arg));
    }
    if (const VarDecl *V = Fills && I == 0 && !Once && !Found.Order
                               ? staticArray(Arg, Loop, Places)
                               : nullptr)
      Found.Order = shared(V->getName(), where(Arg));
    const Expr *Target = nullptr;
    if (F && I < F->getNumParams()) {
      QualType P = F->getParamDecl(I)->getType();
      if (P->isLValueReferenceType() && !P->getPointeeType().isConstQualified())
        Target = Arg;
      else if (P->isPointerType() && P->getPointeeType().isConstQualified())
        continue;
    }
    if (!Target && T->isPointerType())
      Target = addressed(Arg);
    if (Target && Target->getType()->isArithmeticType() &&
        !Target->getType().isConstQualified())
      store(Target);
  }
}

void StoreFinder::callee(const FunctionDecl *F, ArrayRef<const Expr *> Args,
                         StorePlace Object, bool Chosen) {
  const FunctionDecl *Def = nullptr;
  if (F && F->getBuiltinID() && !F->isInStdNamespace())
    return unseen(F, Args);
  if (F && countsReferences(*F))
    return;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  const bool Nodes = Method && changesNodes(*Method);
  if ((Nodes || (Method && resizes(*Method))) && Object.isFixed() && !Once &&
      !Found.Order) {
    Found.Order = growth(CallLoc, Object.name(true), Nodes);
    Found.Plainer = true;
  }
  const bool Virtual = Method && Method->isVirtual() && !Chosen;
  if (!F || Virtual || !F->hasBody(Def) || Def->isDependentContext() ||
      Def == Loop.Function)
    return unseen(F, Args);
  if (llvm::is_contained(Stack, Def) || Stack.size() > 12)
    return;
  Method = dyn_cast<CXXMethodDecl>(Def);
  ++Entered;
  Places.collectMoved(Def->getBody());
  Places.enter(*Def, Args);
  for (auto [P, Argument] : llvm::zip(Def->parameters(), Args)) {
    Searched.give(P, Argument);
    if (!Chosen || !isBound(*Def, Ctx))
      Passed[P] = Argument;
  }
  llvm::SaveAndRestore This(Places.This, Object);
  llvm::SaveAndRestore InBody(Places.InBody, false);
  llvm::SaveAndRestore Here(Iterations);
  std::optional<ThreadCounters::Numbers> Caller = Counters.enter();
  Stack.push_back(Def);
  if (Method && Method->getParent()->isLambda())
    lambdaBody(*Method->getParent(), *Method);
  else
    llvm::for_each(bodiesOf(*Def), [&](const Stmt *S) { visit(S); });
  Stack.pop_back();
  // A lambda that is left of it is called behind other calls of it, too.
  for (const ParmVarDecl *P : Def->parameters())
    Passed.erase(P);
  Counters.leave(std::move(Caller));
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
    if (const VarDecl *V = variableIn(Args.front()->IgnoreParenImpCasts());
        V && F->getOverloadedOperator() == OO_Equal && Args.size() == 2)
      Searched.give(V, Args[1]);
    Searched.call(*cast<CXXOperatorCallExpr>(&E));
    Args = Args.drop_front();
  }
  if (!isLibrary())
    Searched.named(E, where(&E));
  if (!Once && !Found.Searched && Iterations != Selects::One)
    Found.Searched =
        Searched.rewritten(E, where(&E), Iterations == Selects::Any);
  Synchronises |= F && locks(*F);
  if (F && changesContainer(*F) && objectOf(E))
    found(objectOf(E));
  if (!Once && !Found.Order &&
      (Found.Order = changedBehind(E, where(&E), Places)))
    Found.Plainer = true;
  llvm::SaveAndRestore Here(CallLoc, where(&E));
  bool Outer = std::exchange(ResultVaries, false);
  const unsigned Before = Entered;
  Searched.enter(Method && Method->isInstance() ? objectOf(E) : nullptr);
  callee(F, Args, Object);
  pointed(E, Args, Object);
  Searched.leave();
  if (Entered != Before)
    Numbers.returned(E, ResultVaries);
  else if (!Once && Iterations != Selects::One)
    Handed.call(E, Places, Numbers, where(&E));
  ResultVaries = Outer;
}

SharedStores StoreFinder::find() {
  Places.collectMoved(Loop.Body);
  visit(Loop.Body);
  // Handed to somebody else, who may call it.
  Counters.restore({});
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
  if (!Found.Order && !Waits)
    Found.Order = std::move(Volatile);
  if (const StringRef Name = Counters.find(); !Name.empty() && !Found.Order)
    Found.Order = shared(Name, Loop.Loc, ThreadCounters::wayOut(Name));
  if (Synchronises) {
    Found.Order.reset();
    Found.Searched.reset();
  }
  if (!Found.Searched && !Synchronises)
    Found.Searched = Searched.refusal();
  Found.Synchronised = Synchronises;
  Found.Failed = Guarded.failed();
  if (!Synchronises) {
    Found.Repeated = Repeated.find();
    Found.Handed = Handed.find();
  }
  Found.CopyReason = Guarded.reason();
  return std::move(Found);
}

std::optional<RepeatedStore> findRepeatedStore(const ParallelLoop &Copy,
                                               ASTContext &Ctx,
                                               Diagnostics &Diags) {
  return StoreFinder(Copy, Ctx, Diags).findRepeated();
}

SharedStores findSharedStores(const ParallelLoop &Loop, ASTContext &Ctx,
                              Diagnostics &Diags) {
  return StoreFinder(Loop, Ctx, Diags).find();
}

} // namespace twofold
