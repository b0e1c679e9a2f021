// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessNeighbours.cpp - iterations that begin beside each other -----===//

#include "access/AccessSearches.h"
#include "ast/Nodes.h"

using namespace clang;
using namespace twofold;

/// Form is the iteration's own number times Bytes, and a constant; numbers of
/// inner loops may take part.
bool AccessSearches::isBeside(const AffineForm &Form, int64_t Bytes) const {
  unsigned Own = 0;
  for (const Monomial &M : Form) {
    if (M.Axis < 0)
      continue;
    bool Outer = M.Axis < Recorder.rank();
    if (!Outer) { // the number of an inner loop that begins there
      const Axis &A = Recorder.innerAxis(M.Axis);
      Outer = !A.Virtual && isBeside(A.Step > 0 ? A.Lower : A.Upper, 1);
    }
    if (!M.Values.empty() || std::abs(M.Constant) != Bytes ||
        (Outer && ++Own > 1))
      return false;
  }
  return Own == 1;
}

/// A is a pointer of this type to beside where that of the next iteration is.
bool AccessSearches::pointsBeside(const Arm &A, QualType Pointer) const {
  const QualType T = Pointer->getPointeeType();
  return A.What == Arm::Memory && !A.Wild && !T.isNull() &&
         !T->isIncompleteType() &&
         isBeside(A.Form, Ctx.getTypeSizeInChars(T).getQuantity());
}

/// The pointer Base points beside where that of the next iteration does.
bool AccessSearches::isBeside(const Expr *Base) {
  return llvm::any_of(Quiet.quietly(Base), [&](const Arm &A) {
    return pointsBeside(A, Base->getType());
  });
}

/// Place is at D from a number beside that of the next iteration: `a[i + k]`.
bool AccessSearches::countsFromBeside(const Expr *Place, const VarDecl *D) {
  const auto *At = dyn_cast<ArraySubscriptExpr>(Place->IgnoreParenImpCasts());
  const auto *Sum =
      At ? dyn_cast<BinaryOperator>(At->getIdx()->IgnoreParenImpCasts())
         : nullptr;
  if (!Sum || Sum->getOpcode() != BO_Add)
    return false;
  const bool Turned = variableIn(Sum->getLHS()->IgnoreParenImpCasts()) == D;
  const Expr *Of = Turned ? Sum->getLHS() : Sum->getRHS(),
             *From = Turned ? Sum->getRHS() : Sum->getLHS();
  return variableIn(Of->IgnoreParenImpCasts()) == D &&
         llvm::any_of(Quiet.quietly(From), [&](const Arm &A) {
           return A.What == Arm::Integer && !A.Wild && isBeside(A.Form, 1);
         });
}

/// What is stored to is the element that a search from beside others' has come
/// to, or the next one: the bases that the search looks at.
uint64_t AccessSearches::foundBeside(const Expr *E) const {
  if (Beside.empty())
    return 0;
  E = E->IgnoreParenImpCasts();
  llvm::SmallVector<const Expr *, 4> Terms;
  if (const auto *At = dyn_cast<ArraySubscriptExpr>(E))
    Terms = {At->getBase(), At->getIdx()};
  else if (const Expr *To = operandOf(E, UO_Deref))
    Terms = {To};
  uint64_t Bases = 0;
  while (!Terms.empty()) {
    const Expr *Term = Terms.pop_back_val()->IgnoreParenImpCasts();
    const auto *Sum = dyn_cast<BinaryOperator>(Term);
    if (Sum && Sum->isAdditiveOp())
      Terms.append({Sum->getLHS(), Sum->getRHS()});
    else if (const VarDecl *D = variableIn(Term); D && Beside.contains(D))
      Bases |= Ended.lookup(D) | Running.lookup(D);
  }
  return Bases;
}
