// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host/Product.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>

// A product is rounded before it is added, where the program does so.
#pragma STDC FP_CONTRACT OFF

namespace twofold {
namespace {

constexpr int ProductRows = 6; ///< of a tile
constexpr int FewRows = 3;     ///< are as fast one by one

template <class Number> struct ProductTile {
  const Number *Lines[ProductRows]; ///< of the rows, LineRound elements a round
  ptrdiff_t LineRound;
  const Number *Panel; ///< all columns, PanelRound elements a round
  ptrdiff_t PanelRound;
  Number *Sums; ///< SumRow elements from one row to the next
  ptrdiff_t SumRow, Rounds;
  Number Start; ///< of the sums, if it Starts
  bool Starts;
};

namespace narrow {
constexpr int VectorBytes = 16;
#if defined(__x86_64__)
constexpr int MostVectors = 2;
#else // has 32 registers
constexpr int MostVectors = 4;
#endif
#include "host/ProductTile.h"
} // namespace narrow

#if defined(__x86_64__)
namespace half {
constexpr int VectorBytes = 32, MostVectors = 2;
#pragma clang attribute push(__attribute__((target("avx2,fma"))),              \
                             apply_to = function)
#include "host/ProductTile.h"
#pragma clang attribute pop
} // namespace half

namespace wide {
constexpr int VectorBytes = 64, MostVectors = 4;
#pragma clang attribute push(                                                  \
    __attribute__((target("avx512f"), min_vector_width(512))),                 \
    apply_to = function)
#include "host/ProductTile.h"
#pragma clang attribute pop
} // namespace wide
#endif

/// What fits into caches of any processor with such vectors: a panel into half
/// of the second one, copied lines into a share of the last one.
constexpr ptrdiff_t PanelRoundBytes = 2048, MostRows = 512, LineBytes = 4 << 20;

ptrdiff_t parts(ptrdiff_t Of, ptrdiff_t Size) { return (Of + Size - 1) / Size; }
/// The size of each of as many equal parts as there are of at most Most.
ptrdiff_t equalPart(ptrdiff_t Of, ptrdiff_t Most) {
  return parts(Of, parts(Of, Most));
}

/// How tiles of one kind of vector are computed.
template <class Number> struct TileKind {
  using Run = void (*)(const ProductTile<Number> &);
  int Lanes, MostVectors;
  Run (*Of)(bool Whole, int Vectors);
};

template <class Number> class Blocks {
  const twofold_product &Of;
  const TileKind<Number> Kind;
  static constexpr ptrdiff_t Size = sizeof(Number);
  const ptrdiff_t SumRow = Of.sum_row / Size;
  const ptrdiff_t LineRow = Of.line_row / Size,
                  LineRound = Of.line_round / Size;
  const ptrdiff_t PanelRound = Of.panel_round / Size,
                  PanelColumn = Of.panel_column / Size;
  const ptrdiff_t Rows = Of.rows, Rounds = Of.rounds;
  const ProductSlant Slant;
  const ptrdiff_t Width = Kind.Lanes * Kind.MostVectors;
  const bool Scaled = Of.flags & TWOFOLD_PRODUCT_SCALED;
  const Number Scale = Number(Of.scale);
  /// Lines are scaled once, and copied where they are read often and far apart.
  const bool Copied = Scaled || (LineRound != 1 && Rows > FewRows &&
                                 std::max(end(0), end(Rows - 1)) -
                                         std::min(begin(0), begin(Rows - 1)) >
                                     2 * Width);
  const ptrdiff_t Depth = equalPart(Rounds, PanelRoundBytes / Size);
  const ptrdiff_t Height = height();
  Number *Panel = nullptr, *Lines = nullptr;
  /// Of the block.
  ptrdiff_t Top = 0, High = 0, At = 0, Filled = 0, Before = 0, Deep = 0;
  bool InPlace = false; ///< its panel is not copied

  /// Columns of a row, counted from the first one of the first row.
  ptrdiff_t begin(ptrdiff_t Row) const { return Row * Slant.Begin; }
  ptrdiff_t end(ptrdiff_t Row) const { return Of.columns + Row * Slant.End; }
  /// Those of two rows and all between them lie in [First, Behind).
  bool within(ptrdiff_t One, ptrdiff_t Other, ptrdiff_t First,
              ptrdiff_t Behind) const {
    return std::max(begin(One), begin(Other)) <= First &&
           std::min(end(One), end(Other)) >= Behind;
  }
  ptrdiff_t height() const {
    const ptrdiff_t Fits =
        Copied ? std::min(MostRows, LineBytes / Size / Rounds + 1) : MostRows;
    return parts(equalPart(Rows, Fits), ProductRows) * ProductRows;
  }
  Number *sums(ptrdiff_t Row, ptrdiff_t Column) const {
    return static_cast<Number *>(Of.sums) + Row * SumRow + Column;
  }
  const Number *line(ptrdiff_t Row, ptrdiff_t Round) const {
    return static_cast<const Number *>(Of.lines) + Row * LineRow +
           Round * LineRound;
  }
  const Number *panel(ptrdiff_t Round, ptrdiff_t Column) const {
    return static_cast<const Number *>(Of.panel) + Round * PanelRound +
           Column * PanelColumn;
  }

  void copyLines();
  void copyPanel(ptrdiff_t Stride);
  void turnPanel(ptrdiff_t Stride);
  void runTile(ptrdiff_t Tile, ptrdiff_t Here, ptrdiff_t Stride);
  void runRows();
  void runPlain();

public:
  Blocks(const twofold_product &Of, const TileKind<Number> &Kind,
         ProductSlant Slant)
      : Of(Of), Kind(Kind), Slant(Slant) {}
  void run();
};

