// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Pipeline.cpp -----------------------------------------------------===//

#include "Pipeline.h"
#include "KernelVerdict.h"
#include "LateFunctions.h"
#include "LoweredKernel.h"
#include "PluginOptions.h"
#include "UnitPipeline.h"
#include "abi/RuntimeDecls.h"
#include "access/AccessRecorder.h"
#include "annotation/Annotations.h"
#include "annotation/ClauseReader.h"
#include "annotation/LoopFinder.h"
#include "annotation/OpenMPLoops.h"
#include "ast/AstFactory.h"
#include "ast/PendingTemplates.h"
#include "ast/StatementCopy.h"
#include "call/CallSiteRewriter.h"
#include "call/SerialNotice.h"
#include "call/ShortCalls.h"
#include "call/SiteTables.h"
#include "depend/Dependence.h"
#include "depend/ElementReductions.h"
#include "depend/FilledArrays.h"
#include "dialect/ArrayLengths.h"
#include "exit/ExitCall.h"
#include "exit/ExitPlan.h"
#include "lower/PackedBits.h"
#include "model/ControlFlow.h"
#include "model/DataSharing.h"
#include "model/IterationMarks.h"
#include "model/LoopModelBuilder.h"
#include "model/OuterLengths.h"
#include "model/PlainStatements.h"
#include "model/ReductionObjects.h"
#include "native/FirstPrivates.h"
#include "native/NativeOutliner.h"
#include "order/LoopOrder.h"
#include "report/CallChain.h"
#include "report/Dump.h"
#include "scope/FunctionScopes.h"
#include "slice/text/SliceAttributes.h"
#include "slice/tree/SliceChecks.h"
#include "unit/UnitPurpose.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

void Pipeline::tellUnread() {
  for (SourceLocation Loc : unreadAnnotations(CI.getPreprocessor()))
    if (!Diags->failed())
      Diags->warn(Loc, diag::Id::AnnotationDropped, {});
}

void Pipeline::declared(Decl &D, bool TopLevel) {
  reportQuietErrors(CI.getDiagnostics(), *Diags);
  if (!S && CI.hasSema()) // a precompiled file's, before the parser's
    S = &CI.getSema();
  if (!S || !rewritesLoops(CI))
    return;
  std::optional<Sema::ContextRAII> Unit;
  if (!S->CurContext)
    Unit.emplace(*S, S->Context.getTranslationUnitDecl());
  for (FunctionDecl *F : functionsIn(D))
    if (Done.insert(F).second)
      start(*F, TopLevel);
}

void Pipeline::start(FunctionDecl &F, bool TopLevel) {
  Callers.add(F);
  checkSlices(F, S->Context, *Diags);
  if (S->getLangOpts().OpenMP)
    takeOpenMPLoops(F, *Diags);
  size_t Loops = loopsIn(F).size();
  if (Loops == 0)
    return;
  if (!S->Context.DeclMustBeEmitted(&F))
    return Late.wait(F);
  // Their order is the order in which they run.
  if (!TopLevel || F.hasAttr<ConstructorAttr>() || F.hasAttr<DestructorAttr>())
    return function(F);
  Late.hold(F, Count);
  Count += Loops;
}

void Pipeline::function(FunctionDecl &F, std::optional<unsigned> FirstLoop) {
  unsigned Own = FirstLoop.value_or(0);
  llvm::SaveAndRestore Numbers(NextNumber, FirstLoop ? &Own : &Count);
  auto Loops = loopsIn(F);
  // Functions that are instantiated for this one come here meanwhile.
  llvm::SaveAndRestore OuterKernel(HasKernel);
  FunctionScopes Here(F, S->Context, *Diags);
  llvm::SaveAndRestore Outer(Runs, &Here);
  ShortCalls Shortened;
  llvm::SaveAndRestore OuterShort(Short, &Shortened);
  llvm::SaveAndRestore OuterKnown(Known, sharedNodes(F));
  for (FoundLoop Found : Loops) {
    StringRef Stray = strayClause(*Found.Statement);
    if (!Stray.empty())
      Diags->report(Found.Statement->getBeginLoc(), diag::Id::ClauseAlone)
          << Stray;
    else if (!containsErrors(Found.Statement) && !serialFunction(F, Found))
      loop(F, Found);
  }
  Here.insertScopes();
  Shortened.insert([&](const Stmt &Call) { return Here.keeps(Call); });
  if (!S->getDiagnostics().hasErrorOccurred())
    verifyTree(F, Known);
}

void Pipeline::dump(const ParallelLoop &Loop, StringRef Suffix,
                    StringRef Text) {
  if (!Dumps.enabled())
    return;
  std::string Error = Dumps.write(Loop.Name, Suffix, Text);
  if (!Error.empty())
    Diags->report(Loop.Loc, diag::Id::DumpFailed)
        << Dumps.path(Loop.Name, Suffix) << Error;
}

