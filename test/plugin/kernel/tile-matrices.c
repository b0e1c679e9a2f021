// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a round of a tile adds one product of doubles, fused, the kernel has a
// form with instructions for matrices, too, and the site says so.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -march=x86-64-v3 -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t.dir/*product_0.cl | %FileCheck %s
// RUN: cat %t.dir/*less_1.cl | %FileCheck %s --check-prefix=LESS
// RUN: cat %t.dir/*floats_*.cl %t.dir/*squares_*.cl %t.dir/*two_*.cl | %FileCheck %s --check-prefix=NONE --implicit-check-not=MATRICES --implicit-check-not=mma
// RUN: rm -rf %t.off && mkdir %t.off
// RUN: %clang %plugin -march=x86-64-v3 -ffp-contract=off -fplugin-arg-twofold-dump=%t.off -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t.off/*.cl | %FileCheck %s --check-prefix=NONE --implicit-check-not=MATRICES --implicit-check-not=mma
// RUN: %clang %plugin -march=x86-64-v3 -O1 -w -S -emit-llvm -o - %s | %FileCheck %s --check-prefix=FLAGS

// 8192, 16384 and 64, as items of CPUs and groups have tiles, and what doubles need.
// FLAGS: product_0{{.*}}i32 24641

void product(int n, int m, int l, double *c, const double *a, const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}
// Rows of both forms lie so far apart that items of neighbouring rounds meet in
// no bank.
// CHECK: __local double row_tile[2112]
// CHECK: if (tile_64) {
// CHECK: #ifdef TWOFOLD_MATRICES
// An item has rows eight apart, and pairs of columns.
// CHECK: own_column = item / 32 % 2 * 32 + item % 4 * 2, own_row = item / 64 * 64 + item % 32 / 4 * 1;
// CHECK: double s_sums[8][8];
// CHECK: const uint row_number = first_row + (own_row + row / 1 * 8 + row % 1);
// CHECK: const uint column_number = first_column + (own_column + column / 2 * 8 + column % 2);
// Rounds behind the last one add -0.
// CHECK: row_next[part] = (ulong)0 + turn < k_trips ? a[i * l + k] : 0.0;
// CHECK: column_next[part] = (ulong)0 + turn < k_trips ? b[k * m + j] : -0.0;
// CHECK: for (uint turn = 0; turn < 8; turn += 4) {
// CHECK: row_here[part] = row_tile[(used * 8 + turn + item % 4) * 132 + own_row + part * 8];
// CHECK: column_here[part] = column_tile[(used * 8 + turn + item % 4) * 68 + own_column - item % 4 * 2 + item % 32 / 4 + part * 8];
// CHECK: for (uint row = 0; row < 8; row += 2) {
// CHECK: for (uint column = 0; column < 8; column += 2) {
// CHECK-NEXT: asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
// CHECK-NEXT: : "+d"(s_sums[row][column]), "+d"(s_sums[row][column + 1]), "+d"(s_sums[row + 1][column]), "+d"(s_sums[row + 1][column + 1])
// CHECK-NEXT: : "d"(row_here[row]), "d"(row_here[row + 1]), "d"(column_here[column / 2]));
// CHECK: #else
// CHECK: row_next[part] = a[i * l + k];
// CHECK: s_sums[row][column] = fma(row_here[row], column_here[column], s_sums[row][column]);
// CHECK: #endif
// CHECK: if (tile_32) {
// CHECK: #ifdef TWOFOLD_MATRICES

void less(int n, int m, int l, double *c, const double *a, const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i * m + j] -= a[k * n + i] * b[k * m + j];
}
// A product that is taken away has one operand's sign changed, also where it
// is nothing.
// LESS: row_next[part] = (ulong)0 + turn < k_trips ? a[k * n + i] : 0.0;
// LESS: column_next[part] = (ulong)0 + turn < k_trips ? b[k * m + j] : 0.0;
// LESS: row_here[part] = -row_tile[
// LESS: mma.sync
// LESS: "+d"(kept_sums[row][column])

// There are no such instructions for these.
void floats(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}
void squares(int n, int m, int l, double *c, const double *a, const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int k = 0; k < l; ++k)
        s += (a[i * l + k] - b[j * l + k]) * (a[i * l + k] - b[j * l + k]);
      c[i * m + j] = s;
    }
}
// Its sums add two products in turn.
void two(int n, int l, double *c, const double *a, const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      for (int k = 0; k < l; ++k) {
        s += a[i * l + k] * b[j * l + k];
        s += b[i * l + k] * a[j * l + k];
      }
      c[i * n + j] = s;
    }
}
// NONE: s_sums[row][column] =
