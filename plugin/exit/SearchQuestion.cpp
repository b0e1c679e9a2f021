// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exit/SearchQuestion.h"
#include "call/ShortCalls.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {

Refusal SearchQuestion::refusal(SourceLocation Loc, StringRef What) const {
  const bool Break = isa<BreakStmt>(Loop.Exits.front());
  return {diag::Id::RunsInOrder,
          Loc,
          {Break ? "'break'" : "'return'",
           "'" + What.str() + "', which iterations change, is used before",
           "leave before it is used"}};
}

std::optional<Refusal> SearchQuestion::ask(const SiteFacts &Facts,
                                           const RuntimeDecls &Abi, Sema &S) {
  const ConflictModel &Found = Facts.Conflicts;
  const SourceManager &Sources = S.getSourceManager();
  const SourceLocation Behind = Plan.Moved.front()->getBeginLoc();
  // Of a place that is read and stored to, or is in a called function, it is
  // not known which part of the body reads it.
  auto decides = [&](const Reference &R) {
    return R.Reads &&
           (R.Writes || Sources.isBeforeInTranslationUnit(R.Loc, Loop.Loc) ||
            Sources.isBeforeInTranslationUnit(R.Loc, Behind) ||
            Sources.isBeforeInTranslationUnit(Loop.Body->getEndLoc(), R.Loc));
  };
  auto either = [&](const OpenPair &P) -> const Reference * {
    for (unsigned Each : {P.First, P.Second})
      if (decides(Found.References[Each]))
        return &Found.References[Each];
    return nullptr;
  };
  auto inOrder = [&](const Reference &R) {
    const auto &Bases = Facts.Accesses.Bases;
    return refusal(R.Loc,
                   R.Base < Bases.size() ? Bases[R.Base].Name : "memory");
  };
  for (const auto *Unasked : {&Found.RowPairs, &Found.LoadedPairs})
    for (const OpenPair &P : *Unasked)
      if (Found.References[P.First].Base == Found.References[P.Second].Base)
        if (const Reference *R = either(P))
          return inOrder(*R);
  for (const OpenPair &P : Found.Pairs)
    if (const Reference *R = either(P)) {
      if (Plan.Whole) // or the loop cannot be there twice
        Apart = askApart(Facts, Values, Dims, Abi, S, Declarations);
      return Apart ? std::nullopt : std::optional(inOrder(*R));
    }
  return std::nullopt;
}

} // namespace twofold
