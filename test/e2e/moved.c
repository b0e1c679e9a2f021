// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TWOFOLD_INFO tells how many bytes each loop has moved, and why.
// REQUIRES: pocl
// RUN: %clang %plugin %include -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_COHERENCE=lazy TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 \
// RUN:   TWOFOLD_INFO=3 %t 2>&1 | %FileCheck --check-prefixes=INFO,LAZY %s
// RUN: env TWOFOLD_COHERENCE=eager TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 \
// RUN:   TWOFOLD_INFO=2 %t 2>&1 | %FileCheck --check-prefixes=INFO,EAGER %s
// RUN: env TWOFOLD_COHERENCE=lazy TWOFOLD_DEVICE=cpu TWOFOLD_INFO=1 %t 2>&1 | \
// RUN:   %FileCheck --check-prefix=QUIET --implicit-check-not='moved to' %s
#include <stdio.h>
#include <twofold/twofold.h>

enum { Count = 16384 };

static void scale(const double *from, double *to) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    to[i] = 2 * from[i];
}

int main(void) {
  const size_t bytes = Count * sizeof(double);
  double *a = twofold_alloc(bytes), *b = twofold_alloc(bytes);
  for (int i = 0; i < Count; ++i)
    a[i] = i;
  scale(a, b);
  twofold_sync(b, bytes / 2);
  double sum = 0;
  for (int i = 0; i < Count; ++i)
    sum += b[i];
  fprintf(stderr, "sum %.0f\n", sum);
  scale(a, b);
  twofold_free(a);
  twofold_free(b);
  return 0;
}
// LAZY: twofold: twofold_sync: 64 KiB
// INFO: sum 268419072
// INFO: moved.c:[[#]]: scale: 2 calls
// LAZY: moved to devices 128 KiB: 128 KiB not there yet or written by the host
// LAZY-SAME: home 128 KiB: 64 KiB used by the host, 64 KiB asked for
// EAGER: moved to devices 256 KiB: 256 KiB read, cannot stay there
// EAGER-SAME: home 256 KiB: 256 KiB written, cannot stay there
// QUIET: sum 268419072
