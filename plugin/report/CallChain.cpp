// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/CallChain.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {
namespace {

/// The function whose instantiation brings F's.
const FunctionDecl *templated(const FunctionDecl *F) {
  for (const auto *Method = dyn_cast<CXXMethodDecl>(F);
       Method && Method->getParent()->isLambda();
       Method = dyn_cast<CXXMethodDecl>(F)) {
    const auto *Outer = dyn_cast_or_null<FunctionDecl>(
        Method->getParent()->getParentFunctionOrMethod());
    if (!Outer)
      break;
    F = Outer;
  }
  return F;
}

} // namespace

const FunctionDecl *namedFunction(const Stmt &S) {
  const Decl *Named = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
    Named = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(&S))
    Named = Member->getMemberDecl();
  else if (const auto *Made = dyn_cast<CXXConstructExpr>(&S))
    Named = Made->getConstructor();
  return dyn_cast_or_null<FunctionDecl>(Named);
}

void CallChain::read(const Stmt *S, const FunctionDecl &Caller) {
  if (!S)
    return;
  if (const FunctionDecl *Named = namedFunction(*S)) {
    auto &Known = Callers[Named->getCanonicalDecl()];
    if (Known.size() < 2 && !llvm::is_contained(Known, &Caller))
      Known.push_back(&Caller);
  }
  for (const Stmt *Child : S->children())
    read(Child, Caller);
}

const FunctionDecl *CallChain::callerOf(const FunctionDecl &Callee) {
  // A body may come later than its declaration.
  llvm::erase_if(Unread, [&](const FunctionDecl *F) {
    read(F->getBody(), *F);
    return F->getBody() != nullptr;
  });
  for (const FunctionDecl *Caller : Callers.lookup(Callee.getCanonicalDecl()))
    if (Caller != &Callee)
      return Caller;
  return nullptr;
}

SourceLocation CallChain::shown(SourceLocation Loc, const FunctionDecl &F,
                                const SourceManager &Sources) {
  const FunctionDecl *Callee = templated(&F);
  SourceLocation At = Loc;
  // Chains of calls are short; a cycle of templates has no end.
  for (unsigned Depth = 0; Depth < 16 && Sources.isInSystemHeader(At);
       ++Depth) {
    At = Callee->getPointOfInstantiation();
    if (At.isInvalid())
      return Loc;
    if (!Sources.isInSystemHeader(At))
      break;
    const FunctionDecl *Caller = callerOf(*Callee);
    if (!Caller)
      return Loc;
    Callee = templated(Caller);
  }
  return Sources.isInSystemHeader(At) ? Loc : Sources.getExpansionLoc(At);
}

} // namespace twofold
