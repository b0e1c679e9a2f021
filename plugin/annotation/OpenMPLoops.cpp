// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPLoops.h"
#include "annotation/Annotations.h"
#include "annotation/OpenMPAtomics.h"
#include "annotation/OpenMPClauses.h"
#include "annotation/OpenMPMerges.h"
#include "annotation/OpenMPReasons.h"
#include "annotation/OpenMPReductions.h"
#include "annotation/OpenMPRegions.h"
#include "annotation/OpenMPViews.h"
#include "annotation/ThreadArrays.h"
#include "ast/AstFactory.h"
#include "ast/AtomicCalls.h"
#include "ast/CalledDirectives.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/DeclOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {
namespace {

/// Variables that are declared in Loop, which each iteration has, but for names
/// of something else.
llvm::DenseSet<const ValueDecl *> objectsIn(const Stmt &Loop) {
  llvm::DenseSet<const ValueDecl *> Objects;
  eachNode(&Loop, [&](const Stmt *S) {
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const VarDecl *V : variablesIn(*Declared))
        if (V->hasLocalStorage() && !V->getType()->isReferenceType() &&
            !V->getType()->isPointerType())
          Objects.insert(V);
    return true;
  });
  return Objects;
}

class LoopsOfDirective {
  FunctionDecl &F;
  const bool Trusted;
  DirectiveCopy Copy;
  SmallVector<OMPExecutableDirective *, 2> Regions; ///< around the loop
  RegionFacts Facts;                                ///< of the outermost one
  /// Variables that each thread of a region has, and loops alone name.
  SmallVector<VarDecl *, 4> OfLoops;
  SmallVector<OpenMPGuards, 2> Guards;
  OpenMPViews Views;         ///< that iterations make
  Jumps::Statements LeftOut; ///< between the loops of the outermost region
  OpenMPLoops Result;

public:
  LoopsOfDirective(FunctionDecl &F, bool Trusted, const AnewSet &Anew)
      : F(F), Trusted(Trusted), Copy(F, Anew), Views(F.getASTContext()) {}

  OpenMPLoops run(OMPExecutableDirective &D) {
    const OpenMPDirectiveKind Kind = D.getDirectiveKind();
    Result.Loc = D.getBeginLoc();
    const auto *Bind = D.getSingleClause<OMPBindClause>();
    const bool OfTeams = Bind && Bind->getBindKind() == OMPC_BIND_teams;
    Result.Orphan =
        isa<OMPForDirective, OMPForSimdDirective>(D) ||
        (isa<OMPGenericLoopDirective>(D) && !OfTeams) ||
        (isOpenMPTaskLoopDirective(Kind) && !isOpenMPParallelDirective(Kind));
    Stmt *All = nullptr;
    if (isSharedLoop(Kind) || Result.Orphan) {
      if (Result.Orphan)
        scratch(*F.getBody(), /*Scalars=*/false);
      All = loop(D);
    } else if (isRegion(Kind)) {
      between(D);
      Facts = factsOf(D, LeftOut);
      const ValueDecl *Told =
          Facts.Reason.empty() ? nullptr : toldByLeaving(underDirective(D));
      if (Facts.Reason.empty())
        All = region(D);
      else
        fail(Facts.Loc,
             Told ? whyFlushed(*Told, underDirective(D)) : Facts.Reason);
      Result.Called = Facts.Called;
      Result.Binds = Facts.Binds;
    } else {
      fail(D.getBeginLoc(), isa<OMPGenericLoopDirective>(D)
                                ? "the teams that share it out are begun "
                                  "elsewhere; use 'teams loop'"
                            : isa<OMPLoopDirective>(D)
                                ? "it does more than to share out the "
                                  "iterations of one loop"
                            : holdsNode<OMPLoopDirective>(underDirective(D))
                                ? "loops in it run beside what other threads do"
                                : "it shares out no loop");
    }
    if (Result.Reason.empty() && Copy.obstacle())
      fail(placeOf(*Copy.obstacle()), Copy.obstacleText());
    for (const OpenMPGuards &Ahead : Guards)
      if (Ahead.isChangedIn(All))
        fail(Ahead.where(), whyChanged(*All));
    if (Result.Reason.empty())
      Result.Statement = AstFactory(F.getASTContext(), D.getBeginLoc())
                             .compound(SmallVector<Stmt *, 1>{All});
    return std::move(Result);
  }

private:
  Stmt *fail(SourceLocation Loc, std::string Why) {
    if (Result.Reason.empty()) {
      Result.Loc = Loc;
      Result.Reason = std::move(Why);
    }
    return nullptr;
  }

