// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/StatementCopy.h"
#include "ast/AstFactory.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace twofold {

/// T, as an array of constant length if it has one: C takes a `const int` for
/// no constant.
QualType StatementCopy::fixed(QualType T) const {
  const VariableArrayType *Array = Ctx.getAsVariableArrayType(T);
  Expr::EvalResult Length;
  if (!Array || Array->getElementType()->isVariablyModifiedType() ||
      !Array->getSizeExpr() ||
      !Array->getSizeExpr()->EvaluateAsInt(Length, Ctx) ||
      !Length.Val.getInt().isStrictlyPositive())
    return T;
  return Ctx.getConstantArrayType(
      Array->getElementType(), Length.Val.getInt().extOrTrunc(64), nullptr,
      ArraySizeModifier::Normal, T.getLocalFastQualifiers());
}

QualType StatementCopy::typeOf(const ValueDecl &D, QualType T) const {
  if (Closures.isOwn(T))
    return Closures.type(T);
  // Variables around the copy are what they were.
  return D.getType().getNonReferenceType()->isVariablyModifiedType() ? T
                                                                     : fixed(T);
}

/// V without what it begins with; a structured binding with its names.
VarDecl *StatementCopy::made(VarDecl *V) {
  auto *Parts = dyn_cast<DecompositionDecl>(V);
  if (const QualType T = fixed(V->getType()); T != V->getType())
    return VarDecl::Create(Ctx, Owner, V->getInnerLocStart(), V->getLocation(),
                           V->getIdentifier(), T,
                           Ctx.getTrivialTypeSourceInfo(T, V->getLocation()),
                           V->getStorageClass());
  if (!Parts)
    return VarDecl::Create(Ctx, Owner, V->getInnerLocStart(), V->getLocation(),
                           V->getIdentifier(), V->getType(),
                           V->getTypeSourceInfo(), V->getStorageClass());
  SmallVector<BindingDecl *, 4> Names;
  for (BindingDecl *B : Parts->bindings()) {
    Names.push_back(BindingDecl::Create(Ctx, Owner, B->getLocation(),
                                        B->getIdentifier(), B->getType()));
    Bindings[B] = Names.back();
  }
  return DecompositionDecl::Create(
      Ctx, Owner, V->getInnerLocStart(), V->getLocation(), V->getType(),
      V->getTypeSourceInfo(), V->getStorageClass(), Names);
}

VarDecl *StatementCopy::copy(VarDecl *V) {
  if (!V)
    return nullptr;
  if (VarDecl *Closed = Closures.variable(*V))
    return Closed;
  VarDecl *New = made(V);
  New->setInitStyle(V->getInitStyle());
  New->setConstexpr(V->isConstexpr());
  New->setCXXForRangeDecl(V->isCXXForRangeDecl());
  New->setImplicit(V->isImplicit());
  New->setIsUsed();
  New->setReferenced();
  for (const Attr *A : V->attrs())
    New->addAttr(A->clone(Ctx));
  // Its initialiser may name it.
  Variables[V] = New;
  if (Expr *Init = V->getInit())
    New->setInit(copy(Init));
  // What asks whether it is evaluated at compile time is told so again.
  if (V->hasConstantInitialization() && New->getInit())
    New->ensureEvaluatedStmt()->HasConstantInitialization = true;
  if (auto *Parts = dyn_cast<DecompositionDecl>(V))
    for (BindingDecl *B : Parts->bindings()) {
      BindingDecl *Name = Bindings.lookup(B);
      // Of what is like a tuple it names a variable that holds the element.
      if (VarDecl *Holding = B->getHoldingVar())
        copy(Holding);
      Name->setBinding(B->getType(), copy(B->getBinding()));
      Name->setReferenced();
    }
  return New;
}

/// V is a structured binding that names a number of elements at once.
static bool holdsPack(const VarDecl &V) {
  const auto *Parts = dyn_cast<DecompositionDecl>(&V);
  return Parts && llvm::any_of(Parts->bindings(), [](const BindingDecl *B) {
           return B->isParameterPack();
         });
}

/// V is a constant that is there before the program begins, for all copies.
static bool isConstantTable(const VarDecl &V, const ASTContext &Ctx) {
  return V.isStaticLocal() && V.getTLSKind() == VarDecl::TLS_None &&
         Ctx.getBaseElementType(V.getType()).isConstQualified() &&
         V.hasConstantInitialization() && !V.needsDestruction(Ctx);
}

