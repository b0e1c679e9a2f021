// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CalledPlaces.cpp - what functions give, and what lambdas have ------===//

#include "ast/Nodes.h"
#include "model/ControlFlow.h"
#include "order/StorePlaces.h"
#include "order/VaryingNumbers.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

/// What a function with this body returns, whatever happens in it; null: it
/// may return something else, or compute it from variables of its own.
static const Expr *onlyValue(const Stmt *Body, const ASTContext &Ctx) {
  for (;;) {
    if (const auto *Return = dyn_cast_or_null<ReturnStmt>(Body))
      return Return->getRetValue();
    if (const auto *If = dyn_cast_or_null<IfStmt>(Body)) {
      Body = onlyBranch(*If, Ctx).value_or(nullptr);
      continue;
    }
    const auto *Block = dyn_cast_or_null<CompoundStmt>(Body);
    if (!Block || Block->body_empty())
      return nullptr;
    // Checks may come before, but nothing that the value is computed from.
    for (const Stmt *S : Block->body())
      if (const auto *Declared = dyn_cast<DeclStmt>(S);
          Declared && !llvm::all_of(variablesIn(*Declared),
                                    [](auto *V) { return V->isStaticLocal(); }))
        return nullptr;
    Body = Block->body_back();
  }
}

/// What a function without anything but `return` returns.
StorePlace StorePlaces::returned(const CallExpr &E, bool Pointer) {
  const FunctionDecl *Def = nullptr, *F = E.getDirectCallee();
  // std::move, std::addressof and their like.
  if (F && F->getBuiltinID() && F->isInStdNamespace())
    return E.getNumArgs() == 1 ? place(E.getArg(0)) : StorePlace();
  // A part of the variant, or of the std::any, whatever it holds.
  if (F && F->isInStdNamespace() && F->getIdentifier() && E.getNumArgs() == 1 &&
      llvm::is_contained({"get_if", "any_cast"}, F->getName())) {
    const Expr *Of = E.getArg(0);
    return Of->getType()->isPointerType() ? pointee(Of) : place(Of);
  }
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  if (!F || Returns > 8 || (Method && Method->isVirtual()) ||
      !F->hasBody(Def) || Def->isDependentContext())
    return {};
  const Expr *Value = onlyValue(Def->getBody(), Def->getASTContext());
  if (!Value)
    return {};
  ArrayRef<const Expr *> Args(E.getArgs(), E.getNumArgs());
  bool Instance = Method && Method->isInstance();
  StorePlace Object = Instance ? object(E) : StorePlace();
  if (isa<CXXOperatorCallExpr>(E) && Instance)
    Args = Args.drop_front();
  enter(*Def, Args);
  llvm::SaveAndRestore Here(This, Object);
  llvm::SaveAndRestore Below(InBody, false);
  llvm::SaveAndRestore Count(Returns, Returns + 1);
  return Pointer ? pointee(Value) : place(Value);
}

/// The member of Object that a pointer to members selects.
StorePlace StorePlaces::selected(StorePlace Object, const Expr *Member) {
  constexpr unsigned Most = 16; // parameters that hand it on
  for (unsigned Step = 0; Step != Most; ++Step) {
    Member = seeThrough(Member)->IgnoreParenImpCasts();
    const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Member);
    const VarDecl *V = variableIn(Member);
    const Expr *Same = forwarded(*Member);
    const Expr *Before = Temporary ? Temporary->getSubExpr()
                         : V && V->getType()->isReferenceType()
                             ? Given.lookup(V)
                             : Same;
    if (!Before)
      break;
    Member = Before;
  }
  const bool Named = operandOf(Member, UO_AddrOf) != nullptr;
  return Object.isOutside() && !AnyElement && !Named &&
                 (!Numbers || Numbers->vary(Member))
             ? StorePlace()
             : Object;
}

llvm::SmallVector<const ValueDecl *, 4>
StorePlaces::bindCaptures(const CXXRecordDecl &Closure, bool InLoop) {
  StorePlace Own;
  Own.Root = StorePlace::Of::Own;
  llvm::SmallVector<const ValueDecl *, 4> Named;
  for (const LambdaCapture &C : Closure.captures()) {
    if (!C.capturesVariable())
      continue;
    const ValueDecl *D = C.getCapturedVar();
    if (C.getCaptureKind() == LCK_ByRef) {
      if (InLoop && Copies.contains(D)) {
        bind(D, Own);
        Named.push_back(D);
        continue;
      }
      const auto *V = dyn_cast<VarDecl>(D);
      if (V && V->isInitCapture() && V->getInit()) {
        bind(D, place(V->getInit()));
        Named.push_back(D);
      }
      continue;
    }
    bind(D, This);
    Named.push_back(D);
  }
  return Named;
}

} // namespace twofold
