// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/LaunchRecord.h"
#include "guard/PageProbe.h"

#include <algorithm>

using namespace twofold;

static uint64_t numberOf(const void *Pointer) {
  return uint64_t(reinterpret_cast<uintptr_t>(Pointer));
}

/// A pointer may lead to less than an object of its type.
static bool readable(ByteRange Range) {
  if (Range.Begin < SmallestPage)
    return false;
  if (Range.Begin / SmallestPage == (Range.End - 1) / SmallestPage)
    return true;
  RangeSet Found;
  return probePages(Range, {Range.Begin, Range.Begin + 1}, Found) &&
         Found.contains(Range);
}

void LaunchRecord::add(Piece::Kind What, uint32_t Arg, uint64_t Address,
                       const void *From, size_t Bytes) {
  if (!Bytes || !Fits)
    return;
  if (Data.size() + Bytes > LargestInput) {
    Fits = false;
    return;
  }
  Pieces.push_back({What, Arg, Address, Data.size(), Bytes});
  const char *Begin = static_cast<const char *>(From);
  Data.insert(Data.end(), Begin, Begin + Bytes);
}

LaunchRecord::LaunchRecord(const twofold_site &Site,
                           const twofold_launch &Launch, uint64_t Trips)
    : Site(Site), Launch(Launch), Trips(Trips) {
  Pieces.reserve(Site.input_count);
  size_t Bytes = 0;
  for (uint32_t I = 0; I < Site.input_count; ++I)
    Bytes += Site.inputs[I].bytes;
  Data.reserve(std::min(Bytes, LargestInput));
  for (uint32_t I = 0; I < Site.input_count; ++I) {
    const twofold_input &In = Site.inputs[I];
    const void *From = In.address;
    if (In.kind != TWOFOLD_INPUT_GLOBAL)
      From = Launch.args[In.arg];
    if (In.kind == TWOFOLD_INPUT_POINTED)
      From = *static_cast<void *const *>(From);
    uint64_t Address = numberOf(From);
    if (In.kind == TWOFOLD_INPUT_POINTED &&
        !readable({Address, Address + In.bytes}))
      continue;
    add(In.kind == TWOFOLD_INPUT_COPY ? Piece::Kind::Argument
                                      : Piece::Kind::Contents,
        In.arg, Address, From, In.bytes);
  }
}

void LaunchRecord::addInput(ByteRange Range, const char *From) {
  add(Piece::Kind::Contents, 0, Range.Begin, From, size_t(Range.size()));
}
