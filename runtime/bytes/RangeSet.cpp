// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/RangeSet.h"

#include <algorithm>
#include <iterator>

using namespace twofold;

ByteRange ByteRange::intersection(const ByteRange &Other) const {
  return {std::max(Begin, Other.Begin), std::min(End, Other.End)};
}

ByteRange ByteRange::hull(const ByteRange &Other) const {
  if (empty())
    return Other;
  if (Other.empty())
    return *this;
  return {std::min(Begin, Other.Begin), std::max(End, Other.End)};
}

/// What is in Several is one range, or none, perhaps.
void RangeSet::settle() {
  if (Several.size() > 1)
    return;
  Only = Several.empty() ? ByteRange() : Several.front();
  Several.clear();
}

void RangeSet::insert(ByteRange Range) {
  if (Range.empty())
    return;
  if (Several.empty()) {
    if (Only.empty() || (Range.Begin <= Only.End && Only.Begin <= Range.End))
      Only = Only.hull(Range);
    else {
      Several = {Only, Range};
      if (Range.Begin < Only.Begin)
        std::swap(Several[0], Several[1]);
      Only = {};
    }
    return;
  }
  // Everything that overlaps or touches becomes one with it.
  auto First = std::lower_bound(
      Several.begin(), Several.end(), Range.Begin,
      [](const ByteRange &R, uint64_t Byte) { return R.End < Byte; });
  auto Last = First;
  for (; Last != Several.end() && Last->Begin <= Range.End; ++Last)
    Range = Range.hull(*Last);
  if (First == Last) {
    Several.insert(First, Range);
    return;
  }
  *First = Range;
  Several.erase(First + 1, Last);
  settle();
}

void RangeSet::insert(const RangeSet &Other) {
  for (const ByteRange &Range : Other)
    insert(Range);
}

void RangeSet::erase(ByteRange Range) {
  if (Range.empty() || empty())
    return;
  if (Several.empty()) {
    if (!Only.overlaps(Range))
      return;
    ByteRange Below = {Only.Begin, Range.Begin}, Above = {Range.End, Only.End};
    if (Below.empty() || Above.empty())
      Only = !Below.empty() ? Below : !Above.empty() ? Above : ByteRange();
    else {
      Several = {Below, Above};
      Only = {};
    }
    return;
  }
  auto First = std::lower_bound(
      Several.begin(), Several.end(), Range.Begin,
      [](const ByteRange &R, uint64_t Byte) { return R.End <= Byte; });
  auto Last = First;
  ByteRange Rest[2];
  unsigned Left = 0;
  for (; Last != Several.end() && Last->Begin < Range.End; ++Last) {
    if (Last->Begin < Range.Begin)
      Rest[Left++] = {Last->Begin, Range.Begin};
    if (Last->End > Range.End)
      Rest[Left++] = {Range.End, Last->End};
  }
  First = Several.erase(First, Last);
  Several.insert(First, Rest, Rest + Left);
  settle();
}

void RangeSet::erase(const RangeSet &Other) {
  for (const ByteRange &Range : Other)
    erase(Range);
}

bool RangeSet::contains(ByteRange Range) const {
  const ByteRange *At = std::partition_point(
      begin(), end(), [&](const ByteRange &R) { return R.End <= Range.Begin; });
  return Range.empty() || (At != end() && At->contains(Range));
}

bool RangeSet::overlaps(ByteRange Range) const {
  const ByteRange *At = std::partition_point(
      begin(), end(), [&](const ByteRange &R) { return R.End <= Range.Begin; });
  return At != end() && At->overlaps(Range);
}

RangeSet RangeSet::intersection(const RangeSet &Other) const {
  // One is small, mostly, and the other one may have thousands.
  const bool Fewer = end() - begin() < Other.end() - Other.begin();
  const RangeSet &Few = Fewer ? *this : Other, &Many = Fewer ? Other : *this;
  RangeSet Out;
  for (const ByteRange &Range : Few) {
    const ByteRange *At =
        std::partition_point(Many.begin(), Many.end(), [&](const ByteRange &R) {
          return R.End <= Range.Begin;
        });
    for (; At != Many.end() && At->Begin < Range.End; ++At)
      Out.insert(At->intersection(Range));
  }
  return Out;
}

RangeSet RangeSet::without(const RangeSet &Other) const {
  RangeSet Out = *this;
  Out.erase(Other);
  return Out;
}

RangeSet RangeSet::inner(uint64_t Grain) const {
  RangeSet Out;
  for (const ByteRange &Range : *this)
    if (Range.Begin <= UINT64_MAX - (Grain - 1))
      Out.insert({(Range.Begin + Grain - 1) / Grain * Grain,
                  Range.End / Grain * Grain});
  return Out;
}

RangeSet RangeSet::outer(uint64_t Grain) const {
  RangeSet Out;
  // What ends in the last multiple of all ends there.
  for (const ByteRange &Range : *this)
    Out.insert({Range.Begin / Grain * Grain,
                Range.End > UINT64_MAX / Grain * Grain
                    ? UINT64_MAX
                    : (Range.End + Grain - 1) / Grain * Grain});
  return Out;
}

ByteRange RangeSet::hull() const {
  if (empty())
    return {};
  return {begin()->Begin, end()[-1].End};
}

uint64_t RangeSet::bytes() const {
  uint64_t Sum = 0;
  for (const ByteRange &Range : *this)
    Sum += Range.size();
  return Sum;
}

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
