// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessNeighbours.cpp - iterations that begin beside each other -----===//

#include "access/AccessSearches.h"

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

/// The pointer Base points beside where that of the next iteration does.
bool AccessSearches::isBeside(const Expr *Base) {
  const QualType T = Base->getType()->getPointeeType();
  return !T.isNull() && !T->isIncompleteType() &&
         llvm::any_of(Quiet.quietly(Base), [&](const Arm &A) {
           return A.What == Arm::Memory && !A.Wild &&
                  isBeside(A.Form, Ctx.getTypeSizeInChars(T).getQuantity());
         });
}
