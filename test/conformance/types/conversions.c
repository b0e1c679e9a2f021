// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between all sorts of numbers, promotions, mixed signs.
// RUN: %conform %s %t
#include "show.h"

enum { N = 60 };

int main(void) {
  static long out[N];
  static double d[N];
  unsigned char uc = 250;
  signed char sc = -100;
  unsigned short us = 65000;
  unsigned ui = 4000000000u;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    long s = uc + sc + us * 2;
    s += (unsigned char)(uc + i) + (signed char)(sc - i) + (short)(us + i);
    s += ui + i > -1;
    s += (sc < ui) + (sc < (int)uc) * 2 + ((unsigned char)sc > sc) * 4;
    s ^= (long)(ui << 2) + (long)ui * 3 - (sc >> 1) + ((unsigned)sc >> 28);
    float f = ui + i;
    out[i] = s + (long)f + (int)(i * -1.75f) + (unsigned char)(i * 3.5);
    d[i] = us / 7 + us / 7.0 + uc * 0.1f + (float)(i + 16777217) + ui;
  }
  SHOW_INTEGERS("out", out, N);
  SHOW_FLOATS("d", d, N);
}
