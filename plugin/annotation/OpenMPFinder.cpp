// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPFinder.cpp - which directives a function has -----------------===//

#include "annotation/Annotations.h"
#include "annotation/OpenMPLoops.h"
#include "ast/AstFactory.h"
#include "ast/DirectiveLoops.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

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

/// What the threads of a region do one at a time, or one alone, is no loop.
bool isShort(const OMPExecutableDirective &D) {
  return isa<OMPSingleDirective, OMPMasterDirective, OMPMaskedDirective,
             OMPCriticalDirective>(D);
}

/// Has D's statement stand in braces, so that another one can take its place.
Stmt *inBraces(OMPExecutableDirective &D, ASTContext &Ctx) {
  Stmt *Inner = underDirective(D);
  auto *Captured = dyn_cast_or_null<CapturedStmt>(
      D.hasAssociatedStmt() ? D.getAssociatedStmt() : nullptr);
  if (!Inner || !Captured || isa<CompoundStmt>(Inner))
    return Inner;
  Stmt *Braces = AstFactory(Ctx, Inner->getBeginLoc()).compound({Inner});
  for (;;) {
    auto *Next = dyn_cast<CapturedStmt>(Captured->getCapturedStmt());
    if (!Next)
      break;
    Captured = Next;
  }
  for (Stmt *&Child : Captured->children())
    if (Child == Inner)
      Child = Braces;
  Captured->getCapturedDecl()->setBody(Braces);
  return Braces;
}

void findDirectives(Stmt *&Slot, ASTContext &Ctx,
                    llvm::SmallVectorImpl<Stmt **> &Out) {
  if (!Slot || isa<LambdaExpr>(Slot))
    return;
  if (auto *D = dyn_cast<OMPExecutableDirective>(Slot)) {
    const bool Once = isa<OMPTargetDataDirective, OMPAssumeDirective>(D);
    Stmt *Inner = Once ? inBraces(*D, Ctx) : underDirective(*D);
    if (Once && isa_and_nonnull<CompoundStmt>(Inner)) {
      // Code of the thread that comes there.
      for (Stmt *&Child : Inner->children())
        findDirectives(Child, Ctx, Out);
    } else if (Inner && !(isShort(*D) && countLoops(Inner) == 0) &&
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
    findDirectives(Child, Ctx, Out);
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
    findDirectives(Child, F.getASTContext(), Slots);
  return Slots;
}

} // namespace twofold
