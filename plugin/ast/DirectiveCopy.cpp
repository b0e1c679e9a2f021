// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/DirectiveCopy.h"
#include "ast/AstFactory.h"
#include "ast/AtomicDirectives.h"
#include "ast/AtomicOperations.h"
#include "ast/CalledDirectives.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace twofold {

DirectiveCopy::DirectiveCopy(FunctionDecl &F,
                             llvm::DenseSet<const ValueDecl *> Anew)
    : StatementCopy(F.getASTContext(), &F), F(F), Anew(std::move(Anew)) {}

Stmt *DirectiveCopy::own(VarDecl *V, bool Copied, StringRef Name) {
  AstFactory Make(Ctx, V->getLocation());
  VarDecl *New = Make.variable(
      &F, Name.empty() ? V->getName() : Name,
      V->getType().getNonReferenceType().getUnqualifiedType(),
      Copied ? Make.load(reference(V, V->getLocation())) : nullptr);
  for (const auto *A : V->specific_attrs<AlignedAttr>())
    New->addAttr(A->clone(Ctx));
  Own[V] = New;
  return Make.declare(New);
}

void DirectiveCopy::enterLoop() {
  Together = false;
  Guarded.clear();
  Around.clear();
  for (const auto &[V, Copy] : variables())
    Around.insert(V);
}

ValueDecl *DirectiveCopy::standing(ValueDecl *V) const {
  VarDecl *New = Own.lookup(V);
  return New ? New : StatementCopy::standing(V);
}

bool DirectiveCopy::keeps(const LambdaCapture &C) const {
  return C.capturesThis() ||
         (C.capturesVariable() &&
          standing(C.getCapturedVar()) == C.getCapturedVar());
}

/// Whether D is named in F as a captured variable.
static bool isEnclosing(const ValueDecl &D, const FunctionDecl &F) {
  const auto *V = dyn_cast<VarDecl>(&D);
  return !(V && V->hasGlobalStorage()) && !isOf(D, F);
}

Expr *DirectiveCopy::reference(ValueDecl *V, SourceLocation Loc) const {
  ValueDecl *D = standing(V);
  return DeclRefExpr::Create(Ctx, NestedNameSpecifierLoc(), SourceLocation(), D,
                             isEnclosing(*D, F), Loc,
                             D->getType().getNonReferenceType(), VK_LValue);
}

bool holdsUnder(const Stmt *S, const Stmt *Part) {
  return anyNode(S, [&](const Stmt *In) { return In == Part; });
}

/// Whether all that stands under D has a V of its own, which begins without
/// the value of the one outside.
static bool makesAnew(const OMPExecutableDirective &D, const ValueDecl *V) {
  bool Anew = false;
  for (const OMPClause *C : D.clauses()) {
    const bool Own = isa<OMPPrivateClause, OMPLastprivateClause>(C);
    for (const Stmt *E : const_cast<OMPClause *>(C)->children())
      if (mentions(E, V)) {
        if (!Own)
          return false;
        Anew = true;
      }
  }
  return Anew;
}

/// Whether S does more to V than to assign it, outside Loop and what Loop's
/// directive says.
static bool usesBeside(const Stmt *S, const ValueDecl *V, const Stmt *Loop) {
  bool Found = false;
  const Stmt *Assigned = nullptr;
  eachNode(S, [&](const Stmt *Part) {
    if (const auto *D = dyn_cast<OMPExecutableDirective>(Part)) {
      const Stmt *Inner =
          underDirective(*const_cast<OMPExecutableDirective *>(D));
      if (Inner == Loop || (!holdsUnder(Inner, Loop) && makesAnew(*D, V)))
        return false;
      for (const OMPClause *C : D->clauses())
        for (const Stmt *E : const_cast<OMPClause *>(C)->children())
          Found |= mentions(E, V);
    }
    if (const auto *B = dyn_cast<BinaryOperator>(Part);
        B && B->getOpcode() == BO_Assign && isa<DeclRefExpr>(B->getLHS()))
      Assigned = B->getLHS();
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    Found |= Ref && Ref != Assigned && Ref->getDecl() == V;
    return !Found;
  });
  return Found;
}

bool DirectiveCopy::isOnlyIn(const VarDecl *V, const Stmt *Loop) const {
  return V->hasLocalStorage() && isOf(*V, F) &&
         !V->getType()->isReferenceType() && !usesBeside(F.getBody(), V, Loop);
}

