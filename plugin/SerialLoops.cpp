// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SerialLoops.cpp - loops that stay where they are -------------------===//

#include "Pipeline.h"
#include "abi/RuntimeDecls.h"
#include "annotation/LoopFinder.h"
#include "ast/DirectiveLoops.h"
#include "call/SerialNotice.h"
#include "exit/ExitCall.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {

/// The loop stays, and the runtime is told when it runs.
Stmt *Pipeline::asWritten(const ParallelLoop &Loop, StringRef Reason,
                          bool Constexpr) {
  records().inOrder(Loop, Reason);
  RuntimeDecls Abi(S->Context);
  if (!Abi.available())
    return nullptr;
  SmallVector<Decl *, 4> Declared;
  Stmt *Both = withNotice(Loop, Reason, Constexpr, Abi, *S, Declared);
  emit(Declared);
  return Both;
}

/// The loop in its place, with its subscripts checked.
Stmt *Pipeline::checked(const ParallelLoop &Loop) {
  records().inOrder(Loop, "its subscripts are checked");
  RuntimeDecls Abi(S->Context);
  SmallVector<Decl *, 12> Declared;
  Stmt *Checked =
      Abi.available() ? checkExits(Loop, Abi, *S, *Diags, Declared) : nullptr;
  if (Checked)
    emit(Declared);
  return Checked;
}

/// Functions whose bodies must stay as they are.
bool Pipeline::serialFunction(FunctionDecl &F, FoundLoop Found, bool HasOwn) {
  // Lambdas are constexpr without being asked; nobody evaluates a loop there.
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  bool Constexpr =
      F.isConstexpr() && !(Method && Method->getParent()->isLambda());
  if (!Constexpr && !isa<CoroutineBodyStmt>(F.getBody()) && HasOwn)
    return false;
  const ParallelLoop Loop = named(F, Found);
  SmallVector<std::string, 2> Arguments = {
      F.getNameAsString(), !HasOwn ? "a template whose instances share parts"
                           : Constexpr ? "constexpr"
                                       : "a coroutine"};
  Diags->missed(Loop.Shown, diag::Id::SerialFunction, Arguments);
  if (!F.isConsteval())
    if (Stmt *Both = asWritten(
            Loop, Diags->text(diag::Id::SerialFunction, Arguments), Constexpr))
      *Loop.Slot = Both;
  return true;
}

/// What OpenMP makes a function of cannot move with the loop.
bool Pipeline::staysForOpenMP(ParallelLoop &Loop) {
  const OMPExecutableDirective *Region = movedRegion(Loop.Body);
  if (!Region)
    return false;
  auto At = shown(Region->getBeginLoc(), *Loop.Function);
  Diags->missed(At, diag::Id::OpenMPRegion, nameOf(*Region));
  Loop.Order.Stays = true;
  Loop.Order.Reason = Diags->text(diag::Id::OpenMPRegion, nameOf(*Region));
  return true;
}

} // namespace twofold
