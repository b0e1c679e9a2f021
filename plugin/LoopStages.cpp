// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopStages.cpp - the stages of one loop, in their order ------------===//

#include "KernelVerdict.h"
#include "MovedVariables.h"
#include "NestOrder.h"
#include "Pipeline.h"
#include "abi/RuntimeDecls.h"
#include "access/AccessAnalysis.h"
#include "access/AccessRecorder.h"
#include "annotation/FreeSums.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "ast/PendingTemplates.h"
#include "ast/StatementCopy.h"
#include "call/CallSiteRewriter.h"
#include "call/SerialNotice.h"
#include "call/ShortCalls.h"
#include "call/SiteTables.h"
#include "depend/FilledArrays.h"
#include "depend/OwnedElements.h"
#include "dialect/ArrayLengths.h"
#include "exit/ExitCall.h"
#include "exit/ExitPlan.h"
#include "model/ControlFlow.h"
#include "model/LoopModelBuilder.h"
#include "model/ReductionObjects.h"
#include "native/NativeOutliner.h"
#include "report/Invariant.h"
#include "scope/FunctionScopes.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace twofold {

/// A dump of what each has left is named after it, with its number. A loop that
/// iterations may leave goes through the first three; its search, and what
/// iterations do before the one that leaves, through those from the order on.
constexpr const char *Stages[] = {"clauses", "plain",  "dimensions", "sharing",
                                  "order",   "marks",  "access",     "kernel",
                                  "lowered", "native", "call"};

void Pipeline::dump(const ParallelLoop &Loop, StringRef Suffix,
                    StringRef Text) {
  if (std::string Error = Dumps.write(Loop.Name, Suffix, Text); !Error.empty())
    Diags->report(Loop.Loc, diag::Id::DumpFailed)
        << Dumps.path(Loop.Name, Suffix) << Error;
}

void Pipeline::left(const ParallelLoop &Loop, StringRef Stage,
                    llvm::function_ref<std::string()> Text) {
  if (!Dumps.enabled())
    return;
  const auto *const *At = llvm::find(Stages, Stage);
  invariant(At != std::end(Stages), "a stage is in the list");
  dump(Loop, llvm::formatv("{0:D2}-{1}.txt", At - Stages + 1, Stage).str(),
       Text());
}

/// The statement that the loop is, or has become.
void Pipeline::left(const ParallelLoop &Loop, StringRef Stage,
                    const Stmt &Tree) {
  left(Loop, Stage, [&] { return Dump::print(Tree, S->Context); });
}

void Pipeline::loop(FunctionDecl &F, FoundLoop Found) {
  ParallelLoop Model = named(F, Found);
  Replaced.clear();
  auto GoBack = llvm::scope_exit([this] { giveBack(Replaced, true); });
  Compiled Result =
      model(Model) ? compiled(Model) : Compiled{nullptr, Model.Order};
  if (!Result.Call && Result.Order.Stays)
    Result = {Model.Given.Bounds ? checked(Model)
                                 : asWritten(Model, Result.Order.Reason)};
  if (!Result.Call)
    return;
  *Model.Slot = Result.Call;
  if (Model.Exits.empty() && Result.HasKernel && !Model.Given.Bounds)
    Runs->add(*Result.Call);
}

/// The kernel, or why there is none.
static std::string textOf(const KernelVerdict &Verdict, Diagnostics &Diags) {
  if (Verdict.Kernel)
    return Verdict.Kernel->Source;
  return Verdict.Why ? Diags.text(Verdict.Why->Reason, Verdict.Why->Arguments)
                     : Verdict.Reason;
}

ParallelLoop Pipeline::named(FunctionDecl &F, FoundLoop Found) {
  ParallelLoop Loop;
  Loop.Function = &F;
  Loop.Slot = Found.Slot;
  Loop.Statement = Found.Statement;
  Loop.Loc = Found.Statement->getSubStmt()->getBeginLoc();
  Loop.Shown = shown(Loop.Loc, F);
  Loop.Name = (F.getIdentifier() ? F.getName() : StringRef("operator")).str() +
              "_" + std::to_string((*NextNumber)++);
  return Loop;
}

