// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "order/PointedCalls.h"
#include "ast/Nodes.h"
#include "ast/PointedFunctions.h"
#include "model/ElementUpdate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace twofold {
namespace {

/// What one function stores that others see.
class OutsideStores {
  const FunctionDecl &Function;
  const ASTContext &Ctx;

  bool isOwn(const VarDecl *V) const {
    return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
           V->getDeclContext() == &Function;
  }
  /// E has a number in it that the function is given.
  bool namesParameter(const Expr *E) const {
    return anyNode(E, [&](const Stmt *Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      return Ref && isa<ParmVarDecl>(Ref->getDecl()) &&
             Ref->getType()->isIntegerType() &&
             isOwn(cast<VarDecl>(Ref->getDecl()));
    });
  }
  /// The subscript that selects E, or the object that it is a member of.
  static const Expr *elementOf(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    while (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->isArrow())
        return nullptr;
      E = M->getBase()->IgnoreParenImpCasts();
    }
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
    return isa<ArraySubscriptExpr>(E) ||
                   (Operator && Operator->getOperator() == OO_Subscript)
               ? E
               : nullptr;
  }
  static const Expr *arrayOf(const Expr *Element) {
    const auto *At = dyn_cast<ArraySubscriptExpr>(Element);
    return (At ? At->getBase() : cast<CXXOperatorCallExpr>(Element)->getArg(0))
        ->IgnoreParenImpCasts();
  }
  static const Expr *indexOf(const Expr *Element) {
    const auto *At = dyn_cast<ArraySubscriptExpr>(Element);
    return At ? At->getIdx() : cast<CXXOperatorCallExpr>(Element)->getArg(1);
  }
  /// Call comes to the function again.
  bool leadsHere(const CallExpr &Call) const {
    const FunctionDecl *F = Call.getDirectCallee();
    return (F && declaresSameEntity(F, &Function)) ||
           llvm::is_contained(functionsLedTo(Call, Ctx), &Function);
  }
  bool meets(const Expr *Target) const;

public:
  OutsideStores(const FunctionDecl &Function, const ASTContext &Ctx)
      : Function(Function), Ctx(Ctx) {}

  bool meet() const {
    return anyNode(Function.getBody(), [&](const Stmt *Part) {
      const Expr *Target = assignedBy(Part);
      return Target && meets(Target);
    });
  }
};

/// Calls that store to Target may come to one place.
bool OutsideStores::meets(const Expr *Target) const {
  const Expr *Element = elementOf(Target);
  if (!Element) {
    const Expr *E = Target->IgnoreParenImpCasts();
    while (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->isArrow())
        break;
      E = M->getBase()->IgnoreParenImpCasts();
    }
    // Behind a pointer that the function is given the caller knows where.
    const VarDecl *V = variableIn(E);
    return V && !isOwn(V) && !isa<ParmVarDecl>(V);
  }
  const Expr *Array = arrayOf(Element);
  const VarDecl *Root = variableIn(Array);
  if (Root && isOwn(Root) && !Root->getType()->isPointerType())
    return false;
  if (!namesParameter(indexOf(Element)))
    return !(Root && isa<ParmVarDecl>(Root) && isOwn(Root));
  // Another element of the array is read, or the call leads to others.
  return anyNode(Function.getBody(), [&](const Stmt *Part) {
    if (const auto *Call = dyn_cast<CallExpr>(Part); Call && leadsHere(*Call))
      return true;
    const auto *E = dyn_cast<Expr>(Part);
    const Expr *Other = E && E->isGLValue() && elementOf(E) == E ? E : nullptr;
    return Other && sameExpression(arrayOf(Other), Array, Ctx) &&
           !sameExpression(Other, Element, Ctx);
  });
}

} // namespace

std::optional<Refusal> findPointedCall(const ParallelLoop &Loop,
                                       const ASTContext &Ctx) {
  if (Loop.Given.Independent || !Loop.Function)
    return std::nullopt;
  std::optional<Refusal> Found;
  anyNode(Loop.Body, [&](const Stmt *Part) {
    const auto *Call = dyn_cast<CallExpr>(Part);
    const ValueDecl *Holder = Call ? calledHolder(*Call) : nullptr;
    if (!Holder || isa<CXXMethodDecl>(Holder))
      return false;
    for (const FunctionDecl *F : functionsLedTo(*Call, Ctx))
      if (OutsideStores(*F, Ctx).meet())
        Found = Refusal{diag::Id::PointedStore,
                        Call->getExprLoc(),
                        {Holder->getNameAsString()}};
    return Found.has_value();
  });
  return Found;
}

} // namespace twofold
