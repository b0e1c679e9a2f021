// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sweeps over the points of one colour: each iteration begins at another column
// and goes on by two, so that iterations touch neighbours of the other colour
// alone. No such loop is a warning. Where colours are of three rows each,
// neighbours have one colour, which only a call can tell.
// RUN: %e2e %s %t --native -Werror=pass-failed
#include "Inputs/show.h"

enum { N = 40 };

#define RELAX(row, above, below)                                               \
  row[j] = (above[j] + below[j] + row[j - 1] + row[j + 1]) % 1013 + 1

static void remainder_of_sum(int *a, int n, int c) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1 + (i + c) % 2; j < n - 1; j += 2)
      a[i * n + j] = (a[(i - 1) * n + j] + a[(i + 1) * n + j] +
                      a[i * n + j - 1] + a[i * n + j + 1]) %
                         1013 +
                     1;
}

static void rows(int (*a)[N], int n, int c) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1 + (i + c) % 2; j < N - 1; j += 2)
      RELAX(a[i], a[i - 1], a[i + 1]);
}

static void table_of_rows(int **a, int n, int c) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1 + (i + c) % 2; j < n - 1; j += 2)
      RELAX(a[i], a[i - 1], a[i + 1]);
}

static void exclusive_or(int (*a)[N], int n, int c) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i) {
    int first = (i ^ c) & 1;
    for (int j = N - 2 - first; j > 0; j -= 2)
      RELAX(a[i], a[i - 1], a[i + 1]);
  }
}

static void chosen(int (*a)[N], int n, int c) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i) {
    int first = i % 2 == c ? 1 : 2;
    for (int j = first; j < N - 1; j += 2)
      RELAX(a[i], a[i - 1], a[i + 1]);
  }
}

static void three_rows(int (*a)[N], int n, int c) {
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1 + (i / 3 + c) % 2; j < N - 1; j += 2)
      RELAX(a[i], a[i - 1], a[i + 1]);
}

int main(void) {
  static int a[N][N];
  static int *table[N];
  for (int i = 0; i < N; ++i) {
    table[i] = a[i];
    for (int j = 0; j < N; ++j)
      a[i][j] = (i * 31 + j * 17) % 97;
  }
  for (int c = -2; c < 4; ++c) {
    remainder_of_sum(a[0], N, c);
    rows(a, N, c);
    table_of_rows(table, N, c);
    exclusive_or(a, N, c);
    chosen(a, N, c & 1);
    SHOW_INTEGERS("colours", a[0], N * N);
    three_rows(a, N, c);
    SHOW_INTEGERS("three", a[0], N * N);
  }
}
