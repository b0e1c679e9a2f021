// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ArrayLengths.cpp -------------------------------------------------===//

#include "ArrayLengths.h"
#include "TypeMapping.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

void findLengths(ParallelLoop &Loop, const ASTContext &Ctx) {
  for (const Capture &C : Loop.Captures) {
    if (!C.Type->isVariablyModifiedType())
      continue;
    // The outermost dimension of an array is no row.
    QualType Row = C.Type->isAnyPointerType()
                       ? C.Type->getPointeeType()
                       : Ctx.getAsArrayType(C.Type)->getElementType();
    for (; Row->isVariablyModifiedType() && Row->isArrayType();
         Row = Ctx.getAsArrayType(Row)->getElementType())
      Loop.Lengths.push_back({Row, elementOf(Row, Ctx), Loop.ArgCount++});
  }
}

} // namespace twofold
