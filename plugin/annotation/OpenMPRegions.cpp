// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPRegions.h"
#include "annotation/OpenMPClauses.h"
#include "annotation/OpenMPMerges.h"
#include "annotation/OpenMPReasons.h"
#include "ast/CalledDirectives.h"
#include "ast/DirectiveCopy.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace llvm::omp;

namespace twofold {
namespace {

class RegionCheck {
  const std::optional<Jumps> Paths; ///< of the outermost region's statement
  RegionFacts Facts;
  RegionMerges Merges;
  llvm::DenseSet<const FunctionDecl *> Seen, SeenOnce;
  llvm::DenseSet<const ValueDecl *> Reduced;
  FunctionDecl *Callee = nullptr; ///< whose body is looked at; null: none
  bool CountKnown = false;        ///< of threads
  OMPExecutableDirective *Innermost = nullptr; ///< region
  std::string Alone;    ///< what one thread runs a part under; empty: none
  bool Threads = false; ///< run what is looked at, not teams alone
  FirstThread First;    ///< what asks for it
  ThreadChanges Changes;
  SmallVector<const Expr *, 4> Conditions; ///< of ifs around what is looked at

public:
  explicit RegionCheck(std::optional<Jumps> Paths) : Paths(std::move(Paths)) {}

  RegionFacts run(OMPExecutableDirective &D, bool Inside) {
    if ((Inside || sharesLoop(D)) && region(D))
      if (const MergedPart *Bad = Merges.unproven())
        fail(Bad->Where, whyUnproven(*Bad->Part, Bad->Op == BO_Assign));
    if (!Facts.Shares && !Inside)
      fail(&D, "its region shares out no loop");
    return std::move(Facts);
  }

private:
  bool fail(const Stmt *At, std::string Why) {
    if (Facts.Reason.empty()) {
      // In a called function the call tells where.
      if (!Callee)
        Facts.Loc = At->getBeginLoc();
      Facts.Reason = std::move(Why);
    }
    return false;
  }

  bool region(OMPExecutableDirective &D) {
    for (const OMPClause *C : D.clauses()) {
      const bool First = isa<OMPFirstprivateClause>(C);
      if (First || isa<OMPPrivateClause>(C))
        for (const Stmt *E : const_cast<OMPClause *>(C)->children())
          if (const auto *V =
                  variableIn(cast<Expr>(E)->IgnoreParenImpCasts())) {
            Facts.Own.insert(V);
            if (First)
              Merges.changed(V);
          }
    }
    Stmt *Body = underDirective(D);
    if (!Body)
      return fail(&D, "nothing stands under it");
    // What a thread has of a reduction is no value of the program's.
    for (const auto *C : D.getClausesOfKind<OMPReductionClause>())
      for (const Expr *E : C->varlist())
        if (const ValueDecl *V = reducedBy(*E))
          Reduced.insert(V);
    llvm::SaveAndRestore Around(Innermost, &D);
    llvm::SaveAndRestore InThreads(
        Threads, Threads || isOpenMPParallelDirective(D.getDirectiveKind()));
    llvm::SaveAndRestore Known(CountKnown);
    CountKnown = isa<OMPParallelDirective>(D) &&
                 !D.hasClausesOfKind<OMPNumThreadsClause>() &&
                 !D.hasClausesOfKind<OMPIfClause>();
    if (isa<OMPParallelDirective>(D) && !Callee)
      First.find(Body);
    // Pointers are the target's own.
    if (isOpenMPTargetExecutionDirective(D.getDirectiveKind()))
      if (const ValueDecl *Moved = movedPointer(Body, Facts.Own))
        return fail(&D, "'" + Moved->getNameAsString() +
                            "' is changed, of which a device has a copy");
    const bool Replicated = isOpenMPParallelDirective(D.getDirectiveKind()) ||
                            isOpenMPTeamsDirective(D.getDirectiveKind());
    return Replicated ? each(Body) && unseen(Body) : host(Body);
  }

