// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exit/ExitPlan.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "ast/PendingTemplates.h"
#include "ast/VariableUses.h"
#include "depend/FilledArrays.h"
#include "dialect/ArrayLengths.h"
#include "exit/ExitRisks.h"
#include "exit/ExitTails.h"
#include "model/LoopModelBuilder.h"
#include "native/BodyRewriter.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

/// What a loop over the same iterations may have of its own.
struct LoopParts {
  DeclStmt *Range = nullptr, *Begin = nullptr, *End = nullptr,
           *Variable = nullptr; ///< of a range loop
  Expr *Condition = nullptr, *Increment = nullptr;
};

class ExitPlanner {
  const ParallelLoop &Loop;
  Sema &S;
  ASTContext &Ctx;
  Diagnostics &Diags;
  AstFactory Make;
  ExitTails Tails;
  ExitPlan Plan;
  SmallVector<Stmt *, 8> Prefix, Rest;

public:
  ExitPlanner(const ParallelLoop &Loop, Sema &S, Diagnostics &Diags)
      : Loop(Loop), S(S), Ctx(S.Context), Diags(Diags), Make(Ctx, Loop.Loc),
        Tails(Loop) {}

  ExitPlan plan();

private:
  bool inOrder(SourceLocation Loc, const std::string &Why,
               const std::string &Way) {
    bool Break = isa<BreakStmt>(Loop.Exits.front());
    Plan.InOrder = Refusal{
        diag::Id::RunsInOrder, Loc, {Break ? "'break'" : "'return'", Why, Way}};
    return false;
  }
  void split();
  Stmt *leave();
  bool copyPrefix(ParallelLoop &Into, llvm::function_ref<Stmt *()> Marker,
                  bool WithRest);
  LoopParts partsOf(Stmt *Old);
  Stmt *loopOf(Stmt *Old, const LoopParts &Parts, Stmt *Body);
  bool share(ParallelLoop &Part);
  bool search();
  bool rest();
  bool settleCaptures();
};

/// The last statement with an exit ends what the search runs.
void ExitPlanner::split() {
  const auto Body = statementsOf(Loop.Body);
  size_t Ahead = Body.size();
  while (Ahead > 0 && !Tails.containExit(Body[Ahead - 1]))
    --Ahead;
  Prefix.append(Body.begin(), Body.begin() + Ahead);
  Rest.append(Body.begin() + Ahead, Body.end());
}

/// { if (iteration - 1 < exit) exit = iteration - 1; return; }
Stmt *ExitPlanner::leave() {
  VarDecl *Exit = Plan.Search.Exit, *Iteration = Plan.Search.Iteration;
  auto Number = [&] { // Iteration counts from 1
    return Make.binary(BO_Sub, Make.value(Iteration),
                       Make.integer(1, Iteration->getType()),
                       Iteration->getType());
  };
  return Make.compound(
      {Make.ifThen(Make.compare(BO_LT, Number(), Make.value(Exit)),
                   Make.compound({Make.assign(Make.lvalue(Exit), Number())})),
       ReturnStmt::Create(Ctx, Loop.Loc, nullptr, nullptr)});
}

LoopParts ExitPlanner::partsOf(Stmt *Old) {
  LoopParts Parts;
  if (auto *For = dyn_cast<ForStmt>(Old)) {
    Parts.Increment = For->getInc();
    return Parts;
  }
  auto *Range = cast<CXXForRangeStmt>(Old);
  Parts.Range = Range->getRangeStmt();
  Parts.Begin = Range->getBeginStmt();
  Parts.End = Range->getEndStmt();
  Parts.Condition = Range->getCond();
  Parts.Variable = Range->getLoopVarStmt();
  Parts.Increment = Range->getInc();
  return Parts;
}

Stmt *ExitPlanner::loopOf(Stmt *Old, const LoopParts &Parts, Stmt *Body) {
  if (auto *For = dyn_cast<ForStmt>(Old))
    return new (Ctx) ForStmt(Ctx, For->getInit(), For->getCond(), nullptr,
                             Parts.Increment, Body, For->getForLoc(),
                             For->getLParenLoc(), For->getRParenLoc());
  auto *Range = cast<CXXForRangeStmt>(Old);
  return new (Ctx) CXXForRangeStmt(
      nullptr, Parts.Range, Parts.Begin, Parts.End, Parts.Condition,
      Parts.Increment, Parts.Variable, Body, Range->getForLoc(),
      SourceLocation(), Range->getColonLoc(), Range->getRParenLoc());
}

