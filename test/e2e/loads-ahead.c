// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Minima, their places and counts: items load for several iterations before
// they compare. Equal elements, and the last ones, which are fewer.
// RUN: %e2e %s %t
// RUN: %e2e %s %t.copies --also TWOFOLD_ZERO_COPY=0 -O2
#include "Inputs/show.h"

#ifdef INTERPRETED
enum { N = 3001 };
#else
enum { N = 300007 };
#endif
static float a[N];
static unsigned char bytes[N];

static void search(long n) {
  float low = 3, high = -3;
  long place = -1, last = -1, many = 0, small = 0;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    if (a[i] < low) {
      low = a[i];
      place = i;
    }
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    const float v = a[i];
    if (v >= high) {
      high = v;
      last = i;
    }
  }
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    if (bytes[i] == 7)
      continue;
    if (a[i] < 0)
      ++many;
    small += bytes[i];
  }
  SHOW_FLOAT(low);
  SHOW_INTEGER(place);
  SHOW_FLOAT(high);
  SHOW_INTEGER(last);
  SHOW_INTEGER(many);
  SHOW_INTEGER(small);
}

int main(void) {
  for (int i = 0; i < N; ++i) {
    a[i] = (i * 7919L % 100003) / 50001.0f - 1;
    bytes[i] = i * 31 % 251;
  }
  static const long counts[] = {0, 1, 3, 4, 257, N / 5, N - 8, N};
  for (int i = 0; i < 8; ++i)
    search(counts[i]);
}
