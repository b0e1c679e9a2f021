// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPAtomics.h"
#include "annotation/OpenMPReasons.h"
#include "annotation/OpenMPWaiting.h"
#include "ast/AtomicDirectives.h"
#include "ast/AtomicOperations.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {
namespace {

/// V counts the rounds of a loop in S.
bool isCounter(const ValueDecl &V, const Stmt &S) {
  return anyNode(&S, [&](const Stmt *Part) {
    const auto *For = dyn_cast<ForStmt>(Part);
    return For && For->getInc() && movedBy(For->getInc()) == &V;
  });
}

/// Visits Loop's parts and those of functions that it calls, each once, with
/// the body that each is in. False: leave out what is below.
void eachNodeAndCallee(
    const Stmt *Loop,
    llvm::function_ref<bool(const Stmt *S, const Stmt *Whole)> Visit) {
  llvm::DenseSet<const FunctionDecl *> Entered;
  SmallVector<const Stmt *, 8> Rest = {Loop};
  while (!Rest.empty()) {
    const Stmt *Whole = Rest.pop_back_val();
    eachNode(Whole, [&](const Stmt *S) {
      const FunctionDecl *F = calleeOf(S), *Def = nullptr;
      if (F && F->hasBody(Def) && Entered.insert(Def).second)
        llvm::append_range(Rest, bodiesOf(*Def));
      return Visit(S, Whole);
    });
  }
}

/// V is memory itself and leads to no other.
bool isObject(const ValueDecl *V) {
  const QualType T = V->getType();
  return !T->isPointerType() && !T->isReferenceType();
}

} // namespace

OpenMPAtomics::OpenMPAtomics(const Stmt *Loop, ASTContext &Ctx,
                             const Jumps::Statements &LeftOut)
    : Ctx(Ctx), Loop(Loop), LeftOut(LeftOut),
      Updates(atomicUpdatesIn(Loop, Ctx)),
      Endless(jumpsBack(Loop) ? Loop : nullptr) {
  visit(Loop);
  Values |= llvm::any_of(
      Read, [&](const ValueDecl *V) { return Changed.contains(V); });
  Used |= Values;
  if (Values && Ctx.getLangOpts().OpenMPSimd)
    fail("values of atomic operations are used, and without -fopenmp "
         "iterations come in their order; add -fopenmp");
  if (Used && !Relaxed)
    checkOrdered();
  // Whatever else is in the way stands in the class, too.
  if (!Counted.empty()) {
    Calls = true;
    Why = "iterations make objects of '" + Counted +
          "', which count references to their memory; use pointers into it "
          "instead";
  }
}

/// Whether the end of an object of F's class has an atomic operation, too.
static bool endsCounted(const CXXMethodDecl &F) {
  const FunctionDecl *End = F.getParent()->getDestructor(), *Def = nullptr;
  bool Counts = false;
  if (End && End->hasBody(Def))
    eachNodeAndCallee(Def->getBody(), [&](const Stmt *S, const Stmt *) {
      Counts |= isAtomicFunction(S);
      return !Counts;
    });
  return Counts;
}

/// An operation that an object is made with may count those that share memory.
void OpenMPAtomics::counting() {
  const CXXMethodDecl *Made = nullptr;
  for (const FunctionDecl *F : Around) {
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (!Method || !(isa<CXXConstructorDecl>(Method) || isAssignment(Method)))
      continue;
    Made = Made ? Made : Method;
    if (Counted.empty() && endsCounted(*Method))
      Counted = Made->getParent()->getNameAsString();
  }
}

