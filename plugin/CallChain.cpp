// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallChain.cpp ----------------------------------------------------===//

#include "CallChain.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {
namespace {

bool refersTo(const Stmt *S, const FunctionDecl &F) {
  if (!S)
    return false;
  const Decl *Named = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Named = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(S))
    Named = Member->getMemberDecl();
  else if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    Named = Made->getConstructor();
  if (Named && Named->getCanonicalDecl() == F.getCanonicalDecl())
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return refersTo(Child, F); });
}

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

SourceLocation CallChain::shown(SourceLocation Loc, const FunctionDecl &F,
                                const SourceManager &Sources) const {
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
    auto Caller = llvm::find_if(Functions, [&](const FunctionDecl *Seen) {
      return Seen != Callee && refersTo(Seen->getBody(), *Callee);
    });
    if (Caller == Functions.end())
      return Loc;
    Callee = templated(*Caller);
  }
  return Sources.isInSystemHeader(At) ? Loc : Sources.getExpansionLoc(At);
}

} // namespace twofold
