// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions as kernels: operations, types, several at once, odd sizes.
// RUN: %e2e %s %t
#include "Inputs/show.h"
#include <stdbool.h>

enum { Count = 10007 };
static int data[Count];
static float reals[Count];
static double wide[Count];

int main(void) {
  for (int i = 0; i < Count; ++i) {
    data[i] = (int)(i * 2654435761u >> 4);
    reals[i] = (float)((i * 37) % 101 - 50);
    wide[i] = (i * 53) % 211 - 100;
  }
  long sum = 1;
  int low = data[0], high = data[0];
  unsigned mixed = 0, product = 1, bits = ~0u, any = 0;
#pragma twofold parallel for reduction(+ : sum) reduction(min : low)           \
    reduction(max : high) reduction(^ : mixed) reduction(* : product)          \
        reduction(& : bits) reduction(| : any)
  for (int i = 0; i < Count; ++i) {
    sum += data[i];
    if (data[i] < low)
      low = data[i];
    high = data[i] > high ? data[i] : high;
    mixed ^= (unsigned)data[i];
    product *= (unsigned)data[i] | 1u;
    bits &= (unsigned)data[i] | 0xf0u;
    any |= (unsigned)data[i] & 0x1234u;
  }
  SHOW_INTEGER(sum);
  SHOW_INTEGER(low);
  SHOW_INTEGER(high);
  SHOW_INTEGER(mixed);
  SHOW_INTEGER(product);
  SHOW_INTEGER(bits);
  SHOW_INTEGER(any);

  // Small whole numbers: exact in any order.
  float fsum = 0.5f, fmin_ = 1e30f, fmax_ = -1e30f;
  double dsum = 0.25, dproduct = 1.0;
#pragma twofold parallel for reduction(+ : fsum, dsum) reduction(min : fmin_)  \
    reduction(max : fmax_) reduction(* : dproduct)
  for (int i = 0; i < Count; ++i) {
    fsum += reals[i];
    dsum += wide[i];
    if (reals[i] < fmin_)
      fmin_ = reals[i];
    if (reals[i] > fmax_)
      fmax_ = reals[i];
    dproduct *= wide[i] > 90.0 ? 2.0 : wide[i] < -92.0 ? 0.5 : 1.0;
  }
  SHOW_FLOAT(fsum);
  SHOW_FLOAT(fmin_);
  SHOW_FLOAT(fmax_);
  SHOW_FLOAT(dsum);
  SHOW_FLOAT(dproduct);

  bool every = true, some = false;
  short small = 5;
  signed char tiny = 100;
#pragma twofold parallel for reduction(&& : every) reduction(|| : some)        \
    reduction(+ : small) reduction(min : tiny)
  for (int i = 0; i < Count; ++i) {
    every = every && data[i] >= 0;
    some = some || data[i] == 77;
    small += (short)data[i];
    signed char c = (signed char)data[i];
    if (c < tiny)
      tiny = c;
  }
  SHOW_INTEGER(every);
  SHOW_INTEGER(some);
  SHOW_INTEGER(small);
  SHOW_INTEGER(tiny);

  for (int n = 0; n < 70; n += n < 5 ? 1 : 13) {
    long total = 1000;
    int differences = 0;
#pragma twofold parallel for reduction(+ : total) reduction(- : differences)
    for (int i = 0; i < n; ++i) {
      total += data[i] % 1000;
      differences -= i;
    }
    printf("%d: %ld %d\n", n, total, differences);
  }
}