bool Pipeline::model(ParallelLoop &Loop) {
  ASTContext &Ctx = S->Context;
  spellLengths(Loop.Statement, Ctx);
  auto Given = readClauses(*Loop.Statement, Ctx, *Diags);
  if (!Given)
    return false;
  Loop.Given = std::move(*Given);
  Diags->repeat(Loop.Given.Again);
  Loop.Given.Bounds |= Options.Bounds;
  left(Loop, "clauses", *Loop.Statement);
  // Template callees get their bodies at the end of the unit, too late for us.
  instantiateCallees(Loop.Statement, *S);
  llvm::append_range(
      Replaced,
      simplifyStatements(Loop.Statement, *Loop.Function, Loop.Given.Atomics,
                         !Loop.Given.Independent, Options.OpenMPAlone, Ctx));
  followMovedVariables(Loop, Ctx);
  freeInnerSums(*Loop.Statement, Ctx);
  left(Loop, "plain", *Loop.Statement);

  if (!buildDims(Loop, Ctx, *Diags) || !bindOuterLengths(Loop, Ctx, *Diags) ||
      !copyFirstPrivates(Loop, *S, *Diags) || !checkControlFlow(Loop, *Diags) ||
      staysForOpenMP(Loop))
    return false;
  left(Loop, "dimensions", [&] { return toString(Loop); });
  if (!Loop.Exits.empty())
    return true; // of which parts share their own data

  if (!shareData(Loop, Ctx, *Diags))
    return false;
  findFilledArrays(Loop, Ctx);
  findElementReductions(Loop, Ctx);
  left(Loop, "sharing", [&] { return toString(Loop); });
  return true;
}

Compiled Pipeline::compiled(const ParallelLoop &Loop) {
  RuntimeDecls Abi(S->Context);
  if (!Abi.available()) {
    Diags->report(Loop.Loc, diag::Id::AbiMissing);
    return {};
  }
  return Loop.Exits.empty() ? variants(Loop, Abi) : exits(Loop, Abi);
}

Compiled Pipeline::exits(const ParallelLoop &Loop, const RuntimeDecls &Abi) {
  if (Loop.Given.Bounds) {
    bool Break = isa<BreakStmt>(Loop.Exits.front());
    Diags->missed(Loop.Shown, diag::Id::RunsInOrder,
                  {Break ? "'break'" : "'return'", "subscripts are checked",
                   "drop 'bounds' if none can be out of bounds"});
    return {checked(Loop)};
  }
  ExitPlan Plan = planExits(Loop, *S, *Diags);
  if (Plan.InOrder)
    Diags->missed(shown(Plan.InOrder->Loc, *Loop.Function),
                  Plan.InOrder->Reason, Plan.InOrder->Arguments);
  if (Plan.Failed)
    return {nullptr, std::move(Plan.Order)};
  if (Plan.InOrder)
    return {asWritten(
        Loop, Diags->text(Plan.InOrder->Reason, Plan.InOrder->Arguments))};
  ExitCall Call(Loop, Plan, *S);
  Stmt *Last = nullptr;
  if (Plan.Rest) {
    SearchQuestion Before(Loop, Plan, Call.counted());
    Compiled Rest =
        variants(*Plan.Rest, Abi, Call.dims(/*UpToExit=*/true), {}, &Before);
    if (!Rest.Call) {
      Plan.restore(S->Context);
      return Rest;
    }
    Last = Rest.Call;
    SmallVector<Decl *, 4> Declared;
    Call.ask(Before, Abi, *Diags, Declared);
    emit(Declared);
  }
  Compiled Search = variants(Plan.Search, Abi, Call.dims(/*UpToExit=*/false),
                             std::move(Plan.Known));
  if (!Search.Call)
    return {};
  Call.addParts(Search.Call, Last);
  return {Call.finish()};
}

/// What a site tells of Settled, but for the native variant.
static SiteFacts factsOf(SettledLoop &Settled, ASTContext &Ctx) {
  SiteFacts Facts;
  const ParallelLoop &Loop = Settled.Loop;
  Facts.Loop = &Loop;
  Facts.InOrder = Settled.Order.InOrder;
  Facts.Kernel = std::move(Settled.Verdict.Kernel);
  Facts.Accesses = std::move(Settled.Verdict.Accesses);
  Facts.Conflicts = std::move(Settled.Order.Conflicts);
  Facts.Reason = std::move(Settled.Verdict.Reason);
  Facts.Rows = std::move(Settled.Verdict.Rows);
  Facts.Conflicts.separateRows([&](unsigned Base) {
    return llvm::any_of(Facts.Rows, [&](const RowTable &R) {
      return Loop.capture(R.Pointer)->Arg == Facts.Accesses.Bases[Base].Arg;
    });
  });
  Facts.Conflicts.moveValuesTo(Facts.Accesses.Values, Ctx);
  return Facts;
}

