// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma GCC visibility push(default)
#include "twofold/abi.h"
#pragma GCC visibility pop

#include "host/Product.h"

#include <cstdint>

using namespace twofold;

twofold_product twofold::withoutEmptyRows(twofold_product Of,
                                          ProductSlant Slant) {
  const auto Moved = [](auto *At, int64_t By) {
    return static_cast<decltype(At)>(
        reinterpret_cast<void *>(reinterpret_cast<uintptr_t>(At) + By));
  };
  const int64_t Bytes =
      Of.flags & TWOFOLD_PRODUCT_DOUBLE ? sizeof(double) : sizeof(float);
  const int64_t Growth = Slant.End - Slant.Begin;
  for (; Of.rows > 0 && Growth > 0 && Of.columns <= 0; --Of.rows) {
    Of.sums = Moved(Of.sums, Of.sum_row + Slant.Begin * Bytes);
    Of.lines = Moved(Of.lines, Of.line_row);
    Of.panel = Moved(Of.panel, Slant.Begin * Of.panel_column);
    Of.columns += Growth;
  }
  while (Of.rows > 0 && Of.columns + (Of.rows - 1) * Growth <= 0)
    --Of.rows;
  return Of;
}

extern "C" void twofold_multiply(const twofold_product *Product) noexcept {
  multiply(*Product);
}

extern "C" void twofold_multiply_slanted(const twofold_product *Product,
                                         int64_t Begin, int64_t End) noexcept {
  multiply(*Product, {int(Begin), int(End)});
}
