// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPLoops.h"
#include "annotation/Annotations.h"
#include "annotation/OpenMPClauses.h"
#include "ast/AstFactory.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"

using namespace clang;

namespace twofold {
namespace {

bool holdsAnnotated(Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (auto *A = dyn_cast<AttributedStmt>(S); A && isParallelLoop(*A))
    return true;
  if (auto *D = dyn_cast<OMPExecutableDirective>(S))
    return holdsAnnotated(underDirective(*D));
  return llvm::any_of(S->children(), holdsAnnotated);
}

void findDirectives(Stmt *&Slot, llvm::SmallVectorImpl<Stmt **> &Out) {
  if (!Slot || isa<LambdaExpr>(Slot))
    return;
  if (auto *D = dyn_cast<OMPExecutableDirective>(Slot)) {
    Stmt *Inner = underDirective(*D);
    if (isa<OMPTargetDataDirective>(D) &&
        isa_and_nonnull<CompoundStmt>(Inner)) {
      // Code of the thread that comes there.
      for (Stmt *&Child : Inner->children())
        findDirectives(Child, Out);
    } else if (Inner &&
               !isa<OMPSimdDirective, OMPAtomicDirective,
                    OMPTargetUpdateDirective, OMPTargetEnterDataDirective,
                    OMPTargetExitDataDirective>(D) &&
               !holdsAnnotated(D)) {
      Out.push_back(&Slot);
    }
    return;
  }
  if (auto *A = dyn_cast<AttributedStmt>(Slot); A && isParallelLoop(*A))
    return;
  for (Stmt *&Child : Slot->children())
    findDirectives(Child, Out);
}

class LoopsOfDirective {
  FunctionDecl &F;
  DirectiveCopy Copy;
  /// Variables that each thread of a region declares, and loops assign.
  SmallVector<VarDecl *, 4> Declared;
  SmallVector<Stmt *, 8> Out;
  OpenMPLoops Result;

public:
  explicit LoopsOfDirective(FunctionDecl &F) : F(F), Copy(F) {}

  OpenMPLoops run(OMPExecutableDirective &D) {
    Result.Loc = D.getBeginLoc();
    if (isSharedLoop(D.getDirectiveKind()))
      loop(D, nullptr);
    else if (isa<OMPParallelDirective>(D))
      region(D);
    else
      fail(D.getBeginLoc(),
           "it does more than to share out the iterations of one loop");
    if (Result.Reason.empty())
      finish(D.getBeginLoc());
    return std::move(Result);
  }

private:
  bool fail(SourceLocation Loc, std::string Why) {
    Result.Loc = Loc;
    Result.Reason = std::move(Why);
    return false;
  }
  bool failCopy() {
    return fail(Copy.obstacle()->getBeginLoc(), Copy.obstacleText());
  }

  /// Puts what has become of the loop under D, in a Region of threads, last.
  bool loop(OMPExecutableDirective &D, OMPExecutableDirective *Region) {
    Stmt *Loop = underDirective(D);
    if (!isa_and_nonnull<ForStmt, CXXForRangeStmt>(Loop))
      return fail(D.getBeginLoc(), "its loop is made by another directive");
    if (usesThreadPrivate(Loop))
      return fail(D.getBeginLoc(), "it uses a variable that is threadprivate");
    // What it shares out is out of the loop's sight.
    if (const auto *Called = calledDirective(Loop))
      return fail(D.getBeginLoc(), "a function that it calls has '" +
                                       nameOf(*Called) + "' in it");
    SourceLocation Loc = Loop->getBeginLoc();
    const DirectiveCopy::Scope Inside(Copy);
    OpenMPClauses Clauses(F.getASTContext(), Copy, Loop, Loc);
    if (!Clauses.add(D, Loop) ||
        (Region && !Clauses.add(*Region, underDirective(*Region))) ||
        !llvm::all_of(Declared,
                      [&](VarDecl *V) { return Clauses.addPrivate(V); }) ||
        !Clauses.addCounters(D))
      return fail(D.getBeginLoc(), Clauses.reason());
    Stmt *Own = Copy.copy(Loop);
    if (Copy.obstacle())
      return failCopy();
    Clauses.addIndependent();
    SmallVector<Stmt *, 4> Block(Clauses.declared());
    Block.push_back(AttributedStmt::Create(F.getASTContext(), Loc,
                                           Clauses.attributes(), Own));
    Out.push_back(AstFactory(F.getASTContext(), Loc).compound(Block));
    return true;
  }