/// What one iteration has stored before such an operation another may read
/// behind one: no place may be both stored to and read by other ways.
void OpenMPAtomics::checkOrdered() {
  llvm::DenseSet<const ValueDecl *> Stored, Loaded;
  std::string Led;
  bool Both = false; ///< or where stores go is not known
  eachNodeAndCallee(Loop, [&](const Stmt *S, const Stmt *Whole) {
    if (isa<OMPAtomicDirective>(S))
      return false;
    // What pointers are is no such place, but what they lead to.
    if (const Expr *From = operandOf(S, CK_LValueToRValue)) {
      const ValueDecl *V = rootOf(From);
      const bool Own = V && isObject(V) && isDeclaredIn(V, Whole);
      if (V && !Own && !(namedIn(From) && From->getType()->isPointerType()))
        Loaded.insert(V);
    }
    const auto *E = dyn_cast<Expr>(S);
    const auto Spelled = E ? spelledOperation(E, Ctx) : std::nullopt;
    const Expr *Target = Spelled ? Spelled->Found : assignedBy(S);
    if (!Target)
      return true;
    const ValueDecl *V = rootOf(Target), *Plain = namedIn(Target);
    const bool Own = V && isDeclaredIn(V, Whole);
    // Of variables the loop's data sharing tells.
    if ((Own && isObject(V)) ||
        (Plain && !Plain->getType()->isReferenceType() &&
         (Own || Whole == Loop || isa<ParmVarDecl>(Plain)))) {
      if (!Own && Plain && Whole == Loop)
        Assigned.insert(Plain);
      return true;
    }
    if (!V || Own || (Whole != Loop && isa<ParmVarDecl>(V))) {
      Both = true;
      Led = V ? V->getNameAsString() : nameIn(*Target);
    } else {
      const auto *B = dyn_cast<BinaryOperator>(S);
      Stored.insert(V);
      if (!B || B->getOpcode() != BO_Assign)
        Loaded.insert(V);
    }
    return true;
  });
  for (const ValueDecl *V : Stored)
    if (Loaded.contains(V)) {
      Both = true;
      Led = V->getNameAsString();
    }
  if (Both && !Loaded.empty())
    fail("iterations change '" + Led +
         "' besides atomic operations that order this; use '#pragma omp atomic "
         "capture', which orders nothing else");
}

/// Of is an lvalue that an operation is about, or the pointer to it.
void OpenMPAtomics::place(const Expr *Of, bool Changes) {
  if (const Expr *Named = operandOf(Of->IgnoreParenImpCasts(), UO_AddrOf))
    Of = Named;
  const ValueDecl *V = rootOf(Of);
  if (!V || inCallee())
    return;
  if (!isDeclaredIn(V, Loop))
    (Changes ? Changed : Read).insert(V);
  else if (isObject(V))
    fail("each iteration has '" + V->getNameAsString() +
         "' for itself; leave out the atomic directive");
}

void OpenMPAtomics::directive(const OMPAtomicDirective &D) {
  const bool Reads = D.hasClausesOfKind<OMPReadClause>();
  const bool Captures = D.hasClausesOfKind<OMPCaptureClause>();
  Called |= inCallee();
  Values |= Captures;
  Used |= Captures || inCallee();
  Calls |= inCallee(); // where nothing else is made of it
  Relaxed &= !ordersMemory(D, Ctx);
  if (!hasFunction(D, Ctx) ||
      (D.hasAssociatedStmt() &&
       anyNode(D.getAssociatedStmt(), isAtomicFunction)))
    fail(whyNoFunction(D));
  if (D.getX())
    place(D.getX(), !Reads);
  const Expr *New = D.getUpdateExpr();
  const auto *By =
      New ? dyn_cast<BinaryOperator>(New->IgnoreParenImpCasts()) : nullptr;
  if (const ValueDecl *V = By && !inCallee() && !holdsNode<MemberExpr>(D.getX())
                               ? rootOf(D.getX())
                               : nullptr) {
    const auto Op = By->getOpcode() == BO_Sub ? BO_Add : By->getOpcode();
    // Elements are combined by one operator alone.
    Used |= Operators.try_emplace(V, Op).first->second != Op;
  }
  if (Endless && (Captures || Reads))
    fail("a loop in it may wait for what other iterations do to '" +
         (D.getX() ? nameIn(*D.getX()) : "") +
         "', which a device need not run meanwhile; give it an end");
}

