// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BodyScan.cpp - control flow of statements, by their shape ----------===//
#include "BodyScan.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace twofold;

static bool isLoop(const Stmt &S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

Exits twofold::exitsOf(const Stmt *S) {
  Exits Out;
  if (!S || isa<LambdaExpr>(S))
    return Out;
  Out.Break = isa<BreakStmt>(S);
  Out.Continue = isa<ContinueStmt>(S);
  Out.Return = isa<ReturnStmt>(S);
  for (const Stmt *Child : S->children()) {
    Exits Inner = exitsOf(Child);
    Out.Break |= Inner.Break && !isLoop(*S) && !isa<SwitchStmt>(S);
    Out.Continue |= Inner.Continue && !isLoop(*S);
    Out.Return |= Inner.Return;
  }
  return Out;
}

bool twofold::isIrreducible(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<GotoStmt, IndirectGotoStmt, LabelStmt, AddrLabelExpr, AsmStmt,
          CXXTryStmt, CXXThrowExpr, CoroutineBodyStmt, CoreturnStmt,
          CoawaitExpr, CoyieldExpr, OMPExecutableDirective>(S))
    return true;
  // A case inside a loop of the switch: the loop is entered in its middle.
  if (isLoop(*S))
    for (const Stmt *Child : S->children())
      if (hasEntry(Child))
        return true;
  for (const Stmt *Child : S->children())
    if (isIrreducible(Child))
      return true;
  return false;
}

bool twofold::hasEntry(const Stmt *S) {
  if (!S || isa<SwitchStmt, LambdaExpr>(S))
    return false;
  if (isa<SwitchCase, LabelStmt>(S))
    return true;
  for (const Stmt *Child : S->children())
    if (hasEntry(Child))
      return true;
  return false;
}
