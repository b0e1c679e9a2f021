// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AssignmentFlow.cpp -----------------------------------------------===//

#include "AssignmentFlow.h"
#include "ObjectAssignments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/CFG.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

std::unique_ptr<CFG> graphOf(const Decl *Owner, Stmt *S, ASTContext &Ctx) {
  CFG::BuildOptions Options;
  // What looks dead under these macros may be alive under others.
  Options.PruneTriviallyFalseEdges = false;
  Options.setAllAlwaysAdd();
  return CFG::buildCFG(Owner, S, &Ctx, Options);
}

/// What one element of the graph does to a variable. An operand is an element
/// of its own and comes before.
struct Effect {
  const ValueDecl *Read = nullptr;
  const ValueDecl *Assigned = nullptr;
  const Expr *Where = nullptr;
};

const DeclRefExpr *named(const Expr *E) {
  return dyn_cast<DeclRefExpr>(E->IgnoreParens());
}

/// Which references are the left sides of plain assignments, and which are
/// part of larger updates that read them on their own.
struct Targets {
  llvm::SmallPtrSet<const DeclRefExpr *, 16> Assigned, Updated;

  void collect(const Stmt *S) {
    if (!S)
      return;
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
      if (const DeclRefExpr *Ref = named(B->getLHS()))
        (B->getOpcode() == BO_Assign ? Assigned : Updated).insert(Ref);
    } else if (const auto *U = dyn_cast<UnaryOperator>(S);
               U && U->isIncrementDecrementOp()) {
      if (const DeclRefExpr *Ref = named(U->getSubExpr()))
        Updated.insert(Ref);
    } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
               Call && assignsWhole(*Call)) {
      if (const DeclRefExpr *Ref = named(Call->getArg(0)))
        Assigned.insert(Ref);
    } else if (const auto *C = dyn_cast<CastExpr>(S);
               C && C->getCastKind() == CK_ToVoid) {
      // `(void)x;` only quietens a warning.
      if (const DeclRefExpr *Ref = named(C->getSubExpr()))
        Assigned.insert(Ref);
    }
    for (const Stmt *Child : S->children())
      collect(Child);
  }

  Effect of(const Stmt *S) const {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      if (Assigned.contains(Ref) || Updated.contains(Ref))
        return {};
      return {Ref->getDecl(), nullptr, Ref};
    }
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
      if (const DeclRefExpr *Ref = named(B->getLHS()))
        return {B->getOpcode() == BO_Assign ? nullptr : Ref->getDecl(),
                Ref->getDecl(), Ref};
    } else if (const auto *U = dyn_cast<UnaryOperator>(S);
               U && U->isIncrementDecrementOp()) {
      if (const DeclRefExpr *Ref = named(U->getSubExpr()))
        return {Ref->getDecl(), Ref->getDecl(), Ref};
    } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
               Call && assignsWhole(*Call)) {
      if (const DeclRefExpr *Ref = named(Call->getArg(0)))
        return {nullptr, Ref->getDecl(), Ref};
    }
    return {};
  }
};

const CFGBlock *block(const CFGBlock::AdjacentBlock &Next) {
  const CFGBlock *Dead = Next.getPossiblyUnreachableBlock();
  return Dead ? Dead : Next.getReachableBlock();
}

const CFGBlock *testOf(const CFG &Graph, const Stmt *Loop) {
  for (const CFGBlock *Block : Graph)
    if (Block->getTerminatorStmt() == Loop)
      return Block;
  return nullptr;
}

/// References whose operands are evaluated; others are in no graph.
void evaluated(const Stmt *S,
               llvm::SmallPtrSetImpl<const DeclRefExpr *> &Found) {
  if (!S || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(S))
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Found.insert(Ref);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (const Expr *Init : Lambda->capture_inits())
      evaluated(Init, Found);
    return;
  }
  for (const Stmt *Child : S->children())
    evaluated(Child, Found);
}