void OpenMPAtomics::function(const Expr &E) {
  const auto Of = anyOperation(&E, Ctx);
  const bool Update = Updates.contains(&E);
  Called |= inCallee();
  Values |= !Update;
  Used |= !Update;
  Calls |= !Update;
  counting();
  if (!Of)
    return fail(llvm::any_of(Around, countsViews) ? whyViews()
                                                  : whyNotAtomic(E));
  Relaxed &= Of->Relaxed;
  place(Of->Pointer, Of->writes());
  // Whoever repeats it with another value has seen another iteration go on.
  const bool Repeats =
      Endless && Of->Expected && moves(*Endless, *given(*Of->Expected));
  if (Endless && !Update && !Repeats)
    fail("a loop in it may wait for what other iterations do, which a device "
         "need not run meanwhile; give it an end");
}

/// What the calls that are entered give for E, if E is a parameter, or what one
/// leads to.
const Expr *OpenMPAtomics::given(const Expr &Of) const {
  const Expr *E = &Of;
  for (const Stmt *S : llvm::reverse(Entered)) {
    const Expr *Named = E->IgnoreParenImpCasts();
    if (const Expr *Pointer = operandOf(Named, UO_Deref))
      Named = Pointer->IgnoreParenImpCasts();
    const auto *P = namedIn<ParmVarDecl>(Named);
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *F = calleeOf(S), *Def = nullptr;
    if (!P || !Call || isa<CXXOperatorCallExpr>(Call) || !F->hasBody(Def) ||
        P->getDeclContext() != Def ||
        P->getFunctionScopeIndex() >= Call->getNumArgs())
      break;
    E = Call->getArg(P->getFunctionScopeIndex());
  }
  return E;
}

/// The call S of Def, or a node that has none.
void OpenMPAtomics::enter(const Stmt *S, const FunctionDecl &Def) {
  if (llvm::is_contained(Around, &Def))
    return fail("'" + Def.getNameAsString() +
                "' calls itself; write it as a loop");
  llvm::SaveAndRestore Jumps(Endless, jumpsBack(Def.getBody()) ? Def.getBody()
                                                               : Endless);
  if (!(Endless ? SeenWaiting.insert(S).second : Seen.insert(&Def).second))
    return;
  Entered.push_back(S);
  Around.push_back(&Def);
  for (const Stmt *Body : bodiesOf(Def))
    visit(Body);
  Around.pop_back();
  Entered.pop_back();
}

void OpenMPAtomics::visit(const Stmt *S) {
  if (!S || LeftOut.contains(S))
    return;
  if (const auto *D = dyn_cast<OMPAtomicDirective>(S))
    return directive(*D);
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S)) {
    if (isa<OMPCriticalDirective>(D))
      fail("'critical' stands beside atomic operations whose values are used; "
           "use one of the two");
    return visit(underDirective(*const_cast<OMPExecutableDirective *>(D)));
  }
  const auto *E = dyn_cast<Expr>(S);
  if (E && isAtomicFunction(E))
    function(*E);
  const FunctionDecl *F = calleeOf(S), *Def = nullptr;
  if (F && F->hasBody(Def)) {
    if (!inCallee())
      handed(S);
    if (E && Updates.contains(E))
      eachNode(Def->getBody(), [&](const Stmt *Part) {
        if (const auto *Inner = dyn_cast<Expr>(Part))
          if (auto Of = atomicOperation(Inner, Ctx))
            Relaxed &= Of->Relaxed;
        return true;
      });
    else
      enter(S, *Def);
  }
  llvm::SaveAndRestore Around(
      Endless, S != Loop && isLoop(*S) && !ends(*S, Ctx) ? S : Endless);
  for (const Stmt *Child : ownParts(S))
    visit(Child);
}

/// What the call S is given the place of.
void OpenMPAtomics::handed(const Stmt *S) {
  for (const Stmt *Part : S->children()) {
    const auto *Given = dyn_cast_or_null<Expr>(Part);
    const Expr *Address =
        Given ? operandOf(Given->IgnoreParenImpCasts(), UO_AddrOf) : nullptr;
    if (const ValueDecl *V = Address                       ? rootOf(Address)
                             : Given && Given->isGLValue() ? rootOf(Given)
                                                           : nullptr)
      Handed.insert(V);
  }
}

