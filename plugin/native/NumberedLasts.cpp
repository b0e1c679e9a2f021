// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NumberedLasts.cpp - variables that get iterations' numbers -------===//

#include "native/NumberedLasts.h"
#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {
namespace {

/// The induction variable as it is, in the variable's own type.
bool isNumber(const Expr *E, const ParallelLoop &Loop) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref && Loop.dimOf(Ref->getDecl());
}

BinaryOperator *findMarked(Stmt *S, const Expr *Assignment) {
  return const_cast<BinaryOperator *>(
      findNode<BinaryOperator>(S, [&](const BinaryOperator *B) {
        return B->getOpcode() == BO_Comma && B->getLHS() == Assignment;
      }));
}

} // namespace

llvm::SmallVector<NumberedLast, 2> findNumberedLasts(const ParallelLoop &Loop,
                                                     ASTContext &Ctx) {
  const LoopDim &Dim = Loop.Dims.front();
  if (Loop.Marks.empty() || Loop.Dims.size() != 1 ||
      (Dim.What != LoopDim::Kind::Integer &&
       Dim.What != LoopDim::Kind::Pointer))
    return {};
  BodyUses Uses = collectUses(Loop.Body, Ctx);
  llvm::SmallVector<NumberedLast, 2> Lasts;
  for (const Capture &Leader : Loop.Captures) {
    if (!Leader.Internal)
      continue;
    NumberedLast Last{nullptr, &Leader, {}};
    for (const Capture &C : Loop.Captures) {
      if (&C == &Leader || C.Leader != Leader.Decl)
        continue;
      if (Last.Variable || C.Kind != Sharing::Reduction ||
          C.Op != ReductionOp::Chosen)
        return {};
      Last.Variable = &C;
    }
    if (!Last.Variable || !(Last.Variable->Type->isIntegerType() ||
                            Last.Variable->Type->isPointerType()))
      return {};
    for (const IterationMark &Mark : Loop.Marks) {
      if (Mark.Leader != Leader.Decl)
        continue;
      const auto *B = dyn_cast<BinaryOperator>(Mark.Assignment);
      BinaryOperator *Both = findMarked(Loop.Body, Mark.Assignment);
      if (!B || !Both || Mark.Restarts || !isNumber(B->getRHS(), Loop))
        return {};
      Last.Assignments.push_back(Both);
    }
    auto Used = Uses.Variables.find(Last.Variable->Decl);
    if (Used == Uses.Variables.end() || Used->second.Escapes ||
        Used->second.References.size() != Last.Assignments.size())
      return {};
    Lasts.push_back(std::move(Last));
  }
  return Lasts;
}

} // namespace twofold
