// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds of inner loops become items, wherever the loops stand in the body.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -Rpass=twofold -fsyntax-only -Xclang -verify %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*heat_0.cl %t.dir/*product_1.cl %t.dir/*down_2.cl %t.dir/*wide_3.cl %t.dir/*rows_4.cl %t.dir/*triangle_5.cl | sed '/^#ifdef TWOFOLD_ROWS/,/^#endif/d' | %FileCheck %s
// RUN: cat %t.dir/*heat_0.cl | %FileCheck %s --check-prefix=ROLLED

enum { N = 37, M = 23 };
int a[N][M];

void heat(int n, float x[n][n][n], float y[n][n][n]) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) // expected-remark {{over 3 dimensions}}
    for (int j = 1; j <= n - 2; ++j)
      for (int k = 2; k < n; ++k)
        x[i][j][k] = y[i][j][k] + y[i - 1][j][k - 1];
}
// ROLLED: if (get_global_size(0) < k_trips || get_global_size(1) < j_trips) {
// ROLLED: #ifdef TWOFOLD_ROWS
// ROLLED-NEXT: #pragma unroll 1
// ROLLED-NEXT: #endif
// ROLLED-NEXT: for (int j = 1; j <= n - 2; ++j) {
// ROLLED: const uint k_index
// ROLLED-NOT: unroll 1
// CHECK-LABEL: __kernel void heat_0(
// CHECK: const ulong k_trips = 2 < (long)n ? (ulong)(long)n - (ulong)2 : 0;
// CHECK-NEXT: const ulong j_trips = 1 <= (long)(n - 2) ? (ulong)(long)(n - 2) - (ulong)1 + 1 : 0;
// CHECK: if (get_global_size(0) < k_trips || get_global_size(1) < j_trips) {
// CHECK-NEXT: if (get_global_id(0) != 0 || get_global_id(1) != 0)
// CHECK-NEXT: return;
// CHECK-NEXT: for (int j = 1; j <= n - 2; ++j) {
// CHECK-NEXT: for (int k = 2; k < n; ++k) {
// CHECK: const uint k_index = (uint)get_global_id(0);
// CHECK-NEXT: const uint j_index = (uint)get_global_id(1);
// CHECK-NEXT: if (k_index >= (uint)k_trips || j_index >= (uint)j_trips)
// CHECK-NEXT: return;
// CHECK-NEXT: int k = (int)((uint)2 + k_index);
// CHECK-NEXT: int j = (int)((uint)1 + j_index);
// CHECK-NOT: for (
// CHECK: x[

// Several loops over the same numbers, one of them inside another loop.
void product(int n, float *c, const float *x, const float *y) {
  int i, j, k;
#pragma twofold parallel for private(j, k)
  for (i = 0; i < n; i++) { // expected-remark {{over 2 dimensions}}
    for (j = 0; j < n; j++)
      c[i * n + j] = 0;
    for (k = 0; k < n; k++)
      for (j = 0; j < n; j++)
        c[i * n + j] -= x[i * n + k] + y[k * n + j];
  }
}
// CHECK-LABEL: __kernel void product_1(
// CHECK: ulong apart) {
// CHECK: get_global_id(
// CHECK: int j = (int)j_index;
// CHECK-NEXT: int k;
// CHECK-NEXT: {
// CHECK-NEXT: c[i * n + j] = 0.0f;
// CHECK-NEXT: }
// CHECK-NEXT: if (apart) {
// CHECK-NEXT: k = 0;
// CHECK-NEXT: if (k < n) {
// CHECK-NEXT: float kept{{[_0-9]*}} = c[i * n + j];
// CHECK-NEXT: for (; k < n; k++) {
// CHECK-NEXT: {
// CHECK-NEXT: kept{{[_0-9]*}} -= x[i * n + k] + y[k * n + j];
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: c[i * n + j] = kept{{[_0-9]*}};
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: for (k = 0; k < n; k++) {

void down(void) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) { // expected-remark {{over 2 dimensions}}
    int twice = 2 * i;
    for (long j = M - 1; j >= 0; j -= 2) {
      if (j == 5)
        continue;
      a[i][j] = twice + j;
    }
  }
}
// CHECK-LABEL: __kernel void down_2(
// CHECK: const ulong j_trips = 0 <= 22 ? ((ulong)22) / 2 + 1 : 0;
// CHECK: const ulong j_index = get_global_id(0);
// CHECK: long j_item = (long)((ulong)(long)(23 - 1) - j_index * 2);
// CHECK-NEXT: int twice = 2 * i;
// CHECK-NEXT: do {
// CHECK-NEXT: if (j_item == 5L) {
// CHECK-NEXT: continue;
// CHECK: } while (0);

