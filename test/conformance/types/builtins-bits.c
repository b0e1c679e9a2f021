// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtins on bits: counts, first set bits, parity, bytes swapped, rotations.
// RUN: %conform %s %t
#include "show.h"

enum { N = 64 };

int main(void) {
  static unsigned long out[N];
  static unsigned long long wide[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    unsigned u = i * 2654435761u + 1;
    unsigned long l = (unsigned long)u << i % 32 | 1;
    out[i] = __builtin_popcount(u) + __builtin_popcountl(l) + __builtin_clz(u) * 100 + __builtin_clzl(l) * 100 +
             __builtin_ctz(u << i % 16) * 10000 + __builtin_ctzll(l << i % 7) * 10000 + __builtin_ffs(u & ~1u) +
             __builtin_ffsl(l & ~3ul) + __builtin_parity(u) + __builtin_ffs(0);
    wide[i] = __builtin_bswap32(u) + __builtin_bswap64(l) + __builtin_bswap16((unsigned short)u);
    wide[i] ^= __builtin_rotateleft32(u, i) + __builtin_rotateright64(l, i) + __builtin_rotateleft8((unsigned char)u, i) +
               __builtin_rotateright16((unsigned short)u, 3);
    wide[i] += __builtin_popcountg((unsigned short)u) + __builtin_ctzg((unsigned char)(u | 64)) + __builtin_clzg(l);
  }
  SHOW_INTEGERS("out", out, N);
  SHOW_INTEGERS("wide", wide, N);
}