  /// What the thread that comes to a target region runs.
  bool host(Stmt *S) {
    if (!S)
      return true;
    if (auto *D = dyn_cast<OMPExecutableDirective>(S)) {
      if (isSharedLoop(D->getDirectiveKind()) ||
          isa<OMPGenericLoopDirective>(D)) {
        Facts.Shares = true;
        return true;
      }
      if (isa<OMPParallelDirective, OMPTeamsDirective>(D))
        return region(*D);
      return once(S);
    }
    if (S->children().empty() || isa<Expr>(S))
      return once(S);
    if (auto *Declared = dyn_cast<DeclStmt>(S))
      for (Decl *V : Declared->decls())
        if (auto *Value = dyn_cast<ValueDecl>(V))
          Facts.Own.insert(Value);
    return llvm::all_of(S->children(), [&](Stmt *Part) { return host(Part); });
  }

  /// What each thread runs.
  bool each(Stmt *S) {
    if (!S || (Paths && Paths->isDead(S)))
      return true;
    if (Paths && Paths->isLeftOut(S))
      return each(cast<IfStmt>(S)->getElse());
    if (auto *D = dyn_cast<OMPExecutableDirective>(S))
      return directive(*D);
    if (OMPExecutableDirective *D = takenLoop(*S))
      return isSharedInRegion(*D) ? Facts.Shares = Facts.Binds = true
                                  : directive(*D);
    if (std::string Why = whyMisused(S, "each", Reduced); !Why.empty())
      return fail(S, Why);
    if (const Expr *Given = defaultOf(S))
      return each(const_cast<Expr *>(Given));
    if (const char *Why = whyNotByEach(*S))
      return fail(S, Why);
    if (auto *Declared = dyn_cast<DeclStmt>(S)) {
      declare(*Declared);
      for (const VarDecl *V : variablesIn(*Declared))
        if (V->hasLocalStorage() && hasEnd(V->getType()))
          return fail(S, whyDestroyed(*V));
    } else if (!changes(S) || !calls(S))
      return false;
    const auto *If = dyn_cast<IfStmt>(S);
    if (If && First.asks(*If, Facts.Own))
      return withoutLoop(If->getThen(), "if") && alone(If->getThen());
    llvm::SaveAndRestore Around(Conditions);
    if (If)
      Conditions.push_back(If->getCond());
    return llvm::all_of(S->children(), [&](Stmt *Part) { return each(Part); });
  }

  void declare(DeclStmt &S) {
    for (Decl *D : S.decls())
      if (auto *V = dyn_cast<VarDecl>(D); V && V->hasLocalStorage()) {
        if (!V->getType()->isReferenceType()) {
          Facts.Own.insert(V);
          if (V->getInit())
            Merges.assigned(V, V->getInit());
        } else if (V->getInit()) {
          if (const ValueDecl *Root = rootOf(V->getInit())) {
            Merges.changed(Root);
            if (Facts.Own.contains(Root))
              Facts.Own.insert(V);
          }
        }
      }
  }

  /// Threads that do the same at the same time can only write the same.
  bool changes(const Stmt *S) {
    const Expr *Target = assignedBy(S);
    if (const auto *Address = operandOf(S, UO_AddrOf))
      if (const ValueDecl *V = rootOf(Address))
        Merges.changed(V);
    if (!Target)
      return true;
    const ValueDecl *Root = rootOf(Target);
    const auto *B = dyn_cast<BinaryOperator>(S);
    const bool Plain = B && B->getOpcode() == BO_Assign;
    if (Root && Plain)
      Merges.assigned(Root, B->getRHS());
    else if (Root)
      Merges.changed(Root);
    if (!Root || Facts.Own.contains(Root) ||
        (Plain && !mentions(B->getRHS(), Root)))
      return true;
    return fail(S, "each of its threads changes '" + Root->getNameAsString() +
                       "'");
  }