/// All rounds of a block of rows: [tile][round][row]. Behind the last row its
/// line stands again.
template <class Number> void Blocks<Number>::copyLines() {
  const ptrdiff_t TileSize = Rounds * ProductRows;
  auto Copy = [&](ptrdiff_t Tile, ptrdiff_t Round) {
    Number *To = Lines + Tile * Rounds + Round * ProductRows;
    for (ptrdiff_t R = 0; R != ProductRows; ++R) {
      const Number One = *line(Top + std::min(Tile + R, High - 1), Round);
      To[R] = Scaled ? Scale * One : One;
    }
  };
  if (LineRound == 1) {
    for (ptrdiff_t Tile = 0; Tile < High; Tile += ProductRows)
      for (ptrdiff_t Round = 0; Round != Rounds; ++Round)
        Copy(Tile, Round);
    return;
  }
  // Rounds outside, so that rows are read one behind the other.
  for (ptrdiff_t Round = 0; Round != Rounds; ++Round) {
    ptrdiff_t Tile = 0;
    if (LineRow == 1 && !Scaled) {
      const Number *From = line(Top, Round);
      Number *To = Lines + Round * ProductRows;
      for (; Tile + ProductRows <= High; Tile += ProductRows) {
        std::memcpy(To, From, ProductRows * sizeof(Number));
        From += ProductRows;
        To += TileSize;
      }
    }
    for (; Tile < High; Tile += ProductRows)
      Copy(Tile, Round);
  }
}

/// Columns that lie far apart, whose rounds are neighbours: four by four.
template <class Number> void Blocks<Number>::turnPanel(ptrdiff_t Stride) {
  typedef Number Four __attribute__((vector_size(4 * sizeof(Number))));
  typedef Number Loose __attribute__((vector_size(4 * sizeof(Number)),
                                      aligned(alignof(Number))));
  auto Load = [](const Number *P) -> Four {
    return *reinterpret_cast<const Loose *>(P);
  };
  for (ptrdiff_t Column = 0; Column < Filled; Column += 4) {
    ptrdiff_t K = 0;
    if (Column + 4 <= Filled)
      for (; K + 4 <= Deep; K += 4) {
        const Number *From = panel(Before + K, At + Column);
        const Four A = Load(From), B = Load(From + PanelColumn),
                   C = Load(From + 2 * PanelColumn),
                   D = Load(From + 3 * PanelColumn);
        const Four LowAB = __builtin_shufflevector(A, B, 0, 4, 1, 5),
                   HighAB = __builtin_shufflevector(A, B, 2, 6, 3, 7),
                   LowCD = __builtin_shufflevector(C, D, 0, 4, 1, 5),
                   HighCD = __builtin_shufflevector(C, D, 2, 6, 3, 7);
        Number *To = Panel + K * Stride + Column;
        auto Store = [&](ptrdiff_t Round, Four Of) {
          *reinterpret_cast<Loose *>(To + Round * Stride) = Of;
        };
        Store(0, __builtin_shufflevector(LowAB, LowCD, 0, 1, 4, 5));
        Store(1, __builtin_shufflevector(LowAB, LowCD, 2, 3, 6, 7));
        Store(2, __builtin_shufflevector(HighAB, HighCD, 0, 1, 4, 5));
        Store(3, __builtin_shufflevector(HighAB, HighCD, 2, 3, 6, 7));
      }
    const ptrdiff_t Here = std::min<ptrdiff_t>(4, Filled - Column);
    for (; K < Deep; ++K)
      for (ptrdiff_t C = 0; C != Here; ++C)
        Panel[K * Stride + Column + C] = *panel(Before + K, At + Column + C);
  }
}

