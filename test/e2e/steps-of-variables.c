// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner loops whose step is a variable: rows that are apart, that overlap, that
// interleave, and loops that do not run at all.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
// RUN: %clang %plugin -w -O1 %s -o %t.told %runtime_flags
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=2 TWOFOLD_INFO=1 %t.told apart 2>&1 >%t.out | %FileCheck %s --check-prefix=APART --implicit-check-not="may share"
// APART: steps-of-variables.c:{{[0-9]+}}: rows: 2 calls
#include <stdio.h>
#include <stddef.h>
enum { N = 300 };
static long A[N * N * 2];
static void rows(long *a, int ld, int n, int m, int inc) {
#pragma twofold parallel for
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i += inc)
      a[j * ld + i] += i * j + 1;
}
static void wide(long *a, size_t ld, size_t n, size_t m, unsigned inc) {
#pragma twofold parallel for
  for (size_t j = 0; j < m; j++)
    for (size_t i = j; i <= n; i += inc)
      a[j * ld + i] += i * j + 1;
}
static void chars(long *a, int ld, unsigned char n, int m, unsigned char inc) {
#pragma twofold parallel for
  for (int j = 0; j < m; j++)
    for (unsigned char i = 0; i < n; i += inc)
      a[j * ld + i] += i * j + 1;
}
static void stores(long *a, int ld, int n, int m, int inc) {
#pragma twofold parallel for
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i += inc)
      a[j * ld + i] = a[j * ld + i] * 3 + i;
}
static void show(const char *name) {
  unsigned long h = 7;
  for (int i = 0; i < 2 * N * N; i++) h = h * 31 + A[i];
  printf("%s %lx\n", name, h);
}
int main(int count, char **given) {
  (void)given;
  rows(A, N, N, N, 1);
  show("rows");
  rows(A, N, N, N, 7);
  show("rows by 7");
  if (count > 1)
    return 0;
  for (int r = 0; r < 2; r++) {
    rows(A, N / 2, N, N, 7); show("rows that overlap");
    rows(A, 1, N, 6, 7); show("rows interleaved");
    rows(A, 0, N, 100, 7); show("one row");
    rows(A + N * N, -N, N, N, 3); show("downwards");
    rows(A, N, 0, N, -1); show("no rounds");
    wide(A, N, N - 1, N, 5); show("unsigned");
    wide(A, N / 3, N - 1, N, 5); show("unsigned that overlap");
    chars(A, N, 200, N, 9); show("chars");
    stores(A, N, N, N, 4); show("stores");
    stores(A, 1, N, 4, 4); show("stores interleaved");
  }
}
