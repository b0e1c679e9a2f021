// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/MappingTable.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <cstring>

using namespace twofold;

/// Only when the table is open and has memory.
bool MappingTable::lock() {
  if (!Lock.lockIn(*this))
    return false;
  if (!Room) {
    Room = static_cast<ByteRange *>(
        syscalls::map(2 * Most * sizeof(ByteRange), false));
    Ranges = Room + Most / 2;
  }
  if (Room)
    return true;
  close();
  unlock();
  return false;
}

/// The number of ranges that begin at Address or below.
uint32_t MappingTable::firstAfter(uint64_t Address) const {
  return uint32_t(std::upper_bound(Ranges, Ranges + Count, Address,
                                   [](uint64_t A, const ByteRange &R) {
                                     return A < R.Begin;
                                   }) -
                  Ranges);
}

/// The Old ranges from First on become New ones, which are not there yet. Moves
/// those that are fewer, the ones before or the ones behind.
void MappingTable::resize(uint32_t First, uint32_t Old, uint32_t New) {
  ByteRange *const End = Ranges + Count;
  const ptrdiff_t More = ptrdiff_t(New) - ptrdiff_t(Old);
  const bool Before = Ranges - Room >= More;
  const bool Behind = Room + 2 * Most - End >= More;
  if (Before && (First < Count - First - Old || !Behind)) {
    std::memmove(Ranges - More, Ranges, First * sizeof(ByteRange));
    Ranges -= More;
  } else {
    std::memmove(Ranges + First + New, Ranges + First + Old,
                 (Count - First - Old) * sizeof(ByteRange));
  }
  Count = uint32_t(ptrdiff_t(Count) + More);
}

void MappingTable::cut(ByteRange Range) {
  if (Joined.overlaps(Range)) {
    // Either side still ends where nothing touches it.
    const ByteRange Below = {Joined.Begin, std::max(Joined.Begin, Range.Begin)};
    const ByteRange Above = {std::min(Joined.End, Range.End), Joined.End};
    Joined = Below.size() > Above.size() ? Below : Above;
  }
  uint32_t First = firstAfter(Range.Begin);
  if (First > 0 && Ranges[First - 1].End > Range.Begin)
    --First;
  uint32_t Last = First;
  ByteRange Kept[2];
  unsigned Keep = 0;
  while (Last < Count && Ranges[Last].Begin < Range.End) {
    const ByteRange &Old = Ranges[Last++];
    if (Old.Begin < Range.Begin)
      Kept[Keep++] = {Old.Begin, Range.Begin};
    if (Old.End > Range.End)
      Kept[Keep++] = {Range.End, Old.End};
  }
  if (First == Last)
    return;
  if (Count - (Last - First) + Keep > Most)
    return close();
  resize(First, Last - First, Keep);
  std::copy(Kept, Kept + Keep, Ranges + First);
}

void MappingTable::insert(ByteRange Range) {
  if (Range.empty() || !lock())
    return;
  cut(Range);
  if (Count == Most) {
    close();
  } else {
    uint32_t At = firstAfter(Range.Begin);
    resize(At, 0, 1);
    Ranges[At] = Range;
    if (Joined.End == Range.Begin || Range.End == Joined.Begin)
      Joined = joinedAround(At);
  }
  unlock();
}

void MappingTable::remove(ByteRange Range) {
  if (Range.empty() || !lock())
    return;
  cut(Range);
  unlock();
}

ByteRange MappingTable::find(uint64_t Address) {
  ByteRange Found;
  if (!lock())
    return Found;
  uint32_t After = firstAfter(Address);
  if (After > 0 && Address < Ranges[After - 1].End)
    Found = Ranges[After - 1];
  unlock();
  return Found;
}

ByteRange MappingTable::first(ByteRange Range) {
  ByteRange Found;
  if (Range.empty() || !lock())
    return Found;
  uint32_t At = firstAfter(Range.Begin);
  if (At > 0 && Range.Begin < Ranges[At - 1].End)
    --At;
  if (At < Count && Ranges[At].Begin < Range.End)
    Found = Ranges[At];
  unlock();
  return Found;
}

/// Range number At, with what touches it. What is known to be joined is not
/// gone through again.
ByteRange MappingTable::joinedAround(uint32_t At) const {
  ByteRange Out = Ranges[At];
  for (uint32_t Below = At; Below > 0 && Ranges[Below - 1].End == Out.Begin;) {
    if (Joined.End == Out.Begin) {
      Out.Begin = Joined.Begin;
      break;
    }
    Out.Begin = Ranges[--Below].Begin;
  }
  for (uint32_t Above = At + 1; Above < Count && Ranges[Above].Begin == Out.End;
       ++Above) {
    if (Joined.Begin == Out.End) {
      Out.End = Joined.End;
      break;
    }
    Out.End = Ranges[Above].End;
  }
  return Out;
}

ByteRange MappingTable::findJoined(uint64_t Address) {
  if (!lock())
    return {};
  if (Address < Joined.Begin || Joined.End <= Address) {
    Joined = {};
    uint32_t After = firstAfter(Address);
    if (After > 0 && Address < Ranges[After - 1].End)
      Joined = joinedAround(After - 1);
  }
  const ByteRange Found = Joined;
  unlock();
  return Found;
}
