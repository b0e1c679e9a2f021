// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpenMPLines.h"
#include "abi/RuntimeDecls.h"
#include "annotation/OpenMPLoops.h"
#include "ast/AstFactory.h"
#include "ast/DirectiveLoops.h"
#include "report/FileNames.h"
#include "twofold/abi.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {

VarDecl *stayLine(const FunctionDecl &F,
                  const OMPExecutableDirective &Directive, StringRef Reason,
                  SourceLocation Shown, unsigned Number) {
  ASTContext &Ctx = F.getASTContext();
  const SourceLocation Loc = Directive.getBeginLoc();
  const PresumedLoc At = Ctx.getSourceManager().getPresumedLoc(Shown);
  const std::string Text =
      TWOFOLD_STAY_MARK_BEGIN TWOFOLD_STAY_MARK_END +
      embeddedName(At, Ctx.getLangOpts()) + ":" +
      std::to_string(At.isValid() ? At.getLine() : 0) + ": " +
      F.getQualifiedNameAsString() + ": OpenMP's '" + nameOf(Directive) +
      "' stays as it is" +
      (Reason.empty() ? std::string(", as -Rpass-missed=twofold tells")
                      : ": " + Reason.str());
  auto *Literal = StringLiteral::Create(
      Ctx, Text, StringLiteralKind::Ordinary, false,
      Ctx.getStringLiteralArrayType(Ctx.CharTy, Text.size()), {Loc});
  VarDecl *Line = AstFactory(Ctx, Loc).staticTable(
      "twofold_stay_" + std::to_string(Number), Literal->getType(), Literal);
  Line->addAttr(UsedAttr::CreateImplicit(Ctx));
  Line->addAttr(RetainAttr::CreateImplicit(Ctx));
  return Line;
}

Stmt *replacement(FunctionDecl &F, OMPExecutableDirective &Directive,
                  const OpenMPLoops &Taken, SourceLocation Shown) {
  ASTContext &Ctx = F.getASTContext();
  AstFactory Make(Ctx, Directive.getBeginLoc());
  const bool Shared = Taken.Orphan && !Ctx.getLangOpts().OpenMPSimd;
  if (!Shared && Taken.Tests.empty())
    return Taken.Statement;
  const QualType Text = Ctx.getPointerType(Ctx.CharTy.withConst());
  VarDecl *Why = Make.variable(&F, "why", Text, nullptr);
  // The reason that holds if what is asked next does.
  auto Asked = [&](StringRef Reason, Expr *E) {
    Expr *Set =
        Make.assign(Make.lvalue(Why),
                    Reason.empty() ? Make.null(Text) : Make.string(Reason));
    return Make.paren(Make.binary(BO_Comma, Set, E, E->getType()));
  };
  Expr *Stays = nullptr, *Holds = nullptr;
  if (Shared)
    Stays = Asked("it is called in a region that is OpenMP's",
                  Make.nonZero(Make.call(
                      Make.externFunction("omp_in_parallel", Ctx.IntTy), {})));
  for (const LoopTest &Test : Taken.Tests)
    Holds = Make.joined(BO_LAnd, Holds, Asked(Test.Otherwise, Test.Holds));
  if (Holds)
    Stays = Make.joined(
        BO_LOr, Stays,
        Make.unary(UO_LNot, Make.paren(Holds), Ctx.getLogicalOperationType()));
  const PresumedLoc At = Ctx.getSourceManager().getPresumedLoc(Shown);
  Expr *Left = Make.call(
      RuntimeDecls(Ctx).function("left"),
      {Make.string(embeddedName(At, Ctx.getLangOpts())),
       Make.integer(At.isValid() ? At.getLine() : 0, Ctx.UnsignedIntTy),
       Make.string(F.getQualifiedNameAsString()),
       Make.string(nameOf(Directive)), Make.value(Why)});
  return Make.compound(
      {Make.declare(Why),
       Make.ifThen(Stays, Make.compound({Left, &Directive}), Taken.Statement)});
}

} // namespace twofold
