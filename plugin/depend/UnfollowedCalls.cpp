// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/UnfollowedCalls.h"

using namespace clang;

namespace twofold {

const UnfollowedCall *findUnfollowed(const ParallelLoop &Loop,
                                     llvm::ArrayRef<UnfollowedCall> Calls,
                                     llvm::ArrayRef<Occurrence> Occurrences,
                                     llvm::ArrayRef<Base> Bases) {
  if (Loop.Given.Independent)
    return nullptr;
  for (const UnfollowedCall &U : Calls) {
    auto Meets = [&](const Occurrence &O) {
      return O.By == U.Call &&
             llvm::is_contained(U.Variables, Bases[O.Base].Decl) &&
             !Loop.Given.isIndependent(Bases[O.Base].Decl) &&
             llvm::any_of(Occurrences, [&](const Occurrence &Write) {
               return Write.Writes && Write.Base == O.Base;
             });
    };
    auto Led = [&](const Occurrence &Write) {
      const auto *V = dyn_cast_or_null<VarDecl>(Bases[Write.Base].Decl);
      return Write.Writes && !Write.Unknown && !Write.Atomic &&
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
