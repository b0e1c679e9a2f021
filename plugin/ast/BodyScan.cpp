// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BodyScan.cpp - control flow of statements, by their shape ----------===//
#include "ast/BodyScan.h"

#include "ast/Nodes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace twofold;

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

/// A statement that leaves the body for good, as a return does.
static bool isThrow(const Stmt *S) {
  if (const auto *Full = dyn_cast_or_null<ExprWithCleanups>(S))
    S = Full->getSubExpr();
  return isa_and_nonnull<CXXThrowExpr>(S);
}

bool twofold::isIrreducible(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<GotoStmt, IndirectGotoStmt, LabelStmt, AddrLabelExpr, AsmStmt,
          CXXTryStmt, CXXThrowExpr, CoroutineBodyStmt, CoreturnStmt,
          CoawaitExpr, CoyieldExpr, OMPExecutableDirective>(S))
    return true;
  // A case inside a loop of the switch: the loop is entered in its middle.
  if (isLoop(*S) && llvm::any_of(S->children(), hasEntry))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return (isa<Expr>(S) || !isThrow(Child)) && isIrreducible(Child);
  });
}

bool twofold::hasEntry(const Stmt *S) {
  if (!S || isa<SwitchStmt, LambdaExpr>(S))
    return false;
  return isa<SwitchCase, LabelStmt>(S) || llvm::any_of(S->children(), hasEntry);
}

bool twofold::onlyReads(const Stmt *S, const ValueDecl *D) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != D;
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_LValueToRValue) {
    const Expr *E = C->getSubExpr();
    for (;;) {
      E = E->IgnoreParens();
      if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow()) {
        E = M->getBase();
        continue;
      }
      const auto *A = dyn_cast<ArraySubscriptExpr>(E);
      const auto *Decay =
          A ? dyn_cast<CastExpr>(A->getBase()->IgnoreParens()) : nullptr;
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        break;
      if (!onlyReads(A->getIdx(), D))
        return false;
      E = Decay->getSubExpr();
    }
    return isa<DeclRefExpr>(E) || onlyReads(E, D);
  }
  return llvm::all_of(ownParts(S),
                      [&](const Stmt *Child) { return onlyReads(Child, D); });
}
