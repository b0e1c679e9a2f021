// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPReach.cpp - what may change while a region runs --------------===//

#include "annotation/OpenMPGuards.h"
#include "annotation/OpenMPRegions.h"
#include "ast/Nodes.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {

/// Of an lvalue, the variable that it is a part of; null: there is none.
static const ValueDecl *wholeOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
      E = M->getBase();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
             Element && arrayIn(*Element))
      E = arrayIn(*Element);
    else
      return namedIn(E);
  }
}

bool keepsAll(const Stmt *S, const Expr *E) {
  return !anyNode(E, [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    return Ref && !onlyReads(S, Ref->getDecl());
  });
}

/// Notes variables that S does not only load and assign.
void OpenMPGuards::reach(const Stmt *S) {
  eachNode(S, [&](const Stmt *Part) {
    const Expr *Place = operandOf(Part, CK_LValueToRValue);
    if (!Place)
      Place = assignedBy(Part);
    if (Place && wholeOf(Place)) {
      // Subscripts in it are parts of their own.
      for (const Expr *E = Place->IgnoreParens();
           isa<MemberExpr, ArraySubscriptExpr>(E);) {
        const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
        if (Element)
          reach(Element->getIdx());
        E = (Element ? arrayIn(*Element) : cast<MemberExpr>(E)->getBase())
                ->IgnoreParens();
      }
      if (const auto *B = dyn_cast<BinaryOperator>(Part))
        reach(B->getRHS());
      return false;
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
      Reached.insert(Ref->getDecl());
    return true;
  });
}

/// Whether a jump behind Region may lead to what is before it.
static bool comesBack(const Stmt *Body, const Stmt *Region) {
  bool Passed = false, Comes = holdsNode<IndirectGotoStmt>(Body);
  llvm::DenseSet<const LabelDecl *> Labels;
  eachNode(Body, [&](const Stmt *S) {
    if (const auto *Label = dyn_cast<LabelStmt>(S); Label && !Passed)
      Labels.insert(Label->getDecl());
    if (const auto *Jump = dyn_cast<GotoStmt>(S))
      Comes |= Passed && Labels.contains(Jump->getLabel());
    const bool Has = isa<OMPExecutableDirective>(S) && holdsUnder(S, Region);
    Passed |= Has;
    return !Has;
  });
  return Comes;
}

/// The same of what may run before the end of Region, which is in S.
void OpenMPGuards::reachBefore(const Stmt *S) {
  if (isLoop(*S) || isa<OMPExecutableDirective, SwitchStmt>(S))
    return reach(S);
  for (const Stmt *Child : S->children()) {
    if (Child && holdsUnder(Child, Region)) {
      reachBefore(Child);
      break;
    }
    reach(Child);
  }
}

void OpenMPGuards::reachUntilEnd(const Stmt *Body) {
  if (comesBack(Body, Region))
    reach(Body);
  else
    reachBefore(Body);
}

bool OpenMPGuards::isChangedIn(const Stmt *Whole) const {
  return (Enters && !keepsAll(Whole, Enters)) ||
         (!Watched.empty() && isStoredIn(Whole));
}

bool OpenMPGuards::isStoredIn(const Stmt *Whole) const {
  llvm::DenseSet<const FunctionDecl *> Seen;
  SmallVector<const Stmt *, 4> Rest = {Whole};
  auto Stores = [&](const Stmt *Part) {
    if (const Expr *Place = assignedBy(Part)) {
      const ValueDecl *V = wholeOf(Place);
      QualType T = Ctx.getCanonicalType(Place->getType()).getUnqualifiedType();
      const auto *Named = dyn_cast_or_null<VarDecl>(V);
      // Others may point to a structure that is no local variable.
      return (!Named || V->getType()->isReferenceType() ||
              (!Named->hasLocalStorage() &&
               Ctx.getBaseElementType(V->getType())->isRecordType()) ||
              Reached.contains(V)) &&
             (T->isAnyCharacterType() || T->isRecordType() ||
              llvm::is_contained(Watched, T));
    }
    const auto *Call = dyn_cast<CallExpr>(Part);
    const FunctionDecl *Called = calleeOf(Part), *Def = nullptr;
    if (!Called)
      return Call || isa<OMPExecutableDirective>(Part);
    if (isThreadState(*Called))
      return false;
    if (Called->hasBody(Def)) {
      if (Seen.insert(Def).second)
        llvm::append_range(Rest, bodiesOf(*Def));
      return false;
    }
    return llvm::any_of(Called->parameters(), [](const ParmVarDecl *P) {
      const QualType T = P->getType()->getPointeeType();
      return !T.isNull() && !T.isConstQualified();
    });
  };
  while (!Rest.empty())
    if (anyNode(Rest.pop_back_val(), Stores))
      return true;
  return false;
}

} // namespace twofold