/// The rounds of the block's columns; what is behind the last is 0.
template <class Number> void Blocks<Number>::copyPanel(ptrdiff_t Stride) {
  if (Filled != Stride)
    for (ptrdiff_t K = 0; K != Deep; ++K)
      std::fill_n(Panel + K * Stride + Filled, Stride - Filled, Number(0));
  if (PanelColumn == 1) {
    for (ptrdiff_t K = 0; K != Deep; ++K)
      std::memcpy(Panel + K * Stride, panel(Before + K, At),
                  Filled * sizeof(Number));
  } else if (PanelRound == 1) {
    turnPanel(Stride);
  } else {
    for (ptrdiff_t K = 0; K != Deep; ++K)
      for (ptrdiff_t C = 0; C != Filled; ++C)
        Panel[K * Stride + C] = *panel(Before + K, At + C);
  }
}

/// Here rows of a block, from Tile on, over what they have of its columns. The
/// rounds of the panel lie Stride elements apart.
template <class Number>
void Blocks<Number>::runTile(ptrdiff_t Tile, ptrdiff_t Here, ptrdiff_t Stride) {
  const ptrdiff_t Row = Top + Tile, Last = Row + Here - 1;
  const ptrdiff_t Left =
      std::max<ptrdiff_t>(0, std::min(begin(Row), begin(Last)) - At);
  const ptrdiff_t Right = std::min(Filled, std::max(end(Row), end(Last)) - At);
  if (Left >= Right)
    return;
  const ptrdiff_t Skipped = Left / Kind.Lanes * Kind.Lanes;
  const int Vectors = int(parts(Right - Skipped, Kind.Lanes));
  const ptrdiff_t Wide = Vectors * Kind.Lanes, First = At + Skipped;
  const bool Whole = Here > FewRows;
  const ptrdiff_t Tall = Whole ? ProductRows : 1;
  const auto Run = Kind.Of(Whole, Vectors);
  ProductTile<Number> T;
  T.Panel = InPlace ? panel(Before, First) : Panel + Skipped;
  T.PanelRound = InPlace ? PanelRound : Stride;
  T.Rounds = Deep;
  T.Starts = Before == 0 && (Of.flags & TWOFOLD_PRODUCT_STARTS);
  T.Start = Number(Of.start);
  T.LineRound = Copied ? ProductRows : LineRound;
  for (ptrdiff_t Side = 0; Side < Here; Side += Tall) {
    for (ptrdiff_t R = 0; R != Tall; ++R)
      T.Lines[R] = Copied
                       ? Lines + Tile * Rounds + Before * ProductRows + Side + R
                       : line(Row + std::min(Side + R, Here - 1), Before);
    const ptrdiff_t Filling = std::min(Tall, Here - Side), Upper = Row + Side;
    Number *const Memory = sums(Upper, First);
    if (Filling == Tall &&
        within(Upper, Upper + Tall - 1, First, First + Wide)) {
      T.Sums = Memory;
      T.SumRow = SumRow;
      Run(T);
      continue;
    }
    alignas(64) Number Edge[ProductRows * 256 / sizeof(Number)];
    T.Sums = Edge;
    T.SumRow = Wide;
    // What the row has of them.
    auto Copy = [&](ptrdiff_t R, bool Back) {
      const ptrdiff_t From = std::max<ptrdiff_t>(0, begin(Upper + R) - First),
                      To = std::min(Wide, end(Upper + R) - First);
      Number *const Own = Edge + R * Wide, *const There = Memory + R * SumRow;
      if (From < To)
        std::memcpy((Back ? There : Own) + From, (Back ? Own : There) + From,
                    (To - From) * sizeof(Number));
    };
    if (!T.Starts) {
      std::fill_n(Edge, Tall * Wide, Number(0));
      for (ptrdiff_t R = 0; R != Filling; ++R)
        Copy(R, /*Back=*/false);
    }
    Run(T);
    for (ptrdiff_t R = 0; R != Filling; ++R)
      Copy(R, /*Back=*/true);
  }
}

