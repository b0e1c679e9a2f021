// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "lower/Lowering.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {
namespace {

class Pruner {
  const llvm::DenseSet<const VarDecl *> &Temporaries;
  ASTContext &Ctx;
  llvm::function_ref<bool(const Expr *)> MayWrite;
  llvm::DenseMap<const VarDecl *, unsigned> Reads;
  bool Changed = false;

  /// The temporary that an assignment sets.
  const VarDecl *target(const Stmt *S) const {
    const auto *B = dyn_cast_or_null<BinaryOperator>(S);
    if (!B || B->getOpcode() != BO_Assign)
      return nullptr;
    const VarDecl *V = variableIn(B->getLHS());
    return V && Temporaries.contains(V) && !MayWrite(B->getRHS()) ? V : nullptr;
  }

  void count(const Stmt *S, bool Discarded) {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        ++Reads[V];
      return;
    }
    if (Discarded && target(S))
      return count(cast<BinaryOperator>(S)->getRHS(), false);
    if (const auto *B = dyn_cast<BinaryOperator>(S);
        B && B->getOpcode() == BO_Comma) {
      count(B->getLHS(), true);
      return count(B->getRHS(), Discarded);
    }
    for (const Stmt *Child : S->children())
      count(Child, Child && discards(S, Child));
  }

  bool isUnused(const VarDecl *V) const {
    return V && Temporaries.contains(V) && !Reads.lookup(V);
  }

  /// Null: nothing is left of it. A value that is wanted stays.
  Stmt *kept(Stmt *S, bool Discarded) {
    if (!S)
      return S;
    if (auto *Declared = dyn_cast<DeclStmt>(S)) {
      const VarDecl *V = onlyVariable(Declared);
      if (!isUnused(V) || (V->getInit() && MayWrite(V->getInit())))
        return S;
      Changed = true;
      return nullptr;
    }
    if (Discarded && isUnused(target(S))) {
      Changed = true;
      return nullptr;
    }
    if (auto *B = dyn_cast<BinaryOperator>(S);
        B && B->getOpcode() == BO_Comma) {
      Stmt *First = kept(B->getLHS(), true);
      Stmt *Second = kept(B->getRHS(), Discarded);
      if (!First || !Second)
        return First ? First : Second;
      B->setLHS(cast<Expr>(First));
      B->setRHS(cast<Expr>(Second));
      return B;
    }
    if (auto *Block = dyn_cast<CompoundStmt>(S)) {
      llvm::SmallVector<Stmt *, 8> Rest;
      for (Stmt *Child : Block->body())
        if (Stmt *Left = kept(Child, true))
          Rest.push_back(Left);
      return CompoundStmt::Create(Ctx, Rest, FPOptionsOverride(),
                                  Block->getLBracLoc(), Block->getRBracLoc());
    }
    for (Stmt *&Child : S->children()) {
      if (!Child)
        continue;
      Stmt *Left = kept(Child, discards(S, Child));
      const auto *For = dyn_cast<ForStmt>(S);
      bool Head = For && Child != For->getBody();
      if (!Left && !Head)
        Left = new (Ctx) NullStmt(Child->getBeginLoc());
      Child = Left;
    }
    return S;
  }

public:
  Pruner(const llvm::DenseSet<const VarDecl *> &Temporaries, ASTContext &Ctx,
         llvm::function_ref<bool(const Expr *)> MayWrite)
      : Temporaries(Temporaries), Ctx(Ctx), MayWrite(MayWrite) {}

  Stmt *prune(Stmt *Body) {
    do {
      Changed = false;
      Reads.clear();
      count(Body, true);
      Body = kept(Body, true);
    } while (Changed);
    return Body;
  }
};

} // namespace

Stmt *withoutUnused(Stmt *Body,
                    const llvm::DenseSet<const VarDecl *> &Temporaries,
                    ASTContext &Ctx,
                    llvm::function_ref<bool(const Expr *)> MayWrite) {
  return Pruner(Temporaries, Ctx, MayWrite).prune(Body);
}

} // namespace twofold