Stmt *DirectiveCopy::replacement(Stmt *S) {
  if (Empty.contains(S))
    return new (Ctx) NullStmt(S->getBeginLoc());
  // A clause's expression, which code generation evaluates ahead.
  if (Expr *Loaded = operandOf(S, CK_LValueToRValue))
    if (const VarDecl *V = variableIn(Loaded))
      if (const auto *Captured = dyn_cast<OMPCapturedExprDecl>(V))
        return Captured->getInit() && !Captured->getType()->isReferenceType()
                   ? copy(const_cast<Expr *>(Captured->getInit()))
                   : fail(S);
  if (auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    ValueDecl *D = Ref->getDecl();
    if (isa<OMPCapturedExprDecl>(D))
      return fail(S);
    ValueDecl *Standing = standing(D);
    if (Standing == D && !Ref->refersToEnclosingVariableOrCapture())
      return nullptr;
    return DeclRefExpr::Create(
        Ctx, Ref->getQualifierLoc(), Ref->getTemplateKeywordLoc(), Standing,
        captured() ? captured()->contains(Standing)
                   : Ref->refersToEnclosingVariableOrCapture() &&
                         isEnclosing(*Standing, F),
        Ref->getLocation(), typeOf(*Standing, Ref->getType()),
        Ref->getValueKind(), nullptr, nullptr, Ref->isNonOdrUse());
  }
  if (auto *Directive = dyn_cast<OMPExecutableDirective>(S))
    return directive(*Directive);
  if (auto *E = dyn_cast<Expr>(S); E && Functions)
    if (Expr *Spelled = spelled(E))
      return Spelled;
  // A call of a function that has variants.
  if (auto *Call = dyn_cast<PseudoObjectExpr>(S);
      Call && isa_and_nonnull<CallExpr>(Call->getResultExpr()))
    return copy(Call->getResultExpr());
  // Without -fopenmp they may be the program's own, and say what they say.
  const FunctionDecl *Called =
      Ctx.getLangOpts().OpenMPSimd ? nullptr : calleeOf(S);
  if (Called && asksForHost(*Called))
    return AstFactory(Ctx, S->getBeginLoc()).integer(1, Ctx.IntTy);
  const FunctionDecl *Callee = Outside ? Called : nullptr;
  if (Callee && givesThreadNumber(*Callee))
    return AstFactory(Ctx, S->getBeginLoc()).integer(0, Ctx.IntTy);
  if (Callee && Callee->getIdentifier() &&
      Callee->getName() == "omp_get_num_threads") {
    // How many a region would have: inside another one it has one thread.
    AstFactory Make(Ctx, S->getBeginLoc());
    auto Asked = [&](StringRef Name) {
      return Make.call(Make.externFunction(Name, Ctx.IntTy), {});
    };
    return Make.conditional(Make.nonZero(Asked("omp_in_parallel")),
                            Make.integer(1, Ctx.IntTy),
                            Asked("omp_get_max_threads"), Ctx.IntTy);
  }
  return nullptr;
}

unsigned DirectiveCopy::replace(ArrayRef<Stmt *> Body, unsigned At,
                                SmallVectorImpl<Stmt *> &Out) {
  if (VarDecl *V = Declared.lookup(Body[At]))
    Out.push_back(own(V, /*Copied=*/false));
  if (Functions)
    eachNode(Body[At], [&](const Stmt *S) {
      const auto *E = dyn_cast<Expr>(S);
      const auto Spelled = E ? spelledOperation(E, Ctx) : std::nullopt;
      if (!Spelled || !Spelled->Of.Expected)
        return !isa<CompoundStmt, LambdaExpr>(S);
      VarDecl *V = AstFactory(Ctx, E->getExprLoc())
                       .variable(&F, "expected", Spelled->Of.Type, nullptr);
      Compared[E] = V;
      Out.push_back(AstFactory(Ctx, E->getExprLoc()).declare(V));
      return true;
    });
  return 0;
}

