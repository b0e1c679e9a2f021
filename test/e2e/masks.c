// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits below the highest one of a mask that are missing bring iterations
// together, though those of a remainder by the same number would be apart.
// RUN: %clang -O1 %plugin %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 TWOFOLD_INFO=1 %t 2>&1 | %FileCheck %s --implicit-check-not='runs in order'
#include <stdio.h>
enum { N = 70 };
static int a[N + 8], x[N];

__attribute__((noinline)) static void apart(int n, int *a, const int *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[(i & 7) + i / 8 * 8] = x[i];
}
__attribute__((noinline)) static void meeting(int n, int *a, const int *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[(i & 6) + i / 7 * 7] = x[i];
}
int main(void) {
  for (int i = 0; i < N; ++i)
    x[i] = i;
  apart(N, a, x);
  meeting(N, a, x);
  // CHECK: masks.c:[[#@LINE-8]]: runs in order from this call on, because one iteration writes 'a' (line [[#@LINE-7]]) where another one writes 'a'
  // CHECK: a[5] = 5, a[6] = 6, a[8] = 8
  printf("a[5] = %d, a[6] = %d, a[8] = %d\n", a[5], a[6], a[8]);
  return 0;
}
