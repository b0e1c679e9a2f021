// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessSwitches.cpp - cases, and lists that a loop goes along -------===//
//
// Where numbers in memory are followed, `switch` is what an `if` for each of
// its parts is: a number is 1 where the part runs, and what the parts make of
// variables is chosen by that.
#include "access/NodeEvaluators.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

namespace {

/// What is between two labels of a switch, or behind the last one.
struct CasePart {
  llvm::SmallVector<const SwitchCase *, 2> Labels;
  llvm::SmallVector<const Stmt *, 4> Body;
  bool Breaks = false; ///< at its end, which is no part of Body
  bool Leaves = false; ///< at its end by `continue` or `return`
};

/// E, where that is a number of 64 bits.
std::optional<int64_t> numberOf(const Expr *E, const ASTContext &Ctx) {
  const auto Is = E ? constantOf(E, Ctx) : std::nullopt;
  return Is && Is->getSignificantBits() <= 64 &&
                 (Is->isSigned() || Is->getActiveBits() < 64)
             ? std::optional(Is->getExtValue())
             : std::nullopt;
}

/// A block's last statement, or S itself.
const Stmt *lastOf(const Stmt *S) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    S = Block->body_empty() ? nullptr : Block->body_back();
  return S;
}

/// S without the `break` that ends it.
void addWithoutBreak(const Stmt *S, llvm::SmallVectorImpl<const Stmt *> &To) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    To.append(Block->body_begin(), Block->body_end() - 1);
    addWithoutBreak(Block->body_back(), To);
  }
}

/// The parts of S. None: it is more than a row of cases each of which ends in
/// one way.
llvm::SmallVector<CasePart, 4> partsOf(const SwitchStmt &S) {
  constexpr size_t MostParts = 8;
  llvm::SmallVector<CasePart, 4> Out;
  const auto *Block = dyn_cast<CompoundStmt>(S.getBody());
  if (!Block)
    return Out;
  for (const Stmt *Part : Block->body()) {
    if (isa<SwitchCase>(Part)) {
      Out.emplace_back();
      while (const auto *Label = dyn_cast<SwitchCase>(Part)) {
        Out.back().Labels.push_back(Label);
        Part = Label->getSubStmt();
      }
    }
    if (Out.empty() || hasEntry(Part) || Out.size() > MostParts)
      return {};
    CasePart &To = Out.back();
    if (To.Breaks || To.Leaves) // nothing comes here
      continue;
    const Stmt *Last = lastOf(Part);
    To.Breaks = Last && isa<BreakStmt>(Last);
    To.Leaves = Last && isa<ContinueStmt, ReturnStmt>(Last);
    if (To.Breaks)
      addWithoutBreak(Part, To.Body);
    else
      To.Body.push_back(Part);
  }
  for (const CasePart &P : Out)
    for (const Stmt *Part : P.Body) {
      const Exits Ends = exitsOf(Part);
      const bool AtEnd = P.Leaves && Part == lastOf(P.Body.back());
      if (Ends.Break || (!AtEnd && (Ends.Continue || Ends.Return)))
        return {};
    }
  return Out;
}

} // namespace