  /// Whether iterations on one thread have V together.
  bool isThreads(const ValueDecl *V) const {
    if (!V)
      return Result.Orphan;
    if (llvm::is_contained(OfLoops, V) || Views.makes(V))
      return false;
    const auto *Variable = dyn_cast<VarDecl>(V);
    return Facts.Own.contains(V) ||
           (Result.Orphan && Variable && Variable->hasLocalStorage());
  }

  /// What becomes of the loop under D.
  Stmt *loop(OMPExecutableDirective &D) {
    Stmt *Loop = underDirective(D);
    if (!isa_and_nonnull<ForStmt, CXXForRangeStmt>(Loop))
      return fail(D.getBeginLoc(), "its loop is made by another directive");
    if (const ValueDecl *V = usedThreadPrivate(Loop))
      return fail(D.getBeginLoc(), whyThreadPrivate(*V));
    // What it shares out is out of the loop's sight.
    const auto RunsAlone = [](const OMPParallelDirective &Region) {
      if (!runsInPlace(Region))
        return false;
      const RegionFacts Of =
          factsOf(const_cast<OMPParallelDirective &>(Region), {});
      return Of.Reason.empty() && Of.Shares && Of.Called.empty() && !Of.Binds;
    };
    if (const auto *Called =
            calledDirective(Loop, Trusted, F.getASTContext(), RunsAlone))
      return fail(Called->getBeginLoc(), whyCalled(*Called, F.getASTContext()));
    if (const auto *Asked = askedOfOpenMP(Loop))
      return fail(D.getBeginLoc(), "it calls '" + Asked->getNameAsString() +
                                       "', a function of OpenMP's library");
    if (const RegionFacts Of = notAlone(Loop); !Of.Reason.empty())
      return fail(Of.Loc, Of.Reason);
    SourceLocation Loc = Loop->getBeginLoc();
    const DirectiveCopy::Scope Inside(Copy);
    llvm::SaveAndRestore<decltype(Copy.Outside)> InLoop(Copy.Outside, nullptr);
    OpenMPClauses Clauses(F.getASTContext(), Copy, Loop, Loc);
    if (llvm::any_of(Regions, [](const OMPExecutableDirective *Region) {
          return isOpenMPTeamsDirective(Region->getDirectiveKind());
        }))
      Clauses.inTeams();
    if (!Clauses.add(D, Loop) ||
        !llvm::all_of(Regions,
                      [&](const OMPExecutableDirective *Region) {
                        return Clauses.addRegion(*Region);
                      }) ||
        !llvm::all_of(OfLoops,
                      [&](VarDecl *V) { return Clauses.addPrivate(V); }) ||
        !Clauses.addCounters(D))
      return fail(D.getBeginLoc(), Clauses.reason());
    const auto Iterations = objectsIn(*Loop);
    if (writesOwnMemory(Loop, [&](const ValueDecl *V) {
          return !Iterations.contains(V) && isThreads(V);
        }))
      Clauses.meetTogether();
    for (const auto &[V, First] : Views.made())
      Copy.declareBefore(First, const_cast<VarDecl *>(V));
    Copy.leaveOut(Views.counting());
    OpenMPAtomics Atomics(Loop, F.getASTContext(), Views.counting());
    for (const OMPExecutableDirective *Region : Regions)
      Atomics.under(*Region);
    Atomics.under(D);
    if (Result.Orphan)
      Atomics.alone();
    Atomics.ownedBy([&](const ValueDecl *V) { return isThreads(V); });
    if (Trusted && Atomics.areUsed() && Atomics.mustStay())
      return fail(D.getBeginLoc(), Atomics.reason());
    const bool Kept = Trusted && Atomics.areUsed() && Atomics.reason().empty();
    Copy.enterLoop();
    Copy.callAtomicFunctions(Kept);
    Stmt *Own = guarded(Loop);
    if (!Own && isa_and_nonnull<OMPAtomicDirective>(Copy.obstacle()) &&
        Trusted && !Atomics.reason().empty())
      return fail(placeOf(*Copy.obstacle()), Atomics.reason());
    if (!Own)
      return nullptr;
    if (Kept)
      Clauses.addAtomics(Own, Atomics);
    else if (spellAtomicCalls(Own, F.getASTContext()))
      Clauses.meetTogether();
    if (Clauses.hasLinear() && !Result.Tests.empty())
      return fail(D.getBeginLoc(), "iterations that may fail have variables of "
                                   "clause 'linear'");
    if (Clauses.hasLinear() && D.hasClausesOfKind<OMPCollapseClause>())
      return fail(D.getBeginLoc(), "clause 'linear' stands beside 'collapse'");
    if (!Clauses.addIterators(Own) || !Clauses.addLinear(Own))
      return fail(D.getBeginLoc(), Clauses.reason());
    Clauses.addUsed(Own);
    Clauses.addTruths(Own);
    Clauses.addGuarded();
    if (Trusted)
      Clauses.addIndependent();
    SmallVector<Stmt *, 4> Block(Clauses.declared());
    // Teams and tasks are combined even if they have no iteration.
    const OpenMPDirectiveKind Kind = D.getDirectiveKind();
    if (isOpenMPTeamsDirective(Kind) || isOpenMPTaskLoopDirective(Kind))
      truths(D, Block);
    auto *Annotated = AttributedStmt::Create(F.getASTContext(), Loc,
                                             Clauses.attributes(), Own);
    Block.push_back(Annotated);
    CompoundStmt *Made = AstFactory(F.getASTContext(), Loc).compound(Block);
    Result.Loops.push_back({Made->body_end() - 1, Annotated});
    return Made;
  }

