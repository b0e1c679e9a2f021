// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AstFactory.h"
#include "ast/VariableUses.h"
#include "model/LoopModelBuilder.h"
#include "native/BodyRewriter.h"
#include "native/NativeOutliner.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

/// Whether every use of a variable reads it, or a part of it.
class OnlyReads {
  const ValueDecl *D;
  SmallVector<const Stmt *, 32> Around;

public:
  explicit OnlyReads(const ValueDecl *D) : D(D) {}

  bool holds(const Stmt *S) {
    if (!S)
      return true;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      return Ref->getDecl() != D || reads(*Ref);
    Around.push_back(S);
    bool All = llvm::all_of(S->children(),
                            [&](const Stmt *Child) { return holds(Child); });
    Around.pop_back();
    return All;
  }

private:
  bool reads(const DeclRefExpr &Ref) const {
    const Expr *Part = &Ref;
    for (const Stmt *S : llvm::reverse(Around)) {
      if (const auto *M = dyn_cast<MemberExpr>(S)) {
        if (M->isArrow())
          return false;
      } else if (const auto *Cast = dyn_cast<CastExpr>(S)) {
        QualType T = Cast->getType();
        if (Cast->getCastKind() == CK_LValueToRValue ||
            Cast->getCastKind() == CK_ToVoid ||
            (Cast->isGLValue() && T.isConstQualified()) ||
            (T->isPointerType() && T->getPointeeType().isConstQualified()))
          return true;
        if (Cast->getCastKind() != CK_ArrayToPointerDecay && !Cast->isGLValue())
          return false;
      } else if (const auto *At = dyn_cast<ArraySubscriptExpr>(S)) {
        if (At->getIdx() == Part)
          return false;
      } else if (isa<UnaryExprOrTypeTraitExpr>(S)) {
        return true;
      } else if (!isa<ParenExpr>(S)) {
        return false;
      }
      Part = cast<Expr>(S);
    }
    return false;
  }
};

class CopyMaker {
  ParallelLoop &Loop;
  Sema &S;
  ASTContext &Ctx;
  Diagnostics &Diags;
  AstFactory Make;
  BodyUses Uses;
  BodyRewriter Rewriter;
  SmallVector<Stmt *, 4> Before, Inside;

public:
  CopyMaker(ParallelLoop &Loop, Sema &S, Diagnostics &Diags)
      : Loop(Loop), S(S), Ctx(S.Context), Diags(Diags), Make(Ctx, Loop.Loc),
        Uses(collectUses(Loop.Body)),
        Rewriter(Ctx, Make, [](QualType) -> Expr * { return nullptr; }) {}

  bool run();

private:
  bool copy(const VariableClause &V);
};

bool CopyMaker::copy(const VariableClause &V) {
  auto *D = cast<VarDecl>(V.Variable);
  if (Loop.dimOf(D)) {
    Diags.report(V.Loc, diag::Id::InductionClause)
        << D->getName() << "firstprivate";
    return false;
  }
  auto Known = Uses.Variables.find(D);
  if (Known == Uses.Variables.end() || OnlyReads(D).holds(Loop.Body))
    return true;
  QualType T = D->getType().getNonReferenceType();
  QualType Element = Ctx.getBaseElementType(T);
  if (T->isVariablyModifiedType() || T->isIncompleteType() ||
      (T->isArrayType() && !Element.isTriviallyCopyableType(Ctx))) {
    Diags.report(V.Loc, diag::Id::LastPrivateType)
        << D->getName() << T << "firstprivate"
        << "a variable that can be copied";
    return false;
  }
  Expr *Outer = Make.lvalue(
      D,
      Known->second.References.front()->refersToEnclosingVariableOrCapture());
  bool Last = llvm::any_of(Loop.Given.LastPrivates, [&](const auto &L) {
    return L.Variable->getCanonicalDecl() == D->getCanonicalDecl();
  });
  if (Last) {
    VarDecl *First =
        Make.variable(Loop.Function, ("first_" + D->getName()).str(),
                      T.getUnqualifiedType(), Make.load(Outer), Before);
    Inside.push_back(Make.assign(
        Make.lvalue(
            D, cast<DeclRefExpr>(Outer)->refersToEnclosingVariableOrCapture()),
        Make.value(First)));
    return true;
  }
  VarDecl *Own = Make.variable(Loop.Function, D->getName(),
                               T.getUnqualifiedType(), nullptr, Inside);
  Rewriter.redirect(D, Own);
  if (T->isArrayType())
    Inside.push_back(Make.copyElements(Loop.Function, Make.lvalue(Own), Outer));
  else
    S.AddInitializerToDecl(Own, Outer, /*DirectInit=*/false);
  return !Own->isInvalidDecl();
}

bool CopyMaker::run() {
  for (const VariableClause &V : Loop.Given.FirstPrivates)
    if (!copy(V))
      return false;
  if (Inside.empty())
    return true;
  Rewriter.rewrite(Loop.Body);
  insertPreamble(Loop, Before, Inside, Make);
  return true;
}

} // namespace

bool copyFirstPrivates(ParallelLoop &Loop, Sema &S, Diagnostics &Diags) {
  return Loop.Given.FirstPrivates.empty() || CopyMaker(Loop, S, Diags).run();
}

} // namespace twofold
