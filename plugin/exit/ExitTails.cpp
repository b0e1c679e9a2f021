// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exit/ExitTails.h"

using namespace clang;

namespace twofold {

static const Stmt *unlabelled(const Stmt *S) {
  while (const auto *Case = dyn_cast_or_null<SwitchCase>(S))
    S = Case->getSubStmt();
  return S;
}

bool ExitTails::leaves(const Stmt *S) const {
  if (!S || Exits.contains(S))
    return S;
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return leaves(A->getSubStmt());
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->isConstexpr() && leaves(If->getThen()) && leaves(If->getElse());
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return !hasEntry(Block) &&
           length(SmallVector<Stmt *, 8>(
               const_cast<CompoundStmt *>(Block)->body())) != 0;
  return false;
}

unsigned ExitTails::length(ArrayRef<Stmt *> Body) const {
  for (unsigned I = 0; I < Body.size(); ++I) {
    if (leaves(I == 0 ? unlabelled(Body[I]) : Body[I]))
      return I + 1;
    if (!goesOn(I == 0 ? unlabelled(Body[I]) : Body[I], false, false))
      return 0;
  }
  return 0;
}

bool ExitTails::containExit(const Stmt *S) const {
  return anyNode(S, [&](const Stmt *Part) { return Exits.contains(Part); });
}

/// S leaves by its end or by an exit, and is entered at its top.
bool ExitTails::goesOn(const Stmt *S, bool InLoop, bool InSwitch) const {
  if (!S || isa<LambdaExpr>(S) || Exits.contains(S))
    return true;
  if ((isa<ContinueStmt>(S) && !InLoop) ||
      (isa<BreakStmt>(S) && !InLoop && !InSwitch) ||
      (isa<SwitchCase>(S) && !InSwitch) ||
      isa<GotoStmt, IndirectGotoStmt, LabelStmt, AsmStmt>(S))
    return false;
  InLoop |= isLoop(*S);
  InSwitch |= isa<SwitchStmt>(S);
  return llvm::all_of(S->children(), [&](const Stmt *C) {
    return goesOn(C, InLoop, InSwitch);
  });
}

Stmt *PrefixCopy::replacement(Stmt *S) {
  return Tails.leaves(S) ? Marker() : nullptr;
}

unsigned PrefixCopy::replace(ArrayRef<Stmt *> Body, unsigned At,
                             SmallVectorImpl<Stmt *> &Out) {
  unsigned Length = Tails.length(Body.drop_front(At));
  if (Length == 0)
    return 0;
  SmallVector<SwitchCase *, 2> Labels;
  for (Stmt *S = Body[At]; auto *Label = dyn_cast<SwitchCase>(S);
       S = Label->getSubStmt())
    Labels.push_back(Label);
  Stmt *Leave = Marker();
  for (SwitchCase *Label : llvm::reverse(Labels))
    Leave = copyLabel(Label, Leave);
  Out.push_back(Leave);
  return Length;
}

} // namespace twofold
