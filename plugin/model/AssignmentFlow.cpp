// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/AssignmentFlow.h"
#include "ast/ObjectParts.h"
#include "clang/Analysis/CFG.h"
#include "clang/Basic/SourceManager.h"
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
  for (const Stmt *Child : ownParts(S))
    evaluated(Child, Found);
}

/// Where a variable's bytes stand in the state, and which of them matter.
struct Tracked {
  unsigned First = 0;
  llvm::BitVector Values;

  bool holds(const llvm::BitVector &State, unsigned Begin, unsigned End) const {
    for (unsigned B = Begin; B < End; ++B)
      if (Values.test(B) && !State.test(First + B))
        return false;
    return true;
  }
};

class BodyFlow {
  const Stmt *For;
  const PartUses &Known;
  llvm::DenseMap<const ValueDecl *, unsigned> Numbers;
  SmallVector<Tracked, 8> Variables;
  unsigned Bits = 0;
  const SourceManager &Sources;
  llvm::DenseMap<const CFGBlock *, llvm::BitVector> In;
  SmallVector<const CFGBlock *, 16> Work;

public:
  BodyFlow(const Stmt *For, const PartUses &Known, ArrayRef<ValueDecl *> Of,
           const ASTContext &Ctx)
      : For(For), Known(Known), Sources(Ctx.getSourceManager()) {
    for (const ValueDecl *D : Of) {
      Numbers[D] = Variables.size();
      Variables.push_back({Bits, valueBytes(D->getType(), Ctx)});
      Bits += Variables.back().Values.size();
    }
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
    auto Use = S ? Known.find(S->getStmt()) : Known.end();
    auto It =
        Use != Known.end() ? Numbers.find(Use->second.Variable) : Numbers.end();
    if (It == Numbers.end())
      continue;
    const PartUse &U = Use->second;
    const Tracked &V = Variables[It->second];
    unsigned Size = V.Values.size();
    if (U.Assigns && Report && (!U.Exact || U.End - U.Begin != Size))
      (*Report)[It->second].WholeFirst &= V.holds(State, 0, Size);
    if (U.Reads && Report && !V.holds(State, U.Begin, U.End))
      early((*Report)[It->second], U.Where);
    if (U.Assigns && U.Exact)
      State.set(V.First + U.Begin, V.First + U.End);
    if (U.Assigns && Report) {
      llvm::BitVector &Any = (*Report)[It->second].Assigned;
      Any.resize(Size);
      Any.set(U.Begin, U.End);
    }
  }
}

SmallVector<IterationFlow, 4>
BodyFlow::follow(const CFG &Graph, const CFGBlock *Entry, const Stmt *Body) {
  SmallVector<IterationFlow, 4> Result(Variables.size());
  for (IterationFlow &Flow : Result)
    Flow.AssignedBeforeUse = Flow.AssignedAtEnd = true;
  llvm::BitVector AtEnd(Bits, true);
  reach(Entry, llvm::BitVector(Bits));
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
      AtEnd &= State;
      continue;
    }
    through(*Block, State, &Result);
  }
  for (unsigned I = 0; I != Variables.size(); ++I) {
    const Tracked &V = Variables[I];
    IterationFlow &Flow = Result[I];
    Flow.Assigned.resize(V.Values.size());
    Flow.AssignedAtEnd = V.holds(AtEnd, 0, V.Values.size());
    Flow.EndsAlike = Flow.AssignedAtEnd;
    if (Flow.AssignedAtEnd)
      continue;
    Flow.EndsAlike = true;
    for (unsigned B : Flow.Assigned.set_bits())
      Flow.EndsAlike &= !V.Values.test(B) || AtEnd.test(V.First + B);
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
      IterationFlow &Flow = Result[It->second];
      early(Flow, Ref);
      Flow.AssignedAtEnd = Flow.EndsAlike = false;
    }
  return Result;
}

