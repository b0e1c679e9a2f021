// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ten steps move the arrays once each way, and not ten times.
// REQUIRES: pocl
// RUN: %clang %plugin %include -Wno-pass-failed -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_ZERO_COPY=0 TWOFOLD_DEVICE=cpu TWOFOLD_COHERENCE=eager %t eager
// RUN: env TWOFOLD_ZERO_COPY=0 TWOFOLD_DEVICE=cpu TWOFOLD_COHERENCE=function %t once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <twofold/twofold.h>

enum { Rows = 256, Columns = 256, Count = Rows * Columns, Steps = 10 };

__attribute__((noinline)) static void jacobi(float *a, float *b, int steps) {
  for (int t = 0; t < steps; ++t) {
#pragma twofold parallel for
    for (int i = 1; i < Rows - 1; ++i)
      for (int j = 1; j < Columns - 1; ++j)
        b[i * Columns + j] =
            0.25f * (a[(i - 1) * Columns + j] + a[(i + 1) * Columns + j] +
                     a[i * Columns + j - 1] + a[i * Columns + j + 1]);
    float *other = a;
    a = b;
    b = other;
  }
}

static struct twofold_statistics now(void) {
  struct twofold_statistics all = {sizeof all};
  twofold_get_statistics(&all);
  return all;
}

int main(int argc, char **argv) {
  float *a = malloc(Count * sizeof(float)), *b = malloc(Count * sizeof(float));
  for (int i = 0; i < Count; ++i)
    a[i] = b[i] = (float)(i % 100);
  jacobi(a, b, 1); // compiles the kernel, wherever it runs
  struct twofold_statistics before = now();
  jacobi(a, b, Steps);
  struct twofold_statistics after = now();
  unsigned long long to = after.bytes_to_device - before.bytes_to_device,
                     from = after.bytes_to_host - before.bytes_to_host;
  unsigned long long both = 2ull * Count * sizeof(float);
  printf("%llu launches, %llu bytes there, %llu back, of %llu\n",
         (unsigned long long)(after.calls_device - before.calls_device), to,
         from, both);
  if (after.calls_device - before.calls_device != Steps)
    return 1;
  if (!strcmp(argv[1], "once"))
    return to > both || from > both;
  return to < 4 * both || from < 4 * both;
}
