// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceVariables.cpp -------------------------------------------------===//

#include "slice/tree/SliceVariables.h"
#include "annotation/Annotations.h"
#include "ast/Nodes.h"
#include "ast/PlainVariables.h"
#include "slice/text/SliceAttributes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace twofold {

void SliceVariables::add(const Stmt *S) {
  if (!S)
    return;
  if (auto Test = sliceTest(S)) {
    for (const Expr *E : rowsOf(Test->Brackets))
      if (const VarDecl *V = variableIn(E->IgnoreImpCasts()))
        Bounds.insert(V);
  } else if (const auto *A = dyn_cast<AttributedStmt>(S)) {
    if (const AnnotateAttr *Loop = annotation(*A, "sliced"))
      for (const Expr *E : Loop->args())
        Results.insert(variableIn(E));
  }
  for (const Stmt *Child : S->children())
    add(Child);
}

const Stmt *sliceIn(const Stmt *S) {
  if (auto Test = sliceTest(S); Test && (Test->What == SliceTest::Shapes ||
                                         Test->What == SliceTest::Mask))
    return S;
  if (S)
    for (const Stmt *C : S->children())
      if (const Stmt *Found = sliceIn(C))
        return Found;
  return nullptr;
}

} // namespace twofold