void wide(int n, int m, float *x, const float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{over 2 dimensions}}
    for (int j = 0; j < m; ++j)
      x[i * m + j] = y[i * m + j] * 2;
}
// CHECK-LABEL: __kernel void wide_3(
// CHECK: if (item_width > 1 && get_global_size(0) * item_width >= j_trips) {
// CHECK-NEXT: const ulong begin = get_global_id(0) * 4;
// CHECK: loaded[lane] = y[i * m + j];

// Counted where the loop stands, as its ends are variables of the row; one item
// does what stores beside it.
void rows(int n, int m, float *x, const float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{over 2 dimensions}}
    const int row = i * m;
    x[row] = 0;
    for (int j = row + 1; j <= row + m - 1; j += 2)
      x[j] = y[j];
  }
}
// CHECK-LABEL: __kernel void rows_4(
// CHECK: #ifndef TWOFOLD_ROWS
// CHECK-NEXT: if (get_global_size(0) == 1) {
// CHECK-NEXT: const int row = i * m;
// CHECK-NEXT: x[row] = 0.0f;
// CHECK-NEXT: for (int j = row + 1; j <= row + m - 1; j += 2) {
// CHECK: return;
// CHECK-NEXT: }
// CHECK-NEXT: #endif
// CHECK-NEXT: const int row = i * m;
// CHECK-NEXT: if (get_global_id(0) == 0) {
// CHECK-NEXT: x[row] = 0.0f;
// CHECK-NEXT: }
// CHECK-NEXT: {
// CHECK-NEXT: const ulong j_trips = (long)(row + 1) <= (long)(row + m - 1) ? ((ulong)(long)(row + m - 1) - (ulong)(long)(row + 1)) / 2 + 1 : 0;
// CHECK-NEXT: for (ulong j_index = get_global_id(0); j_index < j_trips; j_index += get_global_size(0)) {
// CHECK-NEXT: int j = (int)((uint)(row + 1) + j_index * 2);
// CHECK-NEXT: x[j] = y[j];

// Each row has its own number of rounds.
void triangle(int n, float *x, const float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{over 2 dimensions}}
    for (int j = i; j < n; ++j)
      x[i * n + j] = y[j * n + i];
}
// CHECK-LABEL: __kernel void triangle_5(
// CHECK: int i = (int)i_index;
// CHECK-NEXT: const ulong j_trips = (long)i < (long)n ? (ulong)(long)n - (ulong)(long)i : 0;
// CHECK-NEXT: if (get_global_size(0) < j_trips) {
// CHECK: const uint j_index = (uint)get_global_id(0);
// CHECK-NEXT: if (j_index >= (uint)j_trips)
// CHECK-NEXT: return;
// CHECK-NEXT: int j = (int)((uint)i + j_index);

void others(int n, int m, float *x, const int *at, float t) {
  // What follows looks at what the loop has left.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) { // expected-remark {{over 1 dimension}} expected-remark {{results stay on the device between the loops}}
    int last = 0;
    for (int j = 0; j < M; ++j)
      a[i][j] = last = j;
    a[i][0] = last;
  }
  // Columns depend on each other from one round of the outer loop to the next.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{over 1 dimension}}
    for (int k = 0; k < m; ++k)
      for (int j = 1; j < m; ++j)
        x[i * m + j] += x[i * m + j - 1];
  // Each item would go through the other loop.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) { // expected-remark {{over 1 dimension}}
    int s = 0;
    for (int j = 0; j < M; ++j)
      s += at[i * M + j];
    for (int j = 0; j < M; ++j)
      a[i][j] = s;
  }
  // The loops run over different numbers.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) { // expected-remark {{over 1 dimension}}
    for (int j = 0; j < M; ++j)
      a[i][j] = 1;
    for (int j = 1; j < M; ++j)
      a[i][j] += 1;
  }
  // Rounds are other elements each time.
#pragma twofold parallel for
  for (int i = 0; i < M; ++i) // expected-remark {{over 1 dimension}}
    for (int k = 0; k < M; ++k)
      for (int j = k; j < M; ++j)
        a[i][j] += k;
  // What stands beside the loop stores to what its rounds read.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{over 1 dimension}}
    x[i * m] = 1;
    for (int j = 0; j < m; ++j)
      x[i * m + j] += j;
  }
  // One item would store what all read beside the loop.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{over 1 dimension}}
    x[i * m] = t;
    const float first = x[i * m];
    for (int j = 1; j < m; ++j)
      x[i * m + j] = first * j;
  }
  // Too short to be worth it.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{over 1 dimension}}
    for (int j = 0; j < 4; ++j)
      x[i * 4 + j] = 1;
  // It is left early.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) // expected-remark {{over 1 dimension}}
    for (int j = 0; j < M; ++j) {
      if (j == i)
        break;
      a[i][j] = 1;
    }
  // Nobody knows which elements.
#pragma twofold parallel for extent(x, n * m) extent(at, m)
  for (int i = 0; i < n; ++i) // expected-remark {{over 1 dimension}}
    for (int j = 0; j < m; ++j)
      x[at[j] * n + i] = 1;
}