  /// Loop's copy, without the paths that no iteration takes where the guard
  /// holds.
  Stmt *guarded(Stmt *Loop) {
    const SourceLocation Loc = Loop->getBeginLoc();
    OpenMPGuards Ahead(Copy, F, Loop,
                       Regions.empty() ? Loop
                                       : underDirective(*Regions.front()));
    Stmt *Own = Copy.withoutJumps(Loop, Ahead.leftOut());
    if (Copy.obstacle())
      return nullptr;
    SmallVector<const ValueDecl *, 2> Changed;
    llvm::copy_if(Copy.flushed(), std::back_inserter(Changed),
                  [&](const ValueDecl *V) { return !onlyReads(Own, V); });
    if (const ValueDecl *V = mostTelling(Changed))
      return fail(Loc, whyFlushed(*V, Own));
    Ahead.enter(Own);
    if (!Ahead.isNeeded())
      return Own;
    LoopTests Tests = Ahead.tests();
    if (Tests.empty())
      return fail(Loc, "it has no plain number of iterations");
    Result.Tests.append(Tests);
    Guards.push_back(std::move(Ahead));
    return Own;
  }

  /// Finds what each thread of D would do where it fails.
  void between(OMPExecutableDirective &D) {
    Stmt *Body = isa<OMPParallelDirective>(D) ? underDirective(D) : nullptr;
    if (!Body)
      return;
    OpenMPGuards Ahead(Copy, F, Body);
    LeftOut = Ahead.leftOut();
    Result.Tests = Ahead.tests();
    eachNode(Body, [&](const Stmt *S) {
      if (!LeftOut.contains(S))
        return true;
      eachNode(S, [&](const Stmt *Part) {
        if (const auto *D = dyn_cast<OMPLoopDirective>(Part))
          Result.LeftOut.push_back(const_cast<OMPLoopDirective *>(D));
        return !isa<OMPLoopDirective>(Part);
      });
      return false;
    });
    if (!Result.Tests.empty())
      Guards.push_back(std::move(Ahead));
  }

  /// What stands under D, with variables around it that each thread has for
  /// itself: as one thread runs it, but for the loops.
  Stmt *region(OMPExecutableDirective &D) {
    for (const OMPClause *C : D.clauses())
      if (changesSomething(*C))
        return fail(D.getBeginLoc(), whyChanging(*C));
    Stmt *Body = underDirective(D);
    const DirectiveCopy::Scope Inside(Copy);
    llvm::SaveAndRestore<decltype(Copy.Outside)> Around(
        Copy.Outside, [this](OMPExecutableDirective &Inner) -> Stmt * {
          Stmt *Made = outside(Inner);
          if (Result.Reason.empty())
            return Made;
          Copy.refuse(&Inner);
          return &Inner;
        });
    SmallVector<Stmt *, 4> Block;
    if (!variables(D, Body, Block))
      return nullptr;
    truths(D, Block);
    scratch(*Body, /*Scalars=*/true);
    const bool Fails = Regions.empty() && !LeftOut.empty();
    Regions.push_back(&D);
    Block.push_back(Fails ? Copy.withoutJumps(Body, LeftOut) : Copy.copy(Body));
    Regions.pop_back();
    return AstFactory(F.getASTContext(), D.getBeginLoc()).compound(Block);
  }

