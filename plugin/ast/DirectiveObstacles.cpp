// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DirectiveObstacles.cpp - why a loop under a directive is not copied ===//

#include "ast/DirectiveCopy.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {

static std::string whyJump(const GotoStmt &Jump) {
  const StringRef Label = Jump.getLabel()->getName();
  if (Label.starts_with("__pyx_L"))
    return Label.ends_with("_error")
               ? "an iteration may raise an exception in a loop or a 'try' of "
                 "its own; put 'try' around 'prange', or say that none is "
                 "(boundscheck, initializedcheck, cdivision, 'noexcept')"
               : "Cython has a 'try' or a 'with' in it jump by 'goto'; put "
                 "that around 'prange' and 'parallel'";
  return "no other statement says what 'goto " + Label.str() +
         "' in it does; put what it leaves out under an 'if', or in a function "
         "that returns there";
}

static std::string whyDeclared(const DeclStmt &S) {
  for (const VarDecl *V : variablesIn(S)) {
    const std::string Name = "'" + V->getNameAsString() + "'";
    if (V->hasGlobalStorage())
      return "it declares " + Name + ", which is static; declare it outside";
    if (V->getType()->isVariablyModifiedType())
      return "it declares " + Name +
             ", an array of variable length; give it a constant length";
  }
  return "it declares what no copy can be made of";
}

/// The copy cannot have L's class.
std::string DirectiveCopy::whyClosed(const LambdaExpr &L) const {
  const auto *Directive = findNode<OMPExecutableDirective>(
      L.getBody(), [](const Stmt *S) { return !isa<OMPAtomicDirective>(S); });
  if (Directive)
    return "a lambda in it has '" + nameOf(*Directive) + "' in it";
  const bool Atomic = holdsNode<OMPAtomicDirective>(L.getBody());
  if (Atomic && L.isGenericLambda())
    return "a lambda in it with 'atomic' in it is generic; spell out the types "
           "of its parameters";
  if (Atomic)
    return "a lambda in it with 'atomic' in it is copied or handed over; only "
           "call it, or write a function instead";
  for (const LambdaCapture &C : L.captures())
    if (C.capturesVariable() && !keeps(C))
      return "a lambda in it captures '" +
             C.getCapturedVar()->getNameAsString() +
             "'; hand that over as an argument";
  return "a lambda in it captures what each iteration has of its own; hand "
         "that over as an argument";
}

static bool reducesAsDeclared(const OMPExecutableDirective &D) {
  for (const auto *C : D.getClausesOfKind<OMPReductionClause>())
    if (llvm::any_of(C->reduction_ops(), declaredBy))
      return true;
  return false;
}

std::string DirectiveCopy::obstacleText() const {
  if (isa<OMPAtomicDirective>(obstacle()))
    return "what 'atomic capture' takes depends on which iteration comes first";
  if (const auto *D = dyn_cast<OMPExecutableDirective>(obstacle()))
    return "'" + nameOf(*D) +
           (reducesAsDeclared(*D)
                ? "' in it reduces as the program declares; use an operator, "
                  "'min' or 'max' there"
                : "' stands in it");
  if (const auto *Jump = dyn_cast<GotoStmt>(obstacle()))
    return whyJump(*Jump);
  if (const auto *Declared = dyn_cast<DeclStmt>(obstacle()))
    return whyDeclared(*Declared);
  if (const auto *L = dyn_cast<LambdaExpr>(obstacle()))
    return whyClosed(*L);
  if (const auto *Array = dyn_cast<ArrayInitLoopExpr>(obstacle());
      Array && !Array->getCommonExpr()->getSourceExpr()->HasSideEffects(Ctx))
    return "it copies an array of more than 64 elements; capture or bind it by "
           "reference";
  if (isa<ArrayInitLoopExpr>(obstacle()))
    return "it copies an array that it finds by something with an effect; do "
           "that in a statement of its own";
  if (isa<CXXNewExpr, CXXDeleteExpr>(obstacle()))
    return std::string("'") + (isa<CXXNewExpr>(obstacle()) ? "new" : "delete") +
           "' allocates or frees memory; do so outside the loop";
  if (isa<CallExpr, CXXConstructExpr, CXXBindTemporaryExpr, ExprWithCleanups>(
          obstacle()))
    return "it makes objects that are destroyed; use classes without a "
           "destructor, or make them before the loop";
  if (isa<CXXThrowExpr, CXXTryStmt>(obstacle()))
    return "it throws or catches exceptions; set a status variable instead";
  return std::string("it has a statement of a rare kind, ") +
         obstacle()->getStmtClassName();
}

} // namespace twofold