/// E as an operation that gives what it finds; null: it is none or does.
Expr *DirectiveCopy::spelled(Expr *E) {
  const auto Spelled = spelledOperation(E, Ctx);
  if (!Spelled)
    return nullptr;
  const AtomicOperation &Of = Spelled->Of;
  AstFactory Make(Ctx, E->getExprLoc());
  Expr *Pointer = copy(Of.Pointer);
  if (Of.What == AtomicOperation::Tests) {
    // (expected = *found, (*found = swapped) == expected)
    VarDecl *V = Compared.lookup(E);
    if (!V)
      return fail(E);
    auto Found = [&] { return copy(Spelled->Found); };
    Expr *Swapped =
        compareAndSwap(Pointer, Make.value(V), copy(Of.Value), Of.Type, Ctx);
    Expr *Stored = Make.assign(Found(), Swapped);
    if (Stored->isGLValue())
      Stored = Make.load(Stored);
    Expr *Same = Make.compare(BO_EQ, Make.paren(Stored), Make.value(V));
    return Make.paren(
        Make.binary(BO_Comma, Make.assign(Make.lvalue(V), Make.load(Found())),
                    Make.convert(Same, E->getType()), E->getType()));
  }
  const auto Op =
      Of.What == AtomicOperation::Load    ? AtomicExpr::AO__atomic_load_n
      : Of.What == AtomicOperation::Store ? AtomicExpr::AO__atomic_store_n
                                          : AtomicExpr::AO__atomic_exchange_n;
  Expr *Done = atomicFunction(Op, Pointer, Of.Value ? copy(Of.Value) : nullptr,
                              !Of.Relaxed, Of.Type, Ctx);
  return Spelled->Found ? Make.assign(copy(Spelled->Found), Done) : Done;
}

bool holdsSpelled(const Stmt *S, ASTContext &Ctx) {
  return anyNode(S, [&](const Stmt *Part) {
    const auto *E = dyn_cast<Expr>(Part);
    return E && spelledOperation(E, Ctx);
  });
}

/// Whether D is one step of a reduction, or reads or writes a whole object.
static bool isReduced(const OMPExecutableDirective &D, const Stmt *Inner) {
  if (!isa<OMPAtomicDirective>(D) || D.hasClausesOfKind<OMPCaptureClause>() ||
      D.hasClausesOfKind<OMPCompareClause>())
    return false;
  if (D.hasClausesOfKind<OMPReadClause>() ||
      D.hasClausesOfKind<OMPWriteClause>())
    return true;
  const BinaryOperator *Step = nullptr; // none: ++ or --
  eachNode(Inner, [&](const Stmt *S) {
    if (!Step)
      Step = dyn_cast<BinaryOperator>(S);
    return !Step;
  });
  if (!Step || !Step->isAssignmentOp())
    return !Step;
  const auto *Of =
      dyn_cast<BinaryOperator>(Step->getRHS()->IgnoreParenImpCasts());
  switch (Step->isCompoundAssignmentOp()
              ? BinaryOperator::getOpForCompoundAssignment(Step->getOpcode())
          : Of ? Of->getOpcode()
               : BO_Assign) {
  case BO_Add:
  case BO_Mul:
  case BO_And:
  case BO_Or:
  case BO_Xor:
    return true;
  case BO_Sub:
    return Step->isCompoundAssignmentOp() ||
           cast<OMPAtomicDirective>(D).isXLHSInRHSPart();
  default:
    return false;
  }
}

/// Of is a variable, or an element that is the same whatever variables of the
/// copied statement are.
bool DirectiveCopy::isOneForAll(const Expr &Of) const {
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Of.IgnoreParenImpCasts());
  const Expr *Leading = Element && Element->getIdx()->isEvaluatable(Ctx)
                            ? Element->getBase()
                            : operandOf(&Of, UO_Deref);
  const VarDecl *V = variableIn(Leading ? Leading->IgnoreParenImpCasts() : &Of);
  return V && (!Leading || !variables().contains(V));
}

