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

/// The updates of In may have a loop of their own, behind that of the other
/// statements, with copies of the declarations: neither reads what those
/// statements change, which is another number in each round. What they change
/// by other names each block asks for.
bool canSplit(const RoundLoop &In) {
  const Stmt *Body = In.Loop->getBody();
  const BodyUses Uses = collectUses(Body);
  llvm::SmallVector<const Stmt *, 4> Moved;
  llvm::SmallVector<const Expr *, 4> Changed;
  for (const Stmt *S : statementsOf(Body)) {
    if (In.updates(*S) || isa<DeclStmt>(S)) {
      Moved.push_back(S);
      continue;
    }
    eachNode(S, [&](const Stmt *Part) {
      if (const Expr *Place = assignedBy(Part))
        Changed.push_back(Place);
      return true;
    });
  }
  return llvm::all_of(Changed,
                      [&](const Expr *Place) {
                        const ValueDecl *D = baseOf(*Place);
                        return D && llvm::none_of(Moved, [&](const Stmt *S) {
                                 return mentions(S, D);
                               });
                      }) &&
         llvm::all_of(Uses.DeclaredInside, [&](const ValueDecl *D) {
           return D->getType()->isArithmeticType() && !Uses.of(D).mayChange() &&
                  !Uses.of(D).Escapes &&
                  llvm::none_of(In.Updates, [&](const SharedUpdate &U) {
                    return mentions(U.Place, D); // it is loaded ahead of them
                  });
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
                         Nest))
      return false;
    In->Updates.push_back({U.Whole, U.target()->IgnoreParens(), Base});
  }
  return llvm::all_of(Nest.Rounds, [](const RoundLoop &In) {
    return In.Updates.empty() || canSplit(In);
  });
}

} // namespace twofold
