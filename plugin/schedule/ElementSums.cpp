// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/ElementSums.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "schedule/KeptElements.h"

using namespace clang;

namespace twofold {
namespace {

class SumCopy : public StatementCopy {
  AstFactory Make;
  llvm::DenseMap<const Stmt *, VarDecl *> Kept; ///< by the places of elements

  Stmt *replacement(Stmt *S) override {
    VarDecl *V = Kept.lookup(S);
    return V ? Make.lvalue(V) : nullptr;
  }

public:
  SumCopy(const ParallelLoop &Loop, ASTContext &Ctx)
      : StatementCopy(Ctx, Loop.Function), Make(Ctx, Loop.Loc) {}

  /// Copies a loop, and puts what is kept while it runs around it.
  void loop(Stmt *S, ArrayRef<KeptElement> Elements, FunctionDecl *Owner,
            SmallVectorImpl<Stmt *> &To) {
    SmallVector<Stmt *, 2> Stores;
    for (const KeptElement &E : Elements) {
      auto *Place = const_cast<Expr *>(E.Places.front());
      VarDecl *V =
          Make.variable(Owner, "kept", Place->getType().getUnqualifiedType(),
                        Make.load(copy(Place)), To);
      Stores.push_back(Make.assign(copy(Place), Make.value(V)));
      for (const Expr *P : E.Places)
        Kept[P] = V;
    }
    To.push_back(copy(S));
    Kept.clear();
    To.append(Stores);
  }
  CompoundStmt *block(ArrayRef<Stmt *> Body) { return Make.compound(Body); }
};

SmallVector<const ForStmt *, 8> loopsIn(const Stmt *Body) {
  SmallVector<const ForStmt *, 8> Out;
  eachNode(Body, [&](const Stmt *S) {
    if (const auto *F = dyn_cast<ForStmt>(S))
      Out.push_back(F);
    return true;
  });
  return Out;
}

} // namespace

std::optional<ElementSums> withElementSums(const ParallelLoop &Loop,
                                           ASTContext &Ctx) {
  const auto Body = statementsOf(Loop.Body);
  SmallVector<Stmt *, 4> Out;
  SmallVector<SmallVector<KeptElement, 1>, 4> Sums; // of each statement
  // Calls that use the copy have rounds of the first loop. Of one without any
  // the program touches no element.
  std::optional<InnerLoop> First;
  bool Any = false, IsFirst = true;
  for (Stmt *S : Body) {
    const Stmt *Plain = S;
    while (const auto *A = dyn_cast<AttributedStmt>(Plain))
      Plain = A->getSubStmt();
    const auto *F = dyn_cast<ForStmt>(Plain);
    auto &Elements = Sums.emplace_back();
    if (F) {
      const auto Counts = countsForItems(*F, Loop, Ctx);
      if (std::exchange(IsFirst, false))
        First = Counts;
      if (Counts && First && countAlike(*Counts, *First, Ctx))
        Elements = findKeptElements(*F, Loop, {}, Ctx);
    }
    Any |= !Elements.empty();
  }
  if (!Any)
    return std::nullopt;
  SumCopy Copy(Loop, Ctx);
  for (auto [S, Elements] : llvm::zip(Body, Sums))
    Copy.loop(S, Elements, Loop.Function, Out);
  if (Copy.obstacle())
    return std::nullopt;
  ElementSums Made;
  Made.Loop = Loop;
  Made.Loop.Body = Copy.block(Out);
  const auto Old = loopsIn(Loop.Body), New = loopsIn(Made.Loop.Body);
  if (Old.size() != New.size())
    return std::nullopt;
  for (auto [From, To] : llvm::zip(Old, New))
    Made.Written[To->getBody()] = From->getBody();
  return Made;
}

} // namespace twofold
