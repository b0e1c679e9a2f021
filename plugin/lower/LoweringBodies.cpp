// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringBodies.cpp - bodies of inlined functions -------------------===//

#include "ast/PendingTemplates.h"
#include "dialect/LibraryFunctions.h"
#include "lower/Lowering.h"
#include "model/ControlFlow.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace twofold {

bool Lowering::writes(const FunctionDecl &F) {
  const FunctionDecl *Def = definitionOf(F, S, Loop.Loc);
  if (!Def)
    return true;
  if (auto It = Writers.find(Def); It != Writers.end())
    return It->second;
  Writers[Def] = true; // a call of itself
  bool Result = writesIn(Def->getBody());
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *Init : C->inits())
      Result |= writesIn(Init->getInit());
  return Writers[Def] = Result;
}

bool Lowering::writesIn(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(S) ||
      isDead(S))
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    return true;
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp())
    return true;
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, AtomicExpr, AsmStmt,
          StmtExpr, OpaqueValueExpr>(S))
    return true;
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S))
    return writesIn(D->getExpr());
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
    return writesIn(D->getExpr());
  if (const auto *L = dyn_cast<LambdaExpr>(S))
    return llvm::any_of(L->capture_inits(),
                        [&](const Expr *Init) { return writesIn(Init); });
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      return true;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (Method && (Method->isCopyAssignmentOperator() ||
                   Method->isMoveAssignmentOperator()))
      return true;
    const MathRule *Rule = findMathRule(*F);
    bool Sets = Rule && (Rule->Form == MathForm::OutLast ||
                         Rule->Form == MathForm::SinCos);
    unsigned Known = F->getBuiltinID();
    bool Pure =
        Rule || F->hasAttr<ConstAttr>() || F->hasAttr<PureAttr>() ||
        (Known && (Ctx.BuiltinInfo.isConst(Known) ||
                   Known == Builtin::BI__builtin_is_constant_evaluated));
    if (Sets || (!Pure && writes(*F)))
      return true;
  } else if (const auto *C = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *D = C->getConstructor();
    if (!D->isTrivial() &&
        !(D->isDefaulted() && D->isCopyOrMoveConstructor()) && writes(*D))
      return true;
  }
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return writesIn(Child); });
}

/// F, or what it calls, compares or subtracts two of its pointers: from which
/// memory they come is known to the caller.
bool Lowering::comparesPointers(const FunctionDecl &F) {
  if (llvm::count_if(F.parameters(), [](const ParmVarDecl *P) {
        return P->getType()->isPointerType();
      }) < 2)
    return false;
  const FunctionDecl *Def = definitionOf(F, S, Loop.Loc);
  auto [It, New] = Comparers.try_emplace(Def, false);
  if (!New || !Def)
    return It->second;
  auto Compares = [&](auto &&Self, const Stmt *Part) -> bool {
    if (!Part)
      return false;
    if (const auto *B = dyn_cast<BinaryOperator>(Part);
        B && (B->isComparisonOp() || B->getOpcode() == BO_Sub) &&
        B->getLHS()->getType()->isPointerType() &&
        B->getRHS()->getType()->isPointerType())
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(Part);
        Call && Call->getDirectCallee() &&
        comparesPointers(*Call->getDirectCallee()))
      return true;
    return llvm::any_of(Part->children(),
                        [&](const Stmt *Child) { return Self(Self, Child); });
  };
  bool Result = Compares(Compares, Def->getBody());
  return Comparers[Def] = Result;
}

/// Never does anything: what a check that is switched off leaves behind.
bool Lowering::isDead(const Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Child) { return isDead(Child); });
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable())
      return false;
    if (If->isConsteval())
      return isDead(runBranch(*If));
    auto Known = known(If->getCond());
    return Known && isDead(*Known ? If->getThen() : If->getElse());
  }
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    auto Again = known(Do->getCond());
    return Again && !*Again && isDead(Do->getBody());
  }
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Declared->decls(), [](const Decl *D) {
      return isa<TypeDecl, StaticAssertDecl, UsingDecl, UsingDirectiveDecl>(D);
    });
  const auto *E = dyn_cast<Expr>(S);
  if (const auto *Cast = dyn_cast_or_null<CastExpr>(E);
      Cast && Cast->getCastKind() == CK_ToVoid)
    return !Cast->getSubExpr()->HasSideEffects(Ctx);
  return false;
}

