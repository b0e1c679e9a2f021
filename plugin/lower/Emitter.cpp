// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lower/Emitter.h"
#include "ast/VariableUses.h"

using namespace clang;

namespace twofold {

Emitter::Emitter(const ParallelLoop &Loop, ASTContext &Ctx, BodyFacts &Facts,
                 const DerivedCaptures &Derived)
    : Loop(Loop), Ctx(Ctx), Make(Ctx, Loop.Loc), Facts(Facts),
      Derived(Derived) {
  for (const Capture &C : Loop.Captures)
    if (C.Decl && C.Decl->getIdentifier())
      Names.insert(C.Decl->getName());
  for (const LoopDim &Dim : Loop.Dims)
    Names.insert(Dim.Induction->getName());
}

SourceLocation Emitter::shown(SourceLocation Loc) const {
  if (Loc.isValid() && !Ctx.getSourceManager().isInSystemHeader(Loc))
    return Loc;
  return OutermostCall.isValid() ? OutermostCall : Loop.Loc;
}

void Emitter::fail(diag::Id Reason, SourceLocation Loc, StringRef Argument) {
  if (!Failed)
    Why = Refusal{Reason, shown(Loc), {Argument.str()}};
  Failed = true;
}

void Emitter::fail(const Refusal &Of) {
  if (!Failed)
    Why = Refusal{Of.Reason, shown(Of.Loc), Of.Arguments};
  Failed = true;
}

Emitter::Scope Emitter::collected(bool Statements,
                                  llvm::function_ref<void()> Fill) {
  Scope Own;
  Own.Statements = Statements;
  Scopes.push_back(&Own);
  Fill();
  Scopes.pop_back();
  return Own;
}

CompoundStmt *Emitter::block(llvm::function_ref<void()> Fill) {
  return Make.compound(collected(/*Statements=*/true, Fill).Items);
}

Expr *Emitter::joined(const Scope &Before, Expr *Value) const {
  for (Stmt *Item : llvm::reverse(Before.Items)) {
    auto *First = cast<Expr>(Item);
    Value = Value ? BinaryOperator::Create(
                        Ctx, First, Value, BO_Comma, Value->getType(),
                        Value->getValueKind(), Value->getObjectKind(),
                        Value->getExprLoc(), FPOptionsOverride())
                  : First;
  }
  return Value;
}

Expr *Emitter::within(llvm::function_ref<Expr *()> Evaluate) {
  Expr *Result = nullptr;
  Scope Own = collected(/*Statements=*/false, [&] { Result = Evaluate(); });
  return joined(Own, Result);
}

Expr *Emitter::effects(llvm::function_ref<void()> Evaluate) {
  return joined(collected(/*Statements=*/false, Evaluate), nullptr);
}

bool Emitter::quietly(llvm::function_ref<void()> Evaluate) {
  if (Failed)
    return false;
  Scope Own = collected(/*Statements=*/true, Evaluate);
  bool Clean = !Failed && Own.Items.empty();
  Failed = false;
  Why.reset();
  return Clean;
}

Expr *Emitter::dummy(QualType T, ExprValueKind Category) const {
  return new (Ctx) OpaqueValueExpr(Loop.Loc, T.getNonReferenceType(), Category);
}

Expr *Emitter::cast(CastKind Kind, Expr *E, QualType T,
                    const CXXCastPath *Path) const {
  return ImplicitCastExpr::Create(Ctx, T, Kind, E, Path,
                                  Path ? VK_LValue : VK_PRValue,
                                  FPOptionsOverride());
}

Expr *Emitter::initial(const ValueDecl *D) const {
  return Initial.lookup(dyn_cast_or_null<VarDecl>(D)).first;
}

void Emitter::emit(Stmt *S) {
  if (!Scopes.back()->Statements && !isa<Expr>(S)) {
    fail(S->getBeginLoc());
    return;
  }
  Scopes.back()->Items.push_back(S);
}

Stmt *Emitter::lastItem() const {
  const Scope &Own = *Scopes.back();
  return Own.Items.empty() ? nullptr : Own.Items.back();
}

std::string Emitter::unique(StringRef Name) {
  Name = Name.trim('_');
  std::string Base = Name.empty() ? "part" : Name.str();
  std::string Result = Base;
  for (unsigned I = 1; !Names.insert(Result).second; ++I)
    Result = Base + "_" + std::to_string(I);
  return Result;
}

VarDecl *Emitter::temporary(QualType T, StringRef Name, Expr *Init) {
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

void Emitter::keepOrder(Expr *&First, Stmt *LastBefore) {
  Scope &Own = *Scopes.back();
  size_t At = 0;
  if (LastBefore)
    At = llvm::find(Own.Items, LastBefore) - Own.Items.begin() + 1;
  BodyUses Reads = collectUses(First);
  bool Conflict = false;
  for (size_t I = At; I < Own.Items.size() && !Conflict; ++I) {
    if (isa<DeclStmt>(Own.Items[I]))
      continue; // of a new variable; calls in it are looked at below
    auto *Set = dyn_cast<BinaryOperator>(Own.Items[I]);
    const ValueDecl *To =
        Set && Set->getOpcode() == BO_Assign ? namedIn(Set->getLHS()) : nullptr;
    Conflict = !To || Reads.Variables.count(const_cast<ValueDecl *>(To)) ||
               Facts.writesIn(Set->getRHS());
  }
  for (size_t I = At; I < Own.Items.size() && !Conflict; ++I)
    if (const auto *Declared = dyn_cast<DeclStmt>(Own.Items[I]))
      for (const VarDecl *V : variablesIn(*Declared))
        if (V->getInit())
          Conflict |= Facts.writesIn(V->getInit());
  if (!Conflict || Derived.isStable(First))
    return;
  if (First->isGLValue() || !Own.Statements)
    return fail(First->getExprLoc());
  VarDecl *V = Make.variable(Loop.Function, unique("value"),
                             First->getType().getUnqualifiedType(), First);
  Temporaries.insert(V);
  Own.Items.insert(Own.Items.begin() + At, Make.declare(V));
  First = Make.value(V);
}

Expr *Emitter::initialOf(Expr *E, unsigned Since) const {
  Expr *Plain = E->IgnoreParens();
  if (auto *Ref = dyn_cast<DeclRefExpr>(Plain)) {
    auto It = Initial.find(dyn_cast<VarDecl>(Ref->getDecl()));
    return It != Initial.end() && It->second.second >= Since
               ? initialOf(It->second.first, Since)
               : E;
  }
  if (auto *C = dyn_cast<CastExpr>(Plain)) {
    Expr *Sub = initialOf(C->getSubExpr(), Since);
    if (Sub == C->getSubExpr())
      return E;
    if (C->getCastKind() == CK_LValueToRValue)
      return Sub;
    return ImplicitCastExpr::Create(Ctx, C->getType(), C->getCastKind(), Sub,
                                    nullptr, C->getValueKind(),
                                    FPOptionsOverride());
  }
  if (auto *B = dyn_cast<BinaryOperator>(Plain); B && !B->isAssignmentOp()) {
    Expr *L = initialOf(B->getLHS(), Since), *R = initialOf(B->getRHS(), Since);
    return L == B->getLHS() && R == B->getRHS()
               ? E
               : Make.binary(B->getOpcode(), L, R, B->getType());
  }
  return E;
}

void Emitter::advance(const Expr *Target, Expr *Right, BinaryOperatorKind Op) {
  auto It = Initial.find(variableIn(Target));
  if (It == Initial.end())
    return;
  Expr *Old = initialOf(It->second.first, 0), *By = initialOf(Right, 0);
  if (Conditional == 0 && Old->getType()->isPointerType() &&
      (Op == BO_AddAssign || Op == BO_SubAssign) && Derived.isInvariant(Old) &&
      Derived.isInvariant(By))
    It->second.first = Make.paren(Make.binary(
        Op == BO_AddAssign ? BO_Add : BO_Sub, Old, By, Old->getType()));
  else
    Initial.erase(It);
}

void Emitter::forget(const Expr *Target) { Initial.erase(variableIn(Target)); }

} // namespace twofold