  /// What D leaves of numbers that it reduces, whether or not a loop does.
  void truths(OMPExecutableDirective &D, SmallVectorImpl<Stmt *> &Block) {
    ASTContext &Ctx = F.getASTContext();
    AstFactory Make(Ctx, D.getBeginLoc());
    for (const auto *C : D.getClausesOfKind<OMPReductionClause>())
      for (const ReducedItem &Item : itemsOf(*C, Ctx)) {
        auto *V = const_cast<ValueDecl *>(reducedBy(*Item.Written));
        if (V && makesTruth(Item.Op, V->getType().getNonReferenceType(),
                            Ctx.getLangOpts()))
          Block.push_back(OpenMPClauses::truth(
              V, Item.Op == "&&" ? BO_LAnd : BO_LOr,
              Make.integer(Item.Op == "&&", Ctx.IntTy), Copy, D.getBeginLoc()));
      }
  }

  /// Finds what each thread that runs Body has, and one run of a loop needs.
  void scratch(const Stmt &Body, bool Scalars) {
    eachNode(&Body, [&](const Stmt *S) {
      if (const auto *Declared = dyn_cast<DeclStmt>(S))
        for (const VarDecl *V : variablesIn(*Declared))
          if (!V->getInit() && V->hasLocalStorage() &&
              (Scalars || V->getType()->isConstantArrayType()) &&
              !mentionsBetween(&Body, V) && !outlivesLoops(&Body, V))
            OfLoops.push_back(const_cast<VarDecl *>(V));
      return !isa<OMPExecutableDirective>(S);
    });
  }

  /// Those that clauses of a region make.
  bool variables(OMPExecutableDirective &D, Stmt *Body,
                 SmallVectorImpl<Stmt *> &Block) {
    auto Named = [](const Expr *E) {
      auto *V = const_cast<VarDecl *>(variableIn(E->IgnoreParenImpCasts()));
      return V && !isa<OMPCapturedExprDecl>(V) ? V : nullptr;
    };
    for (const auto *C : D.getClausesOfKind<OMPPrivateClause>())
      for (const Expr *E : C->varlist()) {
        VarDecl *V = Named(E);
        if (!V || V->getType()->isVariablyModifiedType())
          return fail(D.getBeginLoc(),
                      "clause 'private' names more than a variable");
        if (mentionsBetween(Body, V) || outlivesLoops(Body, V))
          Block.push_back(Copy.own(V, /*Copied=*/false));
        else
          OfLoops.push_back(V);
      }
    for (const auto *C : D.getClausesOfKind<OMPFirstprivateClause>())
      for (const Expr *E : C->varlist()) {
        VarDecl *V = Named(E);
        if (V && needsNoCopy(Body, V, F, Copy.anew()))
          continue;
        if (V && Views.add(Body, V))
          continue;
        if (!V || !V->getType().getNonReferenceType()->isScalarType())
          return fail(D.getBeginLoc(), whyOwn(V, *E));
        Block.push_back(Copy.own(V, /*Copied=*/true));
      }
    return true;
  }

  /// Whether one thread comes to what the regions around it have in them.
  bool isOnce() const {
    return llvm::none_of(Regions, [](const OMPExecutableDirective *Region) {
      const OpenMPDirectiveKind Kind = Region->getDirectiveKind();
      return isOpenMPParallelDirective(Kind) || isOpenMPTeamsDirective(Kind);
    });
  }

  /// What becomes of a directive in a region, outside loops; null: what it
  /// becomes inside them.
  Stmt *outside(OMPExecutableDirective &D) {
    // What is in the way stands before it.
    if (Copy.obstacle())
      return &D;
    const OpenMPDirectiveKind Kind = D.getDirectiveKind();
    if (isSharedInRegion(D) || isSharedLoop(Kind) ||
        (isa<OMPGenericLoopDirective>(D) && isOnce()))
      return loop(D);
    if (isRegion(Kind))
      return region(D);
    // Each loop has its end, and there are no tasks.
    if (isa<OMPBarrierDirective, OMPTaskwaitDirective>(D))
      return new (F.getASTContext()) NullStmt(D.getBeginLoc());
    if (isa<OMPSingleDirective, OMPMasterDirective, OMPMaskedDirective,
            OMPCriticalDirective, OMPAtomicDirective, OMPScopeDirective>(D))
      return Copy.copy(underDirective(D));
    return nullptr;
  }
};

} // namespace

OpenMPLoops loopsOf(OMPExecutableDirective &Directive, FunctionDecl &F,
                    bool Trusted, const AnewSet *Anew) {
  AnewSet All = namedAnew(Anew ? &Directive : F.getBody());
  // Directive may be an instance's own copy, with variables of its own.
  if (Anew)
    All.insert_range(*Anew);
  return LoopsOfDirective(F, Trusted, All).run(Directive);
}

} // namespace twofold
