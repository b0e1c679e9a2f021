// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "model/LoopModelBuilder.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace twofold {
namespace {

class MarkInserter {
  const ParallelLoop &Loop;
  ASTContext &Ctx;
  AstFactory Make;

public:
  MarkInserter(const ParallelLoop &Loop, ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx), Make(Ctx, Loop.Loc) {}

  void visit(Stmt *&Slot, bool Discarded) {
    if (!Slot)
      return;
    const Stmt *Last = nullptr;
    if (const auto *Block = dyn_cast<StmtExpr>(Slot))
      Last = Block->getSubStmt()->body_back();
    if (Last) {
      // The value of the last statement is the expression's.
      auto *Body = cast<CompoundStmt>(*Slot->child_begin());
      for (Stmt *&Child : Body->children())
        visit(Child, Child != Last);
    } else {
      const Stmt *S = Slot;
      for (Stmt *&Child : ownParts(Slot))
        visit(Child,
              Child && (discards(S, Child) ||
                        (isa<ParenExpr, ExprWithCleanups>(S) && Discarded)));
    }
    for (const IterationMark &Mark : Loop.Marks)
      if (Slot == Mark.Assignment)
        Slot = marked(cast<Expr>(Slot), Mark, Discarded);
  }

private:
  Expr *comma(Expr *Left, Expr *Right) {
    return BinaryOperator::Create(Ctx, Left, Right, BO_Comma, Right->getType(),
                                  Right->getValueKind(), OK_Ordinary,
                                  Make.location(), FPOptionsOverride());
  }
  Expr *marked(Expr *Assignment, const IterationMark &Mark, bool Discarded) {
    auto *Number = const_cast<ValueDecl *>(Mark.Leader);
    auto *B = dyn_cast<BinaryOperator>(Assignment);
    const Expr *Left =
        B ? B->getLHS() : cast<CXXOperatorCallExpr>(Assignment)->getArg(0);
    const auto *Ref = cast<DeclRefExpr>(Left->IgnoreParens());
    auto Assigned = [&] {
      return Make.lvalue(const_cast<ValueDecl *>(Ref->getDecl()),
                         Ref->refersToEnclosingVariableOrCapture());
    };
    Expr *Noted = Make.value(Loop.Iteration);
    // Only a NaN differs from itself.
    if (Mark.Restarts)
      Noted = Make.conditional(
          Make.compare(BO_NE, Make.load(Assigned()), Make.load(Assigned())),
          Make.integer(1, Number->getType()), Make.value(Number),
          Number->getType());
    Expr *Both = comma(Assignment, Make.assign(Make.lvalue(Number), Noted));
    if (Discarded)
      return Both;
    Expr *Again = Assigned();
    if (Assignment->isPRValue())
      Again = Make.load(Again);
    return Make.paren(comma(Both, Again));
  }
};

/// The assignment that S, made by MarkInserter::marked, notes; else null.
Expr *noted(Stmt *S) {
  if (auto *Paren = dyn_cast<ParenExpr>(S))
    if (auto *Again = dyn_cast<BinaryOperator>(Paren->getSubExpr()))
      S = Again->getLHS();
  auto *Both = dyn_cast<BinaryOperator>(S);
  return Both && Both->getOpcode() == BO_Comma ? Both->getLHS() : nullptr;
}

} // namespace

void removeMarks(const ParallelLoop &Loop, Stmt *&Slot) {
  if (!Slot)
    return;
  Expr *Assignment = noted(Slot);
  if (Assignment && llvm::any_of(Loop.Marks, [&](const IterationMark &Mark) {
        return Mark.Assignment == Assignment;
      }))
    Slot = Assignment;
  for (Stmt *&Child : ownParts(Slot))
    removeMarks(Loop, Child);
}

Stmt *insertMarks(const ParallelLoop &Loop, ASTContext &Ctx) {
  Stmt *Body = Loop.Body;
  if (!Loop.Marks.empty())
    MarkInserter(Loop, Ctx).visit(Body, /*Discarded=*/true);
  return Body;
}

} // namespace twofold
