// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts that divide: rings, rows and columns of one number, shifts and
// masks. Where two iterations meet in a call, it runs in order.
// RUN: %conform %s %t --native
#include "show.h"

enum { N = 40000 };

static int t[4 * N], b[N];

#define LOOP _Pragma("twofold parallel for")

static void ring(int n, int m) {
  LOOP for (int i = 0; i < n; i++) t[i % m] = b[i];
}
static void fixed_ring(int n, int m) {
  LOOP for (int i = 0; i < n; i++) t[i & 1023] = b[i] + m;
}
static void neighbours(int n, int m) {
  LOOP for (int i = 0; i < n; i++) t[i] = t[(i + n - 1) % n] + b[(i + m) % n];
}
static void groups(int n, int m) {
  LOOP for (int i = 0; i < n; i++) t[i / m] = b[i];
}
static void flat(int n, int m) {
  LOOP for (int i = 0; i < n; i++) {
    int row = i / m, column = i % m;
    t[row * m + column] += b[i];
    t[N + column * (n / m + 1) + row] = b[i];
  }
}
static void some(unsigned n, unsigned m) {
  LOOP for (unsigned i = m; i < n; i++)
    if (i % 4 < 2)
      t[i / 2] = b[i];
}
static void apart(int n, int m) {
  LOOP for (int i = 1; i < n; i++)
    if (i % m == 1)
      t[i] = t[i - 1] + b[i];
}
static void shifted(long n, long m) {
  LOOP for (long i = -n / 4; i < n / 4; i++) t[N + (i >> 3)] = b[i + n / 4] + (int)m;
}

static void show(const char *name) {
  unsigned long sum = 0;
  for (int i = 0; i < 4 * N; ++i) {
    sum = sum * 31 + (unsigned)t[i];
    t[i] = i % 19;
  }
  printf("%s %lx\n", name, sum);
}

int main(void) {
  for (int i = 0; i < N; ++i)
    b[i] = i * 7 % 113;
  for (int m = 3; m <= N; m = m * 50 - m / 2) {
    ring(N, m), show("ring");
    fixed_ring(N, m), show("fixed ring");
    fixed_ring(1000, m), show("short fixed ring");
    neighbours(N, m), show("neighbours");
    groups(N, m), show("groups");
    flat(N, m), show("flat");
    some(N, (unsigned)m), show("some");
    apart(N, m), show("apart");
    shifted(N, m), show("shifted");
  }
}