class BodyFlow {
  const Stmt *For;
  const Targets &Known;
  llvm::DenseMap<const ValueDecl *, unsigned> Numbers;
  ArrayRef<ValueDecl *> Variables;
  const SourceManager &Sources;
  llvm::DenseMap<const CFGBlock *, llvm::BitVector> In;
  SmallVector<const CFGBlock *, 16> Work;

public:
  BodyFlow(const Stmt *For, const Targets &Known,
           ArrayRef<ValueDecl *> Variables, const SourceManager &Sources)
      : For(For), Known(Known), Variables(Variables), Sources(Sources) {
    for (unsigned I = 0; I != Variables.size(); ++I)
      Numbers[Variables[I]] = I;
  }

  SmallVector<IterationFlow, 4> follow(const CFG &Graph, const CFGBlock *Entry,
                                       const Stmt *Body);

private:
  void reach(const CFGBlock *Block, const llvm::BitVector &State) {
    auto [It, New] = In.try_emplace(Block, State);
    if (!New) {
      llvm::BitVector Both = It->second;
      Both &= State;
      if (Both == It->second)
        return;
      It->second = Both;
    }
    Work.push_back(Block);
  }
  void through(const CFGBlock &Block, llvm::BitVector &State,
               SmallVectorImpl<IterationFlow> *Report);
  void early(IterationFlow &Flow, const Expr *Where) {
    Flow.AssignedBeforeUse = false;
    if (!Flow.EarlyUse || Sources.isBeforeInTranslationUnit(
                              Where->getExprLoc(), Flow.EarlyUse->getExprLoc()))
      Flow.EarlyUse = Where;
  }
};

void BodyFlow::through(const CFGBlock &Block, llvm::BitVector &State,
                       SmallVectorImpl<IterationFlow> *Report) {
  for (const CFGElement &Element : Block) {
    std::optional<CFGStmt> S = Element.getAs<CFGStmt>();
    if (!S)
      continue;
    Effect E = Known.of(S->getStmt());
    if (auto It = Numbers.find(E.Read); E.Read && It != Numbers.end())
      if (Report && !State.test(It->second))
        early((*Report)[It->second], E.Where);
    if (auto It = Numbers.find(E.Assigned); E.Assigned && It != Numbers.end())
      State.set(It->second);
  }
}

SmallVector<IterationFlow, 4>
BodyFlow::follow(const CFG &Graph, const CFGBlock *Entry, const Stmt *Body) {
  SmallVector<IterationFlow, 4> Result(Variables.size());
  for (IterationFlow &Flow : Result)
    Flow.AssignedBeforeUse = Flow.AssignedAtEnd = true;
  reach(Entry, llvm::BitVector(Variables.size()));
  while (!Work.empty()) {
    const CFGBlock *Block = Work.pop_back_val();
    if (Block->getLoopTarget() == For)
      continue; // the iteration's end
    llvm::BitVector State = In.find(Block)->second;
    through(*Block, State, nullptr);
    for (const CFGBlock::AdjacentBlock &Next : Block->succs())
      if (const CFGBlock *B = block(Next))
        reach(B, State);
  }
  for (auto &[Block, Before] : In) {
    llvm::BitVector State = Before;
    if (Block->getLoopTarget() == For) {
      for (unsigned I = 0; I != Variables.size(); ++I)
        Result[I].AssignedAtEnd &= State.test(I);
      continue;
    }
    through(*Block, State, &Result);
  }
  // A use that the graph does not show may come at any time.
  llvm::SmallPtrSet<const DeclRefExpr *, 32> Seen;
  for (const CFGBlock *Block : Graph)
    for (const CFGElement &Element : *Block)
      if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>())
        if (const auto *Ref = dyn_cast<DeclRefExpr>(S->getStmt()))
          Seen.insert(Ref);
  llvm::SmallPtrSet<const DeclRefExpr *, 32> Real;
  evaluated(Body, Real);
  for (const DeclRefExpr *Ref : Real)
    if (auto It = Numbers.find(Ref->getDecl());
        It != Numbers.end() && !Seen.contains(Ref)) {
      early(Result[It->second], Ref);
      Result[It->second].AssignedAtEnd = false;
    }
  return Result;
}

