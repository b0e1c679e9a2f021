// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DrawnElements.cpp --------------------------------------------------===//

#include "depend/DrawnElements.h"
#include "depend/BaseSharing.h"
#include "depend/UsedUpdates.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

const Occurrence *findDrawn(const ParallelLoop &Loop,
                            llvm::ArrayRef<Occurrence> Occurrences,
                            AccessRecorder &Recorder, bool FollowsLoads,
                            ASTContext &Ctx) {
  llvm::SmallPtrSet<const Expr *, 8> Used;
  findUsedUpdates(Loop.Body, Ctx, Used);
  const auto *Drawn = llvm::find_if(Occurrences, [&](const Occurrence &O) {
    return O.Writes && (FollowsLoads || O.Unknown) && Recorder.isAnywhere(O) &&
           Used.contains(O.By) &&
           !isSynchronised(Recorder.model().Bases[O.Base], Ctx);
  });
  return Drawn == Occurrences.end() ? nullptr : Drawn;
}

const Occurrence *findSearched(const ParallelLoop &Loop,
                               llvm::ArrayRef<Occurrence> Occurrences,
                               llvm::ArrayRef<Base> Bases, ASTContext &Ctx) {
  const auto *Found = llvm::find_if(Occurrences, [&](const Occurrence &O) {
    return O.Searched && !isSynchronised(Bases[O.Base], Ctx) &&
           !Loop.Given.isIndependent(Bases[O.Base].Decl);
  });
  return Found == Occurrences.end() ? nullptr : Found;
}

} // namespace twofold
