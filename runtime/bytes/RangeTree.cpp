// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RangeTree.cpp - sets of bytes with thousands of ranges -------------===//
#include "bytes/RangeTree.h"

#include <iterator>

using namespace twofold;

/// The first range that ends at Address or above it.
std::map<uint64_t, uint64_t>::const_iterator
RangeTree::firstAt(uint64_t Address) const {
  auto At = Ends.upper_bound(Address);
  return At != Ends.begin() && std::prev(At)->second >= Address ? std::prev(At)
                                                                : At;
}

void RangeTree::insert(const RangeSet &Bytes) {
  for (ByteRange Range : Bytes) {
    // Everything that overlaps or touches becomes one with it.
    auto At = firstAt(Range.Begin);
    if (At != Ends.end() && At->first <= Range.Begin && Range.End <= At->second)
      continue;
    while (At != Ends.end() && At->first <= Range.End) {
      Range = Range.hull({At->first, At->second});
      At = Ends.erase(At);
    }
    Ends.emplace_hint(At, Range.Begin, Range.End);
  }
}

void RangeTree::erase(const RangeSet &Bytes) {
  for (const ByteRange &Range : Bytes) {
    auto At = firstAt(Range.Begin);
    while (At != Ends.end() && At->first < Range.End) {
      const ByteRange Old = {At->first, At->second};
      if (!Old.overlaps(Range)) {
        ++At;
        continue;
      }
      At = Ends.erase(At);
      if (Old.Begin < Range.Begin)
        Ends.emplace_hint(At, Old.Begin, Range.Begin);
      if (Old.End > Range.End)
        At = Ends.emplace_hint(At, Range.End, Old.End);
    }
  }
}

RangeSet RangeTree::intersection(const RangeSet &Bytes) const {
  RangeSet Out;
  for (const ByteRange &Range : Bytes)
    for (auto At = firstAt(Range.Begin);
         At != Ends.end() && At->first < Range.End; ++At)
      Out.insert(Range.intersection({At->first, At->second}));
  return Out;
}

RangeSet RangeTree::all() const {
  RangeSet Out;
  for (const auto &[Begin, End] : Ends)
    Out.insert({Begin, End});
  return Out;
}
