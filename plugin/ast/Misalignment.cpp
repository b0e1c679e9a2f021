// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Misalignment.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace twofold {

bool isMisaligned(const Expr *Path, const ASTContext &Ctx) {
  while (true) {
    Path = Path->IgnoreParenImpCasts();
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(Path)) {
      Path = S->getBase();
      continue;
    }
    const auto *M = dyn_cast<MemberExpr>(Path);
    const auto *F = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
    if (!F)
      return false;
    QualType T = Ctx.getBaseElementType(F->getType().getNonReferenceType());
    if (!T->isIncompleteType() &&
        Ctx.getDeclAlign(F) < Ctx.getTypeAlignInChars(T))
      return true;
    if (M->isArrow())
      return false;
    Path = M->getBase();
  }
}

const Expr *misalignedTarget(const Stmt &S, const ASTContext &Ctx) {
  auto Known = [&](const Expr *E) {
    return E && isMisaligned(E, Ctx) ? E : nullptr;
  };
  if (const auto *E = dyn_cast<Expr>(&S))
    if (const Expr *Of = operandOf(E, UO_AddrOf))
      return Known(Of);
  if (const auto *Declared = dyn_cast<DeclStmt>(&S))
    for (const Decl *D : Declared->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && V->getType()->isReferenceType())
        if (const Expr *Of = Known(V->getInit()))
          return Of;
  const auto *Call = dyn_cast<CallExpr>(&S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  // Such an assignment copies the bytes.
  if (!F || (Method && Method->isTrivial()))
    return nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    if (const Expr *Of = Known(Member->getImplicitObjectArgument()))
      return Of;
  // The object of an operator that is a member comes first.
  const unsigned Objects = Method && isa<CXXOperatorCallExpr>(Call) ? 1 : 0;
  for (unsigned I = 0; I != Call->getNumArgs(); ++I) {
    const bool Bound =
        I < Objects ||
        (I - Objects < F->getNumParams() &&
         F->getParamDecl(I - Objects)->getType()->isReferenceType());
    if (const Expr *Of = Bound ? Known(Call->getArg(I)) : nullptr)
      return Of;
  }
  return nullptr;
}

} // namespace twofold