/// D's address or a reference to it exists somewhere in S, or a lambda or block
/// holds it.
bool shared(const Stmt *S, const ValueDecl *D) {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == D && Ref->refersToEnclosingVariableOrCapture();
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    for (const LambdaCapture &C : Lambda->captures())
      if (C.capturesVariable() && C.getCapturedVar() == D)
        return true;
  if (isa<BlockExpr>(S))
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return shared(Child, D); });
}

} // namespace

SmallVector<IterationFlow, 4> followAssignments(const ParallelLoop &Loop,
                                                const BodyUses &Uses,
                                                ArrayRef<ValueDecl *> Variables,
                                                ASTContext &Ctx) {
  Targets Known;
  Known.collect(Loop.Body);
  Stmt *For = Loop.Dims.back().Loop;
  std::unique_ptr<CFG> Graph = graphOf(Loop.Function, For, Ctx);
  const CFGBlock *Test = Graph ? testOf(*Graph, For) : nullptr;
  const CFGBlock *Entry =
      Test && Test->succ_size() ? block(*Test->succ_begin()) : nullptr;
  if (Entry)
    return BodyFlow(For, Known, Variables, Ctx.getSourceManager())
        .follow(*Graph, Entry, Loop.Body);
  SmallVector<IterationFlow, 4> Nothing(Variables.size());
  for (unsigned I = 0; I != Variables.size(); ++I)
    Nothing[I].EarlyUse =
        Uses.Variables.find(Variables[I])->second.References.front();
  return Nothing;
}

bool observedAfter(const ParallelLoop &Loop, const ValueDecl *D,
                   ASTContext &Ctx) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType() ||
      V->getDeclContext() != Loop.Function)
    return true;
  Stmt *Whole = Loop.Function->getBody();
  BodyUses Uses = collectUses(Whole, Ctx);
  auto Use = Uses.Variables.find(const_cast<ValueDecl *>(D));
  if (Use == Uses.Variables.end() || Use->second.Escapes || shared(Whole, D))
    return true;

  Targets Known;
  Known.collect(Whole);
  std::unique_ptr<CFG> Graph = graphOf(Loop.Function, Whole, Ctx);
  const CFGBlock *Test =
      Graph ? testOf(*Graph, Loop.Dims.front().Loop) : nullptr;
  if (!Test || Test->succ_size() != 2)
    return true;
  SmallVector<const CFGBlock *, 16> Work;
  llvm::SmallPtrSet<const CFGBlock *, 32> Reached;
  auto Reach = [&](const CFGBlock::AdjacentBlock &Next) {
    const CFGBlock *B = block(Next);
    if (B && Reached.insert(B).second)
      Work.push_back(B);
  };
  Reach(*std::next(Test->succ_begin()));
  while (!Work.empty()) {
    const CFGBlock *Block = Work.pop_back_val();
    bool Overwritten = false;
    for (const CFGElement &Element : *Block) {
      std::optional<CFGStmt> S = Element.getAs<CFGStmt>();
      if (!S)
        continue;
      Effect E = Known.of(S->getStmt());
      if (E.Read == D)
        return true;
      // A new life begins with each declaration.
      const auto *Declared = dyn_cast<DeclStmt>(S->getStmt());
      if (E.Assigned == D ||
          (Declared && llvm::is_contained(Declared->decls(), D))) {
        Overwritten = true;
        break;
      }
    }
    if (!Overwritten)
      for (const CFGBlock::AdjacentBlock &Next : Block->succs())
        Reach(Next);
  }
  return false;
}

} // namespace twofold
