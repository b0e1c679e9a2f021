// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AxisNumbers.cpp - what axes stand for in an iteration --------------===//
#include "conflict/AxisNumbers.h"
#include "bytes/Footprint.h"

#include <algorithm>

using namespace twofold;

AxisNumbers::AxisNumbers(const twofold_site &Site, const twofold_launch &Launch,
                         const ReadPermission &MayRead)
    : Site(Site), Launch(Launch), All(*Site.conflicts), MayRead(MayRead) {
  if (Site.rank + All.axis_count <= MostAxes)
    for (uint32_t I = 0; I < All.axis_count; ++I)
      Axes.emplace_back(Site, Launch, All.axes[I]);
}

unsigned AxisNumbers::lastLoop(const PlaceSum &Of) const {
  uint64_t Mask = 0;
  addLoops(Of, Mask);
  return Mask ? 64 - unsigned(__builtin_clzll(Mask)) : 0;
}

void AxisNumbers::addLoops(const PlaceSum &Of, uint64_t &Mask) const {
  uint64_t Seen = 0;
  addLoops(Of, Mask, Seen);
}

/// Seen: axes that have been gone into.
void AxisNumbers::addLoops(const PlaceSum &Of, uint64_t &Mask,
                           uint64_t &Seen) const {
  for (const PlaceSum::Part &P : Of.Parts) {
    if (P.Axis < Site.rank)
      continue;
    const uint64_t Bit = uint64_t(1) << (P.Axis - Site.rank);
    if (Seen & Bit)
      continue;
    Seen |= Bit;
    const PlaceAxis &Axis = Axes[P.Axis - Site.rank];
    if (!Axis.Loaded)
      Mask |= Bit;
    addLoops(Axis.Lower, Mask, Seen);
    addLoops(Axis.Upper, Mask, Seen);
  }
}

bool AxisNumbers::value(const PlaceSum &Of, Wide &Out) {
  Out = Of.Constant;
  if (!Of.Fits)
    return false;
  for (const PlaceSum::Part &P : Of.Parts) {
    int64_t V;
    if (P.Axis < Site.rank || !Axes[P.Axis - Site.rank].Loaded) {
      V = At[P.Axis];
    } else {
      Number &Known = Numbers[P.Axis - Site.rank];
      if (Known.Of != Change)
        Known = {Change, load(P.Axis - Site.rank)};
      if (!Known.Is)
        return false;
      V = *Known.Is;
    }
    Out += Wide(P.Factor) * V; // far fewer than 2^64 of them
  }
  return true;
}

bool AxisNumbers::value(const PlaceSum &Of, int64_t &Out) {
  Wide Number;
  const bool Known = value(Of, Number);
  Out = Known ? int64_t(Number) : 0;
  return Known && Number == Out;
}

bool AxisNumbers::range(const PlaceSum &Of, int64_t &Low, int64_t &High) const {
  Low = High = Of.Constant;
  bool Fits = Of.Fits;
  for (const PlaceSum::Part &P : Of.Parts) {
    int64_t Min = 0, Max = 0;
    if (P.Axis < Site.rank) {
      const twofold_dim &Dim = Launch.dims[P.Axis];
      Min = Dim.lower;
      Max = int64_t(uint64_t(Dim.lower) + (Dim.trips - 1) * uint64_t(Dim.step));
    } else {
      Ends &Here = AllEnds[P.Axis - Site.rank];
      if (!Here.Asked) {
        Here.Asked = true;
        Here.Known = range(P.Axis - Site.rank, Here.Are);
      }
      if (!Here.Known)
        return false;
      Min = Here.Are.Min;
      Max = Here.Are.Max;
    }
    Fits &= !__builtin_mul_overflow(P.Factor, Min, &Min) &&
            !__builtin_mul_overflow(P.Factor, Max, &Max) &&
            !__builtin_add_overflow(Low, std::min(Min, Max), &Low) &&
            !__builtin_add_overflow(High, std::max(Min, Max), &High);
  }
  return Fits;
}

/// All that an inner axis may stand for: of a number in memory what fits there.
bool AxisNumbers::range(unsigned Number, PlaceRange &Out) const {
  const PlaceAxis &Axis = Axes[Number];
  PlaceRange From, To;
  if (Axis.Loaded && Axis.Bytes != 0) {
    if (Axis.Code != TWOFOLD_NUMBER_ITSELF || Axis.Bytes > 2)
      return false;
    const int64_t Count = int64_t(1) << 8 * Axis.Bytes;
    Out = {Axis.Signed ? -Count / 2 : 0, (Axis.Signed ? Count / 2 : Count) - 1};
    return true;
  }
  if (!range(Axis.Upper, To.Min, To.Max))
    return false;
  if (!range(Axis.Lower, From.Min, From.Max)) {
    if (!Axis.Loaded)
      return false;
    From = {INT64_MIN, INT64_MAX};
  }
  const auto Made = Axis.Loaded ? Axis.combine(From, To)
                                : std::optional(PlaceRange{From.Min, To.Max});
  if (Made)
    Out = *Made;
  return Made.has_value();
}

bool AxisNumbers::readable(uint64_t Address, unsigned Bytes) {
  for (uint64_t Number = Address / SmallestPage;
       Number <= (Address + Bytes - 1) / SmallestPage; ++Number) {
    Page &P = Pages[Number % Pages.size()];
    if (P.Number != Number + 1)
      P = {Number + 1,
           MayRead({Number * SmallestPage, (Number + 1) * SmallestPage})};
    if (!P.Readable)
      return false;
  }
  return true;
}

/// What an inner axis stands for, in this iteration.
std::optional<int64_t> AxisNumbers::load(unsigned Number) {
  const PlaceAxis &Axis = Axes[Number];
  Wide From, Other;
  if (!value(Axis.Lower, From) || !value(Axis.Upper, Other) ||
      (!Axis.wraps() && (From != int64_t(From) || Other != int64_t(Other))))
    return std::nullopt;
  auto First = std::optional(int64_t(From));
  if (Axis.Bytes != 0)
    First = readable(uint64_t(From), Axis.Bytes) ? Axis.numberAt(uint64_t(From))
                                                 : std::nullopt;
  return First ? Axis.combine(*First, int64_t(Other)) : std::nullopt;
}
