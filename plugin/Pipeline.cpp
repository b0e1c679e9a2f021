// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Pipeline.h"
#include "NestOrder.h"
#include "annotation/Annotations.h"
#include "annotation/OpenMPLoops.h"
#include "ast/DirectiveLoops.h"
#include "ast/PendingTemplates.h"
#include "scope/FunctionScopes.h"
#include "slice/text/SliceAttributes.h"
#include "slice/tree/SliceChecks.h"
#include "unit/UnitPurpose.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

void Pipeline::tellUnread() {
  for (SourceLocation Loc : unreadAnnotations(CI.getPreprocessor()))
    if (!Diags->failed())
      Diags->warn(Loc, diag::Id::AnnotationDropped, {});
}

void Pipeline::declared(Decl &D, bool TopLevel) {
  reportQuietErrors(CI.getDiagnostics(), *Diags);
  if (!S && CI.hasSema()) // a precompiled file's, before the parser's
    S = &CI.getSema();
  if (!S || !rewritesLoops(CI))
    return;
  std::optional<Sema::ContextRAII> Unit;
  if (!S->CurContext)
    Unit.emplace(*S, S->Context.getTranslationUnitDecl());
  for (FunctionDecl *F : functionsIn(D))
    if (Done.insert(F).second)
      start(*F, TopLevel);
}

void Pipeline::start(FunctionDecl &F, bool TopLevel) {
  Callers.add(F);
  checkSlices(F, S->Context, *Diags);
  if (Diags->failedElsewhere())
    return;
  tellAlgorithmOrder(F, Callers, *Diags);
  if (S->getLangOpts().OpenMP && !Options.OpenMPAlone)
    takeOpenMPLoops(F, *Diags);
  size_t Loops = orderRows(F, Options, CI, *Diags);
  if (Options.OpenMP)
    Loops += openMPLoopsIn(F);
  if (Loops == 0) {
    if (Options.OpenMPAlone)
      dropDirectives(F);
    return;
  }
  if (!S->Context.DeclMustBeEmitted(&F))
    return Late.wait(F);
  // Their order is the order in which they run.
  if (!TopLevel || F.hasAttr<ConstructorAttr>() || F.hasAttr<DestructorAttr>())
    return function(F);
  Late.hold(F, Count);
  Count += Loops;
}

void Pipeline::function(FunctionDecl &F, std::optional<unsigned> FirstLoop) {
  if (Diags->failedElsewhere())
    return;
  llvm::SaveAndRestore Around(Diags->function(), F.getQualifiedNameAsString());
  unsigned Own = FirstLoop.value_or(0);
  llvm::SaveAndRestore Numbers(NextNumber, FirstLoop ? &Own : &Count);
  auto Loops = loopsIn(F);
  llvm::SmallVector<bool, 4> Separate;
  for (FoundLoop &Found : Loops) {
    Separate.push_back(separateInstance(F, *Found.Slot));
    Found.Statement = cast<AttributedStmt>(*Found.Slot);
  }
  // Functions that are instantiated for this one come here meanwhile.
  FunctionScopes Here(F, ScopeEnd, S->Context, *Diags);
  llvm::SaveAndRestore Outer(Runs, &Here);
  ShortCalls Shortened(Shared);
  llvm::SaveAndRestore OuterShort(Short, &Shortened);
  llvm::SaveAndRestore OuterKnown(Known, sharedNodes(F));
  llvm::SaveAndRestore OuterAnew(Anew, namedAnew(F.getBody()));
  for (auto [Found, HasOwn] : llvm::zip_equal(Loops, Separate)) {
    StringRef Stray = strayClause(*Found.Statement);
    if (!Stray.empty())
      Diags->report(Found.Statement->getBeginLoc(), diag::Id::ClauseAlone)
          << Stray;
    else if (!containsErrors(Found.Statement) &&
             !serialFunction(F, Found, HasOwn))
      loop(F, Found);
  }
  if (Options.OpenMP)
    for (Stmt **Slot : directivesIn(F))
      directive(F, *Slot);
  if (Options.OpenMPAlone)
    dropDirectives(F);
  Here.insertScopes([&](const Stmt &Call) { return Shortened.contains(Call); },
                    [&](Decl *D) { emit(D); });
  Shortened.insert([&](const Stmt &Call) { return Here.scopeOf(Call); },
                   S->Context);
  if (!S->getDiagnostics().hasErrorOccurred())
    verifyTree(F, Known);
}

void Pipeline::emit(ArrayRef<Decl *> Declared) {
  for (Decl *D : Declared) {
    if (auto *F = dyn_cast<FunctionDecl>(D)) {
      Done.insert(F); // loops inside a parallel body run serially
      verifyTree(*F, Known);
    }
    CI.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(D));
  }
}

} // namespace twofold
