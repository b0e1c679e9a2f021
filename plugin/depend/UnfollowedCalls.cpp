// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/UnfollowedCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {

/// The variable by which O comes to its place: an array, or what has the
/// pointer to it; null: there are none or several.
static const VarDecl *wayTo(const Occurrence &O, AccessRecorder &Recorder) {
  const auto &Bases = Recorder.model().Bases;
  const ValueDecl *Of = Bases[O.Base].Decl;
  if (Bases[O.Base].Arg != Base::Anywhere)
    return dyn_cast_or_null<VarDecl>(Of);
  Of = nullptr;
  for (const Monomial &M : O.Offset) {
    if (M.Axis < Recorder.rank())
      continue;
    const Axis &From = Recorder.innerAxis(M.Axis);
    if (!From.Loaded || !From.Pointer || namesAxes(From.From))
      continue;
    if (Of)
      return nullptr;
    Of = Bases[From.Base].Decl;
  }
  return dyn_cast_or_null<VarDecl>(Of);
}

const UnfollowedCall *findUnfollowed(const ParallelLoop &Loop,
                                     llvm::ArrayRef<UnfollowedCall> Calls,
                                     llvm::ArrayRef<Occurrence> Occurrences,
                                     AccessRecorder &Recorder) {
  if (Loop.Given.Independent)
    return nullptr;
  const auto &Bases = Recorder.model().Bases;
  for (const UnfollowedCall &U : Calls) {
    auto Meets = [&](const Occurrence &O) {
      return O.By == U.Call &&
             llvm::is_contained(U.Variables, Bases[O.Base].Decl) &&
             !Loop.Given.isIndependent(Bases[O.Base].Decl) &&
             llvm::any_of(Occurrences, [&](const Occurrence &Write) {
               return Write.Writes && Write.Base == O.Base;
             });
    };
    const FunctionDecl &F = *U.Call->getDirectCallee();
    const bool Library =
        F.getASTContext().getSourceManager().isInSystemHeader(F.getLocation());
    auto Led = [&](const Occurrence &Write) {
      const VarDecl *V = wayTo(Write, Recorder);
      return !Library && Write.Writes && !Write.Unknown && !Write.Atomic &&
             namesAxes(Write.Offset) && V && !Loop.Given.isIndependent(V) &&
             llvm::is_contained(U.Leads, V);
    };
    if (llvm::any_of(Occurrences, Meets) || llvm::any_of(Occurrences, Led))
      return &U;
  }
  return nullptr;
}

DependenceVerdict verdictOf(const UnfollowedCall &U) {
  DependenceVerdict Verdict;
  Verdict.What = DependenceVerdict::Unfollowed;
  Verdict.First.Loc = U.Call->getExprLoc();
  Verdict.Variable = U.Call->getDirectCallee()->getNameAsString();
  Verdict.Obstacle = U.Why;
  return Verdict;
}

} // namespace twofold
