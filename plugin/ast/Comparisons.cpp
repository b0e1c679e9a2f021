// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Comparisons.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace twofold {

std::optional<Comparison> threeWayIn(const CallExpr &E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(&E);
  if (!Call || !Call->isComparisonOp() || Call->getNumArgs() != 2)
    return std::nullopt;
  const auto Op = BinaryOperator::getOverloadedOpcode(Call->getOperator());
  for (unsigned I : {0, 1})
    if (const auto *Both = dyn_cast<BinaryOperator>(
            Call->getArg(I)->IgnoreUnlessSpelledInSource());
        Both && Both->getOpcode() == BO_Cmp)
      return Comparison{I == 0 ? Op : BinaryOperator::reverseComparisonOp(Op),
                        Both->getLHS(), Both->getRHS()};
  return std::nullopt;
}

/// F returns what Op says of parts of its two operands.
static bool comparesParts(const FunctionDecl *F, BinaryOperatorKind Op) {
  const FunctionDecl *Def = nullptr;
  if (!F || !F->hasBody(Def) || F->isDefaulted())
    return F && F->isDefaulted();
  const SourceManager &Sources = F->getASTContext().getSourceManager();
  if (Sources.isInSystemHeader(Def->getLocation()))
    return true;
  const auto *Body = dyn_cast<CompoundStmt>(Def->getBody());
  const auto *Return = Body && Body->size() == 1
                           ? dyn_cast<ReturnStmt>(Body->body_front())
                           : nullptr;
  const auto Inside =
      Return ? comparisonIn(Return->getRetValue()) : std::nullopt;
  const auto IsPart = [](const Expr *E) {
    E = E->IgnoreUnlessSpelledInSource();
    if (const Expr *Whole = operandOf(E, UO_Deref))
      return isa<CXXThisExpr>(Whole);
    return isa<MemberExpr, DeclRefExpr, CXXMemberCallExpr>(E);
  };
  return Inside && Inside->Op == Op && IsPart(Inside->Left) &&
         IsPart(Inside->Right);
}

std::optional<Comparison> comparisonIn(const Expr *E) {
  E = E->IgnoreUnlessSpelledInSource();
  if (const auto *Written = dyn_cast<CXXRewrittenBinaryOperator>(E)) {
    // Which operator it is written by is in its other form.
    const auto Form = Written->getDecomposedForm();
    const auto *By = findNode<CXXOperatorCallExpr>(
        Written->getSemanticForm(), [](const CXXOperatorCallExpr *Call) {
          return Call->getOperator() == OO_Spaceship ||
                 Call->getOperator() == OO_EqualEqual;
        });
    if (By && By->getOperator() == OO_EqualEqual &&
        !comparesParts(By->getDirectCallee(), BO_EQ))
      return std::nullopt;
    return Comparison{Form.Opcode, Form.LHS, Form.RHS};
  }
  if (const Expr *Not = operandOf(E, UO_LNot)) {
    auto Of = comparisonIn(Not);
    if (Of)
      Of->Op = BinaryOperator::negateComparisonOp(Of->Op);
    return Of;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (const auto Both = threeWayIn(*Call))
      return Both;
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && Call->isComparisonOp() && Call->getOperator() != OO_Spaceship &&
      Call->getNumArgs() == 2) {
    const auto Op = BinaryOperator::getOverloadedOpcode(Call->getOperator());
    return comparesParts(Call->getDirectCallee(), Op)
               ? std::optional<Comparison>(
                     {Op, Call->getArg(0), Call->getArg(1)})
               : std::nullopt;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isComparisonOp() || B->getOpcode() == BO_Cmp)
    return std::nullopt;
  return Comparison{B->getOpcode(), B->getLHS(), B->getRHS()};
}

std::optional<bool> greaterOf(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier() || Call.getNumArgs() != 2 ||
      !(F->getBuiltinID() || F->isInStdNamespace()))
    return std::nullopt;
  StringRef Name = F->getName();
  Name.consume_front("__builtin_");
  return llvm::StringSwitch<std::optional<bool>>(Name)
      .Cases({"min", "fmin", "fminf"}, false)
      .Cases({"max", "fmax", "fmaxf"}, true)
      .Default(std::nullopt);
}

} // namespace twofold
