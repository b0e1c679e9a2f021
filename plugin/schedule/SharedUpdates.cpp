// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/SharedUpdates.h"
#include "access/AffineForms.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"

using namespace clang;

namespace twofold {
namespace {

/// All touches of what Base names are in the rounds of one axis, at the same
/// place in all columns, and at another one in each round.
bool meetsOnceARound(const ValueDecl &Base, int Rounds,
                     const NestSchedule &Nest) {
  const Occurrence *First = nullptr;
  for (const Occurrence &O : Nest.Proof.Touches) {
    const ValueDecl *D = Nest.Proof.Model.Bases[O.Base].Decl;
    if (!D || D->getCanonicalDecl() != Base.getCanonicalDecl())
      continue;
    const auto Stride = strideOf(O, Rounds);
    if (O.Around.empty() || O.Around.back() != Rounds ||
        namesAxis(O.Offset, Nest.Proof.Axis) || !Stride ||
        uint64_t(std::abs(*Stride)) < O.Size ||
        (First && !sameForm(First->Offset, O.Offset)))
      return false;
    First = &O;
  }
  return First;
}

/// The statements of a body may stand in two loops: its declarations are of
/// numbers that nothing changes. Place is the same ahead of them.
bool canSplit(const Stmt &Body, const Expr &Place) {
  const BodyUses Uses = collectUses(&Body);
  return llvm::all_of(Uses.DeclaredInside, [&](const ValueDecl *D) {
    return D->getType()->isArithmeticType() && !Uses.of(D).mayChange() &&
           !Uses.of(D).Escapes && !mentions(&Place, D);
  });
}

} // namespace

bool findSharedUpdates(NestSchedule &Nest, ArrayRef<ElementUpdate> Updates,
                       ArrayRef<ElementReduction> Elements) {
  for (const ElementUpdate &U : Updates) {
    auto *In = llvm::find_if(Nest.Rounds, [&](const RoundLoop &R) {
      return llvm::is_contained(statementsOf(R.Loop->getBody()), U.Whole);
    });
    const ValueDecl *Base = Elements[U.Reduction].Base;
    if (In == Nest.Rounds.end() || !Base ||
        !meetsOnceARound(*Base, Nest.Proof.Axes.lookup(In->Loop->getBody()),
                         Nest) ||
        !canSplit(*In->Loop->getBody(), *U.target()))
      return false;
    In->Updates.push_back({U.Whole, U.target()->IgnoreParens(), Base});
  }
  return true;
}

} // namespace twofold