Stmt *DirectiveCopy::directive(OMPExecutableDirective &D) {
  if (Outside)
    if (Stmt *Other = Outside(D))
      return Other;
  Stmt *Inner = underDirective(D);
  if (isa<OMPAtomicDirective, OMPCriticalDirective>(D)) {
    auto *Atomic = dyn_cast<OMPAtomicDirective>(&D);
    if (Stmt *Made = Atomic && Functions
                         ? byFunction(
                               *Atomic, [&](Expr *E) { return copy(E); }, F)
                         : nullptr)
      return Made;
    Together = true;
    if (Atomic && D.hasClausesOfKind<OMPCaptureClause>() && Atomic->getX() &&
        isOneForAll(*Atomic->getX()))
      return fail(&D);
    if (Inner && !isReduced(D, Inner))
      Guarded.push_back(Inner->getSourceRange());
    return Inner ? copy(Inner) : fail(&D);
  }
  if (const auto *List = D.getSingleClause<OMPFlushClause>();
      List && isa<OMPFlushDirective>(D)) {
    for (const Expr *E : List->varlist())
      if (const auto *V = namedIn(E))
        Flushed.push_back(V);
      else
        return fail(&D);
    return new (Ctx) NullStmt(D.getBeginLoc());
  }
  // They change nothing that the loops do.
  if (Inner && isa<OMPUnrollDirective, OMPAssumeDirective>(D))
    return copy(Inner);
  if (isa<OMPBarrierDirective>(D))
    return new (Ctx) NullStmt(D.getBeginLoc());
  if (!Inner ||
      !isa<OMPSimdDirective, OMPParallelDirective, OMPForDirective,
           OMPForSimdDirective, OMPSingleDirective, OMPMasterDirective,
           OMPParallelForDirective, OMPParallelForSimdDirective,
           OMPGenericLoopDirective, OMPParallelGenericLoopDirective>(D))
    return fail(&D);
  OwnVariables Variables = ownVariables(D, Inner);
  if (!Variables.Understood)
    return fail(&D);
  if (!isa<OMPSimdDirective, OMPForSimdDirective, OMPParallelForSimdDirective>(
          D))
    for (VarDecl *Counter : countersOutside(D))
      if (!llvm::is_contained(Variables.Fresh, Counter))
        Variables.Fresh.push_back(Counter);
  const Scope Inside(*this);
  SmallVector<Stmt *, 4> Block;
  // Values come from the variables outside.
  for (VarDecl *V : Variables.Copied)
    Block.push_back(own(V, /*Copied=*/true, ownName(*V, F, Own)));
  for (VarDecl *V : Variables.Fresh)
    Block.push_back(own(V, /*Copied=*/false));
  SmallVector<Stmt *, 2> Behind;
  for (const OwnReduction &R : Variables.Reduced) {
    auto [New, Combined] = ownReduction(
        R, ownName(*R.V, F, Own),
        [&] { return reference(R.V, D.getBeginLoc()); }, F);
    if (!New)
      return fail(&D);
    Own[R.V] = New;
    Block.push_back(AstFactory(Ctx, D.getBeginLoc()).declare(New));
    Behind.push_back(Combined);
  }
  Stmt *Loop = copy(Inner);
  if (obstacle())
    return Loop;
  const auto *Bind = D.getSingleClause<OMPBindClause>();
  if (isa<OMPSimdDirective, OMPForSimdDirective, OMPParallelForSimdDirective>(
          D) ||
      (Bind && Bind->getBindKind() == OMPC_BIND_thread))
    hintLanes(Loop, cast<OMPLoopDirective>(D).getLoopsNumber(),
              promisesLanes(D,
                            [&](const VarDecl &V) {
                              return variables().contains(&V) &&
                                     !Around.contains(&V);
                            }),
              Ctx, D.getBeginLoc());
  if (const auto *Loops = dyn_cast<OMPLoopDirective>(&D))
    markFreeSums(Loop, *Loops, Ctx);
  if (Block.empty())
    return Loop;
  Block.push_back(Loop);
  Block.append(Behind);
  return AstFactory(Ctx, D.getBeginLoc()).compound(Block);
}

SmallVector<VarDecl *, 2> countersOutside(const OMPExecutableDirective &D) {
  SmallVector<VarDecl *, 2> Outside;
  const auto *Loops = dyn_cast<OMPLoopDirective>(&D);
  if (!Loops)
    return Outside;
  const Stmt *Inner = underDirective(const_cast<OMPExecutableDirective &>(D));
  llvm::DenseSet<const VarDecl *> Last;
  for (const auto *C : D.getClausesOfKind<OMPLastprivateClause>())
    for (const Expr *E : C->varlist())
      Last.insert(variableIn(E->IgnoreParenImpCasts()));
  for (const Expr *E : Loops->counters()) {
    const auto *V = variableIn(E->IgnoreParenImpCasts());
    bool Inside = !V || anyNode(Inner, [&](const Stmt *S) {
      const auto *Declared = dyn_cast<DeclStmt>(S);
      return Declared && llvm::is_contained(Declared->decls(), V);
    });
    if (!Inside && !Last.contains(V))
      Outside.push_back(const_cast<VarDecl *>(V));
  }
  return Outside;
}

} // namespace twofold