DeclStmt *StatementCopy::declarations(DeclStmt *S) {
  SmallVector<Decl *, 2> Copies;
  for (Decl *D : S->decls()) {
    auto *V = dyn_cast<VarDecl>(D);
    if (V && isConstantTable(*V, Ctx)) {
      Copies.push_back(V);
      continue;
    }
    if (V && (V->hasGlobalStorage() || V->hasExternalStorage() ||
              holdsPack(*V) || fixed(V->getType())->isVariablyModifiedType()))
      return fail(S);
    // But for such lengths, types have no state.
    if (auto *Alias = dyn_cast<TypedefNameDecl>(D);
        Alias && Alias->getUnderlyingType()->isVariablyModifiedType())
      return fail(S);
    Copies.push_back(V ? copy(V) : D);
  }
  auto Group = DeclGroupRef::Create(Ctx, Copies.data(), Copies.size());
  return new (Ctx) DeclStmt(Group, S->getBeginLoc(), S->getEndLoc());
}

Stmt *StatementCopy::compound(CompoundStmt *S) {
  Statements Body(S->body()), Copies;
  part(Body, 0, Body.size(), Copies);
  return CompoundStmt::Create(Ctx, Copies, S->getStoredFPFeaturesOrDefault(),
                              S->getLBracLoc(), S->getRBracLoc());
}

/// Body[At] up to Body[End].
void StatementCopy::part(ArrayRef<Stmt *> Body, unsigned At, unsigned End,
                         Statements &Out) {
  while (At < End) {
    if (Within && Within->isDead(Body[At])) {
      ++At;
      continue;
    }
    if (unsigned Replaced = replace(Body, At, Out)) {
      At += Replaced;
      continue;
    }
    const Jumps::Skip Skip =
        Within ? Within->skipOf(Body, At, End, Ctx) : Jumps::Skip();
    if (!Skip.Jump) {
      Out.push_back(copy(Body[At++]));
      continue;
    }
    Skipping.insert(Skip.Jump);
    auto *If = cast<IfStmt>(copy(Body[At]));
    Statements Longer;
    if (Stmt *Other = Skip.InThen ? If->getElse() : If->getThen())
      Longer.push_back(Other);
    part(Body, At + 1, Skip.Label, Longer);
    AstFactory Make(Ctx, If->getBeginLoc());
    Stmt *Block = Make.compound(Longer);
    Out.push_back(Make.ifThen(If->getCond(),
                              Skip.InThen ? If->getThen() : Block,
                              Skip.InThen ? Block : If->getElse()));
    At = Skip.Label;
  }
}

Stmt *StatementCopy::branch(IfStmt *S) {
  if (S->isConsteval())
    return fail(S);
  if (S->isConstexpr())
    if (auto Chosen = S->getNondiscardedCase(Ctx))
      return *Chosen ? copy(*Chosen) : new (Ctx) NullStmt(S->getIfLoc());
  if (Within && Within->isLeftOut(S))
    return S->getElse() ? copy(S->getElse())
                        : new (Ctx) NullStmt(S->getIfLoc());
  Stmt *Init = copy(S->getInit());
  VarDecl *Variable = copy(S->getConditionVariable());
  Expr *Condition = copy(S->getCond());
  Stmt *Then = copy(S->getThen()), *Else = copy(S->getElse());
  return IfStmt::Create(Ctx, S->getIfLoc(), S->getStatementKind(), Init,
                        Variable, Condition, S->getLParenLoc(),
                        S->getRParenLoc(), Then, S->getElseLoc(), Else);
}

Stmt *StatementCopy::choice(SwitchStmt *S) {
  Stmt *Init = copy(S->getInit());
  VarDecl *Variable = copy(S->getConditionVariable());
  auto *New = SwitchStmt::Create(Ctx, Init, Variable, copy(S->getCond()),
                                 S->getLParenLoc(), S->getRParenLoc());
  New->setSwitchLoc(S->getSwitchLoc());
  Switches.push_back(New);
  New->setBody(copy(S->getBody()));
  Switches.pop_back();
  if (S->isAllEnumCasesCovered())
    New->setAllEnumCasesCovered();
  return New;
}

SwitchCase *StatementCopy::copyLabel(SwitchCase *S, Stmt *Sub) {
  SwitchCase *New;
  if (auto *Case = dyn_cast<CaseStmt>(S)) {
    // Constants may be shared.
    auto *Copy = CaseStmt::Create(Ctx, Case->getLHS(), Case->getRHS(),
                                  Case->getCaseLoc(), Case->getEllipsisLoc(),
                                  Case->getColonLoc());
    Copy->setSubStmt(Sub);
    New = Copy;
  } else {
    New = new (Ctx) DefaultStmt(S->getKeywordLoc(), S->getColonLoc(), Sub);
  }
  if (Switches.empty())
    fail(S);
  else
    Switches.back()->addSwitchCase(New);
  return New;
}

