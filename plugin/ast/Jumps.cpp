// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Jumps.h"
#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {

Jumps::Jumps(const Stmt *Root, Statements LeftOut)
    : Root(Root), LeftOut(std::move(LeftOut)) {
  Plain = true;
  // No path leads into a directive, or out of one.
  eachNode(Root, [&](const Stmt *S) {
    if (const auto *Some = dyn_cast<DeclStmt>(S))
      for (const VarDecl *V : variablesIn(*Some))
        Plain &= V->getType().isDestructedType() == QualType::DK_none;
    return !isa<OMPExecutableDirective>(S);
  });
  enter(Root);
  for (size_t Before = ~size_t(0); Before != Live.size();) {
    Before = Live.size();
    Dead.clear();
    passes(Root);
  }
}

void Jumps::enter(const Stmt *S) {
  for (const Stmt *Child : S->children())
    if (Child && !isa<Expr>(Child)) {
      Parents[Child] = S;
      enter(Child);
    }
}

/// Notes the labels that control comes to from S, whose beginning it comes to.
/// True: it may come to what follows.
bool Jumps::passes(const Stmt *S) {
  if (!S)
    return true;
  if (const auto *Jump = dyn_cast<GotoStmt>(S)) {
    Live.insert(Jump->getLabel());
    return false;
  }
  if (isa<BreakStmt, ContinueStmt, ReturnStmt>(S))
    return false;
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    return passes(Label->getSubStmt());
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    const bool Then = isLeftOut(If) || passes(If->getThen());
    return passes(If->getElse()) || Then;
  }
  const auto *Block = dyn_cast<CompoundStmt>(S);
  if (!Block) {
    for (const Stmt *Child : S->children())
      if (Child && !isa<Expr>(Child))
        passes(Child);
    return true;
  }
  bool Comes = true;
  for (const Stmt *Part : Block->body()) {
    Comes |= anyNode(Part, [&](const Stmt *Node) {
      const auto *Label = dyn_cast<LabelStmt>(Node);
      return isa<SwitchCase>(Node) ||
             (Label && Live.contains(Label->getDecl()));
    });
    if (!Comes) {
      Dead.insert(Part);
      Plain &= !isa<DeclStmt>(Part);
    }
    if (Comes)
      Comes = passes(Part);
  }
  return Comes;
}

/// Where control is once it has gone through what does nothing.
Jumps::Point Jumps::settled(Point At) const {
  llvm::DenseSet<const Stmt *> Seen;
  while (At.S && !At.EndOfBody && Seen.insert(At.S).second) {
    const auto *Jump = dyn_cast<GotoStmt>(At.S);
    const auto *Block = dyn_cast<CompoundStmt>(At.S);
    if (const auto *Label = dyn_cast<LabelStmt>(At.S))
      At.S = Label->getSubStmt();
    else if (Jump && Parents.contains(Jump->getLabel()->getStmt()))
      At.S = Jump->getLabel()->getStmt();
    else if (Block && !Block->body_empty())
      At.S = Block->body_front();
    else if (Block || isa<NullStmt, OMPFlushDirective>(At.S))
      At = behind(At.S);
    else
      break;
  }
  return At;
}

Jumps::Point Jumps::behind(const Stmt *S) const {
  while (S != Root) {
    const Stmt *Parent = Parents.lookup(S);
    if (!Parent || isLoop(*Parent))
      return {Parent, Parent != nullptr};
    if (const auto *Block = dyn_cast<CompoundStmt>(Parent))
      for (const auto *At = llvm::find(Block->body(), S) + 1;
           At != Block->body_end(); ++At)
        if (!isDead(*At))
          return {*At};
    S = Parent;
  }
  return {};
}

Stmt *Jumps::instead(const GotoStmt &Jump, ASTContext &Ctx) const {
  const Stmt *Label = Jump.getLabel()->getStmt();
  if (!Plain || !Parents.contains(&Jump) || !Parents.contains(Label))
    return nullptr;
  const SourceLocation Loc = Jump.getGotoLoc();
  const Point To = settled({Label});
  if (To == settled(behind(&Jump)))
    return new (Ctx) NullStmt(Loc);
  const Stmt *Around = Parents.lookup(&Jump);
  while (Around && !isLoop(*Around) && !isa<SwitchStmt>(Around))
    Around = Parents.lookup(Around);
  if (Around && Around != Root && To == settled(behind(Around)))
    return new (Ctx) BreakStmt(Loc);
  while (Around && !isLoop(*Around))
    Around = Parents.lookup(Around);
  if (Around && To == Point{Around, true})
    return new (Ctx) ContinueStmt(Loc);
  const auto *Return = dyn_cast_or_null<ReturnStmt>(To.S);
  return Return && !To.EndOfBody ? const_cast<ReturnStmt *>(Return) : nullptr;
}

/// The jump that S ends with; null: it ends otherwise.
static const GotoStmt *lastJump(const Stmt *S) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    S = Block->body_empty() ? nullptr : Block->body_back();
  return dyn_cast_or_null<GotoStmt>(S);
}

Jumps::Skip Jumps::skipOf(ArrayRef<Stmt *> Body, unsigned At, unsigned End,
                          ASTContext &Ctx) const {
  const auto *If = dyn_cast<IfStmt>(Body[At]);
  if (!If || !Plain || isLeftOut(If) || If->hasInitStorage() ||
      If->hasVarStorage())
    return {};
  for (bool InThen : {true, false}) {
    const GotoStmt *Jump = lastJump(InThen ? If->getThen() : If->getElse());
    if (!Jump || instead(*Jump, Ctx))
      continue;
    for (unsigned To = At + 1; To <= End && To < Body.size(); ++To) {
      if (isa<DeclStmt>(Body[To]))
        break; // of what follows the label, too
      if (Body[To] == Jump->getLabel()->getStmt())
        return {Jump, To, InThen};
    }
  }
  return {};
}

namespace {

class PlainBody : public StatementCopy {
public:
  explicit PlainBody(FunctionDecl &F) : StatementCopy(F.getASTContext(), &F) {}

private:
  Stmt *replacement(Stmt *S) override {
    auto *Return = dyn_cast<ReturnStmt>(S);
    return Return ? ReturnStmt::Create(Ctx, Return->getReturnLoc(),
                                       copy(Return->getRetValue()), nullptr)
                  : nullptr;
  }
};

} // namespace

Stmt *bodyWithoutJumps(FunctionDecl &F) {
  Stmt *Body = F.getBody();
  if (!isa_and_nonnull<CompoundStmt>(Body) || !holdsNode<GotoStmt>(Body) ||
      holdsNode<IndirectGotoStmt, AddrLabelExpr, AsmStmt,
                OMPExecutableDirective>(Body))
    return nullptr;
  PlainBody Copy(F);
  Stmt *New = Copy.withoutJumps(Body);
  return Copy.obstacle() ? nullptr : New;
}

} // namespace twofold