  bool calls(const Stmt *S) {
    if (!isa<CallExpr, CXXConstructExpr, CXXInheritedCtorInitExpr>(S))
      return true;
    const FunctionDecl *F = calleeOf(S), *Def = nullptr;
    if (!F)
      return fail(S, "each of its threads calls a function by its address");
    Merges.handed(S, *F);
    if (F->isTrivial() || isHarmless(*F) || First.gives(S))
      return true;
    const std::string Name = F->getNameAsString();
    if (isOpenMPs(*F))
      return fail(S, "each of its threads calls '" + Name + "'");
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (Method && Method->isVirtual())
      return fail(S,
                  "each of its threads calls '" + Name + "', which is virtual");
    if (!F->hasBody(Def))
      return fail(S, "each of its threads calls '" + Name +
                         "', whose definition is not visible");
    if (!Seen.insert(Def).second)
      return true;
    for (const ParmVarDecl *P : Def->parameters())
      if (!P->getType()->isReferenceType())
        Facts.Own.insert(P);
    FunctionDecl *Outer = Callee;
    if (!Callee)
      Facts.Loc = S->getBeginLoc();
    Callee = const_cast<FunctionDecl *>(Def);
    const bool Right =
        llvm::all_of(bodiesOf(*Def), [&](Stmt *Body) { return each(Body); });
    Callee = Outer;
    return Right;
  }

  /// Each thread has what the loop counts by, and that of `simd` ends alike.
  bool counted(OMPExecutableDirective &D, Stmt *Inner) {
    auto Outer = countersOutside(D);
    llvm::erase_if(
        Outer, [&](const ValueDecl *V) { return !Facts.Own.insert(V).second; });
    const bool Right = isa<OMPGenericLoopDirective>(D) && !Outer.empty()
                           ? fail(&D, whyCounted(D, *Outer.front()))
                           : each(Inner);
    llvm::for_each(Outer, [&](auto *V) { Facts.Own.erase(V); });
    return Right;
  }

  bool directive(OMPExecutableDirective &D) {
    Stmt *Inner = underDirective(D);
    Facts.Binds |= Callee != nullptr;
    if (isSharedInRegion(D)) {
      Facts.Shares = true;
      if (const ValueDecl *V = Merges.loop(D, *Innermost))
        return fail(&D, Callee ? whyTwiceIn(*Callee, *V) : whyTwice(*V));
      if (Callee)
        Facts.Called.push_back({Callee, &D});
      return true;
    }
    switch (D.getDirectiveKind()) {
    case OMPD_barrier:
    case OMPD_taskwait: // a region with tasks stays
      return true;
    case OMPD_simd:
    case OMPD_loop: // with bind(thread)
      return counted(D, Inner);
    case OMPD_scope:
      if (D.getNumClauses() == D.hasClausesOfKind<OMPNowaitClause>())
        return each(Inner);
      break;
    case OMPD_single:
    case OMPD_master:
    case OMPD_masked:
      return alone(D, Inner);
    case OMPD_critical:
      return merged(D, Inner);
    case OMPD_atomic:
      if (D.hasClausesOfKind<OMPReadClause>() ||
          D.hasClausesOfKind<OMPWriteClause>())
        return each(Inner);
      if (!D.hasClausesOfKind<OMPCaptureClause>() &&
          !D.hasClausesOfKind<OMPCompareClause>())
        return merged(D, Inner);
      break;
    case OMPD_parallel:
      // Of teams, of which there may be one. In threads each would have a team
      // of its own, and loops would run once for each.
      if (!Callee && !Threads)
        return region(D);
      break;
    default:
      break;
    }
    return fail(&D, whyInside(D, Callee, Alone));
  }

