// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/OutsideEffects.h"

#include "ast/AtomicOperations.h"
#include "ast/ColdPaths.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

class EffectScan {
  const ParallelLoop &Loop;
  ASTContext &Ctx;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  unsigned Depth = 0; ///< of calls around what is looked at

public:
  std::optional<OutsideEffect> Found;

  EffectScan(const ParallelLoop &Loop, ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx) {}
  void visit(const Stmt *S);

private:
  void found(SourceLocation Loc, std::string What) {
    if (!Found)
      Found = OutsideEffect{Loc, std::move(What)};
  }
  void function(const FunctionDecl *F, SourceLocation Loc);
  void variable(const ValueDecl *D, SourceLocation Loc);
  void expression(const Expr *E);
  bool isPure(const FunctionDecl &F) const;
};

/// Neither reads nor writes anything but its arguments (and errno, which each
/// thread has for itself).
bool EffectScan::isPure(const FunctionDecl &F) const {
  if (F.hasAttr<ConstAttr>())
    return true;
  if (byteMoveOf(F)) // of what these point to it reads and writes some bytes
    return true;
  unsigned Id = F.getBuiltinID();
  return Id != 0 && (Ctx.BuiltinInfo.isConst(Id) ||
                     Ctx.BuiltinInfo.isConstWithoutErrnoAndExceptions(Id) ||
                     Ctx.BuiltinInfo.isConstWithoutExceptions(Id));
}

void EffectScan::function(const FunctionDecl *F, SourceLocation Loc) {
  if (!F)
    return found(Loc, "calls a function that is not known");
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F);
      Method && Method->isVirtual())
    return found(Loc, "calls '" + F->getNameAsString() + "' virtually");
  if (F->isTrivial() || isPure(*F))
    return;
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || Definition->isDependentContext())
    return found(Loc, "calls '" + F->getNameAsString() +
                          "', which is not visible here");
  if (!Seen.insert(Definition).second)
    return;
  ++Depth;
  llvm::for_each(bodiesOf(*Definition), [&](const Stmt *S) { visit(S); });
  --Depth;
}

void EffectScan::variable(const ValueDecl *D, SourceLocation Loc) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V)
    return;
  if (V->getTLSKind() != VarDecl::TLS_None)
    return found(Loc, "uses thread-local '" + V->getNameAsString() + "'");
  bool Constant = V->getType().isConstQualified() || V->isConstexpr();
  // What the body names may change in a callee.
  const Capture *C = Loop.capture(V);
  bool Own = C && (Depth == 0 || C->Called || C->Type->isArrayType());
  if (V->hasGlobalStorage() && !Constant && !Own)
    found(Loc,
          "uses '" + V->getNameAsString() + "', which all iterations share");
}

void EffectScan::expression(const Expr *E) {
  if (Loop.Given.Atomics && atomicOperation(E, Ctx))
    return; // on what the evaluation finds
  QualType T = E->getType();
  if (E->isGLValue() && (T.isVolatileQualified() || T->isAtomicType()))
    found(E->getExprLoc(), "uses volatile or atomic objects");
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    variable(Ref->getDecl(), E->getExprLoc());
  else if (const auto *M = dyn_cast<MemberExpr>(E))
    variable(M->getMemberDecl(), E->getExprLoc());
  else if (isa<CallExpr, CXXConstructExpr, CXXInheritedCtorInitExpr>(E))
    function(calleeOf(E), E->getExprLoc());
  else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    function(B->getTemporary()->getDestructor(), E->getExprLoc());
  else if (const Expr *Default = defaultOf(E))
    visit(Default);
  else if (isa<CXXNewExpr, CXXDeleteExpr>(E))
    found(E->getExprLoc(), "allocates or frees memory");
  else if (isa<CXXThrowExpr>(E))
    found(E->getExprLoc(), "throws");
  else if (isa<AtomicExpr>(E))
    found(E->getExprLoc(), "uses volatile or atomic objects");
  else if (isa<LambdaExpr, BlockExpr>(E))
    found(E->getExprLoc(), "uses a lambda");
  else if (isa<VAArgExpr, CoroutineSuspendExpr>(E))
    found(E->getExprLoc(), "does what the analysis does not follow");
}

void EffectScan::visit(const Stmt *S) {
  if (!S || Found || isa<UnaryExprOrTypeTraitExpr>(S) ||
      coldKind(S) == ColdKind::Ends)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    expression(E);
  else if (isa<AsmStmt, CXXTryStmt, OMPExecutableDirective>(S))
    found(S->getBeginLoc(), "does what the analysis does not follow");
  else if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const VarDecl *V : variablesIn(*D)) {
      variable(V, V->getLocation());
      const CXXRecordDecl *Record =
          V->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
      if (hasEnd(V->getType()))
        function(Record->getDestructor(), V->getLocation());
    }
  for (const Stmt *Child : S->children())
    visit(Child);
}

} // namespace

std::optional<OutsideEffect> findOutsideEffect(const ParallelLoop &Loop,
                                               ASTContext &Ctx) {
  EffectScan S(Loop, Ctx);
  S.visit(Loop.Body);
  return S.Found;
}

} // namespace twofold
