// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textbook loops that are annotated although their iterations depend on each
// other: sorting networks, sieves, searches by levels, permutations in place.
// Each is named; loops of the same forms whose iterations do not meet are not.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %clang %plugin -w -O1 %s -o %t.told %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=1 %t.told 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_CHECK=1 %t.told apart 2>&1 >%t.out | count 0
#include <stdio.h>
#include <string.h>

enum { Most = 4000, Edges = 4, Side = 60 };
static int A[Most], Row[Most + 1], Col[Most * Edges];
static unsigned Random;

static int drawn(void) {
  Random = Random * 1664525u + 1013904223u;
  return (int)(Random >> 9);
}

static void fill(void) {
  Random = 1;
  for (int i = 0; i < Most; ++i)
    A[i] = drawn() % 1000;
  for (int i = 0; i <= Most; ++i)
    Row[i] = Edges * i;
  for (int i = 0; i < Most * Edges; ++i)
    Col[i] = drawn() % Most;
}

static void show(const char *name) {
  long sum = 0;
  for (int i = 0; i < Most; ++i)
    sum = (sum * 31 + A[i]) % 1000003;
  printf("%s %ld\n", name, sum);
  fill();
}

static void swap(int *a, int *b) {
  const int t = *a;
  *a = *b;
  *b = t;
}

static void odd_even(int *a, int n, int rounds) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int r = 0; r < rounds; ++r)
    for (int i = r % 2; i + 1 < n; i += 2)
      if (a[i] > a[i + 1])
        swap(&a[i], &a[i + 1]);
}

static void flip(int *a, int to) {
  int i = 0;
  while (i < to)
    swap(&a[i++], &a[to--]);
}

static void pancakes(int *a, int n) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int size = n; size > 1; --size) {
    int largest = 0;
    for (int i = 0; i < size; ++i)
      if (a[i] > a[largest])
        largest = i;
    if (largest != size - 1) {
      flip(a, largest);
      flip(a, size - 1);
    }
  }
}

static void cycles(int *a, int n) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int c = 0; c < n - 1; ++c) {
    int to = c;
    for (int i = c + 1; i < n; ++i)
      if (a[i] < a[c])
        ++to;
    if (to == c)
      continue;
    swap(&a[c], &a[to]);
  }
}

static void shells(int *a, int n, const int *gap, int gaps) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int g = 0; g < gaps; ++g)
    for (int i = gap[g]; i < n; ++i) {
      const int v = a[i];
      int j = i;
      for (; j >= gap[g] && a[j - gap[g]] > v; j -= gap[g])
        a[j] = a[j - gap[g]];
      a[j] = v;
    }
}

static void permuted(int *a, int *to, int n) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    while (to[i] != i) {
      const int j = to[i];
      swap(&a[i], &a[j]);
      to[i] = to[j];
      to[j] = j;
    }
}

static void levels(int *level, const int *row, const int *col, int n, int most) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int d = 0; d < most; ++d)
    for (int i = 0; i < n; ++i)
      if (level[i] == d)
        for (int e = row[i]; e < row[i + 1]; ++e)
          if (level[col[e]] < 0)
            level[col[e]] = d + 1;
}

static void chosen(int *out, const int *row, const int *col, int n) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (out[i] == 0)
      for (int e = row[i]; e < row[i + 1]; ++e)
        out[col[e]] = 1;
}

static void totients(int *phi, int n) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int i = 2; i < n; ++i)
    if (phi[i] == i)
      for (int j = i; j < n; j += i)
        phi[j] -= phi[j] / i;
}

static void least_factors(int *factor, int n) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int i = 2; i < n; ++i)
    if (factor[i] == 0)
      for (int j = i; j < n; j += i)
        if (factor[j] == 0)
          factor[j] = i;
}

static void moebius(int *m, int n) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    for (int j = 2 * i; j < n; j += i)
      m[j] -= m[i];
}

static void life(int *grid, int n) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int y = 1; y < n - 1; ++y)
    for (int x = 1; x < n - 1; ++x) {
      int near = 0;
      for (int v = -1; v <= 1; ++v)
        for (int u = -1; u <= 1; ++u)
          near += (u || v) && grid[(y + v) * n + x + u];
      if (grid[y * n + x] && (near < 2 || near > 3))
        grid[y * n + x] = 0;
    }
}

