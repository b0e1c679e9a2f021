// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/Rectangle.h"

#include <algorithm>

using namespace twofold;

namespace {

/// Times + 1 values, Bytes apart.
struct Stride {
  Wide Bytes, Times;
};

} // namespace

/// How far the access moves with each axis, ascending. Nothing on overflow.
static std::optional<std::vector<Stride>>
stridesOf(const twofold_site &Site, const IterationSpace &Space,
          const twofold_access &Access) {
  std::vector<Stride> Out;
  for (uint32_t I = 0; I < Access.offset.count; ++I) {
    const twofold_term *Terms = Site.terms + Access.offset.first;
    const int Axis = Terms[I].axis;
    if (Axis < 0 || std::any_of(
                        Terms, Terms + I,
                        [&](const twofold_term &T) { return T.axis == Axis; }))
      continue;
    const AxisBounds &Bounds = Space.axis(unsigned(Axis));
    // Values that need not be taken may lie anywhere between.
    const Wide Step = Bounds.Attained ? Bounds.Step : 1;
    Wide Bytes;
    if (!Space.coefficient(Access.offset, Axis, Bytes) ||
        __builtin_mul_overflow(Bytes, Step, &Bytes))
      return std::nullopt;
    if (Bytes != 0 && Bounds.Max != Bounds.Min)
      Out.push_back(
          {Bytes < 0 ? -Bytes : Bytes, (Bounds.Max - Bounds.Min) / Step});
  }
  std::sort(Out.begin(), Out.end(),
            [](const Stride &A, const Stride &B) { return A.Bytes < B.Bytes; });
  return Out;
}

std::optional<Rectangle> twofold::accessRectangle(const twofold_site &Site,
                                                  const IterationSpace &Space,
                                                  const twofold_access &Access,
                                                  ByteRange Hull) {
  auto Strides = stridesOf(Site, Space, Access);
  if (!Strides)
    return std::nullopt;
  // Nothing is larger than the hull, which fits 64 bits.
  const Wide Most = Hull.size();
  Wide Width = Access.size, Pitch = 0, Rows = 1, SlicePitch = 0, Slices = 1;
  for (const auto &[Bytes, Times] : *Strides) {
    if (Bytes > Most || Times > Most / Bytes)
      return std::nullopt;
    if (Rows == 1 && Bytes <= Width)
      Width += Bytes * Times;
    else if (Rows == 1) {
      Pitch = Bytes;
      Rows = Times + 1;
    } else if (Slices == 1 && Bytes % Pitch == 0 && Bytes / Pitch <= Rows)
      Rows += Bytes / Pitch * Times;
    else if (Slices == 1 && Bytes % Pitch == 0) {
      SlicePitch = Bytes;
      Slices = Times + 1;
    } else if (Slices > 1 && Bytes % SlicePitch == 0 &&
               Bytes / SlicePitch <= Slices)
      Slices += Bytes / SlicePitch * Times;
    else
      return std::nullopt;
  }
  Rectangle Out = {Hull.Begin,
                   {uint64_t(Width), uint64_t(Pitch), uint64_t(Rows),
                    uint64_t(SlicePitch), uint64_t(Slices)}};
  if ((Rows > 1 && Width > Pitch) ||
      (Slices - 1) * SlicePitch + (Rows - 1) * Pitch + Width != Most)
    return std::nullopt;
  return Out;
}

namespace {

/// Half-open, in units of bytes, rows or slices.
struct Span {
  Wide Begin = 0, End = 0;

  void insert(Wide First, Wide Count) {
    const bool Empty = Begin == End;
    Begin = Empty ? First : std::min(Begin, First);
    End = Empty ? First + Count : std::max(End, First + Count);
  }
  Wide size() const { return End - Begin; }
};

} // namespace

