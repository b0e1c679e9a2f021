// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RangeSet.cpp - sets of bytes, as half-open ranges ------------------===//
#include "RangeSet.h"

#include <algorithm>

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

void RangeSet::insert(ByteRange Range) {
  if (Range.empty())
    return;
  // Everything that overlaps or touches becomes one with it.
  auto First = std::lower_bound(
      Ranges.begin(), Ranges.end(), Range.Begin,
      [](const ByteRange &R, uint64_t Byte) { return R.End < Byte; });
  auto Last = First;
  for (; Last != Ranges.end() && Last->Begin <= Range.End; ++Last)
    Range = Range.hull(*Last);
  if (First == Last) {
    Ranges.insert(First, Range);
    return;
  }
  *First = Range;
  Ranges.erase(First + 1, Last);
}

void RangeSet::insert(const RangeSet &Other) {
  for (const ByteRange &Range : Other)
    insert(Range);
}

void RangeSet::erase(ByteRange Range) {
  if (Range.empty())
    return;
  auto First = std::lower_bound(
      Ranges.begin(), Ranges.end(), Range.Begin,
      [](const ByteRange &R, uint64_t Byte) { return R.End <= Byte; });
  auto Last = First;
  ByteRange Rest[2];
  unsigned Left = 0;
  for (; Last != Ranges.end() && Last->Begin < Range.End; ++Last) {
    if (Last->Begin < Range.Begin)
      Rest[Left++] = {Last->Begin, Range.Begin};
    if (Last->End > Range.End)
      Rest[Left++] = {Range.End, Last->End};
  }
  First = Ranges.erase(First, Last);
  Ranges.insert(First, Rest, Rest + Left);
}

void RangeSet::erase(const RangeSet &Other) {
  for (const ByteRange &Range : Other)
    erase(Range);
}

bool RangeSet::contains(ByteRange Range) const {
  return Range.empty() || std::any_of(begin(), end(), [&](const ByteRange &R) {
           return R.contains(Range);
         });
}

bool RangeSet::overlaps(ByteRange Range) const {
  return std::any_of(begin(), end(),
                     [&](const ByteRange &R) { return R.overlaps(Range); });
}

RangeSet RangeSet::intersection(const RangeSet &Other) const {
  RangeSet Out;
  auto A = begin(), B = Other.begin();
  while (A != end() && B != Other.end()) {
    Out.insert(A->intersection(*B));
    if (A->End < B->End)
      ++A;
    else
      ++B;
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
  for (const ByteRange &Range : Ranges)
    if (Range.Begin <= UINT64_MAX - (Grain - 1))
      Out.insert({(Range.Begin + Grain - 1) / Grain * Grain,
                  Range.End / Grain * Grain});
  return Out;
}

RangeSet RangeSet::outer(uint64_t Grain) const {
  RangeSet Out;
  // What ends in the last multiple of all ends there.
  for (const ByteRange &Range : Ranges)
    Out.insert({Range.Begin / Grain * Grain,
                Range.End > UINT64_MAX / Grain * Grain
                    ? UINT64_MAX
                    : (Range.End + Grain - 1) / Grain * Grain});
  return Out;
}

ByteRange RangeSet::hull() const {
  if (Ranges.empty())
    return {};
  return {Ranges.front().Begin, Ranges.back().End};
}

uint64_t RangeSet::bytes() const {
  uint64_t Sum = 0;
  for (const ByteRange &Range : Ranges)
    Sum += Range.size();
  return Sum;
}
