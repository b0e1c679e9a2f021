// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds that read an element which one of them stores again are items where it
// cannot become smaller, which each looks at; else one item runs a row.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*flat_0.cl | %FileCheck %s
// RUN: cat %t.dir/*rows_1.cl | %FileCheck %s --check-prefix=ROWS
// RUN: cat %t.dir/*unsigned_2.cl | %FileCheck %s --check-prefix=UNSIGNED
// RUN: cat %t.dir/*smaller_3.cl | %FileCheck %s --check-prefix=SMALLER
// RUN: cat %t.dir/*others_*.cl | %FileCheck %s --check-prefix=NONE --implicit-check-not='get_global_id(1)'

void flat(int n, int k, float *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float t = d[i * n + k] + d[k * n + j];
      if (t < d[i * n + j])
        d[i * n + j] = t;
    }
}
// CHECK: if (tile_64) {
// CHECK: const ulong own_column = get_group_id(0) * 64 + item % 64, first_row = get_group_id(1) * 16 + item / 64 * 4;
// CHECK: if (((ulong)k < j_trips && !(d[k * n + k] >= 0))) {
// CHECK: for (ulong column_number = 0; column_number < j_trips; ++column_number) {
// CHECK: if (own_column >= j_trips || own_column == (ulong)k)
// CHECK-NEXT: return;
// CHECK: float row;
// CHECK-NEXT: float own[4];
// CHECK-NEXT: float left[4];
// CHECK-NEXT: row = d[k * n + j];
// CHECK: const uint i_index = (uint)(min(row_number, i_trips - 1));
// CHECK: own[part] = d[i * n + j];
// CHECK-NEXT: left[part] = d[i * n + k];
// CHECK: if (row_number < i_trips) {
// CHECK: if (!((ulong)k < j_trips && (long)i == (long)k)) {
// CHECK-NEXT: {
// CHECK-NEXT: float t = left[part] + row;
// CHECK-NEXT: if (t < own[part]) {
// CHECK-NEXT: d[i * n + j] = t;
// CHECK: if (get_global_size(0) < j_trips || ((ulong)k < j_trips && !(d[k * n + k] >= 0))) {
// CHECK-NEXT: if (get_global_id(0) != 0)
// CHECK-NEXT: return;
// CHECK: for (int j = 0; j < n; ++j)
// CHECK: if ((ulong)k < j_trips && (j_index == (ulong)k || (long)i == (long)k))
// CHECK-NEXT: return;
// CHECK: int j = (int)j_index;
// CHECK: float t = d[i * n + k] + d[k * n + j];

static inline int min(int a, int b) { return a < b ? a : b; }
int ways[90][80];
void rows(int k) {
#pragma twofold parallel for
  for (int i = 0; i < 90; ++i)
    for (int j = 2; j < 80; ++j)
      ways[i][j] = min(ways[i][j], ways[i][k] + ways[k][j]);
}
// ROWS: if (get_global_size(0) < j_trips || ((ulong)k - (ulong)2 < j_trips && !(ways[k][k] >= 0))) {

void of_unsigned(unsigned n, unsigned k, unsigned (*d)[n]) {
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j)
      d[i][j] = d[k][j] + d[i][k] < d[i][j] ? d[k][j] + d[i][k] : d[i][j];
}
// UNSIGNED: !({{.*}} == 0)

float fminf(float, float);
void smaller(int n, int k, float *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      d[i * n + j] = fminf(d[i * n + k] + d[k * n + j], d[i * n + j]);
}
// SMALLER: get_global_id(1)
// SMALLER: fmin(d[i * n + k] + d[k * n + j], d[i * n + j])

// NONE: __kernel void others
void others(int n, int k, float *d, double *e) {
  // A zero takes the sign of the sum.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      d[i * n + j] = d[i * n + j] < d[i * n + k] + d[k * n + j]
                         ? d[i * n + j]
                         : d[i * n + k] + d[k * n + j];
  // Another row than that of the round.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (e[i * n + k] + e[(k + 1) * n + j] < e[i * n + j])
        e[i * n + j] = e[i * n + k] + e[(k + 1) * n + j];
  // The greatest is stored.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (e[i * n + k] + e[k * n + j] > e[i * n + j])
        e[i * n + j] = e[i * n + k] + e[k * n + j];
}
