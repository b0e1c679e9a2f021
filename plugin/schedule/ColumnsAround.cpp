// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/ColumnsAround.h"
#include "access/InnerLoop.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "ast/VariableUses.h"
#include "model/ElementUpdate.h"

using namespace clang;

namespace twofold {
namespace {

using Parts = SmallVector<Stmt *, 8>;

class ColumnTurn : StatementCopy {
  const ParallelLoop &Loop;
  AstFactory Make{Ctx, Loop.Loc};
  Parts Ahead;                      ///< declarations
  SmallVector<ForStmt *, 4> Before; ///< loops over columns, likewise behind
  SmallVector<ForStmt *, 4> Behind;
  ForStmt *Rounds = nullptr, *Columns = nullptr;
  Parts Locals;                                     ///< of a round
  InnerLoop Counts;                                 ///< of the columns
  llvm::SmallPtrSet<const ValueDecl *, 4> Counters; ///< of all these loops

  Stmt *replacement(Stmt *S) override;
  bool isColumns(const ForStmt &F);
  bool changesOwn(const Stmt &Body, const VarDecl *Counter) const;
  bool split();
  bool matches();
  void addParts(ForStmt *F, Parts &To);
  ForStmt *around(ForStmt *F, llvm::function_ref<void(Parts &)> Inside);

public:
  ColumnTurn(const ParallelLoop &Loop, ASTContext &Ctx)
      : StatementCopy(Ctx, Loop.Function), Loop(Loop) {}
  std::optional<ColumnsAround> turn();
};

/// All columns count by the variable of one loop.
Stmt *ColumnTurn::replacement(Stmt *S) {
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  if (!Ref || Ref->getDecl() == Counts.Induction ||
      !Counters.contains(Ref->getDecl()))
    return nullptr;
  auto *Own = const_cast<VarDecl *>(Counts.Induction);
  VarDecl *Copied = variables().lookup(Own);
  return Make.lvalue(Copied ? Copied : Own);
}

/// Declarations, loops over columns, and one loop around such a loop.
bool ColumnTurn::split() {
  for (Stmt *S : statementsOf(Loop.Body)) {
    auto *F = dyn_cast<ForStmt>(S);
    if (!F) {
      if (!isa<DeclStmt, NullStmt>(S) || Rounds || !Before.empty())
        return false;
      Ahead.push_back(S);
    } else if (!holdsNode<ForStmt>(F->getBody())) {
      (Rounds ? Behind : Before).push_back(F);
    } else if (Rounds) {
      return false;
    } else {
      Rounds = F;
    }
  }
  if (!Rounds)
    return false;
  for (Stmt *S : statementsOf(Rounds->getBody())) {
    if (Columns)
      return false;
    if (auto *F = dyn_cast<ForStmt>(S))
      Columns = F;
    else if (isa<DeclStmt>(S))
      Locals.push_back(S);
    else
      return false;
  }
  return Columns && !holdsNode<ForStmt>(Columns->getBody());
}

bool ColumnTurn::isColumns(const ForStmt &F) {
  const auto L = matchInnerLoop(&F, Ctx);
  if (!L || L->Relation != Counts.Relation || L->Step != Counts.Step || L->By ||
      L->Ahead != Counts.Ahead ||
      !Ctx.hasSameUnqualifiedType(L->Induction->getType(),
                                  Counts.Induction->getType()) ||
      !sameExpression(L->Init, Counts.Init, Ctx) ||
      !sameExpression(L->Bound, Counts.Bound, Ctx))
    return false;
  Counters.insert(L->Induction);
  return true;
}

/// Nothing but memory and its own variables, and it knows no number of another
/// loop.
bool ColumnTurn::changesOwn(const Stmt &Body, const VarDecl *Counter) const {
  const BodyUses Uses = collectUses(&Body);
  return llvm::all_of(Uses.Variables, [&](const auto &Of) {
    return (!Of.second.mayChange() || Of.first->getType()->isArrayType() ||
            Uses.DeclaredInside.contains(Of.first)) &&
           (Of.first == Counter || !Counters.contains(Of.first));
  });
}

bool ColumnTurn::matches() {
  const auto L = matchInnerLoop(Columns, Ctx);
  if (!L || L->By)
    return false;
  Counts = *L;
  Counters.insert(L->Induction);
  auto IsColumns = [&](const ForStmt *F) { return isColumns(*F); };
  if (!llvm::all_of(Before, IsColumns) || !llvm::all_of(Behind, IsColumns))
    return false;
  auto ChangesOwn = [&](const ForStmt *F) {
    return changesOwn(*F->getBody(), matchInnerLoop(F, Ctx)->Induction);
  };
  return llvm::all_of(Before, ChangesOwn) && llvm::all_of(Behind, ChangesOwn) &&
         ChangesOwn(Columns) && llvm::all_of(Locals, [&](const Stmt *S) {
           return changesOwn(*S, nullptr);
         });
}

void ColumnTurn::addParts(ForStmt *F, Parts &To) {
  for (Stmt *S : statementsOf(F->getBody()))
    To.push_back(copy(S));
}

ForStmt *ColumnTurn::around(ForStmt *F,
                            llvm::function_ref<void(Parts &)> Inside) {
  Stmt *Init = F->getInit() ? copy(F->getInit()) : nullptr;
  Expr *Condition = copy(F->getCond()), *Step = copy(F->getInc());
  Parts Body;
  Inside(Body);
  return new (Ctx)
      ForStmt(Ctx, Init, Condition, nullptr, Step, Make.compound(Body),
              F->getForLoc(), F->getLParenLoc(), F->getRParenLoc());
}

std::optional<ColumnsAround> ColumnTurn::turn() {
  if (Loop.Dims.size() != 1 || !split() || !matches())
    return std::nullopt;
  Parts All;
  for (Stmt *S : Ahead)
    All.push_back(copy(S));
  ForStmt *Whole = around(Columns, [&](Parts &Body) {
    for (ForStmt *F : Before)
      addParts(F, Body);
    Body.push_back(around(Rounds, [&](Parts &Round) {
      for (Stmt *S : Locals)
        Round.push_back(copy(S));
      addParts(Columns, Round);
    }));
    for (ForStmt *F : Behind)
      addParts(F, Body);
  });
  if (obstacle())
    return std::nullopt;
  All.push_back(Whole);
  return ColumnsAround{Make.compound(All), Whole};
}

} // namespace

std::optional<ColumnsAround> turnColumns(const ParallelLoop &Loop,
                                         ASTContext &Ctx) {
  return ColumnTurn(Loop, Ctx).turn();
}

} // namespace twofold
