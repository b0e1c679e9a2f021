// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessSwitches.cpp - ways that `switch`, `break` and `goto` take ---===//
#include "access/NodeEvaluators.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// The path ends here, and goes on where those of To do.
void StatementEvaluator::leave(LeftPaths &To) {
  if (State.Reachable)
    To.Ends.push_back(
        {State, FollowsLoads && !State.Untold && Path.isToldSince(To.Steps)});
}

/// Paths that have been left go on here, as does the one that comes here.
void StatementEvaluator::comeTogether(LeftPaths &From) {
  if (From.Ends.empty())
    return;
  leave(From);
  State = From.Ends.size() == 1 ? From.Ends[0].Is : meet(From.Ends);
}

namespace {

/// The labels of one statement of a switch.
struct CaseLabels {
  llvm::SmallVector<const SwitchCase *, 2> All;
  const Stmt *Statement;

  explicit CaseLabels(const Stmt *S) : Statement(S) {
    while (const auto *Case = dyn_cast_or_null<SwitchCase>(Statement)) {
      All.push_back(Case);
      Statement = Case->getSubStmt();
    }
  }
};

} // namespace

void StatementEvaluator::visitSwitch(const SwitchStmt *S) {
  visit(S->getInit());
  if (S->getConditionVariableDeclStmt())
    visit(S->getConditionVariableDeclStmt());
  const QualType T = S->getCond()->getType();
  const Value Number = Expressions.rvalue(S->getCond());
  const Exits Out = exitsOf(S->getBody());
  // A case is inside an if or the like.
  const bool Within = llvm::any_of(S->getBody()->children(), [](auto *Part) {
    const CaseLabels Case(Part);
    return Case.Statement && hasEntry(Case.Statement, /*Labels=*/false);
  });
  if (Within)
    Variables.forgetAssigned(S->getBody());
  const PathState Entry = State;
  // Where it is a case's number; nothing: nobody can tell.
  llvm::SmallDenseMap<const SwitchCase *, MaybeForm> Is;
  constexpr unsigned Most = 8;
  for (const SwitchCase *C = S->getSwitchCaseList(); C;
       C = C->getNextSwitchCase()) {
    const auto *Case = dyn_cast<CaseStmt>(C);
    const auto First = Case && Is.size() < Most
                           ? constantOf(Case->getLHS(), Ctx)
                           : std::nullopt;
    const auto Last =
        First && Case->getRHS() ? constantOf(Case->getRHS(), Ctx) : First;
    const auto Lies = Last ? Conditions.lies(Number, T, First->getExtValue(),
                                             Last->getExtValue())
                           : std::nullopt;
    Is[C] = Lies && Lies->Checks.empty() ? MaybeForm(Lies->Form) : std::nullopt;
  }
  // What holds where one of Labels is come to, or none that is no default.
  auto assumeOneOf = [&](llvm::ArrayRef<const SwitchCase *> Labels) {
    const bool Others = Labels.empty() || llvm::any_of(Labels, [](auto *C) {
                          return isa<DefaultStmt>(C);
                        });
    MaybeForm Sum = constantForm(Others ? 0 : -1);
    for (const auto &[C, Form] : Is) {
      if (isa<DefaultStmt>(C) || llvm::is_contained(Labels, C) == Others)
        continue;
      Sum = Sum && Form ? Others ? difference(*Sum, *Form) : sum(*Sum, *Form)
                        : std::nullopt;
    }
    if (!Sum || State.Facts.size() >= MaxFacts)
      return false;
    State.Facts.push_back({*Sum, {}});
    return true;
  };
  LeftPaths Left = {{}, Path.Steps.size() + 1};
  {
    llvm::SaveAndRestore<LeftPaths *> Inside(In.Breaks, &Left);
    // A case may be come to from the top or from the case above.
    llvm::SaveAndRestore More(Path.Branches, Path.Branches + 1);
    llvm::SaveAndRestore Known(Path.Told);
    const unsigned Told = Path.Told;
    State.Reachable = false;
    // What one case does another may do without.
    AccessPath::Inside Here(Path, PathStep());
    auto Enter = [&](llvm::ArrayRef<const SwitchCase *> Labels) {
      Path.Steps.back().Id = ++Path.StepCount;
      PathState Above = std::move(State);
      State = Entry;
      const bool Tells = assumeOneOf(Labels);
      Path.Told = Told + (Tells && !Above.Reachable);
      Path.Steps.back().Whole = Tells && !Above.Reachable;
      if (Above.Reachable) {
        State = meet(Entry, {{std::move(Above), false}, {State, Tells}});
        State.Untold = true;
      } else {
        State.Untold |= !Tells;
      }
    };
    auto Walk = [&](auto &&Self, const Stmt *Part) -> void {
      if (const CaseLabels Case(Part); !Case.All.empty()) {
        Enter(Case.All);
        Self(Self, Case.Statement);
      } else if (Part && isa<CompoundStmt>(Part)) {
        for (const Stmt *Child : Part->children())
          Self(Self, Child);
      } else if (Part && hasEntry(Part, /*Labels=*/false)) {
        State = Entry;
        State.Untold = true;
        for (const Stmt *Child : Part->children())
          Self(Self, Child);
      } else {
        visit(Part);
      }
    };
    Walk(Walk, S->getBody());
    leave(Left);
    bool Default = llvm::any_of(
        Is, [](const auto &C) { return isa<DefaultStmt>(C.first); });
    if (!Default) {
      State = Entry;
      const bool Tells = assumeOneOf({});
      Left.Ends.push_back({State, Tells && FollowsLoads && !State.Untold});
    }
  }
  State = Left.Ends.empty() ? Entry : meet(Entry, Left.Ends);
  State.Reachable = !Left.Ends.empty();
  if (Within)
    Variables.forgetAssigned(S->getBody());
  Variables.nameAssigned(S->getBody());
  State.Skipped = Entry.Skipped || Out.Continue || Out.Return;
  State.Untold = Entry.Untold || Out.Continue || Out.Return;
  if (Out.Continue || Out.Return)
    State.Skips.push_back(Path.innermostScope());
}
