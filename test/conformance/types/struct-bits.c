// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bit-fields, signed and unsigned: on threads.
// RUN: %conform %s %t --native -Wno-pass-failed
#include "show.h"

enum { N = 40 };
struct bits {
  unsigned low : 3, high : 5;
  signed int small : 4;
  unsigned long long wide : 40;
};

int main(void) {
  static struct bits b[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    b[i].low = i;
    b[i].high += i * 3;
    b[i].small = i;
    b[i].wide = 0xFFFFFFFFFFull - i;
    b[i].low ^= b[i].high;
  }
  for (int i = 0; i < N; ++i)
    SHOW_INTEGER(b[i].low + b[i].high * 10 + b[i].small * 1000 + (long)b[i].wide);
}
