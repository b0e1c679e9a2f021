// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "ast/PendingTemplates.h"
#include "ast/StatementCopy.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace twofold {
namespace {

/// What may be written in its place is another thing in each instance.
bool isReplaced(const Stmt *S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return isa<VarDecl, BindingDecl>(Ref->getDecl());
  return isa<CXXThisExpr, LoopControlStmt, ReturnStmt>(S);
}

class InstanceCopy : public StatementCopy {
  Stmt *replacement(Stmt *S) override {
    if (!anyNode(S, isReplaced))
      return S;
    if (auto *Throw = dyn_cast<CXXThrowExpr>(S))
      return new (Ctx) CXXThrowExpr(StatementCopy::copy(Throw->getSubExpr()),
                                    Throw->getType(), Throw->getThrowLoc(),
                                    Throw->isThrownVariableInScope());
    if (auto *Bound = dyn_cast<CXXBindTemporaryExpr>(S))
      return CXXBindTemporaryExpr::Create(
          Ctx, Bound->getTemporary(), StatementCopy::copy(Bound->getSubExpr()));
    if (auto *Return = dyn_cast<ReturnStmt>(S))
      return ReturnStmt::Create(Ctx, Return->getReturnLoc(),
                                StatementCopy::copy(Return->getRetValue()),
                                Return->getNRVOCandidate());
    return nullptr;
  }

public:
  using StatementCopy::StatementCopy;
};

/// The nodes of the templates that F and the functions around it are made from.
llvm::DenseSet<const Stmt *> patternNodes(const FunctionDecl &F) {
  llvm::DenseSet<const Stmt *> Nodes;
  for (const DeclContext *Around = &F; Around; Around = Around->getParent()) {
    const auto *Function = dyn_cast<FunctionDecl>(Around);
    const FunctionDecl *Pattern =
        Function ? Function->getTemplateInstantiationPattern() : nullptr;
    if (Pattern)
      eachNode(Pattern->getBody(),
               [&](const Stmt *S) { return Nodes.insert(S).second; });
  }
  return Nodes;
}

bool separate(Stmt *&Slot, const llvm::DenseSet<const Stmt *> &Shared,
              FunctionDecl &F) {
  if (!Slot)
    return true;
  if (!Shared.contains(Slot))
    return llvm::all_of(ownParts(Slot), [&](Stmt *&Child) {
      return separate(Child, Shared, F);
    });
  InstanceCopy Copy(F.getASTContext(), &F);
  Stmt *Own = Copy.copy(Slot);
  if (Copy.obstacle())
    return false;
  Slot = Own;
  return true;
}

} // namespace

bool separateInstance(FunctionDecl &F, Stmt *&Slot) {
  const llvm::DenseSet<const Stmt *> Shared = patternNodes(F);
  return Shared.empty() || separate(Slot, Shared, F);
}

} // namespace twofold
