// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/Recurrences.h"
#include "access/AffineForms.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"
#include "schedule/RoundSums.h"

using namespace clang;

namespace twofold {
namespace {

/// Where the value goes that a variable has when a round begins.
class ValueFlow {
  ASTContext &Ctx;
  llvm::SmallVector<const ValueDecl *, 4> Variables; ///< made of it
  llvm::SmallVector<const Expr *, 2> Elements;       ///< likewise

  bool reaches(const Stmt *S) const {
    return anyNode(S, [&](const Stmt *Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      const auto *Element = dyn_cast<ArraySubscriptExpr>(Part);
      return (Ref && llvm::is_contained(Variables, Ref->getDecl())) ||
             (Element && llvm::any_of(Elements, [&](const Expr *Known) {
                return sameExpression(Element, Known, Ctx);
              }));
    });
  }
  void set(const Expr *Place, bool Made) {
    if (const ValueDecl *D = namedIn(Place)) {
      llvm::erase(Variables, D);
      if (Made)
        Variables.push_back(D);
    } else {
      llvm::erase_if(Elements, [&](const Expr *Known) {
        return sameExpression(Place, Known, Ctx);
      });
      if (Made && isa<ArraySubscriptExpr>(Place))
        Elements.push_back(Place);
    }
  }
  /// Chosen: by the value, too, it is decided whether S is done.
  void follow(const Stmt *S, bool Chosen) {
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      const auto Before = *this;
      const bool ByIt = Chosen || reaches(If->getCond());
      for (const Stmt *Arm : {If->getThen(), If->getElse()})
        if (Arm)
          follow(Arm, ByIt);
      Variables.append(Before.Variables);
      Elements.append(Before.Elements);
    } else if (isa<CompoundStmt>(S)) {
      for (const Stmt *Part : S->children())
        follow(Part, Chosen);
    } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
      for (const VarDecl *V : variablesIn(*Declared))
        if (V->getInit() && reaches(V->getInit()))
          Variables.push_back(V);
    } else if (const auto *A = dyn_cast<BinaryOperator>(S);
               A && A->isAssignmentOp()) {
      const Expr *Place = A->getLHS()->IgnoreParens();
      set(Place, Chosen || reaches(A->getRHS()) ||
                     (A->isCompoundAssignmentOp() && reaches(Place)));
    }
  }

public:
  explicit ValueFlow(ASTContext &Ctx) : Ctx(Ctx) {}
  ValueFlow(const ValueFlow &) = default;
  ValueFlow &operator=(const ValueFlow &) = delete;

  /// V comes out of the round made of what it was before.
  bool returns(const VarDecl &V, const Stmt &Round) {
    Variables = {&V};
    Elements.clear();
    follow(&Round, /*Chosen=*/false);
    return llvm::is_contained(Variables, &V);
  }
};

/// What is read there was stored a few rounds ago.
bool waits(const Occurrence &Read, const Occurrence &Stored, int Rounds,
           const NestSchedule &Nest) {
  constexpr int64_t Few = 4;
  const auto Between = difference(Read.Offset, Stored.Offset);
  const auto Bytes = Between ? constantOf(*Between) : std::nullopt;
  const auto Stride = strideOf(Stored, Rounds);
  if (Read.Base != Stored.Base || Read.Writes || !Stored.Writes || !Bytes ||
      !Stride || *Stride == 0 || *Bytes % *Stride != 0)
    return false;
  const auto *In = llvm::find_if(Nest.Rounds, [&](const RoundLoop &R) {
    return Nest.Proof.Axes.lookup(R.Loop->getBody()) == Rounds;
  });
  const int64_t Ago = -*Bytes / *Stride * (In->Counts.decreasing() ? -1 : 1);
  return Ago > 0 && Ago <= Few;
}

} // namespace

bool recurs(const RoundLoop &In, const NestSchedule &Nest, ASTContext &Ctx) {
  const Stmt *Body = In.Loop->getBody();
  const BodyUses Uses = collectUses(Body);
  const int Rounds = Nest.Proof.Axes.lookup(Body);
  auto IsIn = [&](const Occurrence &O) {
    return O.Around.back() == Rounds && O.By &&
           O.By->getType()->isRealFloatingType();
  };
  const auto Touches = touchesInRounds(Nest);
  return llvm::any_of(Nest.Rows,
                      [&](const VarDecl *V) {
                        return V->getType()->isRealFloatingType() &&
                               Uses.of(V).mayChange() &&
                               ValueFlow(Ctx).returns(*V, *Body);
                      }) ||
         llvm::any_of(Touches, [&](const Occurrence &Read) {
           return IsIn(Read) &&
                  llvm::any_of(Touches, [&](const Occurrence &Stored) {
                    return IsIn(Stored) && waits(Read, Stored, Rounds, Nest);
                  });
         });
}

} // namespace twofold
