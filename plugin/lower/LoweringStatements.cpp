// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringStatements.cpp - scopes, statements, declarations ----------===//

#include "ast/ColdPaths.h"
#include "lower/Lowering.h"
#include "model/ControlFlow.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

CompoundStmt *Lowering::block(llvm::function_ref<void()> Fill) {
  Scope Own;
  Scopes.push_back(&Own);
  Fill();
  Scopes.pop_back();
  return Make.compound(Own.Items);
}

Expr *Lowering::comma(Expr *First, Expr *Second) {
  return BinaryOperator::Create(Ctx, First, Second, BO_Comma, Second->getType(),
                                Second->getValueKind(), Second->getObjectKind(),
                                Second->getExprLoc(), FPOptionsOverride());
}

/// Evaluates a part of an expression that runs conditionally or repeatedly.
Expr *Lowering::within(llvm::function_ref<Expr *()> Evaluate) {
  Scope Own;
  Own.Statements = false;
  Scopes.push_back(&Own);
  Expr *Result = Evaluate();
  Scopes.pop_back();
  for (Stmt *Item : llvm::reverse(Own.Items))
    Result = comma(cast<Expr>(Item), Result);
  return Result;
}

void Lowering::emit(Stmt *S) {
  if (!Scopes.back()->Statements && !isa<Expr>(S)) {
    fail(S->getBeginLoc());
    return;
  }
  Scopes.back()->Items.push_back(S);
}

Stmt *Lowering::lastItem() const {
  const Scope &Own = *Scopes.back();
  return Own.Items.empty() ? nullptr : Own.Items.back();
}

std::string Lowering::unique(StringRef Name) {
  Name = Name.trim('_');
  std::string Base = Name.empty() ? "part" : Name.str();
  std::string Result = Base;
  for (unsigned I = 1; !Names.insert(Result).second; ++I)
    Result = Base + "_" + std::to_string(I);
  return Result;
}

/// A new variable, set here. Init may be null.
VarDecl *Lowering::temporary(QualType T, StringRef Name, Expr *Init) {
  T = T.getUnqualifiedType();
  VarDecl *V = Make.variable(Loop.Function, unique(Name), T, nullptr);
  Temporaries.insert(V);
  if (Init)
    Initial[V] = {Init, Made++};
  if (Scopes.back()->Statements) {
    if (Init)
      V->setInit(Init);
    emit(Make.declare(V));
    return V;
  }
  for (Scope *Outer : llvm::reverse(Scopes))
    if (Outer->Statements) {
      Outer->Items.push_back(Make.declare(V));
      break;
    }
  if (Init)
    emit(Make.assign(Make.lvalue(V), Init));
  return V;
}

/// The only statement that S becomes, or a block of them.
Stmt *Lowering::single(const Stmt *S) {
  CompoundStmt *All = block([&] { statement(S); });
  return All->size() == 1 && !isa<DeclStmt>(All->body_front())
             ? All->body_front()
             : All;
}