void Pipeline::emit(ArrayRef<Decl *> Declared) {
  for (Decl *D : Declared) {
    if (auto *F = dyn_cast<FunctionDecl>(D)) {
      Done.insert(F); // loops inside a parallel body run serially
      verifyTree(*F, Known);
    }
    CI.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(D));
  }
}

ParallelLoop Pipeline::named(FunctionDecl &F, FoundLoop Found) {
  ParallelLoop Loop;
  Loop.Function = &F;
  Loop.Slot = Found.Slot;
  Loop.Statement = Found.Statement;
  Loop.Name = (F.getIdentifier() ? F.getName() : StringRef("operator")).str() +
              "_" + std::to_string((*NextNumber)++);
  return Loop;
}

void Pipeline::loop(FunctionDecl &F, FoundLoop Found) {
  ASTContext &Ctx = S->Context;
  ParallelLoop Loop = named(F, Found);
  spellLengths(Found.Statement, Ctx);
  auto Given = readClauses(*Found.Statement, Ctx, *Diags);
  if (!Given)
    return;
  Loop.Given = std::move(*Given);
  Diags->repeat(Loop.Given.Again);
  Loop.Given.Bounds |= Options.Bounds;
  // Template callees get their bodies at the end of the unit, too late for us.
  instantiateCallees(Found.Statement, *S);
  simplifyStatements(Found.Statement, F, Ctx);
  if (!buildDims(Loop, Ctx, *Diags) || !bindOuterLengths(Loop, Ctx, *Diags) ||
      !copyFirstPrivates(Loop, *S, *Diags) || !checkControlFlow(Loop, *Diags) ||
      staysForOpenMP(Loop) ||
      (Loop.Exits.empty() && !shareData(Loop, Ctx, *Diags))) {
    if (Loop.Stays)
      if (Stmt *InPlace = stays(Loop))
        *Loop.Slot = InPlace;
    return;
  }
  if (Loop.Exits.empty()) {
    findFilledArrays(Loop, Ctx);
    findElementReductions(Loop, Ctx);
  }
  RuntimeDecls Abi(Ctx);
  if (!Abi.available()) {
    Diags->report(Loop.Loc, diag::Id::AbiMissing);
    return;
  }
  Stmt *Call = Loop.Exits.empty() ? variants(Loop, Abi) : exits(Loop, Abi);
  if (!Call && Loop.Stays)
    Call = stays(Loop);
  if (!Call)
    return;
  *Loop.Slot = Call;
  if (Loop.Exits.empty() && HasKernel && !Loop.Given.Bounds)
    Runs->add(*Call);
}

/// Null: the loop stays as it is, in order.
Stmt *Pipeline::exits(ParallelLoop &Loop, const RuntimeDecls &Abi) {
  if (Loop.Given.Bounds) {
    bool Break = isa<BreakStmt>(Loop.Exits.front());
    Diags->missed(shown(Loop.Loc, *Loop.Function), diag::Id::RunsInOrder,
                  {Break ? "'break'" : "'return'", "subscripts are checked",
                   "drop 'bounds' if none can be out of bounds"});
    return checked(Loop);
  }
  ExitPlan Plan = planExits(Loop, *S, *Diags);
  if (Plan.InOrder)
    Diags->missed(shown(Plan.InOrder->Loc, *Loop.Function),
                  Plan.InOrder->Reason, Plan.InOrder->Arguments);
  if (Plan.Failed) {
    Loop.Stays = Plan.Stays;
    Loop.OrderReason = Plan.OrderReason;
    return nullptr;
  }
  if (Plan.InOrder)
    return asWritten(
        Loop, Diags->text(Plan.InOrder->Reason, Plan.InOrder->Arguments));
  ExitCall Call(Loop, Plan, *S);
  Stmt *Search = variants(Plan.Search, Abi, Call.dims(/*UpToExit=*/false));
  if (!Search)
    return nullptr;
  Call.add(Search);
  if (Plan.Rest) {
    Stmt *Rest = variants(*Plan.Rest, Abi, Call.dims(/*UpToExit=*/true));
    if (!Rest) {
      Loop.Stays = Plan.Rest->Stays;
      Loop.OrderReason = Plan.Rest->OrderReason;
      Plan.restore(S->Context);
      return nullptr;
    }
    Call.add(Rest);
  }
  return Call.finish();
}