void OpenMPAtomics::under(const OMPExecutableDirective &D) {
  for (const OMPClause *C : D.clauses()) {
    const bool Reduces = isa<OMPReductionClause>(C);
    if (isa<OMPNumThreadsClause, OMPNumTeamsClause, OMPThreadLimitClause,
            OMPNumTasksClause, OMPGrainsizeClause>(C)) {
      const Stmt *Given = *C->children().begin();
      const auto Number = constantOf(cast<Expr>(Given), Ctx);
      if (Values && (!Number || *Number <= 1 || isa<OMPGrainsizeClause>(C)))
        fail("values of atomic operations are used, and '" +
             llvm::omp::getOpenMPClauseName(C->getClauseKind()).str() +
             "' may say that iterations come in their order; leave it out");
      continue;
    }
    if (!Reduces && !isa<OMPPrivateClause, OMPFirstprivateClause,
                         OMPLastprivateClause, OMPLinearClause>(C))
      continue;
    for (const Stmt *Item : const_cast<OMPClause *>(C)->children()) {
      const auto *E = dyn_cast_or_null<Expr>(Item);
      const ValueDecl *V = E ? rootOf(E) : nullptr;
      Assigned.remove(V);
      if (V && (Reduces || isObject(V)) && isUsed(V))
        owned(*V);
    }
  }
}

void OpenMPAtomics::owned(const ValueDecl &V) {
  fail("each thread has a '" + V.getNameAsString() +
       "' of its own, which it changes atomically; share it");
}

void OpenMPAtomics::ownedBy(
    llvm::function_ref<bool(const ValueDecl *)> Threads) {
  for (const auto *Set : {&Changed, &Read, &Handed})
    for (const ValueDecl *V : *Set)
      if (isObject(V) && isUsed(V) && Threads(V))
        owned(*V);
  // Which of several iterations is the last one is a matter of time then.
  for (const ValueDecl *V : Assigned)
    if (!Threads(V) && !isCounter(*V, *Loop))
      fail("iterations assign '" + V->getNameAsString() +
           "' beside atomic operations that order this; use '#pragma omp "
           "atomic capture', which orders nothing else");
}

SmallVector<const VarDecl *, 4> onlyWritten(const Stmt *Own) {
  llvm::MapVector<const VarDecl *, bool> Only;
  llvm::DenseSet<const Stmt *> Targets;
  eachNode(Own, [&](const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    if (B && B->getOpcode() == BO_Assign) {
      // The innermost name of the place, but for subscripts.
      const Expr *E = B->getLHS()->IgnoreParenImpCasts();
      bool Leads = false;
      while (true) {
        const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
        const auto *Member = dyn_cast<MemberExpr>(E);
        const Expr *Address = operandOf(E, UO_Deref);
        if (!Element && !Member && !Address)
          break;
        Leads |= Element || Address;
        E = (Element  ? Element->getBase()
             : Member ? Member->getBase()
                      : Address)
                ->IgnoreParenImpCasts();
      }
      if (Leads && variableIn(E))
        Targets.insert(E);
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        Only.try_emplace(V, true).first->second &= Targets.contains(Ref);
    return true;
  });
  // By their own names functions may read them.
  eachNodeAndCallee(Own, [&](const Stmt *S, const Stmt *Whole) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *V =
        Ref && Whole != Own ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (auto It = V ? Only.find(V) : Only.end(); It != Only.end())
      It->second = false;
    return true;
  });
  SmallVector<const VarDecl *, 4> Found;
  for (auto [V, Is] : Only)
    if (Is && (V->getType()->isPointerType() || V->getType()->isArrayType()) &&
        !isDeclaredIn(V, Own))
      Found.push_back(V);
  return Found;
}

} // namespace twofold
