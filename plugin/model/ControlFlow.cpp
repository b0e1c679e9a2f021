// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ControlFlow.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

StringRef calleeName(const Stmt *S) {
  return plainName(calleeOf(S)).ltrim('_');
}

bool setsJump(const Stmt *S) { return calleeName(S).contains("setjmp"); }

using Labels = llvm::SmallPtrSet<const LabelDecl *, 4>;

class JumpCheck {
  ParallelLoop &Loop;
  Diagnostics &Diags;
  const Labels &Inside;
  bool Ok = true;

public:
  JumpCheck(ParallelLoop &Loop, Diagnostics &Diags, const Labels &Inside)
      : Loop(Loop), Diags(Diags), Inside(Inside) {}

  bool ok() const { return Ok; }

  /// What `break` and `case` would belong to, walking down from the body.
  void visit(Stmt *S, bool InLoop, bool InSwitch) {
    if (!S || isa<LambdaExpr>(S))
      return;
    if (const auto *B = dyn_cast<BreakStmt>(S)) {
      if (B->hasLabelTarget()) {
        if (!Inside.contains(B->getLabelDecl()))
          leaves(B->getBeginLoc(), "'break' to a label");
      } else if (!InLoop && !InSwitch) {
        exits(S);
      }
    }
    if (isa<ReturnStmt>(S))
      Loop.Exits.push_back(S);
    else if (isa<CoreturnStmt>(S))
      leaves(S->getBeginLoc(), "'co_return'");
    else if (isa<CoawaitExpr, CoyieldExpr>(S))
      leaves(S->getBeginLoc(), "suspending a coroutine");
    else if (const auto *G = dyn_cast<GotoStmt>(S)) {
      if (!Inside.contains(G->getLabel()))
        leaves(G->getBeginLoc(), "'goto'");
    } else if (isa<IndirectGotoStmt>(S))
      stays(S->getBeginLoc());
    else if (StringRef Name = calleeName(S);
             Name.contains("longjmp") && !anyNode(Loop.Body, setsJump))
      leaves(S->getBeginLoc(), "'longjmp'");
    else if (isa<SwitchCase>(S) && !InSwitch)
      jumpsIn(S->getBeginLoc(), "case");
    for (Stmt *Child : S->children())
      visit(Child, InLoop || isLoop(*S), InSwitch || isa<SwitchStmt>(S));
  }

  /// Gotos in the rest of the function that lead inside.
  void visitOutside(const Stmt *S, const Stmt *Body) {
    if (!S || S == Body || isa<LambdaExpr>(S))
      return;
    if (const auto *G = dyn_cast<GotoStmt>(S))
      if (Inside.contains(G->getLabel()))
        jumpsIn(G->getBeginLoc(), G->getLabel()->getName());
    for (const Stmt *Child : S->children())
      visitOutside(Child, Body);
  }

private:
  void exits(Stmt *Break) {
    if (Loop.Dims.size() == 1) {
      Loop.Exits.push_back(Break);
      return;
    }
    Diags.report(Break->getBeginLoc(), diag::Id::BreakCollapsed);
    Ok = false;
  }
  void leaves(SourceLocation Loc, StringRef What) {
    Diags.report(Loc, diag::Id::LeavesLoop) << What;
    Ok = false;
  }
  /// The addresses of labels, perhaps in a table outside, are those of this
  /// function, which no copy of the body in another one has.
  void stays(SourceLocation Loc) {
    if (!Loop.Order.Stays)
      Diags.warn(Loc, diag::Id::ComputedJump, {});
    Loop.Order.Stays = true;
    Loop.Order.Reason = Diags.text(diag::Id::ComputedJump, {});
    Ok = false;
  }
  void jumpsIn(SourceLocation Loc, StringRef Label) {
    Diags.report(Loc, diag::Id::JumpsIn) << Label;
    Ok = false;
  }
};

} // namespace

bool checkControlFlow(ParallelLoop &Loop, Diagnostics &Diags) {
  Labels Inside;
  eachNode(Loop.Body, [&](const Stmt *S) {
    if (const auto *L = dyn_cast<LabelStmt>(S))
      Inside.insert(L->getDecl());
    return true;
  });
  JumpCheck Check(Loop, Diags, Inside);
  Check.visit(Loop.Body, false, false);
  if (!Inside.empty())
    Check.visitOutside(Loop.Function->getBody(), Loop.Body);
  return Check.ok();
}

const Stmt *runBranch(const IfStmt &If) {
  return If.isNegatedConsteval() ? If.getThen() : If.getElse();
}

std::optional<const Stmt *> onlyBranch(const IfStmt &If,
                                       const ASTContext &Ctx) {
  if (If.isConsteval())
    return runBranch(If);
  if (If.isConstexpr())
    return If.getNondiscardedCase(Ctx);
  return std::nullopt;
}

} // namespace twofold
