// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/UnrolledRounds.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"

using namespace clang;

namespace twofold {
namespace {

/// Product is one instruction with the sum that it is added to.
bool isFused(const BinaryOperator &Product, const Stmt &Body,
             const ASTContext &Ctx) {
  return Product.getOpcode() == BO_Mul &&
         Product.getType()->isRealFloatingType() &&
         Product.getFPFeaturesInEffect(Ctx.getLangOpts())
             .allowFPContractWithinStatement() &&
         anyNode(&Body, [&](const Stmt *Part) {
           const auto *Sum = dyn_cast<BinaryOperator>(Part);
           return Sum &&
                  (Sum->isAdditiveOp() || Sum->getOpcode() == BO_AddAssign ||
                   Sum->getOpcode() == BO_SubAssign) &&
                  (Sum->getLHS()->IgnoreParens() == &Product ||
                   Sum->getRHS()->IgnoreParens() == &Product);
         });
}

/// What a round takes as the optimiser counts, at least.
unsigned instructionsOf(const RoundLoop &In, const ASTContext &Ctx) {
  const Stmt *Body = In.Loop->getBody();
  const BodyUses Uses = collectUses(Body);
  llvm::SmallVector<const Expr *, 16> Counted;
  (void)anyNode(Body, [&](const Stmt *Part) {
    const auto *E = dyn_cast<Expr>(Part);
    if (!E || !E->getType()->isArithmeticType())
      return false;
    const auto *Operation = dyn_cast<BinaryOperator>(E);
    const auto *Cast = dyn_cast<CastExpr>(E);
    const bool Takes = Operation ? Operation->getOpcode() != BO_Assign &&
                                       !isFused(*Operation, *Body, Ctx)
                       : Cast ? Cast->getCastKind() == CK_IntegralToFloating ||
                                    Cast->getCastKind() == CK_FloatingCast
                              : isa<ArraySubscriptExpr>(E);
    if (Takes && varies(E, In, Uses) &&
        llvm::none_of(Counted, [&](const Expr *Known) {
          return sameExpression(Known, E, Ctx);
        }))
      Counted.push_back(E);
    return false;
  });
  return Counted.size() + 1; // and the round's own number
}

} // namespace

bool varies(const Stmt *S, const RoundLoop &In, const BodyUses &Uses) {
  return anyNode(S, [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    const ValueDecl *D = Ref ? Ref->getDecl() : nullptr;
    return D && (D == In.Counts.Induction || Uses.DeclaredInside.contains(D) ||
                 (!D->getType()->isArrayType() && Uses.of(D).mayChange()));
  });
}

std::optional<unsigned> unrolledBelow(const RoundLoop &In, unsigned Limit,
                                      const ASTContext &Ctx) {
  const auto First = constantOf(In.Counts.Init, Ctx);
  const auto Last = constantOf(In.Counts.Bound, Ctx);
  if (!First || !Last || holdsNode<ForStmt>(In.Loop->getBody()))
    return std::nullopt;
  const int64_t Rounds = std::abs(Last->getExtValue() - First->getExtValue()) +
                         In.Counts.inclusive();
  const int64_t Fewest = llvm::divideCeil(Limit, instructionsOf(In, Ctx));
  if (Rounds >= Fewest)
    return std::nullopt;
  return Fewest;
}

} // namespace twofold
