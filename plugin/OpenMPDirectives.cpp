// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPDirectives.cpp - -fplugin-arg-twofold-openmp -----------------===//
//
// The loops of a directive are compiled from a copy. Where one of them has no
// kernel, or runs in order, the copy is dropped and the directive stays.

#include "Pipeline.h"
#include "annotation/OpenMPLoops.h"
#include "ast/AstFactory.h"
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

void Pipeline::directive(FunctionDecl &F, Stmt *&Slot) {
  auto &Directive = *cast<OMPExecutableDirective>(Slot);
  const std::string Name = nameOf(Directive);
  auto Stays = [&](SourceLocation Loc, StringRef Reason) {
    Diags->stays(shown(Loc, F), Name, Reason);
  };
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
      if (Own.Guard)
        return Stays(
            Directive.getBeginLoc(),
            "a function that it calls has a loop with a test before it");
      if (!All(*Called.Function, Own))
        return;
    }
    if (Trying)
      *NextNumber = First;
    else
      Slot = placed(Directive, Taken);
  }
  GoBack.release();
}

/// What takes the directive's place, which it may be a part of: where
/// iterations would fail, and for threads of a region that call F, of which
/// each runs a part of the loop.
Stmt *Pipeline::placed(OMPExecutableDirective &Directive,
                       const OpenMPLoops &Taken) {
  AstFactory Make(S->Context, Directive.getBeginLoc());
  Expr *Stays = nullptr;
  if (Taken.Orphan && !S->getLangOpts().OpenMPSimd)
    Stays = Make.nonZero(Make.call(
        Make.externFunction("omp_in_parallel", S->Context.IntTy), {}));
  if (Taken.Guard)
    Stays = Make.joined(BO_LOr, Stays,
                        Make.unary(UO_LNot, Make.paren(Taken.Guard),
                                   S->Context.getLogicalOperationType()));
  return Stays ? Make.ifThen(Stays, &Directive, Taken.Statement)
               : Taken.Statement;
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