/// Compiles both variants and gives the call of the runtime.
Stmt *Pipeline::variants(ParallelLoop &Loop, const RuntimeDecls &Abi,
                         ArrayRef<DimValues> Counted) {
  ASTContext &Ctx = S->Context;

  instantiateCallees(Loop.Body, *S);
  Loop.PackedWrite = findPackedWrite(Loop, *S);
  Loop.InOrder |= Loop.PackedWrite != nullptr;
  if (!makeObjectFunctions(Loop, *S, *Diags))
    return nullptr;
  findLengths(Loop, Ctx);
  Loop.Shown = shown(Loop.Loc, *Loop.Function);
  SiteFacts Facts;
  LoopOrder Order;
  auto Shown = [&](SourceLocation L) { return shown(L, *Loop.Function); };
  if (!Loop.Exit) // which writes nothing
    Order = settleOrder(Loop, Facts.Conflicts, Ctx, *Diags, Shown);
  if (Order.Failed)
    return nullptr;
  Stmt *InPlace = nullptr;
  if (llvm::any_of(Loop.Captures, isCopiedReference)) {
    StatementCopy Copy(Ctx, Loop.Function);
    InPlace = Copy.copy(Loop.Dims.front().Loop);
    if (Copy.obstacle())
      InPlace = nullptr;
  }
  insertMarks(Loop, Ctx);
  Facts.Loop = &Loop;
  KernelVerdict Verdict = makeKernel(Loop, Options, Ctx);
  if (mayLowerAway(Loop, Verdict))
    lowerAndRetry(Loop, Verdict, Facts.Conflicts, Order, Options, *S, *Diags);
  if (!Loop.Exit)
    reportShared(Loop, *Diags, Shown);
  if (Verdict.Kernel) {
    Diags->passed(
        Loop.Shown, diag::Id::Offloaded,
        {Verdict.Kernel->Name, counted(Verdict.Kernel->Rank, "dimension")});
    dump(Loop, "cl", Verdict.Kernel->Source);
    for (const Refusal &Block : Verdict.Blocks)
      Diags->analysis(shown(Block.Loc, *Loop.Function), Block.Reason,
                      Block.Arguments);
    reportDouble(Verdict, *Diags);
  } else if (Verdict.Why) {
    SourceLocation At = shown(Verdict.Why->Loc, *Loop.Function);
    // A remark inside a system header would not be seen.
    Diags->missed(Ctx.getSourceManager().isInSystemHeader(At) ? Loop.Shown : At,
                  Verdict.Why->Reason, Verdict.Why->Arguments);
    Verdict.Reason = Diags->text(Verdict.Why->Reason, Verdict.Why->Arguments);
  }
  dump(Loop, "access.txt", Verdict.AccessReport);
  HasKernel = Verdict.Kernel.has_value();
  Facts.Kernel = std::move(Verdict.Kernel);
  Loop.LimitCount = Verdict.Accesses.Subscripts.size();
  if (Loop.LimitCount)
    Loop.BoundsArg = Loop.ArgCount++;
  Facts.Accesses = std::move(Verdict.Accesses);
  Facts.Reason = std::move(Verdict.Reason);
  Facts.Rows = std::move(Verdict.Rows);

  Facts.Conflicts.separateRows([&](unsigned Base) {
    return llvm::any_of(Facts.Rows, [&](const RowTable &R) {
      return Loop.capture(R.Pointer)->Arg == Facts.Accesses.Bases[Base].Arg;
    });
  });
  Facts.Conflicts.moveValuesTo(Facts.Accesses.Values, Ctx);
  auto Values = copyValues(Facts.Accesses.Values, Ctx, Loop.Loc);
  Facts.Native = outlineNative(Loop, Facts.Accesses, Abi, *S, *Diags);
  if (!Facts.Native.Run)
    return nullptr;
  SmallVector<Decl *, 12> Declared(Facts.Native.Bodies.begin(),
                                   Facts.Native.Bodies.end());
  Declared.push_back(Facts.Native.Run);
  dump(Loop, "native.c", Dump::print(*cast<FunctionDecl>(Declared.front())));
  if (Facts.Native.Shared)
    Declared.push_back(Facts.Native.Shared);
  if (Facts.Native.Identity)
    Declared.append({Facts.Native.Identity, Facts.Native.Combine});
  if (Counted.empty())
    Facts.InlineLimit = inlineLimit(Loop, Facts.Accesses, Ctx, Declared);
  VarDecl *Site = buildSite(Facts, Abi, Ctx, Declared);
  if (Facts.Conflicts.CopiedPairs.empty() || !Counted.empty())
    InPlace = nullptr;
  if (InPlace) {
    const unsigned Copy =
        Facts.Conflicts.References[Facts.Conflicts.CopiedPairs[0].First].Base;
    std::string Why = Diags->text(diag::Id::CopiedElsewhere,
                                  {Facts.Accesses.Bases[Copy].Name, "copied"});
    InPlace = AstFactory(Ctx, Loop.Loc)
                  .compound({noticeOf(Loop, Why, Abi, *S, Declared), InPlace});
    HasKernel = false; // of calls that the host alone runs
  }
  bool Asks = Counted.empty() && !Facts.Conflicts.Pairs.empty();
  Stmt *Call =
      Facts.InlineLimit || Asks || InPlace
          ? Short->build(Facts, Values, Site, InPlace, Abi, *S, Declared)
          : buildCall(Loop, Values, Site, Abi, *S, Counted);
  emit(Declared);
  return Call;
}

std::unique_ptr<ASTConsumer>
createPipeline(CompilerInstance &CI, const PluginOptions &Options,
               std::unique_ptr<Diagnostics> Diags) {
  return std::make_unique<Pipeline>(CI, Options, std::move(Diags));
}

} // namespace twofold
