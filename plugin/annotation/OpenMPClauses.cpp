// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPClauses.h"
#include "annotation/OpenMPAtomics.h"
#include "annotation/OpenMPReasons.h"
#include "annotation/OpenMPReductions.h"
#include "ast/AstFactory.h"
#include "ast/CalledDirectives.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/DeclOpenMP.h"

using namespace clang;
using namespace llvm::omp;

namespace twofold {
namespace {

/// What becomes of a clause.
enum class Way {
  Dropped,    ///< changes no result, or is inferred
  Variables,  ///< ...private
  Expression, ///< of the same name here
  Special     ///< has a function of its own
};

struct ClauseWay {
  OpenMPClauseKind Kind;
  Way How;
  StringRef Name = "";
};

/// All clauses that are taken.
constexpr ClauseWay Ways[] = {
    {OMPC_private, Way::Variables},
    {OMPC_firstprivate, Way::Variables},
    {OMPC_lastprivate, Way::Variables},
    {OMPC_linear, Way::Variables},
    {OMPC_reduction, Way::Special},
    {OMPC_schedule, Way::Special},
    {OMPC_if, Way::Special},
    {OMPC_default, Way::Special},
    {OMPC_collapse, Way::Expression, "collapse"},
    {OMPC_num_threads, Way::Expression, "num_threads"},
    {OMPC_shared, Way::Dropped},
    {OMPC_safelen, Way::Dropped},
    {OMPC_simdlen, Way::Dropped},
    {OMPC_aligned, Way::Dropped},
    {OMPC_nontemporal, Way::Dropped},
    {OMPC_order, Way::Dropped},
    {OMPC_proc_bind, Way::Dropped},
    {OMPC_nowait, Way::Dropped},
    {OMPC_device, Way::Dropped},
    {OMPC_map, Way::Dropped},
    {OMPC_defaultmap, Way::Dropped},
    {OMPC_is_device_ptr, Way::Dropped},
    {OMPC_has_device_addr, Way::Dropped},
    {OMPC_num_teams, Way::Dropped},
    {OMPC_thread_limit, Way::Dropped},
    {OMPC_dist_schedule, Way::Dropped},
    {OMPC_bind, Way::Dropped},
    {OMPC_ompx_attribute, Way::Dropped},
    {OMPC_grainsize, Way::Dropped},
    {OMPC_num_tasks, Way::Dropped},
    {OMPC_nogroup, Way::Dropped},
    {OMPC_untied, Way::Dropped},
    {OMPC_mergeable, Way::Dropped},
    {OMPC_priority, Way::Dropped},
    {OMPC_final, Way::Dropped},
};

/// Directives that share out the iterations of one loop, and no more.
constexpr OpenMPDirectiveKind Shared[] = {
    OMPD_parallel_for,
    OMPD_parallel_for_simd,
    OMPD_parallel_loop,
    OMPD_target_parallel_for,
    OMPD_target_parallel_for_simd,
    OMPD_target_parallel_loop,
    OMPD_teams_distribute,
    OMPD_teams_distribute_simd,
    OMPD_teams_distribute_parallel_for,
    OMPD_teams_distribute_parallel_for_simd,
    OMPD_teams_loop,
    OMPD_target_teams_distribute,
    OMPD_target_teams_distribute_simd,
    OMPD_target_teams_distribute_parallel_for,
    OMPD_target_teams_distribute_parallel_for_simd,
    OMPD_target_teams_loop,
    OMPD_target_simd,
    OMPD_taskloop,
    OMPD_taskloop_simd,
    OMPD_parallel_master_taskloop,
    OMPD_parallel_master_taskloop_simd,
    OMPD_parallel_masked_taskloop,
    OMPD_parallel_masked_taskloop_simd,
};

/// Whether the bounds of so many loops do not depend on outer ones; if they do,
/// the iterations of the outermost loop alone are shared out.
bool isRectangular(const Stmt *Loop, uint64_t Loops) {
  SmallVector<const ValueDecl *, 4> Counters;
  for (; Loops > 0; --Loops) {
    while (const auto *Block = dyn_cast_or_null<CompoundStmt>(Loop))
      Loop = Block->size() == 1 ? Block->body_front() : nullptr;
    const auto *For = dyn_cast_or_null<ForStmt>(Loop);
    if (!For)
      return true; // which is looked at later
    for (const ValueDecl *V : Counters)
      if ((For->getInit() && mentions(For->getInit(), V)) ||
          (For->getCond() && mentions(For->getCond(), V)))
        return false;
    if (const ValueDecl *V = For->getInc() ? movedBy(For->getInc()) : nullptr)
      Counters.push_back(V);
    Loop = For->getBody();
  }
  return true;
}

Expr *literal(StringRef Text, ASTContext &Ctx, SourceLocation Loc) {
  return StringLiteral::Create(
      Ctx, Text, StringLiteralKind::Ordinary, false,
      Ctx.getStringLiteralArrayType(Ctx.CharTy, Text.size()), Loc);
}

} // namespace

VarDecl *OpenMPClauses::variableOf(const Expr &Item) {
  auto *V = const_cast<VarDecl *>(variableIn(Item.IgnoreParenImpCasts()));
  return V && !isa<OMPCapturedExprDecl>(V) ? V : nullptr;
}

std::string OpenMPClauses::named(OpenMPClauseKind Kind) {
  return "clause '" + getOpenMPClauseName(Kind).str() + "'";
}

bool isSharedLoop(OpenMPDirectiveKind Kind) {
  return llvm::is_contained(Shared, Kind);
}

OpenMPClauses::OpenMPClauses(ASTContext &Ctx, DirectiveCopy &Copy,
                             const Stmt *Loop, SourceLocation Loc)
    : Ctx(Ctx), Copy(Copy), Loop(Loop), Within(Loop), Loc(Loc) {
  annotate("parallel_for", {});
}

bool OpenMPClauses::fail(std::string Why) {
  Reason = std::move(Why);
  return false;
}

void OpenMPClauses::annotate(StringRef Name, ArrayRef<Expr *> Arguments) {
  SmallVector<Expr *, 4> Own(Arguments);
  Attributes.push_back(AnnotateAttr::Create(Ctx, ("twofold." + Name).str(),
                                            Own.data(), Own.size(), Loc));
}

bool OpenMPClauses::add(const OMPExecutableDirective &Directive,
                        const Stmt *Whole) {
  Within = Whole;
  const bool Simd = isOpenMPSimdDirective(Directive.getDirectiveKind());
  Tasks = isOpenMPTaskLoopDirective(Directive.getDirectiveKind());
  Teams |= isOpenMPDistributeDirective(Directive.getDirectiveKind());
  // A variable that is both keeps its last value.
  for (const auto *C : Directive.getClausesOfKind<OMPLastprivateClause>())
    for (const Expr *E : C->varlist())
      if (const VarDecl *V = variableOf(*E))
        (isLost(Directive, *V) ? Lost : LastPrivates).insert(V);
  for (const OMPClause *C : Directive.clauses())
    if (!clause(*C))
      return false;
  // Without -fopenmp nobody ordered vectors, which might be a warning.
  if (Simd && !Ctx.getLangOpts().OpenMPSimd)
    annotate("simd", {});
  return true;
}

bool OpenMPClauses::addRegion(const OMPExecutableDirective &Region) {
  Within = Loop;
  InRegion = true;
  const bool Threads = isOpenMPParallelDirective(Region.getDirectiveKind());
  return llvm::all_of(Region.clauses(), [&](const OMPClause *C) {
    return isa<OMPPrivateClause, OMPFirstprivateClause>(C) ||
           (isa<OMPIfClause>(C) && !Threads) || clause(*C);
  });
}

bool OpenMPClauses::clause(const OMPClause &C) {
  const OpenMPClauseKind Kind = C.getClauseKind();
  const auto *Known =
      llvm::find_if(Ways, [&](const ClauseWay &W) { return W.Kind == Kind; });
  if (Kind == OMPC_ordered) {
    // Loops that call functions with directives stay, too.
    const auto *Waits = findNode<OMPOrderedDirective>(
        Loop, [](const OMPOrderedDirective *) { return true; });
    return !Waits || fail(whyOrdered(*Waits));
  }
  if (Kind == OMPC_depend)
    return fail("it waits for other tasks, by clause 'depend'");
  if (Known == std::end(Ways))
    return fail(named(Kind) + " has no equal");
  if (Kind == OMPC_safelen)
    Together = true; // iterations may depend on distant ones
  if (Known->How == Way::Variables)
    return variables(C);
  if (Kind == OMPC_reduction)
    return reduction(cast<OMPReductionClause>(C));
  if (Kind == OMPC_schedule)
    return schedule(cast<OMPScheduleClause>(C));
  if (const auto *If = dyn_cast<OMPIfClause>(&C)) {
    const OpenMPDirectiveKind Of = If->getNameModifier();
    if ((Of != OMPD_unknown && Of != OMPD_parallel) || Tasks)
      return changesSomething(If->getCondition())
                 ? fail(named(Kind) + " changes something")
                 : true;
    return expression("if", If->getCondition());
  }
  if (const auto *Default = dyn_cast<OMPDefaultClause>(&C))
    return Default->getDefaultKind() == OMP_DEFAULT_shared ||
                   Default->getDefaultKind() == OMP_DEFAULT_none
               ? true
               : fail(named(Kind) + " makes variables private");
  if (const auto *Collapse = dyn_cast<OMPCollapseClause>(&C)) {
    Collapsed =
        Collapse->getNumForLoops()->EvaluateKnownConstInt(Ctx).getZExtValue();
    return !isRectangular(Loop, Collapsed) ||
           expression("collapse", Collapse->getNumForLoops());
  }
  // The threads of all teams together are no more than the machine has.
  if (const auto *Threads = dyn_cast<OMPNumThreadsClause>(&C);
      Threads && !Teams)
    return expression("num_threads", Threads->getNumThreads());
  return !changesSomething(C) || fail(named(Kind) + " changes something");
}

bool OpenMPClauses::expression(StringRef Name, Expr *E) {
  Expr *Own = E ? Copy.copy(E) : nullptr;
  if (!Own || Copy.obstacle())
    return fail("clause '" + Name.str() + "' is of a rare kind");
  annotate(Name, Own);
  return true;
}

bool OpenMPClauses::schedule(const OMPScheduleClause &C) {
  StringRef Kind =
      getOpenMPSimpleClauseTypeName(OMPC_schedule, C.getScheduleKind());
  SmallVector<Expr *, 2> Arguments = {literal(Kind, Ctx, Loc)};
  if (const Expr *Chunk = C.getChunkSize())
    Arguments.push_back(Copy.copy(const_cast<Expr *>(Chunk)));
  if (Copy.obstacle())
    return fail(named(OMPC_schedule) + " is of a rare kind");
  annotate("schedule", Arguments);
  return true;
}

bool OpenMPClauses::reduction(const OMPReductionClause &C) {
  if (C.getModifier() == OMPC_REDUCTION_inscan ||
      C.getModifier() == OMPC_REDUCTION_task)
    return fail(C.getModifier() == OMPC_REDUCTION_task
                    ? "tasks in it may add to its reduction; leave out 'task'"
                    : "iterations need what those before them have added up; "
                      "use an inclusive_scan() or exclusive_scan()");
  for (const ReducedItem &Item : itemsOf(C, Ctx)) {
    if (Item.Op.empty())
      return fail("reduction '" + nameOf(C) +
                  "' is declared by the program; have it combine by an "
                  "operator, '+=', least or greatest, and begin with what "
                  "changes no result");
    if (!reduced(Item.Op, *Item.Written, Item.Declared))
      return false;
  }
  return true;
}

/// Item, or of sections and elements of arrays in an array the one that says
/// which of these there are.
static const Expr *firstDimension(const Expr &Item) {
  const Expr *E = Item.IgnoreParenImpCasts();
  for (;;) {
    const auto *Section = dyn_cast<ArraySectionExpr>(E);
    const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
    if (!Section && !Element)
      return E;
    const Expr *Base = (Section ? Section->getBase() : Element->getBase())
                           ->IgnoreParenImpCasts();
    const bool Inner =
        isa<ArraySectionExpr>(Base)
            ? ArraySectionExpr::getBaseOriginalType(Base)->isArrayType()
            : isa<ArraySubscriptExpr>(Base) && Base->getType()->isArrayType();
    if (!Inner)
      return E;
    E = Base;
  }
}

/// One variable, or a section or element that becomes its array and how far it
/// reaches.
bool OpenMPClauses::reduced(StringRef Op, const Expr &Item, bool Declared) {
  AstFactory Make(Ctx, Loc);
  const Expr *Plain = firstDimension(Item);
  const auto *Section = dyn_cast<ArraySectionExpr>(Plain);
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Plain);
  VarDecl *V = variableOf(Section   ? *Section->getBase()
                          : Element ? *Element->getBase()
                                    : Item);
  if (!V)
    return fail(named(OMPC_reduction) + " names '" + nameIn(Item) +
                "', which is no variable of the function's; add up in one that "
                "is");
  QualType T = V->getType().getNonReferenceType();
  QualType Number =
      Ctx.getBaseElementType(T->isPointerType() ? T->getPointeeType() : T);
  if (!Number->isArithmeticType() &&
      !(Declared && T->isRecordType() && !Section && !Element))
    return fail("reduction of '" + V->getNameAsString() + "' " +
                (Declared
                     ? "is declared by the program for elements"
                     : "is of a class; declare one that combines by '+=', with "
                       "'#pragma omp declare reduction'"));
  const bool IsTruth = makesTruth(Op, T, Ctx.getLangOpts());
  if (!IsTruth && makesTruth(Op, Number, Ctx.getLangOpts()))
    return fail("each element of '" + V->getNameAsString() +
                "' becomes 0 or 1 by its reduction '" + Op.str() +
                "', whatever iterations do; use elements of type bool");
  if (!mentions(Loop, V) && (InRegion || !IsTruth))
    return true; // of another loop of the region
  if (assignsAnew(Loop, V, Op, Ctx)) {
    // What iterations assign first and nothing else reads is no result.
    if (T->isArithmeticType() && !Section && Copy.isOnlyIn(V, Loop))
      return addPrivate(V);
    if (Section || Element || !assignsOneNumber(Loop, V, Op, Ctx))
      return fail("iterations assign '" + V->getNameAsString() +
                  "' without what its reduction combines");
    Assigned.insert(V);
  }
  llvm::FoldingSetNodeID Place;
  Item.Profile(Place, Ctx, /*Canonical=*/true);
  // Threads of teams add to what their team has, and teams to the variable.
  if (auto [By, New] = Reduced.try_emplace(V, Op.str()); !New) {
    if (By->second == Op &&
        (Section ? Sections[V] == Place : !Element || T->isArrayType()))
      return true;
    if (Section || Element)
      return fail("two parts of '" + V->getNameAsString() + "' are reduced");
  }
  Sections[V] = Place;
  annotate("reduction", {literal(Op, Ctx, Loc), Copy.reference(V, Loc)});
  if (IsTruth)
    Truths.emplace_back(V, Op == "&&" ? BO_LAnd : BO_LOr);
  Together |= T->isPointerType() || T->isArrayType();
  if ((!Section && !Element) || !T->isPointerType())
    return true;
  auto Wide = [&](const Expr *E) {
    return Make.convert(Copy.copy(const_cast<Expr *>(E)), Make.I64);
  };
  if (Section && !Section->getLength())
    return fail("a section of '" + V->getNameAsString() + "' has no length");
  Expr *End = Section ? Wide(Section->getLength()) : Make.integer(1, Make.I64);
  if (const Expr *First =
          Section ? Section->getLowerBound() : Element->getIdx())
    End = Make.binary(BO_Add, Wide(First), End, Make.I64);
  annotate("section", {Copy.reference(V, Loc), End});
  return !Copy.obstacle() ||
         fail(named(OMPC_reduction) + " has a section of a rare kind");
}

void OpenMPClauses::addGuarded() {
  auto Parts = calledSections(Loop);
  Parts.append(Copy.guarded().begin(), Copy.guarded().end());
  for (SourceRange Part : Parts)
    Attributes.push_back(
        AnnotateAttr::Create(Ctx, "twofold.guarded", nullptr, 0, Part));
}

void OpenMPClauses::addAtomics(const Stmt *Own, const OpenMPAtomics &Atomics) {
  annotate("atomics", {});
  this->Atomics = true;
  if (Atomics.areRelaxed() && !Together)
    return;
  // What one has stored before such an operation another may read behind one.
  Together = true;
  SmallVector<Expr *, 4> Apart;
  for (const VarDecl *V : onlyWritten(Own))
    Apart.push_back(Copy.reference(const_cast<VarDecl *>(V), Loc));
  for (const ValueDecl *V : Atomics.changed())
    if (isa<VarDecl>(V))
      Apart.push_back(Copy.reference(const_cast<ValueDecl *>(V), Loc));
  annotate("independent", Apart);
}

void OpenMPClauses::addIndependent() {
  if (!Together && !Copy.meetTogether() && (Atomics || !mayMeetTogether(Loop)))
    annotate("independent", {});
}

} // namespace twofold
