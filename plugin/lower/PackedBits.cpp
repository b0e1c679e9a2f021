// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/PendingTemplates.h"
#include "ast/VariableUses.h"
#include "lower/DerivedCaptures.h"
#include "lower/LoweredLoop.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

const CXXRecordDecl *classOf(QualType T) {
  return T.getNonReferenceType()->getAsCXXRecordDecl();
}

/// What libstdc++ and libc++ call a reference to a bit.
bool isBit(const CXXRecordDecl *Class) {
  if (!Class || !Class->getIdentifier() || !isLibraryPart(*Class))
    return false;
  StringRef Name = Class->getName();
  if (Name == "_Bit_reference" || Name == "__bit_reference")
    return true;
  const auto *Outer = dyn_cast<CXXRecordDecl>(Class->getDeclContext());
  return Name == "reference" && Outer && Outer->getIdentifier() &&
         Outer->getName() == "bitset";
}

class Search {
  Sema &S;
  const BodyUses Uses;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;

public:
  Search(const ParallelLoop &Loop, Sema &S)
      : S(S), Uses(collectUses(Loop.Body)) {}

  const Expr *visit(const Stmt *Part) {
    const Expr *Found = nullptr;
    anyNode(Part, [&](const Stmt *S) {
      if (const auto *Call = dyn_cast<CallExpr>(S))
        Found = call(*Call);
      else if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
        Found = callee(Made->getConstructor(), *Made);
      return Found != nullptr;
    });
    return Found;
  }

private:
  /// The container is a variable of the iteration's own.
  bool isOwn(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      return isOwn(M->getSubExpr());
    if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      return isOwn(B->getSubExpr());
    if (const auto *C = dyn_cast<CallExpr>(E)) {
      const Expr *Object = objectOf(*C);
      return Object && isOwn(Object);
    }
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return !M->isArrow() && isOwn(M->getBase());
    const VarDecl *V = variableIn(E);
    return V && V->hasLocalStorage() && Uses.DeclaredInside.contains(V) &&
           !V->getType()->isReferenceType() && !isBit(classOf(V->getType()));
  }

  const Expr *call(const CallExpr &Call) {
    const FunctionDecl *F = Call.getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    if (Method && Method->isInstance() && isLibraryPart(*Method)) {
      const Expr *Object = objectOf(Call);
      const CXXRecordDecl *Class = Method->getParent();
      StringRef Name =
          Method->getIdentifier() ? Method->getName() : StringRef();
      bool Assigns = Method->getOverloadedOperator() == OO_Equal;
      bool Sets = Name == "flip" || Name == "set" || Name == "reset";
      bool Bits = Class->getIdentifier() && Class->getName() == "bitset";
      if (Object && ((isBit(Class) && (Assigns || Sets)) || (Bits && Sets)))
        return isOwn(Object) ? nullptr : &Call;
    }
    return callee(F, Call);
  }

  /// Inside of the library nobody looks: it is where the call is.
  const Expr *callee(const FunctionDecl *F, const Expr &At) {
    if (!F || !Seen.insert(F->getCanonicalDecl()).second)
      return nullptr;
    const FunctionDecl *Def = definitionOf(*F, S, At.getExprLoc());
    if (!Def)
      return nullptr;
    const Expr *Found = visit(Def->getBody());
    return Found && isLibraryPart(*Def) ? &At : Found;
  }
};

} // namespace

const Expr *findPackedWrite(const ParallelLoop &Loop, Sema &S) {
  return S.getLangOpts().CPlusPlus ? Search(Loop, S).visit(Loop.Body) : nullptr;
}

} // namespace twofold
