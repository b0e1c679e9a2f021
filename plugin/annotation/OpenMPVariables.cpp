// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPVariables.cpp - clauses that make variables ------------------===//

#include "annotation/OpenMPClauses.h"
#include "annotation/OpenMPReductions.h"
#include "ast/AstFactory.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "ast/VariableMoves.h"
#include "clang/AST/DeclOpenMP.h"

using namespace clang;
using namespace llvm::omp;

namespace twofold {

bool OpenMPClauses::addPrivate(VarDecl *V) {
  if (!Privates.insert(V).second)
    return true;
  if (V->getType()->isVariablyModifiedType())
    return fail("'" + V->getNameAsString() + "' has a variable length");
  Named.emplace_back(V, Copy.own(V, /*Copied=*/false));
  return true;
}

void OpenMPClauses::addUsed(Stmt *Own) {
  for (const ValueDecl *V : Assigned)
    combineAssigned(Own, Copy.standing(const_cast<ValueDecl *>(V)), Reduced[V],
                    Ctx);
  for (auto [V, Declaration] : Named)
    if (mentions(Own, Copy.standing(V))) {
      Declared.push_back(Declaration);
      annotate("private", Copy.reference(V, Loc));
    }
}

/// E as Type, as if the program had left the conversion out.
static Expr *converted(Expr *E, QualType Type, AstFactory &Make,
                       const ASTContext &Ctx) {
  auto *Cast = dyn_cast<CStyleCastExpr>(Make.convert(E, Type));
  return Cast && Cast->getSubExpr() == E
             ? ImplicitCastExpr::Create(Ctx, Type, Cast->getCastKind(), E,
                                        nullptr, VK_PRValue,
                                        FPOptionsOverride())
             : E;
}

/// The assignments in S of V to what is not computed from it.
static void findOther(Stmt *S, const ValueDecl *V,
                      SmallVectorImpl<BinaryOperator *> &Found) {
  if (auto *B = dyn_cast_or_null<BinaryOperator>(S);
      B && B->getOpcode() == BO_Assign &&
      namedIn(B->getLHS()->IgnoreParenImpCasts()) == V &&
      !mentions(B->getRHS(), V))
    Found.push_back(B);
  if (S)
    for (Stmt *Part : S->children())
      findOther(Part, V, Found);
}

/// The loop whose body runs once for each iteration of Depth loops together.
static Stmt *innermost(Stmt *S, unsigned Depth) {
  Stmt *Found = nullptr;
  while (S && Depth) {
    if (auto *Block = dyn_cast<CompoundStmt>(S)) {
      auto Inner = llvm::find_if(Block->body(), [](const Stmt *Part) {
        return isa<ForStmt, CXXForRangeStmt>(Part);
      });
      S = Inner == Block->body_end() ? nullptr : *Inner;
      continue;
    }
    if (!isa<ForStmt, CXXForRangeStmt>(S))
      break;
    Found = S;
    auto *For = dyn_cast<ForStmt>(S);
    S = For ? For->getBody() : cast<CXXForRangeStmt>(S)->getBody();
    --Depth;
  }
  return Found;
}

BinaryOperator *OpenMPClauses::truth(ValueDecl *V, BinaryOperatorKind Op,
                                     Expr *Other, DirectiveCopy &Copy,
                                     SourceLocation Loc) {
  ASTContext &Ctx = V->getASTContext();
  AstFactory Make(Ctx, Loc);
  const bool Cxx = Ctx.getLangOpts().CPlusPlus;
  const QualType Truth = Cxx ? Ctx.BoolTy : Ctx.IntTy;
  Expr *Old = Make.load(Copy.reference(V, Loc));
  if (Cxx)
    Old = converted(Old, Truth, Make, Ctx);
  Expr *Both = Make.joined(Op, Old, converted(Other, Truth, Make, Ctx));
  const QualType T = V->getType().getNonReferenceType().getUnqualifiedType();
  return cast<BinaryOperator>(
      Make.assign(Copy.reference(V, Loc), converted(Both, T, Make, Ctx)));
}

void OpenMPClauses::addTruths(Stmt *Own) {
  AstFactory Make(Ctx, Loc);
  SmallVector<Stmt *, 4> First;
  for (auto [V, Op] : Truths) {
    SmallVector<BinaryOperator *, 2> Anew;
    findOther(Own, Copy.standing(V), Anew);
    for (BinaryOperator *B : Anew)
      B->setRHS(truth(V, Op, B->getRHS(), Copy, Loc)->getRHS());
    First.push_back(
        truth(V, Op, Make.integer(Op == BO_LAnd, Ctx.IntTy), Copy, Loc));
  }
  Stmt *Inner = First.empty() ? nullptr : innermost(Own, Collapsed);
  if (auto *For = dyn_cast_or_null<ForStmt>(Inner)) {
    First.push_back(For->getBody());
    For->setBody(Make.compound(First));
  } else if (auto *Range = dyn_cast_or_null<CXXForRangeStmt>(Inner)) {
    First.push_back(Range->getBody());
    Range->setBody(Make.compound(First));
  }
}

bool OpenMPClauses::addCounters(const OMPExecutableDirective &Directive) {
  // Those of lanes have their last values.
  if (isOpenMPSimdDirective(Directive.getDirectiveKind()))
    return true;
  for (VarDecl *V : countersOutside(Directive)) {
    const bool Iterator = V->getType()->isRecordType();
    if (!Privates.insert(V).second && !Iterator)
      continue;
    Stmt *Declaration = Copy.own(V, /*Copied=*/false);
    if (!Iterator) {
      Declared.push_back(Declaration);
      continue;
    }
    llvm::erase_if(Named, [&](const auto &Of) { return Of.first == V; });
    Iterators.emplace_back(V, cast<DeclStmt>(Declaration));
  }
  return true;
}

/// The object that Init assigns to V; null: Init does something else.
static Expr *objectFor(Stmt *Init, const ValueDecl *V) {
  if (auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(Init))
    Init = Cleanups->getSubExpr();
  auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(Init);
  if (!Call || Call->getOperator() != OO_Equal ||
      namedIn(Call->getArg(0)->IgnoreParenImpCasts()) != V)
    return nullptr;
  auto *Made = dyn_cast<MaterializeTemporaryExpr>(
      Call->getArg(1)->IgnoreParens()->IgnoreImpCasts());
  Expr *E = Made ? Made->getSubExpr() : nullptr;
  return E && V->getASTContext().hasSameUnqualifiedType(E->getType(),
                                                        V->getType())
             ? E
             : nullptr;
}

bool OpenMPClauses::addIterators(Stmt *Own) {
  for (auto [V, Declaration] : Iterators) {
    auto *New = cast<VarDecl>(Declaration->getSingleDecl());
    auto *For = dyn_cast<ForStmt>(Own);
    Expr *First = For ? objectFor(For->getInit(), New) : nullptr;
    if (!First)
      return fail("iterator '" + V->getNameAsString() +
                  "' is declared outside the loop; declare it in the loop");
    New->setInit(First);
    For->setInit(Declaration);
  }
  return true;
}

/// A thread's own variable is each iteration's if none changes it. Else it is a
/// variable before the loop.
bool OpenMPClauses::firstPrivate(const Expr &Named, OpenMPClauseKind Kind) {
  const auto *D = namedIn(Named.IgnoreParenImpCasts());
  if (!D || isa<OMPCapturedExprDecl>(D))
    return fail(
        named(Kind) + " names '" + nameIn(Named) +
        "', which is no variable of the function's; copy it to one that is");
  if (LastPrivates.contains(D)) {
    annotate("begun", Copy.reference(const_cast<ValueDecl *>(D), Loc));
    return true;
  }
  if (needsNoCopy(Within, D, *Copy.function(), Copy.anew()))
    return true;
  // Whether iterations see what others have left in it is found out later.
  if (VarDecl *V = variableOf(Named);
      V && V->getType().getNonReferenceType()->isScalarType()) {
    if (Privates.insert(V).second)
      Declared.push_back(Copy.own(V, /*Copied=*/true));
    annotate("begun", Copy.reference(V, Loc));
    return true;
  }
  return fail("each thread has a copy of '" + D->getNameAsString() +
              "', which may not have its value all the time");
}

bool OpenMPClauses::isLost(const OMPExecutableDirective &D,
                           const VarDecl &V) const {
  const QualType T = V.getType();
  auto Begins = [&](const OMPFirstprivateClause *C) {
    return llvm::any_of(C->varlist(), [&](const Expr *E) {
      return namedIn(E->IgnoreParenImpCasts()) == &V;
    });
  };
  return T->isRecordType() && T.isTrivialType(Ctx) &&
         llvm::none_of(D.getClausesOfKind<OMPFirstprivateClause>(), Begins) &&
         Copy.isOnlyIn(&V, Loop);
}

bool OpenMPClauses::variables(const OMPClause &C) {
  const OpenMPClauseKind Kind = C.getClauseKind();
  if (const auto *First = dyn_cast<OMPFirstprivateClause>(&C))
    return llvm::all_of(First->varlist(),
                        [&](const Expr *E) { return firstPrivate(*E, Kind); });
  if (const auto *Linear = dyn_cast<OMPLinearClause>(&C))
    return linear(*Linear);
  if (const auto *Last = dyn_cast<OMPLastprivateClause>(&C)) {
    for (const Expr *E : Last->varlist()) {
      VarDecl *V = variableOf(*E);
      if (!V)
        return fail(named(Kind) + " names '" + nameIn(*E) +
                    "', which is no variable of the function's; copy it to one "
                    "that is");
      if (Lost.contains(V)) {
        if (!addPrivate(V))
          return false;
      } else if (Last->getKind() != OMPC_LASTPRIVATE_conditional)
        annotate("lastprivate", Copy.reference(V, Loc));
    }
    return true;
  }
  for (const Expr *E : cast<OMPPrivateClause>(C).varlist()) {
    VarDecl *V = variableOf(*E);
    if (!V)
      return fail(
          named(Kind) + " names '" + nameIn(*E) +
          "', which is no variable of the function's; copy it to one that is");
    if (!addPrivate(V))
      return false;
  }
  return true;
}

/// The constant by which Step moves a variable of the loop's; 0: it is none.
static int64_t strideOf(const Expr *Step, const ASTContext &Ctx) {
  const auto Moved = matchMove(Step);
  if (!Moved)
    return 0;
  Expr::EvalResult By;
  if (Moved->By && !Moved->By->EvaluateAsInt(By, Ctx))
    return 0;
  const int64_t Stride = Moved->By ? By.Val.getInt().getExtValue() : 1;
  return Moved->Back ? -Stride : Stride;
}

/// What the variable of For begins with; null: that is not plain.
static Expr *beginningOf(const ForStmt &For, const ValueDecl *Counter) {
  if (const VarDecl *V = For.getInit() ? onlyVariable(For.getInit()) : nullptr)
    return V == Counter ? const_cast<Expr *>(V->getInit()) : nullptr;
  const auto *B = dyn_cast_or_null<BinaryOperator>(For.getInit());
  return B && B->getOpcode() == BO_Assign && namedIn(B->getLHS()) == Counter
             ? B->getRHS()
             : nullptr;
}

bool OpenMPClauses::linear(const OMPLinearClause &C) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  const ValueDecl *Counter =
      For && For->getInc() ? movedBy(For->getInc()) : nullptr;
  const Expr *Step = C.getStep();
  for (const Expr *E : C.varlist()) {
    const auto *D = namedIn(E->IgnoreParenImpCasts());
    if (D && D == Counter)
      continue;
    VarDecl *V = variableOf(*E);
    Expr *From = Counter ? beginningOf(*For, Counter) : nullptr;
    const QualType T = V ? V->getType() : QualType();
    if (!From || !V || !Counter->getType()->isIntegerType() ||
        changesSomething(From) || changesSomething(C) ||
        LastPrivates.contains(V) ||
        !(T->isIntegerType() || T->isPointerType()) || T->isBooleanType() ||
        T.isVolatileQualified() || !Privates.insert(V).second)
      return fail(named(C.getClauseKind()) +
                  " names a variable that does not follow the loop's by one "
                  "step for each iteration");
    LinearVariable New;
    New.Stride = strideOf(For->getInc(), Ctx);
    if (New.Stride == 0)
      return fail(named(C.getClauseKind()) +
                  " stands at a loop that counts by a number that is not "
                  "constant; make it one");
    AstFactory Make(Ctx, Loc);
    auto Known = [&](Expr *Value) {
      VarDecl *Once = Make.variable(Copy.function(), V->getName(), Make.I64,
                                    Make.convert(Value, Make.I64));
      Declared.push_back(Make.declare(Once));
      return Once;
    };
    New.Variable = Copy.reference(V, Loc);
    annotate("lastprivate", Copy.reference(V, Loc));
    Expr::EvalResult Size;
    if (!Step)
      New.By = 1;
    else if (Step->EvaluateAsInt(Size, Ctx))
      New.By = Size.Val.getInt().getExtValue();
    else
      New.Step = Known(Copy.copy(const_cast<Expr *>(Step)));
    New.From = Known(Copy.copy(From));
    New.Start = Make.variable(Copy.function(), V->getName(), T,
                              Make.load(Copy.reference(V, Loc)));
    Declared.push_back(Make.declare(New.Start));
    Linear.push_back(New);
  }
  return !Copy.obstacle() ||
         fail(named(C.getClauseKind()) + " is of a rare kind");
}

