// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that have several kernels, which run one after the other: what iterations
// update together has a kernel in which items have the elements.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Rpass-analysis=twofold -Wno-pass-failed -fsyntax-only -Xclang -verify %s
// RUN: %clang -x cl -cl-std=CL1.2 -DTWOFOLD_ROWS -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*atax_0.cl | %FileCheck %s --check-prefix=ATAX
// RUN: cat %t.dir/*bicg_1.cl | %FileCheck %s --check-prefix=BICG
// RUN: cat %t.dir/*centred_2.cl | %FileCheck %s --check-prefix=CENTRED
// RUN: cat %t.dir/*alone_*.cl | %FileCheck %s --check-prefix=ALONE
// RUN: cat %t.dir/*whole_*.cl | %FileCheck %s --check-prefix=WHOLE --implicit-check-not=TWOFOLD_ROWS
// RUN: %clang %plugin -S -emit-llvm -Wno-pass-failed %s -o - | %FileCheck %s --check-prefix=TABLE

// expected-remark@* 0+ {{iterations are independent}}
// expected-remark@* 0+ {{in the kernel}}
// expected-remark@* 0+ {{in the native variant}}

void atax(int n, int m, float *restrict t, const float a[n][m], const float *x, float *restrict y) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++) { // expected-remark {{where no array that is written overlaps another, a GPU runs 2 kernels instead, one after the other, each with a part of all iterations}}
    t[i] = 0;
    for (int j = 0; j < m; j++)
      t[i] = t[i] + a[i][j] * x[j];
    for (int j = 0; j < m; j++)
      y[j] = y[j] + a[i][j] * t[i];
  }
}
// One item for several iterations, then the two others.
// ATAX: __kernel void atax_0(
// ATAX: add_copy_float(&y[j]
// ATAX: #ifdef TWOFOLD_ROWS
// ATAX: __kernel void atax_0_2(
// ATAX: const uint i_index = (uint)(first_row + row);
// ATAX: t[i] = 0.0f;
// ATAX: loaded[step_] = a[(long)i * row_length_2 + j];
// ATAX-NEXT: loaded_2[step_] = x[j];
// ATAX: tile[place] = loaded[step_] * loaded_2[step_];
// ATAX-NOT: y[j]
// ATAX: __kernel void atax_0_3(
// ATAX: int i_count,
// ATAX: ulong j_trips_2,
// ATAX: const uint j_index = (uint)(first_row_2 + row_2);
// ATAX-NEXT: int j = (int)j_index;
// ATAX-NEXT: [[Y:kept_rows_2.row_2.]] = y[j];
// ATAX: const uint i_trips_3 = (uint)(0 < (long)i_count ? (ulong)(long)i_count : 0);
// ATAX: column_2 = (item_2 + step__ * 256) / 8;
// ATAX: int i = (int)number_3;
// ATAX-NEXT: [step__] = a[(long)i * row_length_3 + j];
// ATAX-NEXT: [step__] = t[i];
// ATAX: y[j] = [[Y]];
// ATAX: for (; i < i_count; i++) {
// ATAX: #endif
// ATAX-NOT: {{.}}

// The first one's items are iterations, the second one's rounds of the last loop.
// TABLE: @twofold_kernel_atax_0 = {{.*}} i32 2, [4 x i8] zeroinitializer, ptr @twofold_phases_atax_0 }
// TABLE: @twofold_phases_atax_0 = internal constant [2 x {
// TABLE-SAME: ptr null, ptr @{{.*}}, i32 4160, i32 1, [3 x i32] zeroinitializer, i32 0
// TABLE-SAME: ptr null, ptr @{{.*}}, i32 6208, i32 1, [3 x i32] [i32 2, i32 0, i32 0], i32 0

// What one loop does is two, whose order does not matter, and counters are
// declared outside.
void bicg(int n, int m, const float a[n][m], float *restrict s, float *restrict q, const float *p, const float *r) {
  int i, j;
#pragma twofold parallel for private(j)
  for (i = 0; i < n; i++) { // expected-remark {{a GPU runs 2 kernels instead}}
    q[i] = 0;
    for (j = 0; j < m; j++) {
      s[j] = s[j] + r[i] * a[i][j];
      q[i] = q[i] + a[i][j] * p[j];
    }
  }
}
// BICG: __kernel void bicg_1_2(
// BICG: q[i] = 0.0f;
// BICG: a[(long)i * row_length_2 + j] * p[j];
// BICG-NOT: s[j]
// BICG: __kernel void bicg_1_3(
// BICG: r[i] * a[(long)i * row_length_3 + j];
// BICG-NOT: q[i]

// Columns, and then items for each element.
void centred(int n, int m, float a[restrict n][m], float *restrict mean) {
#pragma twofold parallel for
  for (int j = 0; j < m; j++) { // expected-remark {{a GPU runs 2 kernels instead}}
    mean[j] = 0;
    for (int i = 0; i < n; i++)
      mean[j] += a[i][j];
    mean[j] /= n;
    for (int i = 0; i < n; i++)
      a[i][j] -= mean[j];
  }
}
// CENTRED: __kernel void centred_2_2(
// CENTRED: loaded[step_] = a[(long)i * row_length_2 + j];
// CENTRED: mean[j] /= (float)n;
// CENTRED: __kernel void centred_2_3(
// CENTRED: get_global_id(1)
// CENTRED: a[(long)i * row_length_3 + j] -= mean[j];

// Nothing but updates.
void alone(int n, int m, const float *a, float *restrict s) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++) // expected-remark {{a GPU runs another kernel, in which an item has what several iterations update}}
    for (int j = 0; j < m; j++)
      s[j] += a[i * m + j];
}
// ALONE: __kernel void alone_3_2(
// ALONE: int i_count,

// A variable of the iteration that both parts need, two updates of one element,
// elements that another array names, and a triangle, whose rows are not equal.
void whole(int n, int m, const float *a, float *restrict s, float *restrict q, const int *k) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j];
    for (int j = 0; j < m; j++)
      s[j] += a[i * m + j] * sum;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      s[j] += a[i * m + j];
      s[j] += 1;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s[k[j] & 15] += a[i * m + j];
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      s[j] += a[i * m + j];
}
// WHOLE-COUNT-4: __kernel void whole_
