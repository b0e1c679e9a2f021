// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/LoadFinder.h"
#include "ast/Nodes.h"
#include "schedule/SharedValues.h"

using namespace clang;

namespace twofold {

const Expr *lastStatement(const Stmt *S, const NestMapping &Mapping,
                          SmallVectorImpl<const Expr *> &First) {
  while (true) {
    if (const auto *F = dyn_cast_if_present<ForStmt>(S)) {
      if (!isItem(Mapping.Items, F))
        return nullptr;
      S = F->getBody();
      continue;
    }
    const auto *Block = dyn_cast_if_present<CompoundStmt>(S);
    if (!Block)
      break;
    S = nullptr;
    for (const Stmt *Child : Block->body()) {
      if (isa<NullStmt>(Child))
        continue;
      if (S)
        return nullptr;
      const auto *Declared = dyn_cast<DeclStmt>(Child);
      if (!Declared) {
        S = Child;
        continue;
      }
      for (const Decl *D : Declared->decls()) {
        const auto *V = dyn_cast<VarDecl>(D);
        if (!V || V->getType()->isReferenceType() ||
            V->getType()->isVariablyModifiedType())
          return nullptr;
        if (V->getInit())
          First.push_back(V->getInit());
      }
    }
  }
  const auto *E = dyn_cast_if_present<Expr>(S);
  return E ? E->IgnoreParens() : nullptr;
}

bool isElement(const Expr *E) {
  return isa<ArraySubscriptExpr>(E) || operandOf(E, UO_Deref);
}

bool LoadFinder::isKnown(const Expr *E) const {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const ValueDecl *D = Ref->getDecl();
    if (Loop.dimOf(D) || isa<EnumConstantDecl>(D) || Mapping.isCounter(D) ||
        (IsOwn && IsOwn(D)))
      return true;
    const Capture *C = Loop.capture(D);
    return C && (C->Kind == Sharing::Value ||
                 (C->Kind == Sharing::Reference && C->Type->isArrayType()));
  }
  if (isa<CallExpr, StmtExpr, LambdaExpr, CXXThisExpr,
          AbstractConditionalOperator>(E))
    return false;
  if (const Expr *Read = operandOf(E, CK_LValueToRValue);
      Read && !isa<DeclRefExpr, MemberExpr>(Read->IgnoreParens()))
    return false; // memory that the loop may change
  if (const auto *M = dyn_cast<MemberExpr>(E); M && M->isArrow())
    return false;
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_if_present<Expr>(Child);
        !Part || !isKnown(Part))
      return false;
  return true;
}

/// Place is an element that a kernel can load before the iteration.
bool LoadFinder::isLoadedFrom(const Expr *Place) const {
  QualType T = Place->getType();
  if (!T->isIntegerType() && !T->isSpecificBuiltinType(BuiltinType::Float) &&
      !T->isSpecificBuiltinType(BuiltinType::Double))
    return false;
  if (T->isBooleanType() || T->isBitIntType() || Ctx.getTypeSize(T) > 64)
    return false;
  if (!isElement(Place) || T.isVolatileQualified())
    return false;
  return llvm::all_of(Place->children(), [&](const Stmt *Part) {
    return isKnown(cast<Expr>(Part));
  });
}

bool LoadFinder::isLoad(const Expr *E) const {
  const Expr *Read = operandOf(E, CK_LValueToRValue);
  return Read && isLoadedFrom(Read->IgnoreParens());
}

void LoadFinder::findBefore(const BinaryOperator &Store) {
  find(Store.getLHS(), true);
  find(Store.getRHS(), true);
  if (const Expr *Place = Store.getLHS();
      Store.isCompoundAssignmentOp() && isLoadedFrom(Place))
    Loads.insert(Place);
}

bool LoadFinder::findAlways(const Stmt *S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Child) { return findAlways(Child); });
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable())
      return false;
    find(If->getCond(), true);
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    find(E, true);
  } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const VarDecl *V : variablesIn(*Declared))
      if (V->getInit() && !V->getType()->isReferenceType())
        find(V->getInit(), true);
  } else {
    return isa<NullStmt>(S);
  }
  return !exitsOf(S).Continue;
}

void LoadFinder::findIn(const Stmt *Body) {
  Fits = !holdsNode<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt,
                    StmtExpr, LambdaExpr, LabelStmt, GotoStmt>(Body);
  if (!Fits)
    return;
  Stores = false;
  (void)findAlways(Body);
  findAgain(Body);
}

void LoadFinder::findAgain(const Stmt *S) {
  const SmallVector<const Expr *, 8> Always(Loads.begin(), Loads.end());
  (void)anyNode(S, [&](const Stmt *Part) {
    const auto *E = dyn_cast<Expr>(Part);
    if (E && isLoad(E) && llvm::any_of(Always, [&](const Expr *Known) {
          return sameExpression(E, Known, Ctx);
        }))
      Loads.insert(E);
    return false;
  });
}

void LoadFinder::find(const Expr *E, bool Always) {
  E = E->IgnoreParens();
  if (Loop.update(E) || isa<StmtExpr, LambdaExpr>(E))
    Fits = false;
  if (assignedBy(E) || !leavesMemory(E))
    Fits &= !Stores;
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && (B->isLogicalOp() || B->getOpcode() == BO_Comma)) {
    find(B->getLHS(), Always);
    return find(B->getRHS(), false);
  }
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
    find(C->getCond(), Always);
    find(C->getTrueExpr(), false);
    return find(C->getFalseExpr(), false);
  }
  if (Always && isLoad(E)) {
    Loads.insert(E);
    return;
  }
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_if_present<Expr>(Child))
      find(Part, Always);
    else if (Child)
      Fits = false;
}

} // namespace twofold