bool ExitPlanner::copyPrefix(ParallelLoop &Into,
                             llvm::function_ref<Stmt *()> Marker,
                             bool WithRest) {
  PrefixCopy Copy(Ctx, Loop.Function, Tails, Marker);
  LoopDim &Dim = Into.Dims.back();
  LoopParts Parts = partsOf(Dim.Loop);
  if (Parts.Begin) {
    auto Part = [&](DeclStmt *P) {
      return cast<DeclStmt>(Copy.copy(static_cast<Stmt *>(P)));
    };
    Parts.Range = Part(Parts.Range);
    Parts.Begin = Part(Parts.Begin);
    Parts.End = Part(Parts.End);
    Parts.Condition = Copy.copy(Parts.Condition);
    Parts.Variable = Part(Parts.Variable);
  }
  Parts.Increment = Copy.copy(Parts.Increment);
  auto *Block =
      cast<CompoundStmt>(Copy.copy(static_cast<Stmt *>(Make.compound(Prefix))));
  if (const Stmt *What = Copy.obstacle()) {
    if (auto Effect = findSideEffect(What, Ctx))
      return inOrder(Effect->Where->getBeginLoc(), Effect->What,
                     "leave before that");
    return inOrder(What->getBeginLoc(), "what stands before cannot be repeated",
                   "write it in simpler terms");
  }
  SmallVector<Stmt *, 8> All(Block->body());
  BodyRewriter Rewriter(Ctx, Make, [](QualType) { return nullptr; });
  for (auto &[From, To] : Copy.variables())
    Rewriter.redirect(From, To);
  for (Stmt *Moved : WithRest ? ArrayRef<Stmt *>(Rest) : ArrayRef<Stmt *>()) {
    Rewriter.rewrite(Moved);
    All.push_back(Moved);
    Plan.Moved.push_back(Moved);
  }
  if (WithRest)
    for (auto &[From, To] : Copy.variables())
      Plan.Renamed.push_back({cast<VarDecl>(From), To});
  Into.Body = Make.compound(All);
  Dim.Loop = loopOf(Dim.Loop, Parts, Into.Body);
  if (Parts.Begin)
    Dim.Induction = cast<VarDecl>(Parts.Begin->getSingleDecl());
  return true;
}

static Stmt **slotOf(Stmt *&Slot, const Stmt *S) {
  if (Slot == S)
    return &Slot;
  if (Slot)
    for (Stmt *&Child : Slot->children())
      if (Stmt **Found = slotOf(Child, S))
        return Found;
  return nullptr;
}

/// Decides data sharing with Part in the loop's place, followed by what runs in
/// place, which may look at Part's variables.
bool ExitPlanner::share(ParallelLoop &Part) {
  Stmt *Innermost = Loop.Dims.back().Loop;
  Stmt **Slot = slotOf(*Loop.Slot, Innermost);
  assert(Slot && "the loop's dimensions stand in the loop");
  *Slot = Make.compound({Part.Dims.back().Loop,
                         loopOf(Innermost, partsOf(Innermost), Plan.Leaving)});
  bool Ok = shareData(Part, Ctx, Diags);
  *Slot = Innermost;
  if (!Ok) {
    Plan.Failed = true;
    Plan.Order = Part.Order;
  }
  return Ok;
}

/// Of the search nothing is left but the lowest iteration.
bool ExitPlanner::settleCaptures() {
  ParallelLoop &Search = Plan.Search;
  BodyUses Uses = collectUses(Search.Body);
  BodyUses Later = collectUses(Make.compound(Rest));
  for (Capture &C : Search.Captures) {
    if (C.Decl == Search.Exit)
      continue;
    const VariableUses &Use = Uses.of(C.Decl);
    bool Written = !Use.Writes.empty();
    SourceLocation Loc = Use.References.empty()
                             ? Loop.Loc
                             : Use.References.front()->getLocation();
    switch (C.Kind) {
    case Sharing::LastPrivate:
      Plan.RepeatsLast = true;
      C.Kind = Sharing::Private;
      break;
    case Sharing::Private:
      break;
    case Sharing::Value:
    case Sharing::Reference: {
      const VariableUses &After = Later.of(C.Decl);
      bool Changes =
          !After.Writes.empty() || (After.Escapes && C.Type->isScalarType());
      if (!Written && (!Changes || C.Type->isArrayType()))
        break;
      [[fallthrough]];
    }
    default:
      if (C.Kind != Sharing::This)
        return inOrder(Loc,
                       "'" + C.Decl->getNameAsString() +
                           "', which iterations change, is used before",
                       "leave before it is used");
    }
  }
  numberArguments(Search);
  findLengths(Search, Ctx);
  return true;
}

