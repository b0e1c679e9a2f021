// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/PendingTemplates.h"
#include "ast/Nodes.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

class Instantiator {
  Sema &S;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;

public:
  explicit Instantiator(Sema &S) : S(S) {}

  void visit(const Stmt *Body) {
    eachNode(Body, [&](const Stmt *Part) {
      const FunctionDecl *F = calleeOf(Part);
      if (F && Seen.insert(F).second)
        if (const FunctionDecl *Def =
                definitionOf(*F, S, cast<Expr>(Part)->getExprLoc()))
          llvm::for_each(bodiesOf(*Def), [&](Stmt *Code) { visit(Code); });
      return true;
    });
  }
};

} // namespace

const FunctionDecl *definitionOf(const FunctionDecl &F, Sema &S,
                                 SourceLocation Loc, bool Unasked) {
  if (F.isWeak()) // another file's may run in its place
    return nullptr;
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
