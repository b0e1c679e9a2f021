// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "dialect/LibraryFunctions.h"
#include "kernel/Eligibility.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

class DoubleUses {
  const ASTContext &Ctx;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;

public:
  std::optional<AccidentalDouble> First;
  bool Wanted = false;

  explicit DoubleUses(const ASTContext &Ctx) : Ctx(Ctx) {}

  void visit(const Stmt *S) {
    if (!S || Wanted)
      return;
    if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
      for (const VarDecl *V : variablesIn(*Declared))
        Wanted |= holdsDouble(V->getType());
    } else if (const auto *E = dyn_cast<Expr>(S)) {
      expression(*E);
    }
    for (const Stmt *Child : S->children())
      visit(Child);
  }

private:
  bool holdsDouble(QualType T) const {
    T = T.getNonReferenceType();
    while (T->isPointerType() || T->isArrayType())
      T = T->isPointerType() ? T->getPointeeType()
                             : Ctx.getAsArrayType(T)->getElementType();
    if (const auto *C = T->getAs<ComplexType>())
      T = C->getElementType();
    if (const auto *V = T->getAs<VectorType>())
      T = V->getElementType();
    return T->isSpecificBuiltinType(BuiltinType::Double);
  }

  void expression(const Expr &E) {
    if (const auto *F = dyn_cast<FloatingLiteral>(&E)) {
      if (holdsDouble(F->getType()))
        found(F->getLocation(), F->getLocation());
    } else if (isa<DeclRefExpr>(E) && !E.getType()->isFunctionType()) {
      Wanted |= holdsDouble(E.getType());
    } else if (isa<MemberExpr, ArraySubscriptExpr, ExplicitCastExpr,
                   ImaginaryLiteral>(E) ||
               (E.isGLValue() && !isa<ParenExpr>(E))) {
      Wanted |= holdsDouble(E.getType());
    } else if (const auto *Call = dyn_cast<CallExpr>(&E)) {
      call(*Call);
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(&E)) {
      body(Construct->getConstructor());
    }
  }

  void call(const CallExpr &E) {
    const FunctionDecl *F = E.getDirectCallee();
    if (!F)
      return;
    if (findMathRule(*F)) {
      if (F->getIdentifier() && holdsDouble(F->getReturnType()))
        found(E.getCallee()->getBeginLoc(), E.getCallee()->getEndLoc());
      return;
    }
    Wanted |= holdsDouble(F->getReturnType());
    body(F);
  }

  void body(const FunctionDecl *F) {
    const FunctionDecl *Def = nullptr;
    if (!F->hasBody(Def) || !Seen.insert(Def).second)
      return;
    for (const ParmVarDecl *P : Def->parameters())
      Wanted |= holdsDouble(P->getType());
    llvm::for_each(bodiesOf(*Def), [&](const Stmt *Code) { visit(Code); });
  }

  /// What a macro or a system header writes is not the user's to change.
  void found(SourceLocation Loc, SourceLocation Last) {
    if (First)
      return;
    const SourceManager &Sources = Ctx.getSourceManager();
    if (Loc.isMacroID() || Sources.isInSystemHeader(Loc)) {
      Wanted = true;
      return;
    }
    std::string Written =
        Lexer::getSourceText(CharSourceRange::getTokenRange(Loc, Last), Sources,
                             Ctx.getLangOpts())
            .str();
    if (Written.empty())
      return;
    First = AccidentalDouble{
        Loc, Written, Written + "f",
        Lexer::getLocForEndOfToken(Last, 0, Sources, Ctx.getLangOpts())};
  }
};

} // namespace

std::optional<AccidentalDouble> accidentalDouble(const ParallelLoop &Loop,
                                                 ASTContext &Ctx) {
  DoubleUses Uses(Ctx);
  Uses.visit(Loop.Body);
  return Uses.Wanted ? std::nullopt : Uses.First;
}

} // namespace twofold
