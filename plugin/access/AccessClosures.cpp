// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessClosures.cpp - lambdas, and what is not understood -----------===//
#include "access/NodeEvaluators.h"
#include "ast/Nodes.h"
#include "ast/VariableUses.h"

using namespace clang;
using namespace twofold;

/// Whoever calls E has a number of what E captures by reference, and changes
/// nothing by that.
static bool isReading(const LambdaExpr &E) {
  const CXXMethodDecl *Body = E.getCallOperator();
  return Body->getReturnType()->isArithmeticType() && storesNothing(Body) &&
         llvm::all_of(E.captures(), [](const LambdaCapture &C) {
           return C.capturesVariable() && C.getCaptureKind() == LCK_ByRef &&
                  !C.getCapturedVar()->isInitCapture();
         });
}

/// All that Body, in which E stands, does with the object that E makes is to
/// call it.
static bool isOnlyCalled(const LambdaExpr &E, const Stmt *Body) {
  const VarDecl *Named = nullptr;
  unsigned Makes = 0, Uses = 0, Calls = 0;
  eachNode(Body, [&](const Stmt *S) {
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const VarDecl *V : variablesIn(*Declared))
        if (V->getInit() && seeThrough(V->getInit()) == &E)
          Named = V;
    Makes += S == &E;
    return true;
  });
  eachNode(Body, [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    Uses += Ref && Ref->getDecl() == Named;
    const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
    const Expr *Called = Call && Call->getOperator() == OO_Call
                             ? Call->getArg(0)->IgnoreParenImpCasts()
                             : nullptr;
    Calls += Called && (Called == &E || (Named && variableIn(Called) == Named));
    return true;
  });
  return Makes == 1 && Calls == (Named ? Uses : Makes);
}

/// The body in which the evaluated expression stands.
static const Stmt *bodyAround(const Evaluation &In) {
  const FunctionDecl *Function = In.Frames.innermost().Function;
  return Function ? Function->getBody() : In.Loop.Body;
}

/// Anywhere in the memory that V is in.
static Value onlyPlaces(Value V) {
  llvm::erase_if(V, [](const Arm &A) {
    return A.What == Arm::Unknown || A.What == Arm::Integer;
  });
  return wild(V);
}

/// E is not understood.
void PlaceEvaluator::escape(const Expr *E) {
  const auto *Lambda = dyn_cast<LambdaExpr>(E);
  Variables.forgetAssigned(E);
  if (Lambda && isOnlyCalled(*Lambda, bodyAround(In))) {
    for (const Expr *Captured : Lambda->capture_inits())
      Expressions.effects(Captured);
    return;
  }
  const Value Named = Variables.mentioned(E);
  if (!Lambda || !isReading(*Lambda))
    return Touches.touchAnywhere(Named, E);
  // Whoever is given it may call it.
  Touches.touch(onlyPlaces(Named), Ctx.CharTy, /*Reads=*/true, false, E);
}
