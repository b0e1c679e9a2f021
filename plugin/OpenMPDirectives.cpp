// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPDirectives.cpp - -fplugin-arg-twofold-openmp -----------------===//
//
// The loops of a directive are compiled from a copy. Where one of them has no
// kernel, or runs in order, the copy is dropped and the directive stays.

#include "OpenMPLines.h"
#include "Pipeline.h"
#include "annotation/OpenMPLoops.h"
#include "ast/CalledDirectives.h"
#include "ast/DirectiveLoops.h"
#include "ast/PendingTemplates.h"
#include "scope/FunctionScopes.h"
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

/// Loc is what is in Directive's way.
static void tellWay(Diagnostics &Diags, const OMPExecutableDirective &Directive,
                    SourceLocation Loc, const ASTContext &Ctx) {
  std::vector<std::string> Along;
  for (const FunctionDecl *On : wayTo(&Directive, Loc, Ctx.getSourceManager()))
    Along.push_back(On->getNameAsString());
  Diags.way(Directive.getBeginLoc(), nameOf(Directive), Along);
}

void Pipeline::directive(FunctionDecl &F, Stmt *&Slot) {
  auto &Directive = *cast<OMPExecutableDirective>(Slot);
  const std::string Name = nameOf(Directive);
  const SourceLocation At = Directive.getBeginLoc(), Shown = shown(At, F);
  std::string Why;
  auto Stays = [&](SourceLocation Loc, StringRef Reason) {
    Why = Reason.str();
    // Clang is silent about what a system header has.
    if (S->getSourceManager().isInSystemHeader(shown(Loc, F)))
      Loc = At;
    Diags->stays(shown(Loc, F), Name, Reason);
    tellWay(*Diags, Directive, Loc, S->Context);
  };
  auto Keep = llvm::scope_exit([&] {
    records().stays(Directive, Shown, Name, Why);
    if (!S->getLangOpts().OpenMPIsTargetDevice)
      emit({stayLine(F, Directive, Why, Shown, Lines++)});
  });
  StringRef Reason = reasonToStay(F);
  if (Reason.empty() && !separateInstance(F, Slot))
    Reason = "its function is a template whose instances share parts";
  const LangOptions &Lang = S->getLangOpts();
  if (isOpenMPTargetExecutionDirective(Directive.getDirectiveKind()) &&
      (!Lang.OMPTargetTriples.empty() || Lang.OpenMPIsTargetDevice))
    Reason = "it is compiled for a device with -fopenmp-targets";
  if (!Reason.empty())
    return Stays(At, Reason);

  Replaced.clear();
  Rounds = false;
  bool Stayed = true;
  auto GoBack = llvm::scope_exit([&] { giveBack(Replaced, !Stayed); });
  // Whether all of them can be taken is known before any of them is.
  for (bool Trying : {true, false}) {
    OpenMPLoops Taken = loopsOf(Directive, F, !AsksForOpenMP, &Anew);
    if (!Taken.Statement)
      return Stays(Taken.Loc, Taken.Reason);
    if (Trying && Taken.Loops.size() == 1 && Taken.Called.empty())
      continue;
    llvm::SaveAndRestore Dry(OnlyVerdict, Trying);
    const unsigned First = *NextNumber;
    auto All = [&](FunctionDecl &Around, OpenMPLoops &Loops) {
      return llvm::all_of(Loops.Loops, [&](FoundLoop &Found) {
        Diags->beginTrial(Name, Shown);
        const bool Done = tryLoop(Around, Found);
        tellWay(*Diags, Directive, Diags->endTrial(!Done), S->Context);
        return Done;
      });
    };
    if (!All(F, Taken))
      return;
    for (const CalledLoop &Called : Taken.Called) {
      if (!Trying)
        break;
      if (StringRef Why = reasonToStay(*Called.Function); !Why.empty())
        return Stays(At, Why);
      OpenMPLoops Own =
          loopsOf(*Called.Directive, *Called.Function, !AsksForOpenMP);
      if (!Own.Statement)
        return Stays(At, "in a function that it calls, " + Own.Reason);
      if (!Own.Tests.empty())
        return Stays(
            At, "a function that it calls has a loop with a test before it");
      if (!All(*Called.Function, Own))
        return;
    }
    if (Trying) {
      *NextNumber = First;
      continue;
    }
    if (!Rounds && !Options.Bounds && !Lang.OpenMPSimd &&
        hasTwoForms(Directive, Taken)) {
      VarDecl *Region = regionTable(F, Directive, Shown, Lines++);
      emit({Region});
      Slot = eitherForm(F, Directive, Taken, Region, Shown);
    } else {
      Slot = replacement(F, Directive, Taken, Shown);
    }
    for (const OMPExecutableDirective *Beside : Taken.LeftOut)
      Diags->stays(shown(Beside->getBeginLoc(), F), nameOf(*Beside),
                   "it stands under a condition that leads to code that only "
                   "threads can run, too");
  }
  Stayed = false;
  Keep.release();
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
