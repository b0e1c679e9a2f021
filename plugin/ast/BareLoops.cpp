// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/BareLoops.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace twofold {

ForStmt *hintedLoop(Stmt *S) {
  auto *Attributed = dyn_cast<AttributedStmt>(S);
  return Attributed && llvm::all_of(Attributed->getAttrs(),
                                    llvm::IsaPred<LoopHintAttr>)
             ? dyn_cast<ForStmt>(Attributed->getSubStmt())
             : nullptr;
}

/// Calls Change for Slot and for all statements in it, outer ones first.
static void eachStatement(Stmt *&Slot,
                          llvm::function_ref<void(Stmt *&)> Change) {
  if (!Slot || isa<Expr>(Slot))
    return;
  Change(Slot);
  for (Stmt *&Child : Slot->children())
    eachStatement(Child, Change);
}

BareLoops::BareLoops(Stmt *&Slot,
                     llvm::function_ref<bool(const ForStmt &)> Which)
    : Slot(Slot) {
  eachStatement(Slot, [&](Stmt *&S) {
    auto *F = hintedLoop(S);
    if (!F || !Which(*F))
      return;
    Hinted.push_back(cast<AttributedStmt>(S));
    S = F;
  });
}

BareLoops::~BareLoops() {
  if (Hinted.empty())
    return;
  eachStatement(Slot, [&](Stmt *&S) {
    auto *Its = llvm::find_if(
        Hinted, [&](const AttributedStmt *A) { return A->getSubStmt() == S; });
    if (Its == Hinted.end())
      return;
    S = *Its;
    Hinted.erase(Its);
  });
}

} // namespace twofold
