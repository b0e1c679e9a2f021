// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowGrid.cpp - copies of rows, as rectangles of grids ---------------===//
#include "RowGrid.h"

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

} // namespace

std::vector<GridCopy> twofold::gridCopies(RowLayout Rows, uint64_t PackedAt,
                                          uint64_t SpreadAt) {
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
      Out.push_back({X.size(), Y.size(), Rows.Slices,
                     Packed.side(X.Begin, Y.Begin, Y.size()),
                     Spread.side(X.Begin, Y.Begin, Y.size())});
  return Out;
}
