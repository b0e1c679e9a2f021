// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/ColdPaths.h"
#include "ast/Nodes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {
namespace {

constexpr unsigned DeepestCall = 8;

bool isOutput(const FunctionDecl &F) {
  static const llvm::StringSet<> Names = {
      "printf",       "fprintf",       "vprintf",       "vfprintf",
      "puts",         "fputs",         "putchar",       "fputc",
      "putc",         "fflush",        "perror",        "fwrite",
      "__printf_chk", "__fprintf_chk", "__vprintf_chk", "__vfprintf_chk",
      "syslog",       "warn",          "warnx"};
  const SourceManager &Sources = F.getASTContext().getSourceManager();
  if (!F.getIdentifier() ||
      (F.hasBody() && !Sources.isInSystemHeader(F.getLocation())))
    return false;
  StringRef Name = F.getName();
  Name.consume_front("__builtin_");
  return Names.contains(Name);
}

/// std::cerr << a << b.
bool isStream(const Expr *E) {
  while (const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts())) {
    E = objectOf(*Call);
    if (!E)
      return false;
  }
  const VarDecl *V = variableIn(E->IgnoreParenImpCasts());
  const auto *Class = V ? V->getType()->getAsRecordDecl() : nullptr;
  return V && V->hasGlobalStorage() && Class && Class->getIdentifier() &&
         Class->isInStdNamespace() && Class->getName() == "basic_ostream";
}

ColdKind kindOfCall(const FunctionDecl &F, unsigned Depth);

/// What a whole function amounts to: it ends the program, or prints and does
/// nothing else.
ColdKind kindOfBody(const Stmt *Body, unsigned Depth) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(Body);
  if (!Block || Depth > DeepestCall || Block->body_empty())
    return ColdKind::None;
  bool Tells = true;
  for (const Stmt *S : Block->body()) {
    const auto *E = dyn_cast<Expr>(S);
    ColdKind Kind = ColdKind::None;
    if (const auto *Call =
            E ? dyn_cast<CallExpr>(E->IgnoreParenCasts()) : nullptr;
        Call && Call->getDirectCallee())
      Kind = kindOfCall(*Call->getDirectCallee(), Depth + 1);
    else if (E)
      Kind = coldKind(E);
    if (Kind == ColdKind::Ends)
      return Kind;
    Tells &= Kind == ColdKind::Tells || isa<NullStmt>(S);
    // Before anything else of it could be left.
    if (isa<ReturnStmt>(S))
      return ColdKind::None;
  }
  return Tells ? ColdKind::Tells : ColdKind::None;
}

ColdKind kindOfCall(const FunctionDecl &F, unsigned Depth) {
  if (F.getBuiltinID() == Builtin::BI__builtin_unreachable)
    return ColdKind::None;
  if (F.isNoReturn())
    return ColdKind::Ends;
  if (isOutput(F))
    return ColdKind::Tells;
  const FunctionDecl *Def = nullptr;
  if (!F.hasBody(Def))
    return F.hasAttr<ColdAttr>() ? ColdKind::Tells : ColdKind::None;
  return Def->getReturnType()->isVoidType() && !isa<CXXMethodDecl>(Def)
             ? kindOfBody(Def->getBody(), Depth)
             : ColdKind::None;
}

class ColdFinder {
  llvm::DenseSet<const FunctionDecl *> Seen;

public:
  bool in(const Stmt *S, bool Callees) {
    return anyNode(S, [&](const Stmt *Part) {
      const FunctionDecl *F = Callees ? calleeOf(Part) : nullptr;
      return isCold(Part) || (F && of(*F));
    });
  }
  bool of(const FunctionDecl &F) {
    const FunctionDecl *Def = nullptr;
    return F.hasBody(Def) && Seen.insert(Def).second &&
           in(Def->getBody(), true);
  }
};

bool names(const Stmt *S, const ValueDecl *D) {
  if (!S || isCold(S))
    return false;
  // Lengths in the type of a cast are no children.
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(S))
    for (const Expr *Length : lengthsIn(Cast->getType()))
      if (names(Length, D))
        return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl()->getCanonicalDecl() == D->getCanonicalDecl();
  return llvm::any_of(ownParts(S),
                      [&](const Stmt *Child) { return names(Child, D); });
}

} // namespace

ColdKind coldKind(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return ColdKind::None;
  E = seeThrough(E);
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() != CK_ToVoid)
      return ColdKind::None;
    E = seeThrough(Cast->getSubExpr());
  }
  if (isa<CXXThrowExpr>(E))
    return ColdKind::Ends;
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return ColdKind::None;
  if (isa<CXXOperatorCallExpr, CXXMemberCallExpr>(Call) && isStream(Call))
    return ColdKind::Tells;
  const FunctionDecl *F = Call->getDirectCallee();
  return F ? kindOfCall(*F, 0) : ColdKind::None;
}

bool containsCold(const Stmt *S) { return ColdFinder().in(S, false); }

bool mayGoCold(const FunctionDecl &F) { return ColdFinder().of(F); }

bool usedOnlyCold(const Stmt *Body, const ValueDecl *D) {
  return !names(Body, D);
}

} // namespace twofold
