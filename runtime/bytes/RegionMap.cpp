// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/RegionMap.h"

#include <cassert>
#include <iterator>

using namespace twofold;

/// The first region that ends above Address.
std::map<uint64_t, RegionMap::Region>::const_iterator
RegionMap::firstAt(uint64_t Address) const {
  auto Next = ByBegin.upper_bound(Address);
  if (Next != ByBegin.begin()) {
    auto Before = std::prev(Next);
    if (Before->second.Range.End > Address)
      return Before;
  }
  return Next;
}

void RegionMap::verify(Id Number) const {
#ifndef NDEBUG
  auto At = ByBegin.find(Begins.at(Number));
  assert(ByBegin.size() == Begins.size() &&
         "both tables have the same regions");
  assert(At != ByBegin.end() && At->second.Number == Number);
  const ByteRange Range = At->second.Range;
  assert(!Range.empty() && At->first == Range.Begin);
  auto Next = std::next(At);
  assert((Next == ByBegin.end() || Range.End <= Next->first) &&
         "regions are disjoint");
  assert((At == ByBegin.begin() ||
          std::prev(At)->second.Range.End <= Range.Begin) &&
         "regions are disjoint");
#else
  (void)Number;
#endif
}

RegionMap::Insertion RegionMap::insert(ByteRange Range) {
  assert(!Range.empty());
  if (std::optional<Region> Holder = containing(Range))
    return {*Holder, false, {}};
  // Regions are disjoint, so the enclosing range reaches no region that Range
  // itself does not overlap: one pass finds the whole cascade.
  Insertion Out = {{Next++, Range}, true, {}};
  for (const Region &Old : overlapping(Range)) {
    Out.Holder.Range = Out.Holder.Range.hull(Old.Range);
    Out.Absorbed.push_back(Old.Number);
    erase(Old.Number);
  }
  ByBegin.emplace(Out.Holder.Range.Begin, Out.Holder);
  Begins.emplace(Out.Holder.Number, Out.Holder.Range.Begin);
  verify(Out.Holder.Number);
  return Out;
}

std::optional<RegionMap::Region> RegionMap::containing(ByteRange Range) const {
  auto I = firstAt(Range.Begin);
  if (I != ByBegin.end() && I->second.Range.contains(Range))
    return I->second;
  return std::nullopt;
}

std::vector<RegionMap::Region> RegionMap::overlapping(ByteRange Range) const {
  std::vector<Region> Out;
  for (auto I = firstAt(Range.Begin);
       I != ByBegin.end() && I->second.Range.overlaps(Range); ++I)
    Out.push_back(I->second);
  return Out;
}

void RegionMap::erase(Id Number) {
  auto At = Begins.find(Number);
  if (At == Begins.end())
    return;
  ByBegin.erase(At->second);
  Begins.erase(At);
}

void RegionMap::shrink(Id Number, ByteRange Range) {
  auto At = Begins.find(Number);
  if (At == Begins.end())
    return;
  ByBegin.erase(At->second);
  ByBegin.emplace(Range.Begin, Region{Number, Range});
  At->second = Range.Begin;
  verify(Number);
}