bool ExitPlanner::search() {
  ParallelLoop &Search = Plan.Search = Loop;
  Search.Name += "_search";
  for (LoopDim &Dim : Search.Dims)
    Dim.DeclaredOutside = false;
  Search.Exit = Make.variable(Loop.Function, "twofold_exit", Make.U64, nullptr);
  Search.Iteration =
      Make.variable(Loop.Function, "twofold_iteration", Make.U64, nullptr);
  if (!copyPrefix(Search, [&] { return leave(); }, false))
    return false;
  instantiateCallees(Search.Body, S);
  auto Effect = findSideEffect(Search.Body, Ctx);
  if (auto *Range = dyn_cast<CXXForRangeStmt>(Search.Dims.back().Loop);
      Range && !Effect) {
    instantiateCallees(Range->getLoopVarStmt(), S);
    Effect = findSideEffect(Range->getLoopVarStmt(), Ctx);
  }
  if (Effect)
    return inOrder(Effect->Where->getBeginLoc(), Effect->What,
                   "leave before that");
  Search.Given.Privates.append(Loop.Given.LastPrivates);
  Search.Given.LastPrivates.clear();
  Search.Given.Reductions.assign(
      1, ReductionClause{ReductionOp::Min, Search.Exit, Loop.Loc});
  if (!share(Search))
    return false;
  Plan.RepeatsLast = !Loop.Given.LastPrivates.empty();
  if (!settleCaptures())
    return false;
  if (auto Risk = findReadAhead(Search, Plan.Known, S))
    return inOrder(Risk->Loc, Risk->What,
                   "leave by what the loop computes itself");
  return true;
}

bool ExitPlanner::rest() {
  ParallelLoop &To = Plan.Rest.emplace(Loop);
  To.Exits.clear();
  for (LoopDim &Dim : To.Dims)
    Dim.DeclaredOutside = false;
  auto Nothing = [&]() -> Stmt * { return Make.compound({}); };
  if (!copyPrefix(To, Nothing, true))
    return false;
  Plan.RepeatsLast = false;
  if (!share(To)) {
    Plan.restore(Ctx);
    return false;
  }
  findElementReductions(To, Ctx);
  return true;
}

ExitPlan ExitPlanner::plan() {
  split();
  bool HasRest = llvm::any_of(Rest, [](Stmt *R) { return !isa<NullStmt>(R); });
  if (HasRest && Loop.Dims.size() > 1) {
    inOrder(Rest.front()->getBeginLoc(), "collapsed loops go on after that",
            "drop 'collapse'");
    return std::move(Plan);
  }
  Plan.Leaving = Make.compound(Prefix);
  StatementCopy Copy(Ctx, Loop.Function);
  SmallVector<Stmt *, 8> Whole(Prefix);
  for (Stmt *Part : Rest)
    Whole.push_back(Copy.copy(Part));
  if (HasRest && !Copy.obstacle())
    Plan.Whole = Make.compound(Whole);
  if (search() && HasRest)
    rest();
  return std::move(Plan);
}

} // namespace

void ExitPlan::restore(ASTContext &Ctx) const {
  AstFactory Make(Ctx, SourceLocation());
  BodyRewriter Rewriter(Ctx, Make, [](QualType) { return nullptr; });
  for (auto &[From, To] : Renamed)
    Rewriter.redirect(To, From);
  for (Stmt *S : Moved) {
    removeMarks(*Rest, S);
    Rewriter.rewrite(S);
  }
}

ExitPlan planExits(const ParallelLoop &Loop, Sema &S, Diagnostics &Diags) {
  return ExitPlanner(Loop, S, Diags).plan();
}

} // namespace twofold
