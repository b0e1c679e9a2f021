// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPDirectives.cpp - -fplugin-arg-twofold-openmp -----------------===//
//
// The loops of a directive are compiled from a copy. Where one of them has no
// kernel, or runs in order, the copy is dropped and the directive stays.

#include "Pipeline.h"
#include "abi/RuntimeDecls.h"
#include "annotation/OpenMPLoops.h"
#include "ast/AstFactory.h"
#include "ast/DirectiveLoops.h"
#include "ast/PendingTemplates.h"
#include "report/FileNames.h"
#include "scope/FunctionScopes.h"
#include "twofold/abi.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

/// Why no directive of F's is taken; empty: they may be.
static StringRef reasonToStay(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (F.isConstexpr() && !(Method && Method->getParent()->isLambda()))
    return "its function is constexpr";
  if (isa<CoroutineBodyStmt>(F.getBody()))
    return "its function is a coroutine";
  return "";
}

/// A line for the runtime's summary, as constant data of the unit that no code
/// refers to. Reason: empty where it belongs to one of the loops.
void Pipeline::keepStay(const FunctionDecl &F,
                        const OMPExecutableDirective &Directive,
                        StringRef Reason) {
  ASTContext &Ctx = S->Context;
  if (Ctx.getLangOpts().OpenMPIsTargetDevice)
    return;
  const SourceLocation Loc = Directive.getBeginLoc();
  const PresumedLoc At = Ctx.getSourceManager().getPresumedLoc(shown(Loc, F));
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
      "twofold_stay_" + std::to_string(Stays++), Literal->getType(), Literal);
  Line->addAttr(UsedAttr::CreateImplicit(Ctx));
  Line->addAttr(RetainAttr::CreateImplicit(Ctx));
  emit({Line});
}

void Pipeline::directive(FunctionDecl &F, Stmt *&Slot) {
  auto &Directive = *cast<OMPExecutableDirective>(Slot);
  const std::string Name = nameOf(Directive);
  std::string Why;
  auto Stays = [&](SourceLocation Loc, StringRef Reason) {
    Why = Reason.str();
    Diags->stays(shown(Loc, F), Name, Reason);
  };
  auto Keep = llvm::scope_exit([&] { keepStay(F, Directive, Why); });
  StringRef Reason = reasonToStay(F);
  if (Reason.empty() && !separateInstance(F, Slot))
    Reason = "its function is a template whose instances share parts";
  const LangOptions &Lang = S->getLangOpts();
  if (isOpenMPTargetExecutionDirective(Directive.getDirectiveKind()) &&
      (!Lang.OMPTargetTriples.empty() || Lang.OpenMPIsTargetDevice))
    Reason = "it is compiled for a device with -fopenmp-targets";
  if (!Reason.empty())
    return Stays(Directive.getBeginLoc(), Reason);

  Replaced.clear();
  auto GoBack = llvm::scope_exit([this] {
    for (auto [Called, Body] : Replaced)
      Called->setBody(Body);
  });
  // Whether all of them can be taken is known before any of them is.
  for (bool Trying : {true, false}) {
    OpenMPLoops Taken = loopsOf(Directive, F, !AsksForOpenMP);
    if (!Taken.Statement)
      return Stays(Taken.Loc, Taken.Reason);
    if (Trying && Taken.Loops.size() == 1 && Taken.Called.empty())
      continue;
    llvm::SaveAndRestore Dry(OnlyVerdict, Trying);
    const unsigned First = *NextNumber;
    auto All = [&](FunctionDecl &Around, OpenMPLoops &Loops) {
      return llvm::all_of(Loops.Loops, [&](FoundLoop &Found) {
        Diags->beginTrial(Name, shown(Directive.getBeginLoc(), F));
        const bool Done = tryLoop(Around, Found);
        Diags->endTrial(!Done);
        return Done;
      });
    };
    if (!All(F, Taken))
      return;
    for (const CalledLoop &Called : Taken.Called) {
      if (!Trying)
        break;
      if (StringRef Why = reasonToStay(*Called.Function); !Why.empty())
        return Stays(Directive.getBeginLoc(), Why);
      OpenMPLoops Own =
          loopsOf(*Called.Directive, *Called.Function, !AsksForOpenMP);
      if (!Own.Statement)
        return Stays(Directive.getBeginLoc(),
                     "in a function that it calls, " + Own.Reason);
      if (!Own.Tests.empty())
        return Stays(
            Directive.getBeginLoc(),
            "a function that it calls has a loop with a test before it");
      if (!All(*Called.Function, Own))
        return;
    }
    if (Trying)
      *NextNumber = First;
    else
      Slot = placed(F, Directive, Taken);
  }
  GoBack.release();
  Keep.release();
}

/// What takes the directive's place, which it may be a part of: where
/// iterations would fail, and for threads of a region that call F, of which
/// each runs a part of the loop. Why it runs then is told.
Stmt *Pipeline::placed(FunctionDecl &F, OMPExecutableDirective &Directive,
                       const OpenMPLoops &Taken) {
  ASTContext &Ctx = S->Context;
  AstFactory Make(Ctx, Directive.getBeginLoc());
  const bool Shared = Taken.Orphan && !S->getLangOpts().OpenMPSimd;
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
  const PresumedLoc At =
      Ctx.getSourceManager().getPresumedLoc(shown(Directive.getBeginLoc(), F));
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

/// Puts a call in the loop's place. False: it is to stay as it is.
bool Pipeline::tryLoop(FunctionDecl &F, FoundLoop Found) {
  ParallelLoop Model = named(F, Found);
  Compiled Result =
      model(Model) && Model.Exits.empty() ? compiled(Model) : Compiled();
  if (Result.Call) {
    *Model.Slot = Result.Call;
    Runs->add(*Result.Call);
  }
  return Result.Call || (OnlyVerdict && Result.HasKernel);
}

} // namespace twofold
