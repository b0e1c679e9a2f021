// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "depend/OwnedElements.h"
#include "model/ElementUpdate.h"
#include "model/LoopModel.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace twofold {
namespace {

class StoreComparison {
  const ParallelLoop &Loop;
  const ASTContext &Ctx;
  llvm::function_ref<bool(const ValueDecl *)> IsRead;
  /// What A and B are subscripts of: the same where they meet.
  const Expr *FirstIndex = nullptr, *SecondIndex = nullptr;

  /// Behind casts and variables that only give a name to something.
  const Expr *bare(const Expr *E) const {
    for (;;) {
      E = E->IgnoreParenCasts();
      const VarDecl *D = variableIn(E);
      if (!D || !D->hasInit() || !D->hasLocalStorage() || Loop.capture(D) ||
          Loop.dimOf(D) || D->getType()->isReferenceType() ||
          !onlyReads(Loop.Body, D))
        return E;
      E = D->getInit();
    }
  }
  const Expr *indexOf(const Expr *Place) const {
    const auto *S = dyn_cast<ArraySubscriptExpr>(bare(Place));
    return S ? bare(S->getIdx()) : nullptr;
  }
  /// The same in all iterations. A copy of each iteration's own is not.
  bool isKnown(const ValueDecl *D) const {
    const Capture *C = Loop.capture(D);
    return isa<EnumConstantDecl, FunctionDecl>(D) || Loop.hasValue(D) ||
           (C && C->Kind == Sharing::Reference && IsRead(D));
  }

public:
  StoreComparison(const StoredValue &A, const StoredValue &B,
                  const ParallelLoop &Loop, const ASTContext &Ctx,
                  llvm::function_ref<bool(const ValueDecl *)> IsRead)
      : Loop(Loop), Ctx(Ctx), IsRead(IsRead), FirstIndex(indexOf(A.Place)),
        SecondIndex(indexOf(B.Place)) {}

  bool same(const Expr *A, const Expr *B) const {
    A = bare(A);
    B = bare(B);
    if (FirstIndex && SecondIndex && sameExpression(A, FirstIndex, Ctx) &&
        sameExpression(B, SecondIndex, Ctx))
      return true;
    if (A->getStmtClass() != B->getStmtClass() ||
        !Ctx.hasSameUnqualifiedType(A->getType(), B->getType()))
      return false;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(A))
      return Ref->getDecl() == cast<DeclRefExpr>(B)->getDecl() &&
             isKnown(Ref->getDecl());
    if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
            CXXBoolLiteralExpr, CXXNullPtrLiteralExpr,
            UnaryExprOrTypeTraitExpr>(A))
      return sameExpression(A, B, Ctx);
    // Memory: elements of what the loop leaves as it is.
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(A)) {
      const auto *Other = cast<ArraySubscriptExpr>(B);
      const auto *Ref = dyn_cast<DeclRefExpr>(bare(S->getBase()));
      return Ref && IsRead(Ref->getDecl()) &&
             same(S->getBase(), Other->getBase()) &&
             same(S->getIdx(), Other->getIdx());
    }
    if (const auto *M = dyn_cast<MemberExpr>(A))
      return !M->isArrow() &&
             M->getMemberDecl() == cast<MemberExpr>(B)->getMemberDecl() &&
             same(M->getBase(), cast<MemberExpr>(B)->getBase());
    if (const auto *U = dyn_cast<UnaryOperator>(A)) {
      if (U->getOpcode() != cast<UnaryOperator>(B)->getOpcode() ||
          U->isIncrementDecrementOp() || U->getOpcode() == UO_Deref ||
          U->getOpcode() == UO_AddrOf)
        return false;
    } else if (const auto *O = dyn_cast<BinaryOperator>(A)) {
      if (O->getOpcode() != cast<BinaryOperator>(B)->getOpcode() ||
          O->isAssignmentOp())
        return false;
    } else if (const auto *Call = dyn_cast<CallExpr>(A)) {
      if (Call->getNumArgs() == 0 || !Call->getDirectCallee() ||
          isa<CXXMemberCallExpr>(A))
        return false;
    } else if (!isa<ConditionalOperator, InitListExpr>(A)) {
      return false;
    }
    return llvm::equal(
        A->children(), B->children(), [&](const Stmt *X, const Stmt *Y) {
          return isa_and_nonnull<Expr>(X) && isa_and_nonnull<Expr>(Y) &&
                 same(cast<Expr>(X), cast<Expr>(Y));
        });
  }
};

} // namespace

bool storeTheSame(const StoredValue &A, const StoredValue &B,
                  const ParallelLoop &Loop, const ASTContext &Ctx,
                  llvm::function_ref<bool(const ValueDecl *)> IsRead) {
  return StoreComparison(A, B, Loop, Ctx, IsRead).same(A.Value, B.Value);
}

} // namespace twofold
