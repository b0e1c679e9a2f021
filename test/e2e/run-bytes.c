// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ten steps move the arrays once each way, and not ten times; nor what arrays
// have on pages that other data is on.
// REQUIRES: pocl
// RUN: %clang %plugin %include -Wno-pass-failed -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_ZERO_COPY=0 TWOFOLD_DEVICE=cpu TWOFOLD_COHERENCE=eager %t eager
// RUN: env TWOFOLD_ZERO_COPY=0 TWOFOLD_DEVICE=cpu TWOFOLD_COHERENCE=function %t once
// RUN: env TWOFOLD_ZERO_COPY=0 TWOFOLD_DEVICE=cpu TWOFOLD_COHERENCE=lazy %t edges
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <twofold/twofold.h>

enum { Rows = 256, Columns = 256, Count = Rows * Columns, Steps = 10 };
enum { Page = 4096, Beside = 100 };

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
  // Their first and last pages hold other blocks, too.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  char *first = malloc(Beside);
  float *a = malloc(Count * sizeof(float));
  char *between = malloc(Beside);
  float *b = malloc(Count * sizeof(float));
  char *last = malloc(Beside);
  for (int i = 0; i < Beside; ++i)
    first[i] = between[i] = last[i] = 7;
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
  for (int i = 0; i < Beside; ++i)
    if (first[i] != 7 || between[i] != 7 || last[i] != 7)
      return 2;
  if (!strcmp(argv[1], "once"))
    return to > both || from > both;
  if (!strcmp(argv[1], "edges"))
    return to > 6 * Page || from > 4 * Page;
  return to < 4 * both || from < 4 * both;
}