  bool alone(OMPExecutableDirective &D, Stmt *Inner) {
    llvm::SaveAndRestore Under(Alone, nameOf(D));
    for (OMPClause *C : D.clauses()) {
      if (!isa<OMPNowaitClause, OMPCopyprivateClause>(C) && !namesFirst(*C))
        return fail(&D, "'" + nameOf(D) + "' in it has clause '" +
                            getOpenMPClauseName(C->getClauseKind()).str() +
                            "'");
      for (const Stmt *E : C->children())
        if (const ValueDecl *V = rootOf(cast<Expr>(E)))
          Merges.changed(V); // in every thread
    }
    const Stmt &Around =
        *(Callee ? Callee->getBody() : underDirective(*Innermost));
    const bool Waits = (isa<OMPSingleDirective>(D) &&
                        !D.hasClausesOfKind<OMPNowaitClause>()) ||
                       waitsBehind(Around, !Callee, D);
    return (Waits || withoutLoop(Inner, Alone)) &&
           (D.hasClausesOfKind<OMPCopyprivateClause>() ? once(Inner)
                                                       : alone(Inner));
  }

  bool alone(const Stmt *S) {
    Changes.add(S, Facts.Own);
    return (!Callee || unseen(Callee->getBody())) && once(S);
  }

  bool unseen(const Stmt *Body) {
    const DeclRefExpr *Shown = Changes.shown(Body, Facts.Own);
    return !Shown || fail(Shown, "one of its threads changes '" +
                                     Shown->getDecl()->getNameAsString() +
                                     "', of which each has its own");
  }

  bool withoutLoop(const Stmt *S, const std::string &Under) {
    return !anyNode(S, [](const Stmt *Part) { return isLoop(*Part); }) ||
           fail(S, whyBeside(Under));
  }

  bool merged(OMPExecutableDirective &D, Stmt *Inner) {
    for (const Expr *If : Conditions)
      if (anyNode(If, [&](const Stmt *S) {
            return isa<Expr>(S) && Facts.Own.contains(namedIn(cast<Expr>(S)));
          }))
        return fail(&D,
                    "not all of its threads come to its '" + nameOf(D) + "'");
    return Merges.add(Inner, Facts.Own) ||
           fail(&D, whyMerged(D, Merges.other()));
  }

  /// What one thread runs, whichever that is.
  bool once(const Stmt *S) {
    bool Right = true;
    eachNode(S, [&](const Stmt *Part) {
      if (!Right)
        return false;
      if (const auto *D = dyn_cast<OMPExecutableDirective>(Part)) {
        if (isOpenMPTaskLoopDirective(D->getDirectiveKind()) &&
            isSharedLoop(D->getDirectiveKind()) && !Callee) {
          Facts.Shares = true;
          return false;
        }
        if (!isa<OMPAtomicDirective, OMPCriticalDirective, OMPSimdDirective,
                 OMPTaskwaitDirective>(D))
          Right = fail(D, whyInside(*D, Callee, Alone));
        return Right;
      }
      if (std::string Why = whyMisused(Part, "one", Reduced); !Why.empty())
        return Right = fail(Part, Why);
      if (const Expr *Given = defaultOf(Part)) {
        llvm::SaveAndRestore Elsewhere(CountKnown, false);
        Right = once(Given);
        return false;
      }
      const FunctionDecl *F = calleeOf(Part), *Def = nullptr;
      if (F && !Callee && F->getIdentifier() &&
          F->getName() == "omp_get_num_threads" && CountKnown)
        return true; // the loops run on as many as a region would have
      if (F && isOpenMPs(*F) && !isHarmless(*F))
        return Right = fail(Part, "it calls '" + F->getNameAsString() + "'");
      if (F && F->hasBody(Def) && SeenOnce.insert(Def).second) {
        if (!Callee)
          Facts.Loc = Part->getBeginLoc();
        llvm::SaveAndRestore Inside(Callee, const_cast<FunctionDecl *>(Def));
        Right = llvm::all_of(bodiesOf(*Def),
                             [&](const Stmt *Body) { return once(Body); });
      }
      return Right;
    });
    return Right;
  }
};

} // namespace

RegionFacts factsOf(OMPExecutableDirective &Region,
                    const Jumps::Statements &LeftOut, bool Inside) {
  std::optional<Jumps> Paths;
  if (!LeftOut.empty())
    Paths.emplace(underDirective(Region), LeftOut);
  return RegionCheck(std::move(Paths)).run(Region, Inside);
}

} // namespace twofold
