// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LateFunctions.h"
#include "annotation/LoopFinder.h"
#include "annotation/OpenMPLoops.h"
#include "ast/DirectiveLoops.h"
#include "ast/Nodes.h"
#include "report/CallChain.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {
namespace {

/// Bodies that are away. One compilation runs on a thread, and none begins
/// between two consumers of one declaration.
thread_local llvm::SmallVector<std::pair<FunctionDecl *, Stmt *>, 4> Away;

void giveBack() {
  for (auto &[F, Body] : Away)
    F->setBody(Body);
  Away.clear();
}

class BodyRestorer : public ASTConsumer {
  bool HandleTopLevelDecl(DeclGroupRef) override {
    giveBack();
    return true;
  }
};

/// The definitions that a statement leads to, in functions with and without
/// loops of their own.
class CalleeFinder {
  llvm::SmallVectorImpl<const FunctionDecl *> &Found;
  llvm::DenseSet<const FunctionDecl *> Seen;

public:
  explicit CalleeFinder(llvm::SmallVectorImpl<const FunctionDecl *> &Found)
      : Found(Found) {}

  void visit(const Stmt *S) {
    eachNode(S, [&](const Stmt *Part) {
      const FunctionDecl *F = namedFunction(*Part);
      const FunctionDecl *Def = nullptr;
      if (F && F->hasBody(Def) && Seen.insert(Def).second) {
        Found.push_back(Def);
        llvm::for_each(bodiesOf(*Def), [&](const Stmt *Code) { visit(Code); });
      }
      if (const auto *D = dyn_cast<OMPExecutableDirective>(Part))
        visit(underDirective(*const_cast<OMPExecutableDirective *>(D)));
      return true;
    });
  }
};

} // namespace

std::unique_ptr<ASTConsumer> createBodyRestorer() {
  return std::make_unique<BodyRestorer>();
}

void LateFunctions::hold(FunctionDecl &F, unsigned FirstLoop) {
  Held.push_back({{&F, FirstLoop}, {}});
  Away.push_back({&F, F.getBody()});
  F.setBody(nullptr);
}

void LateFunctions::findCalls(Entry &E) {
  if (E.Known)
    return;
  E.Known = true;
  CalleeFinder Callees(E.Calls);
  for (const FoundLoop &Loop : loopsIn(*E.Late.Function))
    Callees.visit(Loop.Statement);
  if (OpenMP)
    for (Stmt *const *Directive : directivesIn(*E.Late.Function))
      Callees.visit(*Directive);
  llvm::erase(E.Calls, E.Late.Function);
  for (const FunctionDecl *Callee : E.Calls)
    ++Callers[Callee];
}

LateFunction LateFunctions::take(SmallVector<Entry, 8> &List, Entry *At) {
  for (const FunctionDecl *Callee : At->Calls)
    --Callers[Callee];
  LateFunction Found = At->Late;
  List.erase(At);
  return Found;
}

LateFunction LateFunctions::next() {
  for (SmallVector<Entry, 8> *List : {&Held, &Waiting})
    for (Entry &E : *List)
      findCalls(E);
  auto Free = [&](const Entry &E) {
    return Callers.lookup(E.Late.Function) == 0;
  };
  if (auto *At = llvm::find_if(Held, Free); At != Held.end())
    return take(Held, At);
  // Callers mostly stand behind what they call.
  for (Entry &E : llvm::reverse(Waiting))
    if (Free(E))
      return take(Waiting, &E);
  // They call each other.
  if (!Held.empty())
    return take(Held, Held.begin());
  if (!Waiting.empty())
    return take(Waiting, &Waiting.back());
  return {};
}

} // namespace twofold