bool OpenMPClauses::addLinear(Stmt *Own) {
  if (Linear.empty())
    return true;
  auto *For = dyn_cast<ForStmt>(Own);
  const ValueDecl *Counter =
      For && For->getInc() ? movedBy(For->getInc()) : nullptr;
  if (!Counter)
    return fail(named(OMPC_linear) + " is of a rare kind");
  SmallVector<Stmt *, 4> Body;
  AstFactory Make(Ctx, Loc);
  for (const LinearVariable &L : Linear) {
    auto *At =
        Make.convert(Make.value(const_cast<ValueDecl *>(Counter)), Make.I64);
    Expr *Count = L.Stride < 0
                      ? Make.binary(BO_Sub, Make.value(L.From), At, Make.I64)
                      : Make.binary(BO_Sub, At, Make.value(L.From), Make.I64);
    if (std::abs(L.Stride) != 1)
      Count = Make.binary(BO_Div, Make.paren(Count),
                          Make.integer(std::abs(L.Stride), Make.I64), Make.I64);
    Expr *Way = Make.binary(
        BO_Mul, Make.paren(Count),
        L.Step ? Make.value(L.Step) : Make.integer(L.By, Make.I64), Make.I64);
    const QualType T = L.Start->getType();
    Expr *Value =
        T->isPointerType()
            ? Make.binary(BO_Add, Make.value(L.Start), Way, T)
            : Make.convert(
                  Make.binary(BO_Add,
                              Make.convert(Make.value(L.Start), Make.I64), Way,
                              Make.I64),
                  T);
    Body.push_back(Make.assign(L.Variable, Value));
  }
  Body.push_back(For->getBody());
  For->setBody(Make.compound(Body));
  return true;
}

} // namespace twofold