/// The quotient that leaves the least remainder: neighbours of a row's bytes
/// belong to that row, on both sides.
static Wide nearest(Wide Value, Wide Unit) {
  Wide Doubled = 2 * Value + Unit;
  return Doubled / (2 * Unit) - (Doubled % (2 * Unit) < 0);
}

std::vector<Rectangle> twofold::enclosing(const std::vector<Rectangle> &All) {
  if (All.empty())
    return {};
  // The two least distances of rows are those of all.
  uint64_t Pitch = 0, SlicePitch = 0;
  ByteRange Hull;
  auto Note = [](uint64_t &Least, uint64_t Value) {
    Least = Least ? std::min(Least, Value) : Value;
  };
  for (const Rectangle &R : All) {
    Hull = Hull.hull(R.hull());
    if (R.Layout.Rows > 1)
      Note(Pitch, R.Layout.Pitch);
  }
  for (const Rectangle &R : All) {
    if (R.Layout.Rows > 1 && R.Layout.Pitch != Pitch)
      Note(SlicePitch, R.Layout.Pitch);
    if (R.Layout.Slices > 1)
      Note(SlicePitch, R.Layout.SlicePitch);
  }
  if (!Pitch) {
    if (std::any_of(All.begin(), All.end(),
                    [&](const Rectangle &R) { return R != All.front(); }))
      return {};
    return {All.front()};
  }
  if (SlicePitch % Pitch)
    return {};
  const Wide Origin = All.front().Begin;
  Span Columns, Rows, Slices;
  for (const Rectangle &R : All) {
    const RowLayout &L = R.Layout;
    uint64_t TimesRows = L.Rows, TimesSlices = L.Slices;
    if (L.Rows > 1 && L.Pitch != Pitch) {
      // Rows of different slices.
      if (L.Pitch != SlicePitch || L.Slices > 1)
        return {};
      TimesRows = 1;
      TimesSlices = L.Rows;
    } else if (L.Slices > 1 && L.SlicePitch != SlicePitch)
      return {};
    Wide Offset = Wide(R.Begin) - Origin;
    Wide Slice = SlicePitch ? nearest(Offset, SlicePitch) : 0;
    Offset -= Slice * SlicePitch;
    Wide Row = nearest(Offset, Pitch);
    Columns.insert(Offset - Row * Pitch, L.Width);
    Rows.insert(Row, TimesRows);
    Slices.insert(Slice, TimesSlices);
  }
  if (Columns.size() > Wide(Pitch) ||
      (Slices.size() > 1 && Rows.size() > Wide(SlicePitch / Pitch)))
    return {};
  Wide Begin = Origin + Columns.Begin + Rows.Begin * Wide(Pitch) +
               Slices.Begin * Wide(SlicePitch);
  Wide End = Begin + Columns.size() + (Rows.size() - 1) * Wide(Pitch) +
             (Slices.size() - 1) * Wide(SlicePitch);
  RowLayout Layout = {uint64_t(Columns.size()), Pitch, uint64_t(Rows.size()),
                      SlicePitch, uint64_t(Slices.size())};
  // Its first and its last corner may be outside of the array. Then these rows
  // are cut.
  std::vector<Rectangle> Out;
  const bool CutFirst = Begin<Wide(Hull.Begin), CutLast = End> Wide(Hull.End);
  if ((CutFirst || CutLast) && (Layout.Slices > 1 || Layout.Rows < 3))
    return {};
  if (CutFirst) {
    uint64_t RowEnd = uint64_t(Begin + Wide(Layout.Width));
    Out.push_back({Hull.Begin, {RowEnd - Hull.Begin, 0, 1, 0, 1}});
    Begin += Layout.Pitch;
    --Layout.Rows;
  }
  if (CutLast)
    --Layout.Rows;
  Out.push_back({uint64_t(Begin), Layout});
  if (CutLast) {
    uint64_t Last = uint64_t(Begin) + Layout.Rows * Layout.Pitch;
    Out.push_back({Last, {Hull.End - Last, 0, 1, 0, 1}});
  }
  return Out;
}
