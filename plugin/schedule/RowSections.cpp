// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowSections.cpp - loops of an iteration, and their sums ------------===//

#include "ast/Nodes.h"
#include "schedule/RowGroups.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

bool RowSection::isOrdered(const Stmt *S) const {
  return llvm::any_of(Sums, [&](const VarDecl *D) { return mentions(S, D); });
}

bool RowSection::hasParts() const {
  auto IsExtremum = [](ReductionOp Op) {
    return Op == ReductionOp::Min || Op == ReductionOp::Max ||
           Op == ReductionOp::NumberMin || Op == ReductionOp::NumberMax;
  };
  return Free || (Operations.size() == Sums.size() &&
                  llvm::all_of(Operations, IsExtremum) &&
                  llvm::all_of(Statements,
                               [&](const Stmt *S) { return isOrdered(S); }));
}

SmallVector<const Stmt *, 4> sumsOf(const RowSection &In) {
  SmallVector<const Stmt *, 4> Out;
  for (const Stmt *S : llvm::reverse(In.Statements)) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    if (In.isOrdered(S) ||
        (Declared &&
         llvm::any_of(variablesIn(*Declared), [&](const VarDecl *V) {
           return llvm::any_of(
               Out, [&](const Stmt *Sum) { return mentions(Sum, V); });
         })))
      Out.push_back(S);
  }
  std::reverse(Out.begin(), Out.end());
  return Out;
}

bool RowGroups::hasRoom(unsigned Slots, const ASTContext &Ctx) const {
  constexpr uint64_t Columns = 1024, Largest = 8, MostRows = 8;
  uint64_t Bytes = Largest * (Slots * Columns + Rows.size() * MostRows);
  for (const RowSection &S : Sections)
    if (S.hasParts())
      for (const VarDecl *V : S.Sums)
        Bytes += Ctx.getTypeSizeInChars(V->getType()).getQuantity() *
                 TWOFOLD_ROW_MOST_ITEMS;
  return Bytes <= TWOFOLD_TILE_BYTES;
}

} // namespace twofold
