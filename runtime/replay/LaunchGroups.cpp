// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/LaunchGroups.h"

#include <optional>

using namespace twofold;

LaunchGroups::Number LaunchGroups::find(Number Of) {
  while (All[Of].Into != Of) {
    All[Of].Into = All[All[Of].Into].Into;
    Of = All[Of].Into;
  }
  return Of;
}

LaunchGroups::Number LaunchGroups::unite(Number A, Number B) {
  A = find(A);
  B = find(B);
  if (A == B)
    return A;
  // So that none is moved more often than there are doublings.
  if (All[A].Begins.size() < All[B].Begins.size())
    std::swap(A, B);
  std::vector<uint64_t> Moved = std::move(All[B].Begins);
  All[A].Begins.insert(All[A].Begins.end(), Moved.begin(), Moved.end());
  All[B].Into = A;
  return A;
}

LaunchGroups::Number LaunchGroups::join(const RangeSet &Touched) {
  std::optional<Number> Out;
  auto Take = [&](Number Of) { Out = Out ? unite(*Out, Of) : find(Of); };
  auto Begin = [&] {
    if (Out)
      return;
    Out = Number(All.size());
    All.push_back({*Out, false, {}});
  };
  for (const ByteRange &Range : Touched) {
    ByteRange Whole = Range;
    // Pieces do not overlap, so they end in the order in which they begin.
    auto At = Pieces.upper_bound(Range.Begin);
    if (At != Pieces.begin() && std::prev(At)->second.End > Range.Begin)
      --At;
    if (At != Pieces.end() && At->first <= Range.Begin &&
        Range.End <= At->second.End) {
      Take(At->second.Of);
      continue;
    }
    while (At != Pieces.end() && At->first < Range.End) {
      Whole = Whole.hull({At->first, At->second.End});
      Take(At->second.Of);
      At = Pieces.erase(At);
    }
    Begin();
    Pieces[Whole.Begin] = {Whole.End, *Out};
    All[*Out].Begins.push_back(Whole.Begin);
  }
  Begin();
  return *Out;
}

RangeSet LaunchGroups::bytes(Number Of, size_t Most) {
  Of = find(Of);
  RangeSet Out;
  if (All[Of].Begins.size() <= Most)
    for (uint64_t Begin : All[Of].Begins) {
      const auto At = Pieces.find(Begin);
      if (At != Pieces.end() && find(At->second.Of) == Of)
        Out.insert({Begin, At->second.End});
    }
  return Out;
}

RangeSet LaunchGroups::finish(Number Of) {
  Of = find(Of);
  const RangeSet Out = bytes(Of, SIZE_MAX);
  for (uint64_t Begin : All[Of].Begins)
    if (const auto At = Pieces.find(Begin);
        At != Pieces.end() && find(At->second.Of) == Of)
      Pieces.erase(At);
  All[Of].Begins = {};
  All[Of].Finished = true;
  return Out;
}

void LaunchGroups::clear() {
  Pieces.clear();
  All.clear();
}
