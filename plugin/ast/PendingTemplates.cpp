// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PendingTemplates.cpp ---------------------------------------------===//

#include "ast/PendingTemplates.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

class Instantiator {
  Sema &S;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;

public:
  explicit Instantiator(Sema &S) : S(S) {}

  void visit(Stmt *Body) {
    if (!Body)
      return;
    if (auto *Call = dyn_cast<CallExpr>(Body))
      callee(Call->getDirectCallee(), Call->getExprLoc());
    else if (auto *Construct = dyn_cast<CXXConstructExpr>(Body))
      callee(Construct->getConstructor(), Construct->getExprLoc());
    for (Stmt *Child : Body->children())
      visit(Child);
  }

private:
  void callee(FunctionDecl *F, SourceLocation Loc) {
    if (!F || !Seen.insert(F).second)
      return;
    const FunctionDecl *Def = nullptr;
    if (!(Def = definitionOf(*F, S, Loc)))
      return;
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Def))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        visit(Init->getInit());
    visit(Def->getBody());
  }
};

} // namespace

const FunctionDecl *definitionOf(const FunctionDecl &F, Sema &S,
                                 SourceLocation Loc, bool Unasked) {
  const FunctionDecl *Def = nullptr;
  // What nobody uses but in a noexcept() or the like may have no instance.
  if (!F.isDefined(Def) && (F.isUsed(false) || Unasked) &&
      F.isImplicitlyInstantiable() && F.getTemplateInstantiationPattern() &&
      F.getTemplateInstantiationPattern()->isDefined())
    S.InstantiateFunctionDefinition(Loc, const_cast<FunctionDecl *>(&F),
                                    /*Recursive=*/true);
  return F.isDefined(Def) && !F.isInvalidDecl() && Def->getBody() ? Def
                                                                  : nullptr;
}

void instantiateCallees(Stmt *Body, Sema &S) {
  if (S.getLangOpts().CPlusPlus)
    Instantiator(S).visit(Body);
}

} // namespace twofold