void Lowering::statement(const Stmt *S) {
  if (Failed || !S || isa<NullStmt>(S))
    return;
  if (const ElementUpdate *U = Loop.update(S); U && U != Updating)
    return update(*U);
  if (isCold(S) && Conditional) {
    // What it says and how it ends is the native variant's. What follows need
    // not run.
    ++Conditional;
    return emit(new (Ctx) CXXThrowExpr(nullptr, Ctx.VoidTy, S->getBeginLoc(),
                                       /*IsThrownVariableInScope=*/false));
  }
  if (const auto *E = dyn_cast<Expr>(S))
    return discard(E);
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return statement(A->getSubStmt());
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return declaration(*D);
  if (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    emit(block([&] {
      for (const Stmt *Child : Compound->body())
        statement(Child);
    }));
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return branch(*If);
  if (returnsFrom(S))
    return;
  if (const auto *For = dyn_cast<ForStmt>(S))
    return loop(*For);
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return rangeLoop(*Range);
  if (const auto *While = dyn_cast<WhileStmt>(S)) {
    if (While->getConditionVariable())
      return fail(S->getBeginLoc());
    ++Conditional;
    Expr *Cond = within([&] { return scalar(While->getCond()); });
    Stmt *Body = single(While->getBody());
    --Conditional;
    emit(WhileStmt::Create(Ctx, nullptr, Cond, Body, S->getBeginLoc(),
                           While->getLParenLoc(), While->getRParenLoc()));
    return;
  }
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    if (isDead(Do))
      return;
    ++Conditional;
    Stmt *Body = single(Do->getBody());
    Expr *Cond = within([&] { return scalar(Do->getCond()); });
    --Conditional;
    emit(new (Ctx) DoStmt(Body, Cond, Do->getDoLoc(), Do->getWhileLoc(),
                          Do->getRParenLoc()));
    return;
  }
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return choice(*Switch);
  if (const auto *Case = dyn_cast<CaseStmt>(S))
    return label(CaseStmt::Create(Ctx, const_cast<Expr *>(Case->getLHS()),
                                  const_cast<Expr *>(Case->getRHS()),
                                  Case->getCaseLoc(), Case->getEllipsisLoc(),
                                  Case->getColonLoc()),
                 *Case);
  if (const auto *Default = dyn_cast<DefaultStmt>(S))
    return label(new (Ctx) DefaultStmt(Default->getDefaultLoc(),
                                       Default->getColonLoc(), nullptr),
                 *Default);
  if (const auto *Break = dyn_cast<BreakStmt>(S);
      Break && !Break->hasLabelTarget()) {
    if (llvm::is_contained(Loop.Exits, Break))
      ++Conditional; // as below
    return emit(new (Ctx) BreakStmt(Break->getBeginLoc()));
  }
  if (const auto *Continue = dyn_cast<ContinueStmt>(S);
      Continue && !Continue->hasLabelTarget()) {
    // What follows in the body need not run, whatever is left in between.
    ++Conditional;
    return emit(new (Ctx) ContinueStmt(Continue->getBeginLoc()));
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    if (Frames.size() > 1)
      return returnFrom(*Return);
    if (!Loop.Exits.empty()) { // of the loop itself
      if (Return->getRetValue() &&
          !Return->getRetValue()->getType()->isVoidType())
        discard(Return->getRetValue());
      ++Conditional;
      return emit(ReturnStmt::Create(Ctx, Return->getReturnLoc(), nullptr,
                                     /*NRVOCandidate=*/nullptr));
    }
  }
  fail(S->getBeginLoc());
}

std::optional<bool> Lowering::known(const Expr *Condition) {
  bool Result;
  if (Condition->isValueDependent() ||
      !Condition->EvaluateAsBooleanCondition(Result, Ctx) ||
      writesIn(Condition)) // evaluation passes over what it does
    return std::nullopt;
  return Result;
}

void Lowering::branch(const IfStmt &S) {
  if (S.isConsteval())
    return statement(runBranch(S));
  auto Inner = [&] {
    if (S.getInit())
      statement(S.getInit());
    if (S.getConditionVariable())
      declaration(*S.getConditionVariableDeclStmt());
    if (auto Known = known(S.getCond())) {
      if (const Stmt *Taken = *Known ? S.getThen() : S.getElse())
        statement(Taken);
      return;
    }
    Expr *Cond = scalar(S.getCond());
    if (auto Settled = settled(Cond)) {
      if (const Stmt *Taken = *Settled ? S.getThen() : S.getElse())
        statement(Taken);
      return;
    }
    ++Conditional;
    Stmt *Then = single(S.getThen());
    Stmt *Else = S.getElse() ? single(S.getElse()) : nullptr;
    --Conditional;
    emit(IfStmt::Create(Ctx, S.getIfLoc(), IfStatementKind::Ordinary, nullptr,
                        nullptr, Cond, S.getLParenLoc(), S.getRParenLoc(), Then,
                        S.getElseLoc(), Else));
  };
  if (S.getInit() || S.getConditionVariable())
    emit(block(Inner));
  else
    Inner();
}

void Lowering::choice(const SwitchStmt &S) {
  auto Inner = [&] {
    if (S.getInit())
      statement(S.getInit());
    if (S.getConditionVariable())
      declaration(*S.getConditionVariableDeclStmt());
    Expr *Cond = scalar(S.getCond());
    auto *Copy = SwitchStmt::Create(Ctx, nullptr, nullptr, Cond,
                                    S.getLParenLoc(), S.getRParenLoc());
    ++Conditional;
    Copy->setBody(single(S.getBody()));
    --Conditional;
    emit(Copy);
  };
  if (S.getInit() || S.getConditionVariable())
    emit(block(Inner));
  else
    Inner();
}

