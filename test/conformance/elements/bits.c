// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// & | ^ on elements of every width.
// RUN: %conform %s %t --races-unseen
#include "show.h"

enum { N = 600, BINS = 7 };

int main(void) {
  static unsigned all[BINS];
  static unsigned char some[BINS];
  static unsigned short odd[BINS];
  static unsigned w[N];
  for (int i = 0; i < N; ++i)
    w[i] = (unsigned)i * 2654435761u;
  for (int k = 0; k < BINS; ++k) {
    all[k] = ~0u << k;
    odd[k] = (unsigned short)(k * 1000);
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    all[i % BINS] &= w[i] | 0xf0f0f0f0u;
    some[i % BINS] |= (unsigned char)(w[i] & 0x15);
    odd[i % BINS] ^= (unsigned short)w[i];
  }
  SHOW_INTEGERS("all", all, BINS);
  SHOW_INTEGERS("some", some, BINS);
  SHOW_INTEGERS("odd", odd, BINS);
}
