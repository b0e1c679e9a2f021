// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/FilledArrays.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

class UseScan {
  const ValueDecl *D;
  const Stmt *Except;
  SmallVector<const Stmt *, 32> Around;

public:
  Addresses Found = Addresses::None;

  UseScan(const ValueDecl *D, const Stmt *Except) : D(D), Except(Except) {}

  void visit(const Stmt *S) {
    if (!S || S == Except || Found == Addresses::Kept)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
        Ref && Ref->getDecl()->getCanonicalDecl() == D->getCanonicalDecl())
      Found = std::max(Found, use(*Ref));
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
      for (const LambdaCapture &C : Lambda->captures())
        if (C.capturesVariable() && C.getCapturedVar() == D)
          Found = Addresses::Kept;
    if (isa<BlockExpr, AsmStmt>(S))
      Found = Addresses::Kept;
    Around.push_back(S);
    for (const Stmt *Child : S->children())
      visit(Child);
    Around.pop_back();
  }

private:
  Addresses use(const DeclRefExpr &Ref) const;
};

/// Follows the expressions around Ref as long as they are about its object, or
/// an address of it.
Addresses UseScan::use(const DeclRefExpr &Ref) const {
  bool Pointer = false;
  const Expr *E = &Ref;
  for (const Stmt *S : llvm::reverse(Around)) {
    const auto *Cast = dyn_cast<CastExpr>(S);
    if (isa<ParenExpr>(S)) {
    } else if (isa<UnaryExprOrTypeTraitExpr>(S)) {
      return Addresses::None;
    } else if (const auto *At = dyn_cast<ArraySubscriptExpr>(S)) {
      if (!Pointer || At->getBase() != E)
        return Addresses::Kept;
      Pointer = false;
    } else if (Cast && Cast->getCastKind() == CK_ArrayToPointerDecay) {
      Pointer = true;
    } else if (Cast && !Pointer &&
               (Cast->getCastKind() == CK_LValueToRValue ||
                Cast->getCastKind() == CK_ToVoid)) {
      return Addresses::None;
    } else if (const auto *M = dyn_cast<MemberExpr>(S)) {
      if (!isa<FieldDecl>(M->getMemberDecl()) || M->isArrow() || Pointer)
        return Addresses::Local; // a method
    } else if (const auto *U = dyn_cast<UnaryOperator>(S)) {
      if (U->isIncrementDecrementOp() && !Pointer)
        return Addresses::None;
      if (U->getOpcode() == UO_Deref && Pointer)
        Pointer = false;
      else
        return Addresses::Local;
    } else if (const auto *B = dyn_cast<BinaryOperator>(S)) {
      if (!Pointer && B->isAssignmentOp() && B->getLHS() == E)
        return Addresses::None;
      if (!Pointer || !B->isAdditiveOp() || !B->getType()->isPointerType())
        return Addresses::Local;
    } else {
      return Addresses::Local;
    }
    E = dyn_cast<Expr>(S);
    if (!E)
      return Addresses::Kept;
  }
  return Addresses::None;
}

class KeepScan {
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  llvm::SmallPtrSet<const VarDecl *, 16> Own;

public:
  bool Keeps = false;

  void visit(const Stmt *S) {
    if (!S || Keeps || isa<UnaryExprOrTypeTraitExpr>(S))
      return;
    if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
      for (const VarDecl *V : variablesIn(*Declared))
        V->isStaticLocal() ? void() : void(Own.insert(V));
    } else if (const auto *Cast = dyn_cast<CastExpr>(S)) {
      Keeps |= Cast->getCastKind() == CK_PointerToIntegral;
    } else if (const auto *B = dyn_cast<BinaryOperator>(S);
               B && B->isAssignmentOp() &&
               B->getLHS()->getType()->isPointerType()) {
      const VarDecl *V = variableIn(B->getLHS());
      Keeps |= !V || !Own.contains(V);
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      callee(Call->getDirectCallee());
    } else if (const auto *New = dyn_cast<CXXConstructExpr>(S)) {
      callee(New->getConstructor());
    }
    Keeps |= isa<CXXNewExpr, LambdaExpr, BlockExpr, AsmStmt>(S);
    for (const Stmt *Child : S->children())
      visit(Child);
  }

private:
  /// What is not visible tells of itself: all of its arguments may be touched.
  void callee(const FunctionDecl *F) {
    const FunctionDecl *Definition = nullptr;
    if (!F || !F->hasBody(Definition) || Definition->isDependentContext() ||
        !Seen.insert(Definition).second)
      return;
    for (const ParmVarDecl *P : Definition->parameters())
      Own.insert(P);
    if (const auto *C = dyn_cast<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *Init : C->inits()) {
        const FieldDecl *F = Init->getAnyMember();
        Keeps |= F && (F->getType()->isPointerType() ||
                       F->getType()->isReferenceType());
        visit(Init->getInit());
      }
    visit(Definition->getBody());
  }
};

} // namespace

Addresses addressesOf(const Stmt *S, const ValueDecl *D, const Stmt *Except) {
  UseScan Scan(D, Except);
  Scan.visit(S);
  return Scan.Found;
}

bool keepsPointers(const Stmt *S) {
  KeepScan Scan;
  Scan.visit(S);
  return Scan.Keeps;
}

} // namespace twofold
