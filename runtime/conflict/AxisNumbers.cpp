// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
    if (Axis.State)
      addLoops(PlaceSum{0, {{1, Axis.Goes}}}, Mask, Seen);
  }
}

void AxisNumbers::addSources(const PlaceSum &Of, Number &To,
                             uint64_t &Seen) const {
  for (const PlaceSum::Part &P : Of.Parts) {
    const uint64_t Bit = uint64_t(1) << P.Axis;
    if (Seen & Bit)
      continue;
    Seen |= Bit;
    if (P.Axis < Site.rank || !Axes[P.Axis - Site.rank].Loaded) {
      To.From |= Bit;
      continue;
    }
    const PlaceAxis &Axis = Axes[P.Axis - Site.rank];
    To.Follows |= Axis.State;
    addSources(Axis.Lower, To, Seen);
    addSources(Axis.Upper, To, Seen);
  }
}

bool AxisNumbers::isCurrent(const Number &Known) const {
  if (Known.Follows)
    return Known.Of == Change;
  if (Known.Of == 0)
    return false;
  for (uint64_t Left = Known.From; Left != 0; Left &= Left - 1)
    if (SetAt[unsigned(__builtin_ctzll(Left))] > Known.Of)
      return false;
  return true;
}

/// What an axis stands for, in this iteration.
std::optional<int64_t> AxisNumbers::number(unsigned Axis) {
  if (Axis < Site.rank || !Axes[Axis - Site.rank].Loaded)
    return At[Axis];
  Number &Known = Numbers[Axis - Site.rank];
  if (!Known.Asked) {
    Known.Asked = true;
    uint64_t Seen = 0;
    addSources(PlaceSum{0, {{1, Axis}}}, Known, Seen);
  }
  if (!isCurrent(Known)) {
    const auto Is = load(Axis - Site.rank);
    Known.Is = Is;
    Known.Lost = Lost;
    Known.Of = Known.Follows ? Change : LastChange;
  }
  return Known.Is ? Known.Is : none(Known.Lost);
}

bool AxisNumbers::value(const PlaceSum &Of, Wide &Out) {
  Out = Of.Constant;
  Lost = true;
  if (!Of.Fits)
    return false;
  for (const PlaceSum::Part &P : Of.Parts) {
    const std::optional<int64_t> V = number(P.Axis);
    if (!V)
      return false;
    Out += Wide(P.Factor) * *V; // far fewer than 2^64 of them
  }
  return true;
}

bool AxisNumbers::value(const PlaceSum &Of, int64_t &Out) {
  Wide Number;
  const bool Known = value(Of, Number);
  Out = Known ? int64_t(Number) : 0;
  Lost |= Known;
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
  if (Axis.State)
    return false;
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

const std::vector<unsigned> &AxisNumbers::statesOf(unsigned Goes) {
  StatesOf.resize(Axes.size());
  std::vector<unsigned> &Out = StatesOf[Goes - Site.rank];
  if (Out.empty())
    for (unsigned I = 0; I < Axes.size(); ++I)
      if (Axes[I].State && Axes[I].Goes == Goes)
        Out.push_back(I);
  return Out;
}

/// Goes through the loop that the axis Goes says the rounds of. False: what it
/// leads to is not known.
bool AxisNumbers::replay(unsigned Goes) {
  constexpr unsigned MostRounds = 32768;
  const std::vector<unsigned> &Own = statesOf(Goes);
  const uint64_t Bit = uint64_t(1) << (Goes - Site.rank), Outside = Change;
  const auto Compute = [&](PlaceSum PlaceAxis::*Of) {
    std::array<int64_t, MostAxes> Next;
    for (unsigned I : Own)
      if (!value(Axes[I].*Of, Next[I]))
        return false;
    for (unsigned I : Own)
      States[I] = Next[I];
    return true;
  };
  bool Known = Compute(&PlaceAxis::Lower);
  Running |= Bit;
  for (unsigned Round = 0; Known; ++Round) {
    Change = ++LastChange;
    ++Replayed;
    const auto GoesOn = number(Goes);
    Lost |= GoesOn.has_value();
    Known = GoesOn && Round < MostRounds;
    if (!Known || *GoesOn == 0)
      break;
    Known = Compute(&PlaceAxis::Upper);
  }
  Running &= ~Bit;
  Change = Outside;
  return Known;
}

/// A variable of a loop: as it is in this round, or when the loop has ended.
std::optional<int64_t> AxisNumbers::state(unsigned Number) {
  const unsigned Goes = Axes[Number].Goes;
  if (Running >> (Goes - Site.rank) & 1)
    return States[Number];
  const bool Known = replay(Goes);
  for (unsigned I : statesOf(Goes)) {
    Numbers[I].Of = Change;
    Numbers[I].Is = Known ? std::optional(States[I]) : std::nullopt;
    Numbers[I].Lost = Lost;
  }
  return Numbers[Number].Is;
}

/// What an inner axis stands for, in this iteration.
std::optional<int64_t> AxisNumbers::load(unsigned Number) {
  const PlaceAxis &Axis = Axes[Number];
  if (Axis.State)
    return state(Number);
  Wide From, Other;
  if (!value(Axis.Lower, From))
    return std::nullopt;
  if (Axis.Code == TWOFOLD_NUMBER_PRODUCT && From == 0)
    return 0;
  if (!value(Axis.Upper, Other))
    return std::nullopt;
  if (!Axis.wraps() && (From != int64_t(From) || Other != int64_t(Other)))
    return none(/*Loses=*/true);
  auto First = std::optional(int64_t(From));
  if (Axis.Bytes != 0)
    First = readable(uint64_t(From), Axis.Bytes)
                ? std::optional(Axis.numberAt(uint64_t(From)))
                : std::nullopt;
  const auto Out = First ? Axis.combine(*First, int64_t(Other)) : std::nullopt;
  return Out ? Out : none(First.has_value());
}