bool Lowering::returnsInside(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  return isa<ReturnStmt>(S) || llvm::any_of(S->children(), [&](const Stmt *C) {
           return returnsInside(C);
         });
}

bool Lowering::endsInReturn(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && endsInReturn(Block->body_back());
  if (const auto *If = dyn_cast_or_null<IfStmt>(S))
    return endsInReturn(If->getThen()) && endsInReturn(If->getElse());
  return S && isa<ReturnStmt>(S);
}

/// The statements that run, with blocks at the end opened.
static llvm::SmallVector<const Stmt *, 8> opened(const Stmt *S) {
  llvm::SmallVector<const Stmt *, 8> Result;
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    Result.append(Block->body_begin(), Block->body_end());
  else if (S)
    Result.push_back(S);
  return Result;
}

using Statements = llvm::SmallVector<const Stmt *, 8>;

static Statements joined(const Stmt *First, llvm::ArrayRef<const Stmt *> Rest) {
  Statements Result = opened(First);
  Result.append(Rest.begin(), Rest.end());
  return Result;
}

/// Can be one expression: effects, then a value or a choice of two.
bool Lowering::isExpression(llvm::ArrayRef<const Stmt *> Rest) {
  for (; !Rest.empty(); Rest = Rest.drop_front()) {
    const Stmt *S = Rest.front();
    if (isDead(S) || isa<Expr, DeclStmt>(S))
      continue;
    if (isa<ReturnStmt>(S))
      return true;
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      return isExpression(joined(Block, Rest.drop_front()));
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If || If->getInit() || If->getConditionVariable() || If->isConsteval())
      return false;
    if (auto Known = known(If->getCond()))
      return isExpression(
          joined(*Known ? If->getThen() : If->getElse(),
                 endsInReturn(*Known ? If->getThen() : If->getElse())
                     ? llvm::ArrayRef<const Stmt *>()
                     : Rest.drop_front()));
    return endsInReturn(If->getThen()) && isExpression(opened(If->getThen())) &&
           isExpression(joined(If->getElse(), Rest.drop_front()));
  }
  return true;
}

Place Lowering::expressionOf(llvm::ArrayRef<const Stmt *> Rest, bool Writes) {
  for (; !Rest.empty() && !Failed; Rest = Rest.drop_front()) {
    const Stmt *S = Rest.front();
    if (isDead(S))
      continue;
    if (const auto *E = dyn_cast<Expr>(S)) {
      discard(E);
    } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
      declaration(*D);
    } else if (const auto *R = dyn_cast<ReturnStmt>(S)) {
      return R->getRetValue() ? result(R->getRetValue(), Writes) : Place();
    } else if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      return expressionOf(joined(Block, Rest.drop_front()), Writes);
    } else {
      const auto *If = cast<IfStmt>(S);
      if (auto Known = known(If->getCond()))
        return expressionOf(
            joined(*Known ? If->getThen() : If->getElse(), Rest.drop_front()),
            Writes);
      Expr *Cond = scalar(If->getCond());
      if (auto Settled = settled(Cond))
        return expressionOf(
            joined(*Settled ? If->getThen() : If->getElse(), Rest.drop_front()),
            Writes);
      ++Conditional;
      Place::Kind How = Kind::None;
      QualType T;
      auto Arm = [&](llvm::ArrayRef<const Stmt *> Part) {
        return within([&]() -> Expr * {
          Place P = expressionOf(Part, Writes);
          if (P.is(Kind::Host))
            P = atDevice(lvalue(P, P.Code->getType(), false, Loop.Loc));
          bool Fits = (P.is(Kind::Value) || P.is(Kind::Device)) &&
                      (How == Kind::None || How == P.What);
          if (!Fits) {
            if (!Failed)
              fail(S->getBeginLoc());
            return dummy(Ctx.IntTy, VK_PRValue);
          }
          How = P.What;
          T = P.Code->getType();
          return P.Code;
        });
      };
      Expr *Then = Arm(opened(If->getThen()));
      Expr *Else = Arm(joined(If->getElse(), Rest.drop_front()));
      --Conditional;
      if (Failed)
        return {};
      auto *Choice = new (Ctx) ConditionalOperator(
          Cond, If->getIfLoc(), Then, If->getIfLoc(), Else, T,
          How == Kind::Device ? VK_LValue : VK_PRValue, OK_Ordinary);
      return How == Kind::Device ? atDevice(Choice) : made(Choice);
    }
  }
  return {};
}

