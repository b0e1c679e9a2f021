// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that end while OpenCL is being opened behind them write what they
// have to say, and end well.
// RUN: %clang -O2 %plugin -w %s -o %t %runtime_flags
// RUN: sh -e -c 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do OMP_NUM_THREADS=1 "$0" $i; done' %t | %FileCheck %s
// CHECK-COUNT-12: done
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = 2000000 + 200000 * atol(argv[1]);
  float *a = malloc(4 * (size_t)n), *o = malloc(4 * (size_t)n);
  for (int r = 0; r < 3; ++r) {
#pragma twofold parallel for
    for (long i = 0; i < n; ++i)
      a[i] = (float)(i % 17 + r);
#pragma twofold parallel for
    for (long i = 1; i < n - 1; ++i)
      o[i] = a[i - 1] + a[i + 1];
    a[0] = o[n / 2]; // the host has a look
  }
  printf("%s\n", a[0] > 0 ? "done" : "wrong");
}
