// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProductTile.h - a tile of sums that stay in registers --------------===//
//
// Included once for each kind of processor, in a namespace of its own and with
// functions that are compiled for it. Not to be included elsewhere: no guard.

/// The sums of Rows rows and Vectors * Lanes columns take the products of their
/// rounds.
template <class Number, bool Fused, int Lanes, int Rows, int Vectors>
void tile(const ProductTile<Number> &T) {
  typedef Number Vector __attribute__((vector_size(Lanes * sizeof(Number))));
  typedef Number Loose __attribute__((vector_size(Lanes * sizeof(Number)),
                                      aligned(alignof(Number))));
  Vector Sums[Rows][Vectors];
  const Number *Lines[Rows];
#pragma clang loop unroll(full)
  for (int R = 0; R < Rows; ++R)
    Lines[R] = T.Lines[R];
  if (T.Starts) {
    const Vector Start = Vector{} + T.Start;
#pragma clang loop unroll(full)
    for (int R = 0; R < Rows; ++R)
#pragma clang loop unroll(full)
      for (int V = 0; V < Vectors; ++V)
        Sums[R][V] = Start;
  } else {
#pragma clang loop unroll(full)
    for (int R = 0; R < Rows; ++R)
#pragma clang loop unroll(full)
      for (int V = 0; V < Vectors; ++V)
        Sums[R][V] =
            *reinterpret_cast<const Loose *>(T.Sums + R * T.SumRow + V * Lanes);
  }
  const Number *Panel = T.Panel;
  ptrdiff_t At = 0;
#pragma clang loop unroll(disable)
  for (ptrdiff_t Left = T.Rounds; Left != 0; --Left) {
    Vector Columns[Vectors];
#pragma clang loop unroll(full)
    for (int V = 0; V < Vectors; ++V)
      Columns[V] = *reinterpret_cast<const Loose *>(Panel + V * Lanes);
#pragma clang loop unroll(full)
    for (int R = 0; R < Rows; ++R) {
      const Number One = Lines[R][At];
      Vector Line;
#pragma clang loop unroll(full)
      for (int L = 0; L < Lanes; ++L)
        Line[L] = One;
#pragma clang loop unroll(full)
      for (int V = 0; V < Vectors; ++V)
        Sums[R][V] =
            Fused ? __builtin_elementwise_fma(Line, Columns[V], Sums[R][V])
                  : Sums[R][V] + Line * Columns[V];
    }
    Panel += T.PanelRound;
    At += T.LineRound;
  }
#pragma clang loop unroll(full)
  for (int R = 0; R < Rows; ++R)
#pragma clang loop unroll(full)
    for (int V = 0; V < Vectors; ++V)
      *reinterpret_cast<Loose *>(T.Sums + R * T.SumRow + V * Lanes) =
          Sums[R][V];
}

/// Those with vectors of VectorBytes, MostVectors a row at most.
template <class Number, bool Fused> struct Tiles {
  static constexpr int Lanes = VectorBytes / sizeof(Number);
  using Run = void (*)(const ProductTile<Number> &);
  template <int Rows> static Run of(int Vectors) {
    if constexpr (MostVectors == 4) {
      if (Vectors == 4)
        return tile<Number, Fused, Lanes, Rows, 4>;
      if (Vectors == 3)
        return tile<Number, Fused, Lanes, Rows, 3>;
    }
    return Vectors == 2 ? tile<Number, Fused, Lanes, Rows, 2>
                        : tile<Number, Fused, Lanes, Rows, 1>;
  }
  /// Of ProductRows rows, or of one.
  static Run of(bool Whole, int Vectors) {
    return Whole ? of<ProductRows>(Vectors) : of<1>(Vectors);
  }
};
