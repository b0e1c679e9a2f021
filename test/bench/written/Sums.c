/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Sums.c - one result of a whole array, and histograms ---------------===*/
#include "Written.h"

WRITTEN_LOOP(sum, float, float) {
  float all = 0;
#pragma twofold parallel for reduction(+ : all)
  for (long i = 0; i < n; ++i)
    all += a[i];
  out[0] = all;
}

WRITTEN_LOOP(minimum, float, float) {
  float least = a[0];
#pragma twofold parallel for reduction(min : least)
  for (long i = 0; i < n; ++i)
    if (a[i] < least)
      least = a[i];
  out[0] = least;
}

WRITTEN_LOOP(count, float, int) {
  int found = 0;
#pragma twofold parallel for reduction(+ : found)
  for (long i = 0; i < n; ++i)
    if (a[i] > 0.5f)
      ++found;
  out[0] = found;
}

WRITTEN_LOOP(dot, float, float) {
  float all = 0;
#pragma twofold parallel for reduction(+ : all)
  for (long i = 0; i < n; ++i)
    all += a[i] * b[i];
  out[0] = all;
}

WRITTEN_LOOP(place, float, int) {
  int at = 0;
  float least = a[0];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] < least) {
      least = a[i];
      at = i;
    }
  out[0] = at;
}

WRITTEN_LOOP(histogram, byte, int) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    out[a[i]]++;
}
