// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/Footprint.h"
#include "bytes/RowTable.h"

#include <algorithm>

using namespace twofold;

namespace {

struct AccessRange {
  Knowledge Is = Knowledge::Unknown;
  ByteRange Hull;
  bool Certain = false; ///< the first and the last byte are really touched
  bool Covers = false;  ///< all bytes of the hull are
  std::optional<Rectangle> Rows; ///< that hold all that is touched
};

/// Rows that are ranges of their own, however they move: transfers of what is
/// between would take longer than further transfers. Few, so that sets of
/// ranges stay small.
constexpr uint64_t MostRows = 256;
constexpr uint64_t FarApart = uint64_t(256) << 10;

bool fewLongRows(const Rectangle &R) {
  return R.Layout.rows() > 1 && R.Layout.rows() <= MostRows &&
         R.Layout.Pitch - R.Layout.Width >= FarApart;
}

RangeSet rowsOf(const Rectangle &R) {
  RangeSet Out;
  for (uint64_t Row = 0; Row < R.Layout.rows(); ++Row)
    Out.insert(R.row(Row));
  return Out;
}

/// One call's accesses, evaluated.
class Survey {
  const twofold_site &Site;
  const twofold_launch &Launch;
  const IterationSpace &Space;
  const ReadableProbe &Probe;
  const BlockFinder &Blocks;
  const bool Hold;            ///< all checks: nothing wraps around
  mutable bool Asked = false; ///< a probe, or for a block

  AccessRange range(const twofold_access &Access, uint64_t Address) const;
  std::string addBase(uint32_t Number, BaseFootprint &Into) const;

public:
  Survey(const twofold_site &Site, const twofold_launch &Launch,
         const IterationSpace &Space, const ReadableProbe &Probe,
         const BlockFinder &Blocks)
      : Site(Site), Launch(Launch), Space(Space), Probe(Probe), Blocks(Blocks),
        Hold(Space.checksHold()) {}
  Footprint run() const;
  std::optional<BaseFootprint> runOne(uint32_t Base) const;
};

} // namespace

AccessRange Survey::range(const twofold_access &Access,
                          uint64_t Address) const {
  AccessRange Out;
  if ((Access.flags & TWOFOLD_ACCESS_UNKNOWN) ||
      (!Hold && (Access.flags & TWOFOLD_ACCESS_WRAPS)))
    return Out; // anywhere in its base's extent
  Interval Offset = Space.evaluate(Access.offset);
  Out.Is = Offset.Is;
  if (Offset.Is != Knowledge::Known)
    return Out;
  // Loops around it that the form does not name may have any number of
  // iterations but none: otherwise the access would not be marked so.
  Out.Certain =
      (Access.flags & TWOFOLD_ACCESS_ALWAYS) && Space.attained(Access.offset);
  Wide Begin, End;
  constexpr Wide Top = UINT64_MAX;
  if (__builtin_add_overflow(Offset.Min, Wide(Address), &Begin) ||
      __builtin_add_overflow(Offset.Max, Wide(Address) + Access.size, &End) ||
      (Out.Certain && (Begin < 0 || End > Top))) {
    Out.Is = Knowledge::Unknown;
    return Out;
  }
  Out.Hull = {uint64_t(std::clamp<Wide>(Begin, 0, Top)),
              uint64_t(std::clamp<Wide>(End, 0, Top))};
  Out.Rows = accessRectangle(Site, Space, Access, Out.Hull);
  Out.Covers = Out.Certain && Out.Rows && Out.Rows->Layout.rows() == 1;
  return Out;
}