template <class Number> void Blocks<Number>::runRows() {
  if (Copied)
    copyLines();
  const ptrdiff_t Last = Top + High - 1, Behind = std::max(end(Top), end(Last));
  for (At = std::min(begin(Top), begin(Last)); At < Behind; At += Filled) {
    Filled = std::min(Width, Behind - At);
    const ptrdiff_t Stride = parts(Filled, Kind.Lanes) * Kind.Lanes;
    for (Before = 0; Before < Rounds; Before += Deep) {
      Deep = std::min(Depth, Rounds - Before);
      // A few rows do not read it often enough.
      InPlace = Rows <= FewRows && PanelColumn == 1 && Filled == Stride;
      if (!InPlace)
        copyPanel(Stride);
      for (ptrdiff_t Tile = 0; Tile < High; Tile += ProductRows)
        runTile(Tile, std::min<ptrdiff_t>(ProductRows, High - Tile), Stride);
    }
  }
}

/// Without any copies.
template <class Number> void Blocks<Number>::runPlain() {
  for (ptrdiff_t Row = 0; Row != Rows; ++Row)
    for (ptrdiff_t Column = begin(Row); Column < end(Row); ++Column) {
      Number Sum = Of.flags & TWOFOLD_PRODUCT_STARTS ? Number(Of.start)
                                                     : *sums(Row, Column);
      for (ptrdiff_t Round = 0; Round != Rounds; ++Round) {
        const Number Line =
            Scaled ? Scale * *line(Row, Round) : *line(Row, Round);
        const Number Other = *panel(Round, Column);
        Sum = Of.flags & TWOFOLD_PRODUCT_FUSED ? std::fma(Line, Other, Sum)
                                               : Sum + Line * Other;
      }
      *sums(Row, Column) = Sum;
    }
}

template <class Number> void Blocks<Number>::run() {
  constexpr size_t Line = 64;
  const size_t PanelSize = parts(Depth * Width * Size, Line) * Line;
  const size_t All =
      PanelSize + (Copied ? parts(Rounds * Height * Size, Line) * Line : 0);
  alignas(Line) std::byte Near[16384];
  const auto Far = [](void *P) { std::free(P); };
  std::unique_ptr<void, decltype(Far)> Held(
      All > sizeof Near ? std::aligned_alloc(Line, All) : nullptr, Far);
  void *const Memory = All > sizeof Near ? Held.get() : Near;
  if (!Memory || !Kind.Of)
    return runPlain();
  Panel = static_cast<Number *>(Memory);
  Lines = Panel + PanelSize / sizeof(Number);
  for (Top = 0; Top < Rows; Top += High) {
    High = std::min(Height, Rows - Top);
    runRows();
  }
}

template <template <class, bool> class Tiles, int MostVectors, class Number,
          bool Fused>
TileKind<Number> kind() {
  return {Tiles<Number, Fused>::Lanes, MostVectors, Tiles<Number, Fused>::of};
}

/// Null functions where the processor has no such vectors.
template <class Number, bool Fused> TileKind<Number> kindOf(unsigned Bytes) {
#if defined(__x86_64__)
  if (Bytes == 64 && __builtin_cpu_supports("avx512f"))
    return kind<wide::Tiles, wide::MostVectors, Number, Fused>();
  const bool Fuses = __builtin_cpu_supports("fma");
  if (Bytes == 32 && __builtin_cpu_supports("avx2") && Fuses)
    return kind<half::Tiles, half::MostVectors, Number, Fused>();
  if (Fused && Bytes == 16) // no instruction of these does both
    return {1, 1, nullptr};
#endif
  if (Bytes == 16)
    return kind<narrow::Tiles, narrow::MostVectors, Number, Fused>();
  return {0, 0, nullptr};
}

template <class Number>
bool multiplyBy(const twofold_product &Of, unsigned Bytes, ProductSlant Slant) {
  const TileKind<Number> Kind = Of.flags & TWOFOLD_PRODUCT_FUSED
                                    ? kindOf<Number, true>(Bytes)
                                    : kindOf<Number, false>(Bytes);
  if (Kind.Lanes == 0)
    return false;
  const twofold_product Some = withoutEmptyRows(Of, Slant);
  if (Some.rows > 0)
    Blocks<Number>(Some, Kind, Slant).run();
  return true;
}

} // namespace

bool multiply(const twofold_product &Of, unsigned VectorBytes,
              ProductSlant Slant) {
  return Of.flags & TWOFOLD_PRODUCT_DOUBLE
             ? multiplyBy<double>(Of, VectorBytes, Slant)
             : multiplyBy<float>(Of, VectorBytes, Slant);
}

void multiply(const twofold_product &Of, ProductSlant Slant) {
  (void)(multiply(Of, 64, Slant) || multiply(Of, 32, Slant) ||
         multiply(Of, 16, Slant));
}

} // namespace twofold
