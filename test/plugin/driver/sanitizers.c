// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Under sanitizers a right program is silent, and a bug inside a loop is found
// at its own line.
// RUN: %clang %plugin -g -O1 -fsanitize=address,undefined %s -o %t %runtime_flags
// RUN: env TWOFOLD_INLINE_OPS=0 OMP_NUM_THREADS=2 ASAN_OPTIONS=detect_leaks=0 %t 100 2>&1 | %FileCheck %s
// RUN: not env TWOFOLD_DEVICE=native ASAN_OPTIONS=detect_leaks=0 %t 101 2>&1 | %FileCheck --check-prefix=OVERFLOW %s
// RUN: env TWOFOLD_DEVICE=native ASAN_OPTIONS=detect_leaks=0 %t 99 30 2>&1 | %FileCheck --check-prefix=SHIFT %s
// CHECK-NOT: rror
// CHECK: sum 4950
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100, by = argc > 2 ? atoi(argv[2]) : 0;
  int *a = malloc(100 * sizeof(int));
  long sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    // OVERFLOW: heap-buffer-overflow
    // OVERFLOW: sanitizers.c:[[@LINE+2]]
    // SHIFT: sanitizers.c:[[@LINE+1]]:{{.*}}left shift of
    a[i] = i << by;
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i];
  printf("sum %ld\n", sum);
  free(a);
  return 0;
}