void Lowering::label(SwitchCase *Copy, const SwitchCase &S) {
  if (isa<DeclStmt>(S.getSubStmt())) // lives on in the cases below
    return fail(S.getBeginLoc());
  Stmt *Labelled = single(S.getSubStmt());
  if (auto *Case = dyn_cast<CaseStmt>(Copy))
    Case->setSubStmt(Labelled);
  else
    cast<DefaultStmt>(Copy)->setSubStmt(Labelled);
  emit(Copy);
}

void Lowering::declaration(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    if (isa<TypeDecl, StaticAssertDecl, UsingDecl, UsingDirectiveDecl,
            NamespaceAliasDecl, EmptyDecl, UsingShadowDecl>(D))
      continue;
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V)
      return fail(S.getBeginLoc());
    variable(*V);
  }
}

void Lowering::variable(const VarDecl &V) {
  if (V.hasGlobalStorage()) {
    // A constant, which every kernel prints by its value.
    if (V.getType().isConstQualified() ||
        Ctx.getBaseElementType(V.getType()).isConstQualified())
      emit(Make.declare(const_cast<VarDecl *>(&V)));
    else
      fail(diag::Id::StaticLocal, V.getLocation(), V.getName());
    return;
  }
  if (V.getType()->isVariablyModifiedType())
    return fail(V.getLocation());
  StringRef Name = V.getIdentifier() ? V.getName() : StringRef();
  if (Frames.size() > 1 && V.getInit() &&
      V.getType()->isIntegralOrEnumerationType()) {
    Place Start = folded(value(V.getInit()));
    if (!Start.is(Kind::Value))
      Variables[&V] = Start;
    else if (staysLiteral(V, Start.Code))
      Variables[&V] = Start;
    else
      Variables[&V] =
          atDevice(Make.lvalue(temporary(V.getType(), Name, Start.Code)));
  } else {
    Variables[&V] = initial(V.getType(), V.getInit(), Name);
  }
  if (const auto *Parts = dyn_cast<DecompositionDecl>(&V))
    for (const BindingDecl *B : Parts->bindings())
      if (const VarDecl *Holder = B->getHoldingVar())
        variable(*Holder);
}

/// A new variable or object of type T.
Place Lowering::initial(QualType T, const Expr *Init, StringRef Name) {
  if (Failed)
    return {};
  SourceLocation Loc = Init ? Init->getExprLoc() : Loop.Loc;
  if (T->isReferenceType()) {
    if (!Init) {
      fail(Loc);
      return {};
    }
    return stable(place(Init), T.getNonReferenceType(), Name, Loc);
  }
  if (!Init)
    return uninitialised(T, Name, Loc);
  if (isLowered(T)) {
    if (T->isArrayType())
      return pointerArray(T, Init, Name, Loc);
    Place P = value(Init);
    return P.is(Kind::Value) && !Derived.isInvariant(P.Code)
               ? atDevice(Make.lvalue(temporary(T, Name, P.Code)))
               : P;
  }
  if (T->isScalarType()) {
    Place P = value(Init);
    if (!P.is(Kind::Value))
      return P; // the address of an object
    return atDevice(Make.lvalue(temporary(T, Name, P.Code)));
  }
  // Arrays and records keep their initialiser.
  if (!Scopes.back()->Statements && T->isArrayType()) {
    fail(Loc);
    return {};
  }
  return atDevice(Make.lvalue(temporary(T, Name, scalar(Init))));
}

Place Lowering::uninitialised(QualType T, StringRef Name, SourceLocation Loc) {
  if (!isLowered(T))
    return atDevice(Make.lvalue(temporary(T, Name, nullptr)));
  if (T->isArrayType())
    return pointerArray(T, nullptr, Name, Loc);
  LocalObject *O = object(T, Loc);
  if (!O)
    return {};
  if (const auto *Class = dyn_cast<CXXRecordDecl>(O->Class))
    for (const CXXBaseSpecifier &B : Class->bases())
      addBase(O, B, uninitialised(B.getType(), Name, Loc));
  for (const FieldDecl *F : O->Class->fields())
    if (!F->getType()->isReferenceType() &&
        (!isLowered(F->getType()) || F->getType()->isArrayType()))
      O->Parts[F] = uninitialised(F->getType(), partName(Name, *F), Loc);
  return ofObject(O);
}

} // namespace twofold