Stmt *StatementCopy::range(CXXForRangeStmt *S) {
  if (S->getCoawaitLoc().isValid())
    return fail(S);
  Stmt *Init = copy(S->getInit());
  auto *Range = cast<DeclStmt>(copy(S->getRangeStmt()));
  auto *Begin = cast<DeclStmt>(copy(S->getBeginStmt()));
  auto *End = cast<DeclStmt>(copy(S->getEndStmt()));
  Expr *Condition = copy(S->getCond()), *Increment = copy(S->getInc());
  auto *Variable = cast<DeclStmt>(copy(S->getLoopVarStmt()));
  Stmt *Body = copy(S->getBody());
  return new (Ctx) CXXForRangeStmt(
      Init, Range, Begin, End, Condition, Increment, Variable, Body,
      S->getForLoc(), S->getCoawaitLoc(), S->getColonLoc(), S->getRParenLoc());
}

Stmt *StatementCopy::withoutJumps(Stmt *Root, Jumps::Statements LeftOut) {
  std::optional<Jumps> Around = std::exchange(Within, std::nullopt);
  Within.emplace(Root, std::move(LeftOut));
  Stmt *New = copy(Root);
  Within.swap(Around);
  return New;
}

Stmt *StatementCopy::copy(Stmt *S) {
  if (!S)
    return nullptr;
  if (auto *E = dyn_cast<Expr>(S))
    return copy(E);
  if (Stmt *Other = replacement(S))
    return Other;
  return statement(S);
}

Stmt *StatementCopy::statement(Stmt *S) {
  if (auto *Block = dyn_cast<CompoundStmt>(S))
    return compound(Block);
  if (auto *Declared = dyn_cast<DeclStmt>(S))
    return declarations(Declared);
  if (auto *If = dyn_cast<IfStmt>(S))
    return branch(If);
  if (auto *Switch = dyn_cast<SwitchStmt>(S))
    return choice(Switch);
  if (auto *Label = dyn_cast<SwitchCase>(S))
    return copyLabel(Label, copy(Label->getSubStmt()));
  if (auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return range(Range);
  if (auto *For = dyn_cast<ForStmt>(S)) {
    Stmt *Init = copy(For->getInit());
    VarDecl *Variable = copy(For->getConditionVariable());
    Expr *Condition = copy(For->getCond()), *Increment = copy(For->getInc());
    return new (Ctx)
        ForStmt(Ctx, Init, Condition, Variable, Increment, copy(For->getBody()),
                For->getForLoc(), For->getLParenLoc(), For->getRParenLoc());
  }
  if (auto *While = dyn_cast<WhileStmt>(S)) {
    VarDecl *Variable = copy(While->getConditionVariable());
    Expr *Condition = copy(While->getCond());
    return WhileStmt::Create(Ctx, Variable, Condition, copy(While->getBody()),
                             While->getWhileLoc(), While->getLParenLoc(),
                             While->getRParenLoc());
  }
  if (auto *Do = dyn_cast<DoStmt>(S)) {
    Stmt *Body = copy(Do->getBody());
    return new (Ctx) DoStmt(Body, copy(Do->getCond()), Do->getDoLoc(),
                            Do->getWhileLoc(), Do->getRParenLoc());
  }
  if (auto *Attributed = dyn_cast<AttributedStmt>(S))
    return AttributedStmt::Create(Ctx, Attributed->getAttrLoc(),
                                  Attributed->getAttrs(),
                                  copy(Attributed->getSubStmt()));
  if (auto *Jump = dyn_cast<LoopControlStmt>(S);
      Jump && !Jump->hasLabelTarget())
    return isa<BreakStmt>(S)
               ? static_cast<Stmt *>(new (Ctx) BreakStmt(S->getBeginLoc()))
               : new (Ctx) ContinueStmt(S->getBeginLoc());
  if (const auto *Null = dyn_cast<NullStmt>(S))
    return new (Ctx) NullStmt(Null->getSemiLoc());
  if (auto *Label = dyn_cast<LabelStmt>(S); Label && Within)
    return copy(Label->getSubStmt());
  if (auto *Return = dyn_cast<ReturnStmt>(S); Return && captured())
    return ReturnStmt::Create(Ctx, Return->getReturnLoc(),
                              copy(Return->getRetValue()), nullptr);
  auto *Jump = dyn_cast<GotoStmt>(S);
  if (Jump && Skipping.contains(Jump))
    return new (Ctx) NullStmt(Jump->getGotoLoc());
  Stmt *Instead = Jump && Within ? Within->instead(*Jump, Ctx) : nullptr;
  return isa_and_nonnull<ReturnStmt>(Instead) ? copy(Instead)
         : Instead                            ? Instead
                                              : fail(S);
}

} // namespace twofold
