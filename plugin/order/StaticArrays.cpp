// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "order/StaticArrays.h"
#include "ast/Nodes.h"
#include "model/LoopModel.h"
#include "order/StorePlaces.h"

using namespace clang;

namespace twofold {
namespace {

/// A sum or a multiple of what the body or the function is given: elements that
/// it selects are taken to be the iteration's own, as the annotation says.
/// Remainders, bits, and what is read from memory bring iterations together.
bool isOfGiven(const Expr *Index, const ParallelLoop &Loop) {
  Index = Index->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(Index))
    return (B->getOpcode() == BO_Add || B->getOpcode() == BO_Sub ||
            B->getOpcode() == BO_Mul) &&
           isOfGiven(B->getLHS(), Loop) && isOfGiven(B->getRHS(), Loop);
  const auto *Ref = dyn_cast<DeclRefExpr>(Index);
  return isa<IntegerLiteral>(Index) ||
         (Ref && (isa<ParmVarDecl, EnumConstantDecl>(Ref->getDecl()) ||
                  Ref->refersToEnclosingVariableOrCapture() ||
                  Loop.dimOf(Ref->getDecl())));
}

/// A pointer that an element or a member holds. It leads elsewhere.
bool isStored(const Expr *Pointer) {
  const Expr *From = operandOf(Pointer->IgnoreParens(), CK_LValueToRValue);
  return From && !variableIn(From);
}

/// The array whose element or elements E names by a call of a method.
const Expr *partOfArray(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *F = Call ? Call->getMethodDecl() : nullptr;
  return F && F->getIdentifier() && F->getParent()->isInStdNamespace() &&
                 F->getParent()->getName() == "array" &&
                 Call->getNumArgs() == unsigned(F->getName() == "at") &&
                 llvm::is_contained({"at", "data", "begin"}, F->getName())
             ? Call->getImplicitObjectArgument()
             : nullptr;
}

} // namespace

const VarDecl *staticArray(const Expr *Target, const ParallelLoop &Loop,
                           const StorePlaces &Places) {
  constexpr unsigned Most = 64; // parts, as a pointer may be given itself
  bool Element = false, Own = true, Moves = false;
  for (unsigned Parts = 0; Parts != Most; ++Parts) {
    Target = Target->IgnoreParenImpCasts();
    const auto *Call = dyn_cast<CXXOperatorCallExpr>(Target);
    if (const auto *At = dyn_cast<ArraySubscriptExpr>(Target)) {
      Own &= isOfGiven(At->getIdx(), Loop);
      Element = true;
      Target = At->getBase();
    } else if (Call && Call->getOperator() == OO_Subscript) {
      Own &= isOfGiven(Call->getArg(1), Loop);
      Element = true;
      Target = Call->getArg(0);
    } else if (const Expr *Object = partOfArray(Target)) {
      const auto *Named = cast<CXXMemberCallExpr>(Target);
      Element |= Named->getNumArgs() == 1;
      Own &= Named->getNumArgs() == 0 || isOfGiven(Named->getArg(0), Loop);
      Target = Object;
    } else if (const auto *M = dyn_cast<MemberExpr>(Target);
               M && !(M->isArrow() && isStored(M->getBase()))) {
      Target = M->getBase();
    } else if (const auto *U = dyn_cast<UnaryOperator>(Target);
               U &&
               (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf) &&
               !isStored(U->getSubExpr())) {
      Target = U->getSubExpr();
    } else if (const auto *Sum = dyn_cast<BinaryOperator>(Target);
               Sum && Sum->isAdditiveOp()) {
      const bool Left = Sum->getLHS()->getType()->isPointerType() ||
                        Sum->getLHS()->getType()->isArrayType();
      Own &= isOfGiven(Left ? Sum->getRHS() : Sum->getLHS(), Loop);
      Element = true;
      Target = Left ? Sum->getLHS() : Sum->getRHS();
    } else {
      const VarDecl *V = variableIn(Target);
      if (const Expr *Given = V ? Places.given(V) : nullptr;
          Given && !isStored(Given)) {
        Moves |= Places.moves(V);
        Target = Given;
        continue;
      }
      return (Element ? !Own : Moves) && V && V->isStaticLocal() &&
                     V->getTLSKind() == VarDecl::TLS_None && !Loop.capture(V)
                 ? V
                 : nullptr;
    }
  }
  return nullptr;
}

} // namespace twofold