/// References in statements that are a memset or the like and nothing more:
/// what is pointed at is used there, and the pointer is gone.
void inMemoryCalls(const Stmt *S,
                   llvm::SmallPtrSetImpl<const DeclRefExpr *> &Found) {
  for (const Stmt *Child : S->children()) {
    if (!Child)
      continue;
    const auto *E = dyn_cast<Expr>(Child);
    const auto *Call = E && !isa<Expr>(S)
                           ? dyn_cast<CallExpr>(E->IgnoreParenCasts())
                           : nullptr;
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    unsigned Kind = F ? F->getMemoryFunctionKind() : 0;
    bool Moves = Kind == Builtin::BImemset || Kind == Builtin::BImemcpy ||
                 Kind == Builtin::BImemmove;
    if (Moves &&
        llvm::none_of(Call->arguments(), holdsNode<CallExpr, LambdaExpr>))
      evaluated(Call, Found);
    else
      inMemoryCalls(Child, Found);
  }
}

/// D's address or a reference to it exists somewhere in S, or a lambda or block
/// holds it.
bool shared(const Stmt *S, const ValueDecl *D) {
  return anyNode(S, [&](const Stmt *Part) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
      return Ref->getDecl() == D && Ref->refersToEnclosingVariableOrCapture();
    const auto *Lambda = dyn_cast<LambdaExpr>(Part);
    return isa<BlockExpr>(Part) ||
           (Lambda && llvm::any_of(Lambda->captures(), [&](const auto &C) {
              return C.capturesVariable() && C.getCapturedVar() == D;
            }));
  });
}

} // namespace

SmallVector<IterationFlow, 4> followAssignments(const ParallelLoop &Loop,
                                                const BodyUses &Uses,
                                                ArrayRef<ValueDecl *> Variables,
                                                ASTContext &Ctx) {
  PartUses Known = collectParts(Loop.Body, Ctx);
  Stmt *For = Loop.Dims.back().Loop;
  std::unique_ptr<CFG> Graph = graphOf(Loop.Function, For, Ctx);
  const CFGBlock *Test = Graph ? testOf(*Graph, For) : nullptr;
  const CFGBlock *Entry =
      Test && Test->succ_size() ? block(*Test->succ_begin()) : nullptr;
  SmallVector<IterationFlow, 4> Result(Variables.size());
  if (Entry)
    Result =
        BodyFlow(For, Known, Variables, Ctx).follow(*Graph, Entry, Loop.Body);
  else
    for (auto [Flow, D] : llvm::zip(Result, Variables))
      Flow.EarlyUse = Uses.Variables.find(D)->second.References.front();
  for (auto [Flow, D] : llvm::zip(Result, Variables))
    Flow.Leaves = llvm::any_of(Known, [&, D = D](const auto &Use) {
      return Use.second.Variable == D && Use.second.Leaves;
    });
  return Result;
}

bool observedAfter(const ParallelLoop &Loop, const ValueDecl *D,
                   ASTContext &Ctx, const Stmt *Vouched) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType() ||
      V->getDeclContext() != Loop.Function)
    return true;
  Stmt *Whole = Loop.Function->getBody();
  PartUses Known = collectParts(Whole, Ctx);
  llvm::SmallPtrSet<const DeclRefExpr *, 32> Passing;
  evaluated(Vouched, Passing);
  inMemoryCalls(Whole, Passing);
  bool Leaves = llvm::any_of(Known, [&](const auto &Use) {
    return Use.second.Variable == D && Use.second.Leaves &&
           !Passing.contains(Use.second.Where);
  });
  if (Leaves || shared(Whole, D))
    return true;

  unsigned Size = valueBytes(D->getType(), Ctx).size();
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
    // Iterations assign before they use.
    if (Block == Test) {
      Reach(*std::next(Test->succ_begin()));
      continue;
    }
    bool Overwritten = false;
    for (const CFGElement &Element : *Block) {
      std::optional<CFGStmt> S = Element.getAs<CFGStmt>();
      if (!S)
        continue;
      auto Use = Known.find(S->getStmt());
      bool Mine = Use != Known.end() && Use->second.Variable == D;
      if (Mine && Use->second.Reads)
        return true;
      bool Assigned = Mine && Use->second.Assigns && Use->second.Exact &&
                      Use->second.End - Use->second.Begin == Size;
      // A new life begins with each declaration.
      const auto *Declared = dyn_cast<DeclStmt>(S->getStmt());
      if (Assigned || (Declared && llvm::is_contained(Declared->decls(), D))) {
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
