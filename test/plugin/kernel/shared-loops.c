// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where nests run as written, items share out an inner loop that is proven
// independent, and no other.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-schedule=none -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -Rpass=twofold -fsyntax-only -Xclang -verify %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*rows_0.cl %t.dir/*down_1.cl %t.dir/*columns_2.cl %t.dir/*recurrence_3.cl | %FileCheck %s

enum { N = 37, M = 23 };
int a[N][M];

void rows(int n, int m, float *x, const float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{over 2 dimensions}}
    for (int j = 1; j < m; ++j)
      x[i * m + j] = y[i * m + j - 1] * 2;
}
// CHECK: const uint i_index = (uint)(get_global_id(1) + i_first);
// CHECK: for (long j_item = (long)1 + (long)get_global_id(0); j_item < (long)m; j_item += (long)get_global_size(0)) {
// CHECK-NEXT: int j = (int)j_item;
// CHECK-NEXT: x[i * m + j] = y[i * m + j - 1] * 2.0f;

void down(void) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) { // expected-remark {{over 2 dimensions}}
    for (int j = M - 1; j >= 0; j -= 2) {
      if (j == 5)
        continue;
      a[i][j] = i + j;
    }
  }
}
// CHECK: for (long j_item = (long)(23 - 1) - (long)get_global_id(0) * 2; j_item >= (long)0; j_item -= (long)get_global_size(0) * 2) {
// CHECK: continue;

void columns(int n, int m, float *x) {
  int i, j;
#pragma twofold parallel for private(j)
  for (i = 0; i < n; i++) // expected-remark {{over 2 dimensions}}
    for (j = 0; j < m; j++)
      x[j * n + i] = i;
}
// The stride of the parallel loop is the shorter one.
// CHECK: const uint i_index = (uint)(get_global_id(0) + i_first);
// CHECK: int j;
// CHECK-NEXT: for (long j_item = (long)0 + (long)get_global_id(1);
// CHECK-NEXT: j = (int)j_item;

void recurrence(int n, int m, float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{over 1 dimension}}
    for (int j = 1; j < m; ++j)
      x[i * m + j] += x[i * m + j - 1];
}
// CHECK: for (int j = 1; j < m; ++j) {

void others(int n, int m, float *x, const int *at, float t) {
  // The bound of a triangle moves.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) // expected-remark {{over 1 dimension}} expected-remark {{results stay on the device between the loops from here to line 101}}
    for (int j = 0; j < M && j <= i; ++j)
      a[i][j] = 1;
#pragma twofold parallel for
  for (int i = 0; i < M; ++i) // expected-remark {{over 1 dimension}}
    for (int j = 0; j <= i; ++j)
      a[i][j] = 1;
  // A statement stands beside it.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) { // expected-remark {{over 1 dimension}}
    int twice = 2 * i;
    for (int j = 0; j < M; ++j)
      a[i][j] = twice;
  }
  // Too short to be worth it.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{over 1 dimension}}
    for (int j = 0; j < 4; ++j)
      x[i * 4 + j] = 1;
  // Assigned anew in each inner iteration.
#pragma twofold parallel for private(t)
  for (int i = 0; i < N; ++i) // expected-remark {{over 2 dimensions}}
    for (int j = 0; j < M; ++j) {
      t = i * j;
      a[i][j] = t * t;
    }
  // The last inner iteration leaves something.
#pragma twofold parallel for lastprivate(t)
  for (int i = 0; i < N; ++i) // expected-remark {{over 1 dimension}}
    for (int j = 0; j < M; ++j)
      a[i][j] = t = j;
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
