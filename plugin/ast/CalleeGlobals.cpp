// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CalleeGlobals.cpp --------------------------------------------------===//

#include "ast/CalleeGlobals.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace twofold {
namespace {

/// The definition, or the declaration whose type is complete.
VarDecl *bestDeclaration(VarDecl *V) {
  if (VarDecl *Definition = V->getDefinition())
    return Definition;
  return V->getMostRecentDecl();
}

class GlobalFinder {
  ASTContext &Ctx;
  llvm::DenseSet<const FunctionDecl *> Seen;
  llvm::MapVector<const VarDecl *, CalleeGlobal> Found;

public:
  explicit GlobalFinder(ASTContext &Ctx) : Ctx(Ctx) {}

  llvm::SmallVector<CalleeGlobal, 4> take() {
    llvm::SmallVector<CalleeGlobal, 4> List;
    for (auto &[V, Global] : Found)
      List.push_back(Global);
    return List;
  }

  void calls(const Stmt *S) {
    eachNode(S, [&](const Stmt *Part) {
      function(calleeOf(Part));
      if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Part))
        calls(Default->getExpr());
      return true;
    });
  }

  void function(const FunctionDecl *F) {
    const FunctionDecl *Def = nullptr;
    if (!F || !F->hasBody(Def) || Def->isDependentContext() ||
        !Seen.insert(Def).second)
      return;
    llvm::for_each(bodiesOf(*Def), [&](Stmt *S) { part(S); });
  }

private:
  void part(Stmt *S) {
    for (auto &[D, Use] : collectUses(S, Ctx).Variables) {
      auto *V = dyn_cast<VarDecl>(D);
      if (!V || !V->hasGlobalStorage() || V->isStaticLocal())
        continue;
      CalleeGlobal &Global = Found[V->getCanonicalDecl()];
      if (!Global.Variable) {
        Global.Variable = bestDeclaration(V);
        Global.FirstUse = Use.References.front()->getLocation();
      }
      Global.Changed |= !Use.Writes.empty() || Use.Escapes;
    }
    calls(S);
  }
};

} // namespace

llvm::SmallVector<CalleeGlobal, 4> globalsOfCallees(const Stmt *S,
                                                    ASTContext &Ctx) {
  GlobalFinder Finder(Ctx);
  Finder.calls(S);
  return Finder.take();
}

llvm::SmallVector<CalleeGlobal, 4> globalsOf(const FunctionDecl &F,
                                             ASTContext &Ctx) {
  GlobalFinder Finder(Ctx);
  Finder.function(&F);
  return Finder.take();
}

} // namespace twofold