/// S, of which the condition is Of, part by part. False: that is not
/// understood, and nothing has been evaluated.
bool StatementEvaluator::visitCases(const SwitchStmt *S, const Value &Of) {
  const IntegerType T = IntegerType::of(S->getCond()->getType(), Ctx);
  const Value Is = Numbers.chosen(Of);
  const auto Parts = partsOf(*S);
  if (!FollowsLoads || In.NamesNumbers || In.InClause || In.isIrreducible() ||
      !State.Reachable || !T || Parts.empty() || Is.size() != 1 ||
      Is[0].What != Arm::Integer || State.Facts.size() + 2 > MaxFacts ||
      Ends.areIn(S->getBody()))
    return false;
  // Which part is gone to, and which only come to from the one above.
  llvm::SmallVector<MaybeForm, 4> Begins;
  MaybeForm Any = AffineForm();
  std::optional<size_t> Default;
  for (const CasePart &P : Parts) {
    MaybeForm Here = AffineForm();
    for (const SwitchCase *Label : P.Labels) {
      const auto *Case = dyn_cast<CaseStmt>(Label);
      if (!Case) {
        Default = Begins.size();
        continue;
      }
      const auto Low = numberOf(Case->getLHS(), Ctx),
                 High = Case->getRHS() ? numberOf(Case->getRHS(), Ctx) : Low;
      const std::optional<Arm> Holds =
          Low && High ? Conditions.within(Is[0], *Low, *High, T) : std::nullopt;
      Here = Holds && Here ? sum(*Here, Holds->Form) : std::nullopt;
    }
    Any = Any && Here ? sum(*Any, *Here) : std::nullopt;
    Begins.push_back(std::move(Here));
  }
  const MaybeForm Other =
      Any ? difference(constantForm(1), *Any) : std::nullopt;
  if (!Other || Recorder.isFull())
    return false;
  if (Default)
    Begins[*Default] = sum(*Begins[*Default], *Other);
  const PathState Entry = State;
  auto Enter = [&](const AffineForm &Runs) {
    State.Facts.push_back({*difference(Runs, constantForm(1)), {}});
  };
  llvm::SmallVector<PathEnd, 4> Ends;
  AffineForm Gone; // 1 where the iteration, or the round, has ended
  MaybeForm Falls;
  PathEnd Above;
  llvm::SaveAndRestore More(Path.Branches, Path.Branches + 1);
  llvm::SaveAndRestore Told(Path.Told, Path.Told + 1);
  bool Left = false;
  for (auto [Part, Begin] : llvm::zip(Parts, Begins)) {
    State = Entry;
    MaybeForm Runs = Begin;
    if (Falls) {
      Enter(*Begin);
      const PathEnd Both[] = {{State, true}, Above};
      State = meet(Entry, Both);
      Runs = sum(*Begin, *Falls);
    }
    if (!Runs)
      Runs = AffineForm();
    Enter(*Runs);
    PathStep Step;
    Step.Whole = true;
    {
      AccessPath::Inside Here(Path, Step);
      for (const Stmt *Each : Part.Body)
        visit(Each);
    }
    Falls.reset();
    if (Part.Leaves) {
      Left = true;
      Gone = sum(Gone, *Runs).value_or(AffineForm());
    } else if (State.Reachable && Part.Breaks) {
      Ends.push_back({std::move(State), true});
    } else if (State.Reachable) {
      Falls = Runs;
      Above = {std::move(State), true};
    }
  }
  if (Falls)
    Ends.push_back(std::move(Above));
  if (!Default) {
    State = Entry;
    Enter(*Other);
    Ends.push_back({std::move(State), true});
  }
  if (Ends.empty()) {
    State = Entry;
    State.Reachable = false;
    return true;
  }
  State = Ends.size() == 1 ? Ends[0].Is : meet(Entry, Ends);
  State.Skipped |= Left;
  if (Left && Ends.size() > 1)
    State.Facts.push_back({*difference(AffineForm(), Gone), {}});
  return true;
}

/// `for (int o : {1, 2, 3})`, element by element.
bool StatementEvaluator::visitList(const CXXForRangeStmt *R) {
  constexpr unsigned MostElements = 8;
  const auto *Range = R->getRangeInit()->IgnoreImplicit();
  const auto *Given = dyn_cast<CXXStdInitializerListExpr>(Range);
  const auto *List =
      Given ? dyn_cast<InitListExpr>(Given->getSubExpr()->IgnoreImplicit())
            : nullptr;
  const VarDecl *D = R->getLoopVariable();
  const Exits Out = exitsOf(R->getBody());
  if (!FollowsLoads || In.InClause || In.isIrreducible() || !State.Reachable ||
      !List || List->getNumInits() > MostElements || Out.Break ||
      Out.Continue || Out.Return || !IntegerType::of(D->getType(), Ctx))
    return false;
  for (const Expr *Each : List->inits()) {
    Value Is = Expressions.rvalue(Each);
    const QualType T = Each->getType();
    if (D->getType()->isReferenceType())
      State.Variables[D] = Objects.temporary(T, Is);
    else
      Variables.assign(
          D, Expressions.converted(std::move(Is), IntegerType::of(T, Ctx),
                                   IntegerType::of(D->getType(), Ctx)));
    visit(R->getBody());
    if (!State.Reachable)
      break;
  }
  return true;
}

/// The value of L: where its elements begin, and how many there are.
Value ExpressionEvaluator::list(const CXXStdInitializerListExpr *L) {
  const Value Made = Objects.temporary();
  const auto *Kept = dyn_cast<MaterializeTemporaryExpr>(plain(L->getSubExpr()));
  const auto *Array = Ctx.getAsConstantArrayType(L->getSubExpr()->getType());
  const bool Known = Kept && Array;
  const Value Elements =
      Known ? Objects.temporary() : Places.addressOf(L->getSubExpr());
  if (Known)
    Places.initialise(Elements, Kept->getSubExpr());
  for (const FieldDecl *F : L->getType()->getAsRecordDecl()->fields())
    Places.keep(Places.memberOf(Made, F), F->getType(),
                F->getType()->isPointerType() ? Elements
                : Known ? integerValue(constantForm(
                              int64_t(Array->getSize().getZExtValue())))
                        : unknownValue(),
                F);
  return Made;
}
