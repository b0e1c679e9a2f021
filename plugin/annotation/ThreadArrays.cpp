// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/ThreadArrays.h"
#include "annotation/OpenMPClauses.h"
#include "annotation/OpenMPRegions.h"
#include "ast/DirectiveLoops.h"
#include "ast/Nodes.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace twofold {
namespace {

const OMPLoopDirective *sharedLoop(const Stmt *S) {
  const auto *D = dyn_cast<OMPLoopDirective>(S);
  return D && (isSharedInRegion(*D) || isSharedLoop(D->getDirectiveKind()))
             ? D
             : nullptr;
}

/// The variables of a loop whose numbers tell its iterations apart.
class TellingVariables {
  llvm::DenseSet<const ValueDecl *> All;

public:
  explicit TellingVariables(const OMPLoopDirective &D) {
    for (const Expr *Counter : D.counters())
      All.insert(namedIn(Counter));
    const Stmt *Loop = underDirective(const_cast<OMPLoopDirective &>(D));
    for (size_t Known = 0; Known != All.size();) {
      Known = All.size();
      eachNode(Loop, [&](const Stmt *S) {
        if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
          All.insert(Range->getLoopVariable());
        if (const auto *Declared = dyn_cast<DeclStmt>(S))
          for (const VarDecl *V : variablesIn(*Declared))
            addIf(V->getInit(), V);
        if (const auto *Assigned = dyn_cast<BinaryOperator>(S))
          if (Assigned->isAssignmentOp())
            addIf(Assigned->getRHS(), namedIn(Assigned->getLHS()));
        return true;
      });
    }
  }

  bool in(const Stmt *S) const {
    return anyNode(S, [&](const Stmt *Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      return Ref && All.contains(Ref->getDecl());
    });
  }

private:
  void addIf(const Expr *Value, const ValueDecl *V) {
    if (V && in(Value))
      All.insert(V);
  }
};

/// Whether what S does with V, all of it part of an iteration, depends on which
/// one that is: by a subscript, by a whole number that a function gets with V,
/// or in a way that is not looked into.
bool isTold(const Stmt *S, const VarDecl *V, const TellingVariables &Telling) {
  auto Told = [&](const Stmt *Part) {
    return Part && isTold(Part, V, Telling);
  };
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == V;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(S)) {
    const Expr *Base = Element;
    SmallVector<const Expr *, 3> Subscripts;
    while (const auto *Row = dyn_cast<ArraySubscriptExpr>(Base)) {
      Subscripts.push_back(Row->getIdx());
      Base = Row->getBase()->IgnoreParenImpCasts();
    }
    if (namedIn(Base) == V)
      return llvm::any_of(
          Subscripts, [&](const Expr *E) { return Telling.in(E) || Told(E); });
  }
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    bool Tells = false, Given = false;
    for (const Expr *Argument : Call->arguments())
      if (namedIn(Argument->IgnoreParenImpCasts()) == V)
        Given = true;
      else if (Told(Argument))
        return true;
      else if (!Argument->getType()->isRealFloatingType())
        Tells |= Telling.in(Argument);
    return Given && Tells;
  }
  return llvm::any_of(S->children(), Told);
}

} // namespace

bool mentionsBetween(const Stmt *S, const ValueDecl *V) {
  bool Found = false;
  eachNode(S, [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    Found |= Ref && Ref->getDecl() == V;
    return !sharedLoop(Part);
  });
  return Found;
}

bool outlivesLoops(const Stmt *S, const VarDecl *V) {
  if (V->getType().getNonReferenceType()->isScalarType())
    return false; // an iteration that reads it first is found as such
  unsigned Runs = 0;
  bool Told = false;
  auto Count = [&](auto &&Self, const Stmt *At, bool Again) -> void {
    eachNode(At, [&](const Stmt *Part) {
      if (const OMPLoopDirective *D = sharedLoop(Part)) {
        if (mentions(D, V)) {
          Runs += Again ? 2 : 1;
          Told |= isTold(underDirective(const_cast<OMPLoopDirective &>(*D)), V,
                         TellingVariables(*D));
        }
        return false;
      }
      if (Part == At || !isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(Part))
        return true;
      Self(Self, Part, /*Again=*/true);
      return false;
    });
  };
  Count(Count, S, /*Again=*/holdsNode<LabelStmt>(S));
  return Told && Runs > 1;
}

} // namespace twofold