/// Of the rest of a loop with exits: why there is no search before it.
static std::optional<LoopVerdict> notSearched(SearchQuestion &Before,
                                              const SettledLoop &Settled,
                                              const RuntimeDecls &Abi, Sema &S,
                                              Diagnostics &Diags,
                                              ShownAt Shown) {
  LoopVerdict Stays = Settled.Order;
  Stays.Stays = true;
  if (Settled.Order.InOrder) { // as is what the search would read
    Stays.Reason = textOf(Settled.Verdict, Diags);
    return Stays;
  }
  SettledLoop Same = Settled;
  const SiteFacts Facts = factsOf(Same, S.Context);
  Before.Values =
      copyValues(Facts.Accesses.Values, S.Context, Settled.Loop.Loc);
  auto Why = Before.ask(Facts, Abi, S);
  if (!Why)
    return std::nullopt;
  Stays.Reason = Diags.text(Why->Reason, Why->Arguments);
  Diags.missed(Shown(Why->Loc), Why->Reason, Why->Arguments);
  return Stays;
}

/// The loop as it is, for calls in which copies of variables will not do; null:
/// there are no copies, or it cannot be there twice.
static Stmt *copyOf(const ParallelLoop &Loop, ASTContext &Ctx) {
  if (llvm::none_of(Loop.Captures, isCopiedUnseen))
    return nullptr;
  StatementCopy Copy(Ctx, Loop.Function);
  Stmt *InPlace = Copy.copy(Loop.Dims.front().Loop);
  return Copy.obstacle() ? nullptr : InPlace;
}

Compiled Pipeline::variants(ParallelLoop Model, const RuntimeDecls &Abi,
                            ArrayRef<DimValues> Counted,
                            std::optional<Understanding> Known,
                            SearchQuestion *Before) {
  ASTContext &Ctx = S->Context;
  const FunctionDecl &Around = *Model.Function;
  auto Shown = [&](SourceLocation L) { return shown(L, Around); };
  instantiateCallees(Model.Body, *S);
  if (!makeObjectFunctions(Model, *S, *Diags))
    return {nullptr, Model.Order};
  if (!Known) // whose model is complete
    findLengths(Model, Ctx);

  LoopOrder Order = settleOrder(Model, *S, *Diags, Shown);
  left(Model, "order", [&] { return toString(Order); });
  if (Order.Failed)
    return {nullptr, Order};
  // Marks are put into the loop itself, and what calls ask for is known later.
  Stmt *InPlace =
      Counted.empty() && !Model.Marks.empty() ? copyOf(Model, Ctx) : nullptr;

  ParallelLoop Loop = withoutElements(std::move(Model), Order.Owned);
  Loop.Body = insertMarks(Loop, Ctx);
  left(Loop, "marks", *Loop.Body);

  if (!Known)
    Known = understand(Loop, Ctx);
  left(Loop, "access", [&] { return toString(Known->Written.Model, Loop); });

  KernelVerdict Verdict =
      makeKernel(Loop, Order, std::move(Known->Written), Options, Ctx);
  left(Loop, "kernel", [&] { return textOf(Verdict, *Diags); });

  SettledLoop Settled =
      tryLowered({std::move(Loop), std::move(Order), std::move(Verdict)},
                 *Known, Options, *S, *Diags);
  left(Settled.Loop, "lowered", [&] {
    const LoweredLoop *Copy = Known->copy();
    return Copy ? Dump::print(*Copy->Loop.Body, Ctx) : "no copy was made";
  });

  if (Diags->trying() && (!Settled.Verdict.Kernel || Settled.Order.InOrder)) {
    if (const auto &Why = Settled.Verdict.Why)
      Diags->missed(Shown(Why->Loc), Why->Reason, Why->Arguments);
    return {};
  }
  if (Before)
    if (auto Stays = notSearched(*Before, Settled, Abi, *S, *Diags, Shown))
      return {nullptr, std::move(*Stays)};
  Rounds |= roundsResults(Settled.Loop);
  if (OnlyVerdict) {
    Compiled Result;
    Result.HasKernel = true;
    return Result;
  }
  report(Settled);
  return written(std::move(Settled), InPlace, Abi, Counted, Before);
}

