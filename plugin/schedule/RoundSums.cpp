// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/RoundSums.h"
#include "access/AffineForms.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"
#include "schedule/UnrolledRounds.h"

using namespace clang;

namespace twofold {
namespace {

/// Each round waits for the one before it.
bool isOrdered(const BinaryOperator &Sum, ASTContext &Ctx) {
  return Sum.getType()->isRealFloatingType() &&
         !Sum.getFPFeaturesInEffect(Ctx.getLangOpts()).getAllowFPReassociate();
}

bool isBy(const Occurrence &O, const Expr &Place, ASTContext &Ctx) {
  return O.By && sameExpression(O.By->IgnoreParenImpCasts(), &Place, Ctx);
}

/// O is a touch of Place's array in the rounds of that axis.
bool isOfArray(const Occurrence &O, const Expr &Place, int Rounds,
               const NestSchedule &Nest) {
  const ValueDecl *D = Nest.Proof.Model.Bases[O.Base].Decl;
  const ValueDecl *Array = baseOf(Place);
  return D && Array && D->getCanonicalDecl() == Array->getCanonicalDecl() &&
         llvm::is_contained(O.Around, Rounds);
}

/// The rounds change Place's array there alone, by that name. What they read of
/// it by other names is, where the columns are the annotated loop, for
/// keepSumsApart(); nothing where they are not.
bool isOnlyChange(const Expr &Place, const RoundLoop &In,
                  const NestSchedule &Nest, ASTContext &Ctx) {
  const int Rounds = Nest.Proof.Axes.lookup(In.Loop->getBody());
  const Occurrence *Sum = nullptr;
  llvm::SmallVector<const Expr *, 4> Names(1, &Place);
  for (const Occurrence &O : touchesInRounds(Nest)) {
    if (!isOfArray(O, Place, Rounds, Nest))
      continue;
    if (!isBy(O, Place, Ctx)) {
      if (!Nest.Own || O.Writes || !O.By)
        return false;
      Names.push_back(O.By->IgnoreParenImpCasts());
      continue;
    }
    if ((Sum && !sameForm(Sum->Offset, O.Offset)) ||
        namesAxis(O.Offset, Rounds) ||
        (Nest.Own ? !namesAxis(O.Offset, Nest.Proof.Axis)
                  : strideOf(O, Nest.Proof.Axis) != int64_t(O.Size) &&
                        strideOf(O, 0) != int64_t(O.Size)))
      return false;
    Sum = &O;
  }
  unsigned Named = 0;
  (void)anyNode(In.Loop->getBody(), [&](const Stmt *Part) {
    const auto *E = dyn_cast<ArraySubscriptExpr>(Part);
    Named += E && llvm::any_of(Names, [&](const Expr *Name) {
               return sameExpression(E, Name, Ctx);
             });
    return false;
  });
  return Sum && Named == collectUses(In.Loop->getBody())
                             .of(baseOf(Place))
                             .References.size();
}

} // namespace

unsigned findSums(RoundLoop &In, const NestSchedule &Nest, ASTContext &Ctx) {
  const BodyUses Uses = collectUses(In.Loop->getBody());
  unsigned Ordered = 0;
  (void)anyNode(In.Loop->getBody(), [&](const Stmt *Part) {
    const auto *Sum = dyn_cast<BinaryOperator>(Part);
    if (!Sum || !Sum->isAssignmentOp())
      return false;
    const Expr *Place = Sum->getLHS()->IgnoreParens();
    if (!Sum->isCompoundAssignmentOp() &&
        !anyNode(Sum->getRHS(), [&](const Stmt *Operand) {
          const auto *E = dyn_cast<Expr>(Operand);
          return E && E->isLValue() && sameExpression(E, Place, Ctx);
        }))
      return false;
    if (const ValueDecl *D = namedIn(Place)) {
      Ordered += Nest.isRow(D) && isOrdered(*Sum, Ctx);
      return false;
    }
    if (varies(Place, In, Uses) || !isa<ArraySubscriptExpr>(Place) ||
        !Place->getType()->isArithmeticType() || In.Sums.size() == 2 ||
        holdsNode<ForStmt>(In.Loop->getBody()) ||
        !isOnlyChange(*Place, In, Nest, Ctx))
      return false;
    Ordered += isOrdered(*Sum, Ctx);
    if (llvm::none_of(In.Sums, [&](const Expr *Known) {
          return sameExpression(Known, Place, Ctx);
        }))
      In.Sums.push_back(Place);
    return false;
  });
  return Ordered;
}

bool keepSumsApart(NestSchedule &Nest, ASTContext &Ctx) {
  auto IsHalf = [](const Occurrence &A, const Occurrence &B, AffineForm &To) {
    const auto Between = difference(A.Offset, B.Offset);
    const auto Room =
        Between ? difference(*Between, constantForm(B.Size)) : std::nullopt;
    if (Room)
      To = *Room;
    return Room.has_value();
  };
  auto MovesAlike = [&](const Occurrence &A, const Occurrence &B) {
    const auto Between = difference(A.Offset, B.Offset);
    return A.Base == B.Base && Between && !namesAxis(*Between, Nest.Proof.Axis);
  };
  auto &Touches = Nest.Proof.Touches;
  for (const RoundLoop &In : Nest.Rounds) {
    const int Rounds = Nest.Proof.Axes.lookup(In.Loop->getBody());
    for (const Expr *Place : In.Sums) {
      const auto *Sum = llvm::find_if(Touches, [&](const Occurrence &O) {
        return isOfArray(O, *Place, Rounds, Nest) && isBy(O, *Place, Ctx);
      });
      for (const Occurrence &O : Touches) {
        if (!isOfArray(O, *Place, Rounds, Nest) || isBy(O, *Place, Ctx))
          continue;
        if (!MovesAlike(*Sum, O)) {
          Nest.Proof.Apart.push_back({unsigned(Sum - Touches.begin()),
                                      unsigned(&O - Touches.begin())});
          continue;
        }
        auto &Pair = Nest.Beside.emplace_back();
        if (!IsHalf(*Sum, O, Pair.first) || !IsHalf(O, *Sum, Pair.second))
          return false;
      }
    }
  }
  return true;
}

} // namespace twofold
