// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What decides about leaving is stored to by earlier iterations: surely, in
// calls where arrays overlap, and at places that are in memory. Such loops are
// not searched ahead.
// RUN: %conform %s %t --native
#include "show.h"

static int climb(int *a, int n, int limit) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    if (a[i - 1] > limit)
      return i;
    a[i] = a[i - 1] + 1;
  }
  return -1;
}

static int copied(const int *from, int *to, int n, int limit, int *last) {
  int i;
#pragma twofold parallel for
  for (i = 0; i < n; ++i) {
    if (from[i] > limit)
      break;
    int twice = 2 * from[i];
    to[i] = twice;
    if (i % 3 == 0)
      continue;
    to[i] += 1;
  }
  *last = to[n / 2];
  return i;
}

static int placed(int *a, const int *place, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    if (a[i] > 20)
      return i;
    a[place[i]] = i;
  }
  return -1;
}

/* Gauss and Jordan: a pivot that is 0 ends it. */
static int solve(int n, int sides, double *a) {
#pragma twofold parallel for
  for (int j = 0; j < n; ++j) {
    int pivot = j;
    double most = a[j + j * n];
    for (int i = j; i < n; ++i)
      if ((most < 0 ? -most : most) <
          (a[i + j * n] < 0 ? -a[i + j * n] : a[i + j * n])) {
        most = a[i + j * n];
        pivot = i;
      }
    if (most == 0)
      return j;
    for (int k = 0; k < n + sides; ++k) {
      double other = a[pivot + k * n];
      a[pivot + k * n] = a[j + k * n];
      a[j + k * n] = other / most;
    }
    for (int i = 0; i < n; ++i)
      if (i != j) {
        double factor = a[i + j * n];
        for (int k = j; k < n + sides; ++k)
          a[i + k * n] -= factor * a[j + k * n];
      }
  }
  return n;
}

int main(void) {
  enum { N = 400 };
  static int a[N + 1], b[N + 1], place[N], found[16];
  double m[15] = {1, 4, 7, 2, 5, 8, 3, 6, 0, 14, 32, 23, 7, 16, 7};
  int k = 0;
  found[k++] = climb(a, N, 50);
  found[k++] = climb(a, 40, 50);
  for (int i = 0; i <= N; ++i)
    a[i] = i % 50 + 1;
  found[k] = copied(a, b, N, 49, &found[k + 1]);
  k += 2;
  found[k] = copied(a, b, 30, 49, &found[k + 1]);
  k += 2;
  SHOW_INTEGERS("b", b, N);
  found[k] = copied(a, a, N, 49, &found[k + 1]);
  k += 2;
  SHOW_INTEGERS("a", a, N);
  found[k] = copied(a, a + 1, N, 4900, &found[k + 1]);
  k += 2;
  SHOW_INTEGERS("a", a, N);
  for (int i = 0; i < N; ++i) {
    a[i] = 0;
    place[i] = (i * 3 + 1) % N;
  }
  found[k++] = placed(a, place, N);
  found[k++] = solve(3, 2, m);
  SHOW_INTEGERS("found", found, k);
  SHOW_FLOATS("m", m, 15);
}
