// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/WidePrinter.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"

using namespace clang;

namespace twofold {

WidePrinter::WidePrinter(ParallelLoop &Loop, const NestSchedule &Nest,
                         ASTContext &Ctx)
    : ColumnPrinter(Loop, Nest, Ctx), Tiles(*Nest.Tiles),
      Round(Nest.Rounds.front()),
      Vector(
          Ctx.getVectorType(Tiles.Element, Tiles.Lanes, VectorKind::Generic)) {}

Stmt *WidePrinter::replacement(Stmt *S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    if (Row && Ref->getDecl() == Loop.Dims.front().Induction)
      return Make.lvalue(Row);
    if (Turn && Ref->getDecl() == Round.Counts.Induction)
      return Make.lvalue(Turn);
  }
  return ColumnPrinter::replacement(S);
}

Expr *WidePrinter::splat(Expr *E) {
  return Make.cast(CK_VectorSplat, E, Vector);
}

VarDecl *WidePrinter::registerOf(const Expr *Place, unsigned V) const {
  Place = Place->IgnoreParens();
  if (const ValueDecl *D = namedIn(Place)) {
    auto It = Wide.find(D);
    return It == Wide.end() ? nullptr : It->second[V];
  }
  for (auto [Known, Own] : llvm::zip(Round.Sums, WideSums))
    if (sameExpression(Known, Place, Ctx))
      return Own[V];
  for (auto [Known, Own] : llvm::zip(Tiles.Panels, WidePanels))
    if (sameExpression(Known.Place, Place, Ctx))
      return Own[V];
  return nullptr;
}

/// Columns differ in E.
bool WidePrinter::isWide(const Expr *E) const {
  return anyNode(E, [&](const Stmt *Part) {
    const auto *Place = dyn_cast<Expr>(Part);
    return Place && isa<DeclRefExpr, ArraySubscriptExpr>(Place) &&
           registerOf(Place, 0);
  });
}

Expr *WidePrinter::operation(const BinaryOperator &Of, BinaryOperatorKind Op,
                             Expr *L, Expr *R) {
  return BinaryOperator::Create(Ctx, L, R, Op, Vector, VK_PRValue, OK_Ordinary,
                                Make.location(),
                                Of.getStoredFPFeaturesOrDefault());
}

/// E, which is computed once for all vectors.
Expr *WidePrinter::shared(const Expr *E) {
  VarDecl *&Once = Shared[E];
  if (!Once)
    Once =
        Make.variable(Loop.Function, "line", E->getType(), copyOf(E), *Around);
  return Make.value(Once);
}

/// E for vector V. A Summand that is a product stays one, so that it can be
/// contracted; what is otherwise the same in all columns is computed once.
Expr *WidePrinter::widened(const Expr *E, unsigned V, bool Summand) {
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return Make.paren(widened(P->getSubExpr(), V, Summand));
  const bool Differs = isWide(E);
  if (Differs)
    if (const Expr *Place = operandOf(E, CK_LValueToRValue))
      return Make.value(registerOf(Place, V));
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && (Differs || Summand) &&
      (B->isAdditiveOp() || B->isMultiplicativeOp())) {
    const bool Sum = B->isAdditiveOp();
    return operation(*B, B->getOpcode(), widened(B->getLHS(), V, Sum),
                     widened(B->getRHS(), V, Sum));
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && (Differs || Summand) &&
      (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus)) {
    Expr *Of = widened(U->getSubExpr(), V, Summand);
    return U->getOpcode() == UO_Plus
               ? Of
               : UnaryOperator::Create(Ctx, Of, UO_Minus, Vector, VK_PRValue,
                                       OK_Ordinary, Make.location(), false,
                                       U->getStoredFPFeaturesOrDefault());
  }
  return splat(shared(E));
}

void WidePrinter::round(Stmt *S, Statements &To) {
  Shared.clear();
  Around = &To;
  if (auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (Stmt *Part : Block->body())
      round(Part, To);
  } else if (auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (Decl *D : Declared->decls()) {
      auto *Variable = cast<VarDecl>(D);
      if (!isWide(Variable->getInit())) {
        To.push_back(Make.declare(copy(Variable)));
        continue;
      }
      Registers Own;
      for (unsigned V = 0; V != Vectors; ++V)
        Own.push_back(Make.variable(
            Loop.Function, (Variable->getName() + std::to_string(V)).str(),
            Vector, widened(Variable->getInit(), V, false), To));
      Wide[Variable] = Own;
    }
  } else if (const auto *B = dyn_cast<BinaryOperator>(S)) {
    for (unsigned V = 0; V != Vectors; ++V) {
      VarDecl *Sum = registerOf(B->getLHS(), V);
      const auto *Compound = dyn_cast<CompoundAssignOperator>(B);
      const bool Adds = Compound && (B->getOpcode() == BO_AddAssign ||
                                     B->getOpcode() == BO_SubAssign);
      Expr *Value = widened(B->getRHS(), V, Adds);
      if (Compound)
        Value = operation(
            *B, BinaryOperator::getOpForCompoundAssignment(B->getOpcode()),
            Make.value(Sum), Value);
      To.push_back(Make.assign(Make.lvalue(Sum), Value));
    }
  }
}

} // namespace twofold
