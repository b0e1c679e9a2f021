// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of which threads have copies, beside one that each iteration has rows
// of for itself and reads by another name, too.
// RUN: %conform %s %t --unsimulated
#include <stdio.h>

enum { Count = 500, Room = 16 * Count + 16 };
static int rows[Room], row[Count + 1];

static void beside(const int *same, int n) {
  int count[8] = {1, 2, 3}, sums[8] = {4};
  long seen[Count];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    long sum = 0;
    for (int o = row[i]; o < row[i + 1]; ++o)
      for (int j = 0; j < 5; ++j) {
        rows[o] += i;
        sum += same[o];
      }
    count[i % 8] += 1;
    sums[row[i] % 8] += i;
    seen[i] = sum;
  }
  long all = 0;
  for (int i = 0; i < n; ++i)
    all += seen[i] * (i % 13);
  for (int i = 0; i < 8; ++i)
    printf("%d %d ", count[i], sums[i]);
  printf("%ld\n", all);
}

static void sums(const double *A, double *s, double *q, const double *p) {
#pragma twofold parallel for extent(s, 64) extent(q, Count) extent(p, 64)
  for (int i = 0; i < Count; i++) {
    q[i] = 0;
    for (int j = 0; j < 64; j++) {
      s[j] += p[i % 64] * A[i % 7 * 64 + j];
      q[i] += A[i % 5 * 64 + j] * p[j];
    }
  }
}

int main(void) {
  static double A[7 * 64], s[64], q[Count], p[64];
  for (int i = 0; i < Count; ++i)
    row[i + 1] = row[i] + i % 16;
  for (int i = 0; i < Room; ++i)
    rows[i] = i % 7;
  for (int i = 0; i < 7 * 64; ++i)
    A[i] = i % 9;
  for (int i = 0; i < 64; ++i)
    p[i] = s[i] = i % 4;
  for (int round = 0; round < 3; ++round) {
    beside(rows, Count);
    sums(A, s, q, p);
  }
  double sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += s[i] * i;
  for (int i = 0; i < Count; ++i)
    sum += q[i] * i;
  printf("%.17g\n", sum);
}
