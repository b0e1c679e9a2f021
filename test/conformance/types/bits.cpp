// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// <bit>: popcount, countl_zero, countr_zero, rotl, has_single_bit, bit_width, bit_cast.
// RUN: %conform %s %t -std=c++20
#include "show.h"
#include <bit>
#include <cstdint>

int main() {
  enum { N = 64 };
  static long out[N];
  static float f[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::uint32_t u = i * 2654435761u;
    std::uint64_t l = std::uint64_t(u) << i % 32;
    std::uint8_t c = std::uint8_t(u);
    out[i] = std::popcount(u) + std::countl_zero(l) * 100 + std::countr_zero(c) * 10000 + std::rotl(u, i) % 1000 +
             std::rotr(c, 3) + std::has_single_bit(u & 6) + std::bit_width(l) + std::countr_one(u) + std::bit_floor(u);
    f[i] = std::bit_cast<float>(0x3F800000u + u % 4096) + std::bit_cast<int>(f[i]);
  }
  SHOW_INTEGERS("out", out, N);
  SHOW_FLOATS("f_f", f, N);
}
