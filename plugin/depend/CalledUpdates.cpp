// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/CalledUpdates.h"
#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include "depend/CalledBody.h"
#include "model/LoopModelBuilder.h"
#include "model/ReferredObjects.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

/// Calls in calls that are looked into.
constexpr unsigned DeepestCall = 4;

/// Whether Def, or a function that it calls, may update what it is led to.
bool mayUpdate(const FunctionDecl &Def, ASTContext &Ctx, unsigned Depth,
               llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  return Seen.insert(&Def).second && anyNode(Def.getBody(), [&](const Stmt *S) {
           if (auto U = matchUpdate(const_cast<Stmt *>(S), Ctx)) {
             const Expr *Target = U->target();
             const VarDecl *V = variableIn(Target);
             return isElement(Target->getType(), Ctx) &&
                    (!V || V->getType()->isReferenceType());
           }
           const auto *Call = dyn_cast<CallExpr>(S);
           const FunctionDecl *Next = nullptr;
           return Depth < DeepestCall && Call && Call->getDirectCallee() &&
                  Call->getDirectCallee()->hasBody(Next) &&
                  isa<CompoundStmt>(Next->getBody()) &&
                  mayUpdate(*Next, Ctx, Depth + 1, Seen);
         });
}

/// A number or a pointer that no other thread changes.
bool isPlain(const Capture &C) {
  const auto *V = dyn_cast<VarDecl>(C.Decl);
  return C.Type->isScalarType() && !C.Type->isAtomicType() &&
         !C.Decl->getType().getNonReferenceType().isVolatileQualified() &&
         (!V || V->getTLSKind() == VarDecl::TLS_None);
}

} // namespace

Stmt *CalledUpdates::bodyOf(CallExpr &Call) {
  auto What = calledBy(Call);
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  if (!What || Around.size() > DeepestCall ||
      llvm::is_contained(Around, What->Definition) ||
      !mayUpdate(*What->Definition, Ctx, 0, Seen))
    return nullptr;
  if (Names.empty())
    eachNode(Loop.Body, [&](const Stmt *S) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
          Ref && Ref->getDecl()->getIdentifier())
        Names.insert(Ref->getDecl()->getName());
      if (const auto *Declared = dyn_cast<DeclStmt>(S))
        for (const Decl *D : Declared->decls())
          if (const auto *V = dyn_cast<NamedDecl>(D); V && V->getIdentifier())
            Names.insert(V->getName());
      return true;
    });
  return bodyInPlace(*What, *Loop.Function, Call.getExprLoc(), Names, Ctx);
}

void CalledUpdates::statement(Stmt *&Slot) {
  if (!Slot)
    return;
  auto *Whole = dyn_cast<Expr>(Slot);
  if (!Whole)
    return children(Slot);
  const auto *Full = dyn_cast<ExprWithCleanups>(Whole);
  auto *Call = dyn_cast<CallExpr>(
      const_cast<Expr *>(seeThrough(Whole->IgnoreParenCasts())));
  if (!Call || (Full && Full->cleanupsHaveSideEffects()))
    return;
  Stmt *Body = bodyOf(*Call);
  if (!Body)
    return;
  Changes.push_back({&Slot, Slot, Body});
  Slot = Body;
  Around.push_back(calledBy(*Call)->Definition);
  children(Body);
  Around.pop_back();
}

void CalledUpdates::children(Stmt *S) {
  const auto *For = dyn_cast<ForStmt>(S);
  const auto *Range = dyn_cast<CXXForRangeStmt>(S);
  const auto *Case = dyn_cast<SwitchCase>(S);
  if (isa<OMPExecutableDirective>(S))
    return;
  for (Stmt *&Child : S->children()) {
    // Where an expression has to stand.
    if (!Child || (isa<Expr>(Child) && !discards(S, Child)) ||
        (For && (Child == For->getInc() || Child == For->getInit())) ||
        (Range && Child != Range->getBody()) ||
        (Case && Child != Case->getSubStmt()))
      continue;
    statement(Child);
  }
}

/// Takes out the declarations of lambdas whose calls have all been replaced.
void CalledUpdates::dropLambdas(Stmt *S) {
  if (!S || isa<Expr>(S))
    return;
  for (Stmt *&Child : S->children()) {
    auto *Declared = dyn_cast_or_null<DeclStmt>(Child);
    const auto *V = Declared && Declared->isSingleDecl()
                        ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                        : nullptr;
    const auto *Record = V ? V->getType()->getAsCXXRecordDecl() : nullptr;
    if (!Record || !Record->isLambda()) {
      if (!Declared)
        dropLambdas(Child);
    } else if (!V->getType().isDestructedType() && !mentions(Loop.Body, V)) {
      auto *Nothing = new (Ctx) NullStmt(Declared->getBeginLoc());
      Changes.push_back({&Child, Child, Nothing});
      Child = Nothing;
    }
  }
}

/// Brings the captures to what the body names. False: one would be more than a
/// value or memory that is shared.
bool CalledUpdates::share() {
  ReferredObjects Referred(Loop, Ctx);
  BodyUses Uses = collectUses(Loop.Body);
  for (const LoopDim &Dim : Loop.Dims)
    if (const auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop))
      declareInside(Uses, *Range);
  if (Uses.This && llvm::none_of(Loop.Captures, [](const Capture &C) {
        return C.Kind == Sharing::This;
      }))
    return false;
  for (auto &[D, U] : Uses.Variables) {
    if (Loop.dimOf(D) || Uses.DeclaredInside.contains(D) || D == Loop.Iteration)
      continue;
    Capture *Known = llvm::find_if(Loop.Captures, [&](const Capture &C) {
      return C.Decl && C.Decl->getCanonicalDecl() == D->getCanonicalDecl();
    });
    const bool Fixed = !U.mayChange();
    if (Known != Loop.Captures.end()) {
      Known->Called = false;
      if (Known->Kind == Sharing::Value && !U.Writes.empty())
        return false;
      // Only a lambda referred to it.
      if (Known->Kind == Sharing::Reference && !Known->MayChange && Fixed &&
          isPlain(*Known))
        Known->Kind = Sharing::Value;
      continue;
    }
    Capture C = captureOf(D, *U.References.front());
    C.MayChange = Referred.mayChange(D);
    if (!C.Type->isScalarType())
      C.Kind = Sharing::Reference;
    else if (Fixed && isPlain(C))
      C.Kind = C.MayChange ? Sharing::Reference : Sharing::Value;
    else
      return false;
    Loop.Captures.push_back(C);
  }
  // A lambda whose body stands here is asked for nothing.
  llvm::erase_if(Loop.Captures, [&](const Capture &C) {
    const auto *Record = C.Decl ? C.Type->getAsCXXRecordDecl() : nullptr;
    return Record && Record->isLambda() && !Uses.Variables.contains(C.Decl);
  });
  numberArguments(Loop);
  return true;
}

bool CalledUpdates::insert() {
  statement(Loop.Body);
  if (Changes.empty())
    return false;
  dropLambdas(Loop.Body);
  if (share())
    return true;
  undo();
  return false;
}

bool CalledUpdates::areUpdated() const {
  return llvm::any_of(Loop.Updates, [&](const ElementUpdate &U) {
    return llvm::any_of(Changes, [&](const Change &C) {
      return anyNode(C.Body, [&](const Stmt *S) { return S == U.Whole; });
    });
  });
}

void CalledUpdates::undo() {
  for (const Change &C : llvm::reverse(Changes))
    *C.Slot = C.Call;
  Changes.clear();
  Loop.Captures = Captures;
  numberArguments(Loop);
}

} // namespace twofold
