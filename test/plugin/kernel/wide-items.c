// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of short elementwise loops also have a form in which an item runs
// several neighbouring iterations, all loads first.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.stencil_0.cl | %FileCheck %s --check-prefix=ROWS
// RUN: cat %t.dir/*.widened_1.cl | %FileCheck %s --check-prefix=DOUBLE
// RUN: cat %t.dir/*.chosen_2.cl | %FileCheck %s --check-prefix=CHOSEN
// RUN: cat %t.dir/*.local_3.cl | %FileCheck %s --check-prefix=LOCAL
// RUN: cat %t.dir/*.called_*.cl | %FileCheck %s --check-prefix=CALLED
// RUN: cat %t.dir/*.planes_*.cl | %FileCheck %s --check-prefix=PLANES
// RUN: cat %t.dir/*.narrow_*.cl | %FileCheck %s --check-prefix=NARROW --implicit-check-not=item_width

enum { Rows = 300, Columns = 200 };

void stencil(float z[Rows][Columns], float x[Rows][Columns]) {
#pragma twofold parallel for collapse(2)
  for (long i = 1; i < Rows; ++i)
    for (long j = 1; j < Columns; ++j)
      z[i][j] = x[i][j] - x[i - 1][j] + x[i][j - 1] * x[i][j];
}

// ROWS: ulong item_width) {
// ROWS-NEXT: if (item_width > 1) {
// ROWS-NEXT: const ulong begin = (get_global_id(0) + j_first) * 4;
// ROWS-NEXT: const ulong i_index = get_global_id(1) + i_first;
// ROWS-NEXT: if (begin >= j_trips || i_index >= i_trips)
// ROWS-NEXT: return;
// ROWS: if (j_trips - begin >= 4) {
// ROWS-NEXT: float loaded[4];
// ROWS-NEXT: float loaded_2[4];
// ROWS-NEXT: float loaded_3[4];
// ROWS-NEXT: #pragma unroll
// ROWS-NEXT: for (uint lane = 0; lane < 4; ++lane) {
// ROWS-NEXT: const ulong j_index = begin + lane;
// ROWS-NEXT: long j = (long)(j_lower + j_index);
// ROWS-NEXT: long i = (long)(i_lower + i_index);
// ROWS-NEXT: loaded[lane] = x[i][j];
// ROWS-NEXT: loaded_2[lane] = x[i - 1L][j];
// ROWS-NEXT: loaded_3[lane] = x[i][j - 1L];
// ROWS-NEXT: }
// ROWS: z[i][j] = loaded[lane] - loaded_2[lane] + loaded_3[lane] * loaded[lane];
// ROWS: for (uint lane = 0; begin + lane < j_trips; ++lane) {
// ROWS: z[i][j] = x[i][j] - x[i - 1L][j] + x[i][j - 1L] * x[i][j];
// ROWS: z[i][j] = x[i][j] - x[i - 1L][j] + x[i][j - 1L] * x[i][j];

void widened(long n, double *z, const float *x) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    z[i] += x[i];
}

// What is assigned is read by its own iteration.
// DOUBLE: float loaded[2];
// DOUBLE: z[i] += (double)loaded[lane];

void chosen(long n, float *z, const float *x, const float *y) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    z[i] = x[i] > 0 && y[i] < 1 ? y[i] : 0.5f;
}

// What only some iterations read is not read ahead.
// CHOSEN: loaded[lane] = x[i];
// CHOSEN-NOT: = y[i]
// CHOSEN: z[i] = loaded[lane] > 0.0f && y[i] < 1.0f ? y[i] : 0.5f;

void local(long n, float *z, const float *x, const int *k) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    float y = x[i];
    int m = k[i];
    z[i] = y * y + (float)m;
  }
}

// LOCAL: float y = loaded[lane];
// LOCAL: int m = loaded_2[lane];

// None of these: two stores, a store for some, a number that is changed,
// strides, an inner loop, nothing to load, places that are read from memory.
void narrow(long n, long m, float *z, float *y, const float *x, const int *k) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    z[i] = x[i];
    y[i] = x[i];
  }
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    if (x[i] > 0)
      z[i] = x[i];
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    long j = i;
    z[i] = x[i] + (float)j++;
  }
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    z[2 * i] = x[i];
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    z[i] = x[m * i];
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      z[i] += x[j];
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    z[i] = (float)i;
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    z[i] = x[k[i]];
}

// NARROW-COUNT-8: __kernel void narrow_

// A function stores, whose arguments are what is read.
static void put(float *to, float by) { *to = by; }
void called(long n, float *z, const float *x) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    put(&z[i], x[i] * 2);
}
// CALLED: loaded[lane] = x[i];
// CALLED: put(&z[i], loaded[lane] * 2.0f);

// Of a grid in three dimensions an item has several planes; variables that say
// where an element is come before the loads.
void planes(long n, float *restrict z, const float *x) {
#pragma twofold parallel for
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < n - 1; ++j)
      for (long k = 1; k < n - 1; ++k) {
        long at = (i * n + j) * n + k;
        z[at] = x[at] - x[at - 1] + x[at + n] - x[at - n] * x[at + n * n] -
                x[at - n * n];
      }
}
// PLANES: if (item_width > 1 && get_global_size(0) >= k_trips && get_global_size(1) >= j_trips) {
// PLANES-NEXT: const ulong begin = (get_global_id(2) + i_first) * 4;
// PLANES: if (begin >= i_trips ||
// PLANES: if (i_trips - begin >= 4) {
// PLANES: for (uint lane = 0; lane < 4; ++lane) {
// PLANES-NEXT: const ulong i_index = begin + lane;
// PLANES: long at = (i * n + j) * n + k;
// PLANES-NEXT: loaded[lane] = x[at];
// PLANES: for (uint lane = 0; lane < 4; ++lane) {
// PLANES-NEXT: const ulong i_index = begin + lane;
// PLANES: z[at] = loaded[lane] -
// PLANES: for (uint lane = 0; begin + lane < i_trips; ++lane) {