  /// Loops, with variables around them that each thread has for itself.
  bool region(OMPExecutableDirective &D) {
    // Each of its loops has them.
    for (const OMPClause *C : D.clauses())
      if (changesSomething(*C))
        return fail(D.getBeginLoc(),
                    "a clause of the region changes something");
    Stmt *Body = underDirective(D);
    auto *Block = dyn_cast<CompoundStmt>(Body);
    SmallVector<Stmt *, 8> Parts;
    if (Block)
      Parts.append(Block->body_begin(), Block->body_end());
    else
      Parts.push_back(Body);
    bool Shares = false;
    for (Stmt *Part : Parts) {
      if (isa<NullStmt, OMPBarrierDirective>(Part))
        continue; // each loop has its end
      if (isa<OMPForDirective, OMPForSimdDirective>(Part)) {
        if (!loop(*cast<OMPExecutableDirective>(Part), &D))
          return false;
        Shares = true;
      } else if (!isa<DeclStmt>(Part) ||
                 !declaration(*cast<DeclStmt>(Part), D)) {
        return fail(Part->getBeginLoc(), "each of its threads runs this");
      }
    }
    return Shares || fail(D.getBeginLoc(), "its region shares out no loop");
  }

  bool declaration(DeclStmt &S, OMPExecutableDirective &Region) {
    // What a thread has of a reduction is no value of the program's.
    for (const auto *C : Region.getClausesOfKind<OMPReductionClause>())
      for (const Expr *E : C->varlist())
        if (const auto *V = variableIn(E->IgnoreParenImpCasts());
            !V || mentionsUnder(&S, V))
          return false;
    bool Values = false;
    for (Decl *D : S.decls()) {
      auto *V = dyn_cast<VarDecl>(D);
      if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType())
        return false;
      const Expr *Init = V->getInit();
      if (Init && (!V->getType()->isScalarType() || changesSomething(Init) ||
                   !onlyReads(underDirective(Region), V)))
        return false;
      Values |= Init != nullptr;
      if (!Init)
        Declared.push_back(V);
    }
    if (Values)
      Out.push_back(Copy.copy(&S));
    return !Copy.obstacle();
  }

  void finish(SourceLocation Loc) {
    CompoundStmt *All = AstFactory(F.getASTContext(), Loc).compound(Out);
    Result.Statement = All;
    for (Stmt *Part : All->body())
      if (auto *Loop = dyn_cast<CompoundStmt>(Part))
        Result.Loops.push_back(
            {Loop->body_end() - 1, cast<AttributedStmt>(Loop->body_back())});
  }
};

size_t countLoops(Stmt *S) {
  if (!S)
    return 0;
  auto *D = dyn_cast<OMPExecutableDirective>(S);
  size_t Count = D && isa<OMPLoopDirective>(D);
  if (D)
    return Count + countLoops(underDirective(*D));
  for (Stmt *Child : S->children())
    Count += countLoops(Child);
  return Count;
}

} // namespace

size_t openMPLoopsIn(FunctionDecl &F) {
  size_t Count = 0;
  for (Stmt **Slot : directivesIn(F))
    Count += std::max<size_t>(1, countLoops(*Slot));
  return Count;
}

llvm::SmallVector<Stmt **, 4> directivesIn(FunctionDecl &F) {
  llvm::SmallVector<Stmt **, 4> Slots;
  for (Stmt *&Child : F.getBody()->children())
    findDirectives(Child, Slots);
  return Slots;
}

OpenMPLoops loopsOf(OMPExecutableDirective &Directive, FunctionDecl &F) {
  return LoopsOfDirective(F).run(Directive);
}

} // namespace twofold