static void cleared(unsigned *pixel, const unsigned *above, unsigned *out, int n, int y) {
  // CHECK-DAG: textbook.c:[[@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int x = 1; x < n; ++x) {
    unsigned predicted = above[x];
    if (y == 0)
      predicted = pixel[x - 1];
    out[x] = pixel[x] - predicted;
    if (pixel[x] >> 24 == 0)
      pixel[x] = predicted & 0xffffff;
  }
}

static void level(int *of, const int *row, const int *col, int n, int d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (of[i] == d)
      for (int e = row[i]; e < row[i + 1]; ++e)
        if (of[col[e]] < 0)
          of[col[e]] = d + 1;
}

static void heaps(int *a, int rows, int n) {
#pragma twofold parallel for
  for (int r = 0; r < rows; ++r)
    for (int s = n / 2 - 1; s >= 0; --s)
      for (int i = s;;) {
        int *own = a + r * n, most = i;
        if (2 * i + 1 < n && own[2 * i + 1] > own[most])
          most = 2 * i + 1;
        if (2 * i + 2 < n && own[2 * i + 2] > own[most])
          most = 2 * i + 2;
        if (most == i)
          break;
        swap(&own[i], &own[most]);
        i = most;
      }
}

static void distinct(int *col, const int *row, int *count, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = row[i];
    for (int j = row[i]; j < row[i + 1]; ++j)
      if (j == row[i] || col[j] != col[k - 1])
        col[k++] = col[j];
    count[i] = k - row[i];
  }
}

static void steps_of_rows(int *a, const int *step, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int by = step[i] % 3 + 1;
    for (int j = 0; j < m; j += by)
      a[i * m + j] += by;
  }
}

static void paths(int *d, int n, int k) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (d[i * n + k] + d[k * n + j] < d[i * n + j])
        d[i * n + j] = d[i * n + k] + d[k * n + j];
}

static void start_levels(void) {
  memset(A, -1, sizeof A);
  A[0] = 0;
}

static void meeting(void) {
  odd_even(A, Most, 40);
  show("odd even");
  pancakes(A, 500);
  show("pancakes");
  cycles(A, 500);
  show("cycles");
  const int gaps[] = {57, 23, 7, 1};
  shells(A, Most, gaps, 4);
  show("shells");
  for (int i = 0; i < Most; ++i)
    Row[i] = (i * 7 + 3) % Most;
  permuted(A, Row, Most);
  show("permuted");
  start_levels();
  levels(A, Row, Col, Most, 9);
  show("levels");
  memset(A, 0, sizeof A);
  chosen(A, Row, Col, Most);
  show("chosen");
  for (int i = 0; i < Most; ++i)
    A[i] = i;
  totients(A, Most);
  show("totients");
  memset(A, 0, sizeof A);
  least_factors(A, Most);
  show("least factors");
  memset(A, 0, sizeof A);
  A[1] = 1;
  moebius(A, Most);
  show("moebius");
  for (int i = 0; i < Most; ++i)
    A[i] %= 2;
  life(A, Side);
  show("life");
  for (int i = 0; i < Most; ++i)
    A[i] = i / 2 == 1111 ? i : 1 << 24 | i;
  cleared((unsigned *)A, (unsigned *)Row, (unsigned *)Col, Most, 0);
  show("cleared");
}

static void apart(void) {
  start_levels();
  for (int d = 0; d < 9; ++d)
    level(A, Row, Col, Most, d);
  show("level");
  heaps(A, Most / 50, 50);
  show("heaps");
  distinct(Col, Row, A, Most);
  show("distinct");
  steps_of_rows(A, Row, Most / 50, 50);
  show("steps of rows");
  for (int k = 0; k < Side; ++k)
    paths(A, Side, k);
  show("paths");
  cleared((unsigned *)A, (unsigned *)Row, (unsigned *)Col, Most, 1);
  show("cleared");
}

int main(int argc, char **argv) {
  (void)argv;
  fill();
  apart();
  if (argc == 1)
    meeting();
  return 0;
}