/// Says what became of the loop, for the messages of the site, too.
void Pipeline::report(SettledLoop &Settled) {
  const ParallelLoop &Loop = Settled.Loop;
  KernelVerdict &Verdict = Settled.Verdict;
  auto Shown = [&](SourceLocation L) { return shown(L, *Loop.Function); };
  if (!Loop.Exit && !Settled.Order.InOrder)
    reportShared(Loop, *Diags, Shown);
  if (Verdict.Kernel) {
    Diags->passed(
        Loop.Shown, diag::Id::Offloaded,
        {Verdict.Kernel->Name, counted(Verdict.Kernel->Rank, "dimension")});
    for (const Refusal &Told : Verdict.Told)
      Diags->analysis(Shown(Told.Loc), Told.Reason, Told.Arguments);
    reportDouble(Verdict, *Diags);
  } else if (Verdict.Why) {
    SourceLocation At = Shown(Verdict.Why->Loc);
    // A remark inside a system header would not be seen.
    Diags->missed(S->getSourceManager().isInSystemHeader(At) ? Loop.Shown : At,
                  Verdict.Why->Reason, Verdict.Why->Arguments);
    Verdict.Reason = textOf(Verdict, *Diags);
  }
  if (Verdict.Kernel)
    dump(Loop, "cl", withoutLines(Verdict.Kernel->Source));
  dump(Loop, "access.txt", Verdict.AccessReport);
}

/// InPlace, which first says why a call runs in order, on variables that
/// iterations have copies of.
static Stmt *withNotice(Stmt *InPlace, const SiteFacts &Facts,
                        const RuntimeDecls &Abi, Sema &S, Diagnostics &Diags,
                        SmallVectorImpl<Decl *> &Declared) {
  const ConflictModel &Conflicts = Facts.Conflicts;
  std::string Why = Diags.text(
      diag::Id::CopiedElsewhere,
      {Conflicts.Copies[Conflicts.CopiedPairs[0].Copy].Decl->getNameAsString(),
       "copied"});
  return AstFactory(S.Context, Facts.Loop->Loc)
      .compound({noticeOf(*Facts.Loop, Why, Abi, S, Declared), InPlace});
}

Compiled Pipeline::written(SettledLoop Settled, Stmt *InPlace,
                           const RuntimeDecls &Abi, ArrayRef<DimValues> Counted,
                           SearchQuestion *Before) {
  ASTContext &Ctx = S->Context;
  ParallelLoop &Loop = Settled.Loop;
  SiteFacts Facts = factsOf(Settled, Ctx);
  auto Values = Before && Before->Apart
                    ? Before->Values
                    : copyValues(Facts.Accesses.Values, Ctx, Loop.Loc);
  if (Facts.Conflicts.CopiedPairs.empty())
    InPlace = nullptr;
  else if (Counted.empty() && Loop.Marks.empty())
    InPlace = copyOf(Loop, Ctx);
  const bool Little = Counted.empty() && mayBeShort(Loop, Facts.Accesses);
  auto Written = copyWritten(Loop, Facts.Accesses, Little && !InPlace, CI);
  NestOrder Nests = orderNests(Loop, Facts, Counted, Options, CI, *Diags);
  Written.beside(Nests.Changed);
  Facts.Native =
      outlineNative(Loop, Facts.InOrder, Little, Facts.Accesses,
                    Nests.Rows ? &*Nests.Rows : nullptr, Abi, *S, *Diags);
  if (!Facts.Native.Run)
    return {};
  if (Nests.Rows)
    Facts.FewestInRange = Nests.Rows->Fewest;
  SmallVector<Decl *, 12> Declared = Facts.Native.functions();
  if (Dumps.enabled() || Diags->keeps()) {
    std::string Text = Dump::print(*cast<FunctionDecl>(Declared.front()));
    dump(Loop, "native.c", Text);
    left(Loop, "native", [&] { return Text; });
    records().written(Facts, Settled.Verdict.AccessReport, Nests.Text, Text);
  }
  if (Little)
    Facts.InlineLimit = inlineLimit(Loop, Ctx, Declared);
  VarDecl *Site = buildSite(Facts, Abi, Ctx, Declared);
  if (InPlace)
    InPlace = withNotice(InPlace, Facts, Abi, *S, *Diags, Declared);
  const bool Asks = Counted.empty() && !Facts.Conflicts.Pairs.empty();
  Compiled Result;
  Result.HasKernel = Facts.Kernel && !InPlace; // or the host alone may run it
  Result.Call = Facts.InlineLimit || Asks || InPlace
                    ? Short->build(Facts, Values, Site, InPlace, Written, Abi,
                                   *S, Declared)
                    : buildCall(Loop, Facts.Native.Layout, Values, Site, Abi,
                                *S, Counted, Before && Before->Apart);
  left(Loop, "call", *Result.Call);
  emit(Declared);
  return Result;
}

} // namespace twofold
