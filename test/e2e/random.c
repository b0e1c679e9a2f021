// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random numbers by their place: the published answers of Philox4x32-10, and the
// same numbers natively and by kernels.
// RUN: %e2e %s %t %include
#include "Inputs/show.h"
#include <twofold/random.h>

enum { Count = 300 };

// Counters and keys in rows, as Random123's kat_vectors has them.
static const uint32_t given[3][6] = {
    {0, 0, 0, 0, 0, 0},
    {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
    {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0}};
static const uint32_t known[3][4] = {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                                     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};

static void answers(void) {
  uint32_t out[12];
#pragma twofold parallel for
  for (int i = 0; i < 3; ++i) {
    struct twofold_random_block r = twofold_philox(given[i][0], given[i][1], given[i][2],
                                                   given[i][3], given[i][4], given[i][5]);
    out[4 * i] = r.x;
    out[4 * i + 1] = r.y;
    out[4 * i + 2] = r.z;
    out[4 * i + 3] = r.w;
  }
  int wrong = 0;
  for (int i = 0; i < 12; ++i)
    wrong += out[i] != known[i / 4][i % 4];
  SHOW_INTEGER(wrong);
}

static void draws(uint64_t seed) {
  static uint32_t bits[Count];
  static float f[Count];
  static double d[Count];
#pragma twofold parallel for
  for (long i = 0; i < Count; ++i) {
    bits[i] = twofold_random_bits(seed, 7, (uint64_t)i + 0xfffffff0u);
    f[i] = twofold_random_float(seed, 1, (uint64_t)i);
    d[i] = twofold_random_double(seed + 1, (uint64_t)i, 5);
  }
  SHOW_INTEGERS("bits", bits, Count);
  SHOW_FLOATS("floats", f, Count);
  SHOW_FLOATS("doubles", d, Count);
}

int main(void) {
  answers();
  draws(42);
  draws(0x123456789abcdefu);
}
