// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RepeatedStores.cpp -------------------------------------------------===//

#include "order/RepeatedStores.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

void RepeatedStores::store(const StorePlace &P, Selects Iterations,
                           const Expr *Target, const Expr *Value,
                           SourceLocation Loc) {
  constexpr unsigned Most = 64;
  if (!P.isCounted() || Iterations == Selects::One || Candidates.size() == Most)
    return;
  Candidate C;
  C.Place = P;
  C.Store.Name = P.name(/*OfMember=*/true).str();
  C.Store.Loc = Loc;
  C.Store.Target = Target->getExprLoc();
  C.Store.Copyable = P.Variable && P.Path.empty() &&
                     P.Variable->getType()->isConstantArrayType();
  C.Perhaps = Iterations == Selects::Perhaps;
  C.Constant = Value && !Value->isValueDependent() && Value->isEvaluatable(Ctx);
  if (C.Constant)
    Value->IgnoreParenImpCasts()->Profile(C.Value, Ctx, /*Canonical=*/true);
  Candidates.push_back(std::move(C));
}

void RepeatedStores::read(const StorePlace &P) {
  if (P.Root != StorePlace::Of::Variable && P.Root != StorePlace::Of::This)
    return;
  if (llvm::none_of(Read, [&](const StorePlace &Known) {
        return Known.Path == P.Path && Known.overlaps(P);
      }))
    Read.push_back(P);
}

std::optional<RepeatedStore> RepeatedStores::find() const {
  for (const Candidate &C : Candidates) {
    bool IsRead = llvm::any_of(
        Read, [&](const StorePlace &P) { return P.overlaps(C.Place); });
    bool OneValue = C.Constant && llvm::all_of(Candidates, [&](auto &Other) {
                      return !Other.Place.overlaps(C.Place) ||
                             (Other.Constant && Other.Value == C.Value);
                    });
    if (IsRead || !(C.Perhaps || OneValue))
      return C.Store;
  }
  return std::nullopt;
}

} // namespace twofold
