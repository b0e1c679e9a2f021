// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices in annotated loops that are more than plain loops when they run: sides
// that overlap, shapes that differ; and those that cannot be tested before.
// RUN: %conform %s %t --native
// RUN: %if pocl %{ not env TWOFOLD_DEVICE=cpu TWOFOLD_OFFLOAD=mandatory \
// RUN:   %t.twofold 2>&1 | FileCheck %s %}
// CHECK: not offloaded: shapes of a slice in the loop differ, or its sides overlap
/* clang-format off */
#include "show.h"
#include <string.h>
#ifdef WITH_PLUGIN
#include <twofold/twofold.h>
static int told;
static void handler(const struct twofold_error *e, void *user) {
  (void)user;
  /* Threads call it. */
  if (__atomic_fetch_add(&told, 1, __ATOMIC_RELAXED) == 0)
    printf("%s of %lld\n", e->array, (long long)e->count);
}
#endif
enum { N = 11, M = 16 };
static int block[N * M * 2 + M];

static void assign(int n, int m, int *a, const int *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#ifdef WITH_PLUGIN
#pragma twofold slice
    a[i * M : m] = b[i * M : m] + 1;
#else
  {
    int t[M];
    memcpy(t, b + i * M, m * sizeof(int));
    for (int j = 0; j < m; ++j)
      a[i * M + j] = t[j] + 1;
  }
#endif
}

static void grow(int n, int m, int *a, const int *x, const int *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#ifdef WITH_PLUGIN
#pragma twofold slice
    a[i * M : m] += x[i] * y[0:m];
#else
  {
    int t[M];
    memcpy(t, y, m * sizeof(int));
    for (int j = 0; j < m; ++j)
      a[i * M + j] += x[i] * t[j];
  }
#endif
}

static void ranges(int n, const int *first, int *a, int *sums) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#ifdef WITH_PLUGIN
#pragma twofold slice
    sums[i] = first[i] > 3 && twofold_any(a[first[i] : first[i + 1] - first[i]] > 5)
                  ? twofold_sum(a[first[i] : first[i + 1] - first[i]]) : -1;
#else
    int any = 0, sum = 0;
    for (int j = first[i]; j < first[i + 1]; ++j)
      any |= a[j] > 5, sum += a[j];
    sums[i] = first[i] > 3 && any ? sum : -1;
#endif
  }
}

static void show(void) { SHOW_INTEGERS("block", block, N * M * 2 + M); }

int main(void) {
  static int A[N][M], first[N + 1];
  for (int i = 0; i < N * M * 2 + M; ++i)
    block[i] = i * 37 % 101;
  for (int i = 0; i <= N; ++i)
    first[i] = i * i;
  assign(N, M - 1, block + 1, block);
  show();
  assign(N, M, block, block);
  assign(0, M, block + 1, block);
  assign(N, 0, block + 1, block);
  grow(1, M / 2, block, block + N * M, block + 3);
  show();
  ranges(N, first, block, block + N * M);
  show();
  int n = N, m = M, less = M - 2;
#ifdef WITH_PLUGIN
  twofold_set_error_handler(handler, 0);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma twofold slice
    A[i][0:less] = block[i * M : m];
  }
  told = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma twofold slice
    A[i][0] = twofold_sum(A[i][0 : less - m]);
  }
#else
  printf("block[i * M : m] of %d\nA[i][0 : less - m] of 0\n", less + 0 * n * m);
#endif
  SHOW_INTEGERS("A", A[0], N * M);
}
