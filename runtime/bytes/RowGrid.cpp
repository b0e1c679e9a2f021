// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/RowGrid.h"

#include <algorithm>

using namespace twofold;

namespace {

/// The grid of one side; Height: rows of a slice, 0 where there is one slice.
struct Grid {
  uint64_t At, Pitch, Height;

  uint64_t column(uint64_t X) const { return (At + X) % Pitch; }
  uint64_t line(uint64_t X) const { return (At + X) / Pitch; }

  GridCopy::Side side(uint64_t X, uint64_t Y, uint64_t Rows) const {
    const uint64_t Line = line(X) + Y;
    if (!Height)
      return {{column(X), Line, 0}, Pitch, (Line + Rows) * Pitch};
    return {{column(X), Line % Height, Line / Height}, Pitch, Height * Pitch};
  }
};

/// Of [0, Length), the parts that cross no multiple of A from Begin A on, nor
/// of B.
std::vector<ByteRange> parts(uint64_t Length, uint64_t BeginA, uint64_t A,
                             uint64_t BeginB, uint64_t B) {
  std::array<uint64_t, 3> Ends = {A ? A - BeginA % A : Length,
                                  B ? B - BeginB % B : Length, Length};
  std::sort(Ends.begin(), Ends.end());
  std::vector<ByteRange> Out;
  uint64_t Begin = 0;
  for (uint64_t End : Ends)
    if (Begin < End && End <= Length) {
      Out.push_back({Begin, End});
      Begin = End;
    }
  return Out;
}

bool isThere(const GridCopy &Copy, const GridCopy::Side &In, uint64_t Bytes) {
  return Copy.Slices > 1
             ? (In.Begin[2] + Copy.Slices) * In.SlicePitch <= Bytes
             : GridCopy::offset(In) - In.Begin[0] + Copy.Rows * In.Pitch <=
                   Bytes;
}

/// The same bytes as one slice of a grid of rows.
GridCopy::Side flat(const GridCopy::Side &In, uint64_t Slice, uint64_t Row,
                    uint64_t Rows) {
  const uint64_t Line =
      (In.Begin[2] + Slice) * (In.SlicePitch / In.Pitch) + In.Begin[1] + Row;
  return {{In.Begin[0], Line, 0}, In.Pitch, (Line + Rows) * In.Pitch};
}

/// Adds Copy; its last slice and its last row apart where they are not there
/// from end to end.
void addCopy(std::vector<GridCopy> &Out, const GridCopy &Copy,
             uint64_t PackedBytes, uint64_t SpreadBytes) {
  if (Copy.isOneRow() || (isThere(Copy, Copy.Packed, PackedBytes) &&
                          isThere(Copy, Copy.Spread, SpreadBytes))) {
    Out.push_back(Copy);
    return;
  }
  auto Part = [&](uint64_t Slice, uint64_t Row, uint64_t Rows) -> GridCopy {
    return {Copy.Width, Rows, 1, flat(Copy.Packed, Slice, Row, Rows),
            flat(Copy.Spread, Slice, Row, Rows)};
  };
  if (Copy.Slices > 1) {
    GridCopy Rest = Copy;
    --Rest.Slices;
    addCopy(Out, Rest.Slices > 1 ? Rest : Part(0, 0, Copy.Rows), PackedBytes,
            SpreadBytes);
    addCopy(Out, Part(Copy.Slices - 1, 0, Copy.Rows), PackedBytes, SpreadBytes);
    return;
  }
  addCopy(Out, Part(0, 0, Copy.Rows - 1), PackedBytes, SpreadBytes);
  addCopy(Out, Part(0, Copy.Rows - 1, 1), PackedBytes, SpreadBytes);
}

} // namespace

std::vector<GridCopy> twofold::gridCopies(RowLayout Rows, uint64_t PackedAt,
                                          uint64_t SpreadAt,
                                          uint64_t PackedBytes,
                                          uint64_t SpreadBytes) {
  if (!Rows.bytes())
    return {};
  // Slices of one row are rows; a single row has any pitch.
  if (Rows.Rows == 1)
    Rows = {Rows.Width, Rows.SlicePitch, Rows.Slices, 0, 1};
  if (Rows.Rows == 1)
    Rows.Pitch = Rows.Width;
  const bool Deep = Rows.Slices > 1;
  const Grid Packed = {PackedAt, Rows.Width, Deep ? Rows.Rows : 0};
  const Grid Spread = {SpreadAt, Rows.Pitch,
                       Deep ? Rows.SlicePitch / Rows.Pitch : 0};
  std::vector<GridCopy> Out;
  for (const ByteRange &X :
       parts(Rows.Width, PackedAt, Packed.Pitch, SpreadAt, Spread.Pitch))
    for (const ByteRange &Y :
         parts(Rows.Rows, Packed.line(X.Begin), Packed.Height,
               Spread.line(X.Begin), Spread.Height))
      addCopy(Out,
              {X.size(), Y.size(), Rows.Slices,
               Packed.side(X.Begin, Y.Begin, Y.size()),
               Spread.side(X.Begin, Y.Begin, Y.size())},
              PackedBytes, SpreadBytes);
  return Out;
}
