// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpenMPLines.h"
#include "abi/RuntimeDecls.h"
#include "annotation/OpenMPLoops.h"
#include "ast/AstFactory.h"
#include "ast/DirectiveLoops.h"
#include "ast/Nodes.h"
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

/// Whether threads of a region of OpenMP's come there.
static Expr *inParallel(AstFactory &Make, ASTContext &Ctx) {
  return Make.nonZero(
      Make.call(Make.externFunction("omp_in_parallel", Ctx.IntTy), {}));
}

static constexpr StringRef InRegion =
    "it is called in a region that is OpenMP's";

/// Tells the runtime why Directive runs as it was written.
static Expr *leftFor(Expr *Why, const FunctionDecl &F,
                     const OMPExecutableDirective &Directive,
                     SourceLocation Shown) {
  ASTContext &Ctx = F.getASTContext();
  AstFactory Make(Ctx, Directive.getBeginLoc());
  const PresumedLoc At = Ctx.getSourceManager().getPresumedLoc(Shown);
  return Make.call(
      RuntimeDecls(Ctx).function("left"),
      {Make.string(embeddedName(At, Ctx.getLangOpts())),
       Make.integer(At.isValid() ? At.getLine() : 0, Ctx.UnsignedIntTy),
       Make.string(F.getQualifiedNameAsString()),
       Make.string(nameOf(Directive)), Why});
}

Stmt *replacement(FunctionDecl &F, OMPExecutableDirective &Directive,
                  const OpenMPLoops &Taken, SourceLocation Shown) {
  ASTContext &Ctx = F.getASTContext();
  AstFactory Make(Ctx, Directive.getBeginLoc());
  const bool Shared =
      (Taken.Orphan || Taken.Binds) && !Ctx.getLangOpts().OpenMPSimd;
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
    Stays = Asked(InRegion, inParallel(Make, Ctx));
  for (const LoopTest &Test : Taken.Tests)
    Holds = Make.joined(BO_LAnd, Holds, Asked(Test.Otherwise, Test.Holds));
  if (Holds)
    Stays = Make.joined(
        BO_LOr, Stays,
        Make.unary(UO_LNot, Make.paren(Holds), Ctx.getLogicalOperationType()));
  Expr *Left = leftFor(Make.value(Why), F, Directive, Shown);
  return Make.compound(
      {Make.declare(Why),
       Make.ifThen(Stays, Make.compound({Left, &Directive}), Taken.Statement)});
}

bool hasTwoForms(OMPExecutableDirective &Directive, const OpenMPLoops &Taken) {
  if (!isa<OMPParallelDirective>(Directive) || !Taken.Tests.empty())
    return false;
  // One that runs again and again.
  auto Repeats = [](const Stmt *S) {
    return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S) &&
           holdsNode<OMPLoopDirective>(S);
  };
  return Taken.Loops.size() > 1 || !Taken.Called.empty() ||
         anyNode(underDirective(Directive), Repeats);
}

VarDecl *regionTable(const FunctionDecl &F,
                     const OMPExecutableDirective &Directive,
                     SourceLocation Shown, unsigned Number) {
  ASTContext &Ctx = F.getASTContext();
  AstFactory Make(Ctx, Directive.getBeginLoc());
  const PresumedLoc At = Ctx.getSourceManager().getPresumedLoc(Shown);
  const QualType Type = RuntimeDecls(Ctx).record("parallel");
  return Make.staticVariable(
      "twofold_parallel_" + std::to_string(Number), Type,
      Make.list(Type, {Make.string(embeddedName(At, Ctx.getLangOpts())),
                       Make.string(F.getQualifiedNameAsString()),
                       Make.integer(At.isValid() ? At.getLine() : 0,
                                    Ctx.UnsignedIntTy),
                       Make.null(Ctx.VoidPtrTy)}));
}

Stmt *eitherForm(FunctionDecl &F, OMPExecutableDirective &Directive,
                 const OpenMPLoops &Taken, VarDecl *Region,
                 SourceLocation Shown) {
  ASTContext &Ctx = F.getASTContext();
  RuntimeDecls Abi(Ctx);
  AstFactory Make(Ctx, Directive.getBeginLoc());
  VarDecl *Passage =
      Make.variable(&F, "passage", Abi.record("passage"), nullptr);
  auto At = [&](VarDecl *V) { return Make.addressOf(Make.lvalue(V)); };
  Expr *Whole =
      Make.nonZero(Make.call(Abi.function("begin"), {At(Region), At(Passage)}));
  if (Taken.Binds) {
    // The passage is nothing then, and has its beginning all the same.
    Expr *Told = Make.paren(Make.binary(
        BO_Comma, leftFor(Make.string(InRegion), F, Directive, Shown),
        Make.nonZero(Make.integer(1, Ctx.IntTy)),
        Ctx.getLogicalOperationType()));
    Whole = Make.joined(
        BO_LOr, Whole,
        Make.paren(Make.joined(BO_LAnd, inParallel(Make, Ctx), Told)));
  }
  return Make.compound(
      {Make.declare(Passage),
       Make.ifThen(Whole, Make.compound({&Directive}), Taken.Statement),
       Make.call(Abi.function("end"),
                 {Make.cast(
                     CK_NoOp, At(Passage),
                     Ctx.getPointerType(Abi.record("passage").withConst()))})});
}

} // namespace twofold