/// What a function gives back.
Place Lowering::result(const Expr *E, bool Writes) {
  if (E->isGLValue())
    return place(E);
  Place P = value(E);
  // Whatever happens to the variables in it later.
  if (P.is(Kind::Value) && Writes && !E->getType()->isVoidType() &&
      !isStable(P.Code))
    return made(Make.value(temporary(P.Code->getType(), "result", P.Code)));
  return P;
}

/// Statements of a function's body; what follows a `return` under a condition
/// becomes the other branch.
void Lowering::statementsOf(llvm::ArrayRef<const Stmt *> Rest) {
  for (; !Rest.empty() && !Failed; Rest = Rest.drop_front()) {
    const Stmt *S = Rest.front();
    if (!returnsInside(S)) {
      statement(S);
      continue;
    }
    if (const auto *Return = dyn_cast<ReturnStmt>(S))
      return returned(*Return);
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      return statementsOf(joined(Block, Rest.drop_front()));
    if (returnsFrom(S)) {
      if (Failed || Rest.size() == 1)
        return;
      ++Conditional;
      Stmt *Then = block([&] { statementsOf(Rest.drop_front()); });
      --Conditional;
      return emit(
          Make.ifThen(Make.compare(BO_EQ, Make.value(Frames.back().Done),
                                   Make.integer(0, Ctx.IntTy)),
                      Then));
    }
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If || If->getInit() || If->getConditionVariable() || If->isConsteval())
      return fail(S->getBeginLoc());
    if (auto Known = known(If->getCond()))
      return statementsOf(
          joined(*Known ? If->getThen() : If->getElse(), Rest.drop_front()));
    bool ThenEnds = endsInReturn(If->getThen());
    bool ElseEnds = endsInReturn(If->getElse());
    if (!ThenEnds && !ElseEnds)
      return fail(S->getBeginLoc());
    Expr *Cond = scalar(If->getCond());
    if (auto Settled = settled(Cond))
      return statementsOf(
          joined(*Settled ? If->getThen() : If->getElse(), Rest.drop_front()));
    ++Conditional;
    auto Arm = [&](const Stmt *Part, bool Ends) {
      return block([&] {
        statementsOf(Ends ? opened(Part) : joined(Part, Rest.drop_front()));
      });
    };
    Stmt *Then = Arm(If->getThen(), ThenEnds);
    Stmt *Else = Arm(If->getElse(), ElseEnds);
    --Conditional;
    return emit(IfStmt::Create(
        Ctx, If->getIfLoc(), IfStatementKind::Ordinary, nullptr, nullptr, Cond,
        If->getLParenLoc(), If->getRParenLoc(), Then, If->getElseLoc(), Else));
  }
}

void Lowering::returned(const ReturnStmt &S) {
  const Expr *E = S.getRetValue();
  const Place Target = Frames.back().Result;
  if (!E || E->getType()->isVoidType()) {
    if (E)
      discard(E);
    return;
  }
  if (Target.is(Kind::Object))
    return assignObject(Target, value(E), E->getType(), S.getReturnLoc());
  if (!Target.is(Kind::Device))
    return fail(S.getReturnLoc());
  emit(Make.assign(Target.Code, scalar(E)));
}

Place Lowering::body(const FunctionDecl &F, bool Writes) {
  Statements All = opened(F.getBody());
  if (isExpression(All))
    return expressionOf(All, Writes);
  SourceLocation Loc = F.getLocation();
  QualType T = F.getReturnType();
  if (!Scopes.back()->Statements) {
    fail(Loc);
    return {};
  }
  // Only the last statement returns: what it gives needs no variable.
  bool Last = isa<ReturnStmt>(All.back()) &&
              llvm::none_of(llvm::ArrayRef(All).drop_back(),
                            [&](const Stmt *S) { return returnsInside(S); });
  if (Last) {
    statementsOf(llvm::ArrayRef(All).drop_back());
    const Expr *E = cast<ReturnStmt>(All.back())->getRetValue();
    return E && !Failed ? result(E, Writes) : Place();
  }
  if (T->isVoidType() || isa<CXXConstructorDecl>(F)) {
    statementsOf(All);
    return {};
  }
  if (T->isReferenceType()) {
    fail(Loc);
    return {};
  }
  Place Result = uninitialised(T, "result", Loc);
  Frames.back().Result = Result;
  statementsOf(All);
  return Result.is(Kind::Device) ? made(Make.load(Result.Code)) : Result;
}

} // namespace twofold
