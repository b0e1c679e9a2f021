// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/CountedNumbers.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace twofold;

bool twofold::mayWrap(const LoopDim &Dim, const ASTContext &Ctx) {
  // Other comparisons end the loop before. Unsigned numbers wrap, signed ones
  // that are kept in fewer bits than they are added up in, and all with
  // -fwrapv.
  if (!Dim.NotEqual || Dim.What != LoopDim::Kind::Integer || !Dim.Lower ||
      (!Dim.Type->isUnsignedIntegerOrEnumerationType() &&
       !Ctx.isPromotableIntegerType(Dim.Type) &&
       !Ctx.getLangOpts().isSignedOverflowDefined()))
    return false;
  const auto First = constantOf(Dim.Lower, Ctx);
  if (!First)
    return true;
  const auto Last = constantOf(Dim.Bound, Ctx);
  // From one end of the type every other number lies ahead.
  const bool AtEnd = Dim.Decreasing ? First->isMaxValue() : First->isMinValue();
  return !AtEnd &&
         (!Last ||
          (Dim.Decreasing ? llvm::APSInt::compareValues(*First, *Last) < 0
                          : llvm::APSInt::compareValues(*Last, *First) < 0));
}