std::string Survey::addBase(uint32_t Number, BaseFootprint &Into) const {
  const twofold_base &Base = Site.bases[Number];
  Into.Address = addressOf(Base, Launch);
  std::string Name = Base.name ? Base.name : "an array";
  // What lies between rows may be anything, unless all is of one block.
  const twofold_rows *Rows = rowsAt(Site, Base.arg);
  const uint64_t Inside = Rows ? middleRow(Site, Launch, *Rows) : Into.Address;

  // Which of a search's iterations the program would run is not known ahead:
  // all of them must be able to read.
  const bool Search = Site.flags & TWOFOLD_SITE_SEARCH;
  ByteRange Extent;
  bool HasExtent = false;
  if (Base.flags & TWOFOLD_BASE_EXTENT) {
    Interval Bytes = Space.evaluate(Base.extent);
    if (Bytes.Is != Knowledge::Known || Bytes.Min != Bytes.Max ||
        Bytes.Max < 0 || Bytes.Max > Wide(UINT64_MAX - Into.Address))
      return "the extent of '" + Name + "' is out of range";
    Extent = {Into.Address, Into.Address + uint64_t(Bytes.Max)};
    HasExtent = true;
  }

  std::vector<std::pair<const twofold_access *, AccessRange>> Accesses;
  RangeSet Filled;
  ByteRange Certain, Wanted;
  KnownBlock Known;
  const ByteRange &Block = Known.Range;
  for (uint32_t I = 0; I < Site.access_count; ++I) {
    const twofold_access &Access = Site.accesses[I];
    if (Access.base != Number)
      continue;
    AccessRange Range = range(Access, Into.Address);
    if (Range.Is == Knowledge::Empty)
      continue;
    if (Range.Is == Knowledge::Unknown) {
      Asked |= !HasExtent;
      if (!HasExtent && !Search && Blocks && Block.empty())
        Known = Blocks(Inside);
      if (Search || (!HasExtent && Block.empty()))
        return "the extent of '" + Name + "' is not known" +
               (Known.WhyNot.empty() ? "" : ": " + Known.WhyNot) + "; extent(" +
               Name + ", count) would tell it";
      Range.Hull = HasExtent ? Extent : Block;
    } else {
      ByteRange &Sum = Range.Certain ? Certain : Wanted;
      Sum = Sum.hull(Range.Hull);
      if (Range.Covers)
        Filled.insert(Range.Hull);
    }
    Accesses.push_back({&Access, Range});
  }

  if (const ByteRange All = Certain.hull(Wanted);
      Rows && Into.Address && Block.empty() && !Filled.contains(All)) {
    Asked = true;
    Known = Blocks ? Blocks(Inside) : KnownBlock();
    if (!Block.contains(Certain) || Block.empty())
      return "the rows of '" + Name +
             "' do not lie in one block of memory that is known" +
             (Known.WhyNot.empty() ? "" : ": " + Known.WhyNot);
  }
  // The pointer is not what it seems to be: it points beside its array.
  if (!Block.empty() && !Block.contains(Certain))
    return "'" + Name + "' reaches beyond its block of memory; extent(" + Name +
           ", count) would tell it";

  // Where uncertain accesses may go.
  RangeSet Allowed(Certain);
  if (HasExtent)
    Allowed.insert(Extent);
  Into.Own = Allowed;
  const bool Bounded =
      HasExtent || Rows || RangeSet(Wanted).without(Allowed).empty();
  if (!Bounded && Blocks && Block.empty()) {
    // A block says so sooner than pages do: one in which the pointer is at home
    // holds all that the program may reach through it.
    Asked = true;
    if (KnownBlock Found = Blocks(Inside); Found.Range.contains(
            Certain.empty() || Search ? Certain.hull(Wanted) : Certain))
      Known = std::move(Found);
  }
  // Perhaps more than the array: others may use the rest.
  Into.Around = Block;
  Allowed.insert(Block);
  if (!Bounded && Block.empty())
    for (const ByteRange &Beyond : RangeSet(Wanted).without(Allowed))
      if (Asked = true; !Probe || !Probe(Beyond, Certain, Allowed))
        return "the range of '" + Name + "' is not known; extent(" + Name +
               ", count) would tell it";

  bool InRows = true, Strided = false;
  for (const auto &[Access, Range] : Accesses) {
    RangeSet Bytes(Range.Hull);
    if (!Range.Certain)
      Bytes = Bytes.intersection(Allowed);
    if (Search && Bytes.bytes() != Range.Hull.size())
      return "iterations that the serial loop does not reach would read '" +
             Name + "' where there is no memory to be read";
    const bool Reads = Access->flags & TWOFOLD_ACCESS_READ;
    const bool Writes = Access->flags & TWOFOLD_ACCESS_WRITE;
    // Rows that are cut are none.
    InRows &= Range.Rows && Bytes.bytes() == Range.Hull.size();
    bool Covers = Range.Covers;
    if (InRows) {
      Into.Rows.push_back({*Range.Rows, Reads, Writes, Range.Certain});
      Strided |= Range.Rows->Layout.rows() > 1;
      if (fewLongRows(*Range.Rows)) {
        Bytes = rowsOf(*Range.Rows);
        Covers = Range.Certain;
      }
    }
    if (Reads)
      Into.Use.Reads.insert(Bytes);
    if (Writes) {
      Into.Use.Writes.insert(Bytes);
      if (Covers)
        Into.Use.Covered.insert(Bytes);
    }
  }
  if (!InRows || !Strided)
    Into.Rows.clear();
  Into.Hull = Into.Use.Reads.hull().hull(Into.Use.Writes.hull());
  return "";
}

bool Footprint::basesApart() const {
  for (const BaseFootprint &Writer : Bases)
    for (const BaseFootprint &Other : Bases) {
      ByteRange Written = Writer.Use.Writes.hull();
      if (&Writer != &Other && !Written.empty() && !Other.Hull.empty() &&
          Written.Begin < Other.Hull.End && Other.Hull.Begin < Written.End)
        return false;
    }
  return true;
}

Footprint Survey::run() const {
  Footprint Out;
  Out.Bases.resize(Site.base_count);
  for (uint32_t I = 0; I < Site.base_count && Out.known(); ++I)
    Out.WhyUnknown = addBase(I, Out.Bases[I]);
  Out.Lasting = !Asked;
  if (!Hold && !Out.known())
    Out.WhyUnknown = "an index may wrap around in its integer type";
  return Out;
}

std::optional<BaseFootprint> Survey::runOne(uint32_t Base) const {
  BaseFootprint Out;
  if (!Hold || !addBase(Base, Out).empty())
    return std::nullopt;
  return Out;
}

std::optional<BaseFootprint> twofold::computeBaseFootprint(
    const twofold_site &Site, const twofold_launch &Launch,
    const IterationSpace &Space, uint32_t Base, const BlockFinder &Blocks) {
  return Survey(Site, Launch, Space, nullptr, Blocks).runOne(Base);
}

Footprint twofold::computeFootprint(const twofold_site &Site,
                                    const twofold_launch &Launch,
                                    const IterationSpace &Space,
                                    const ReadableProbe &Probe,
                                    const BlockFinder &Blocks) {
  return Survey(Site, Launch, Space, Probe, Blocks).run();
}
