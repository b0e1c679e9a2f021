// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Understanding.cpp --------------------------------------------------===//

#include "lower/Understanding.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {

LoweringResult &Understanding::lower(const ParallelLoop &Loop, Sema &S) {
  if (!Copy)
    Copy = lowerLoop(Loop, S);
  return *Copy;
}

AccessVerdict &Understanding::lowered(ASTContext &Ctx) {
  if (!InCopy)
    InCopy = analyzeAccesses(Copy->Lowered->Loop, Ctx);
  return *InCopy;
}

bool Understanding::needsCopy(const ParallelLoop &Loop, Sema &S) {
  const AccessModel &Own = Written.Model;
  const bool Lacks = Own.Opaque ? lowersAway(Written.Why->Reason)
                                : Loop.Given.Bounds && Own.unchecked() != 0;
  if (!Lacks || !lower(Loop, S).Lowered)
    return false;
  const AccessModel &Other = lowered(S.Context).Model;
  return !Other.Opaque && (Own.Opaque || Other.unchecked() < Own.unchecked());
}

Understanding understand(const ParallelLoop &Loop, ASTContext &Ctx) {
  Understanding Known;
  Known.Written = analyzeAccesses(Loop, Ctx);
  return Known;
}

} // namespace twofold
