// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that several loops of an iteration touch stay in local memory from one to
// the next.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -DTWOFOLD_ROWS -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*softmax_*.cl | %FileCheck %s
// RUN: cat %t.dir/*doubles_*.cl | %FileCheck %s --check-prefix=DOUBLES
// RUN: cat %t.dir/*others_*.cl | %FileCheck %s --check-prefix=NONE --implicit-check-not=kept_row

void softmax(int n, int m, float *y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float top = x[i * m], s = 0;
    for (int j = 1; j < m; ++j)
      if (x[i * m + j] > top)
        top = x[i * m + j];
    for (int j = 0; j < m; ++j) {
      y[i * m + j] = x[i * m + j] - top;
      s += y[i * m + j];
    }
    for (int j = 0; j < m; ++j)
      y[i * m + j] /= s;
  }
}
// Both rows have one place, one after the other.
// CHECK: __local float kept[4096 + 32] __attribute__((aligned(16)));
// CHECK-NOT: __local float kept_
// CHECK: const uint kept_columns = 4096 / (uint)rows;
// CHECK-NEXT: __local float *const kept_row = kept + row * (kept_columns + 4);
// CHECK: const bool whole = 1 + j_trips <= kept_columns;
// The greatest in parts; what the first loop leaves out is loaded as well.
// CHECK: if (whole) {
// CHECK-NEXT: if (lane == 0 && inside)
// CHECK-NEXT: for (uint [[N:number[_0-9]*]] = 0; [[N]] < 1 && [[N]] < (0 < (long)m ? (ulong)(long)m : 0); ++[[N]]) {
// CHECK-NEXT: const int j = (int)[[N]];
// CHECK-NEXT: kept_row[(uint)j] = x[i * m + j];
// CHECK: loaded[ahead{{[_0-9]*}}] = x[i * m + j];
// CHECK: kept_row[(uint)j] = loaded[ahead{{[_0-9]*}}];
// CHECK-NEXT: if (kept_row[(uint)j] > top_sum) {
// CHECK-NEXT: top_sum = kept_row[(uint)j];
// CHECK: } else {
// CHECK: if (x[i * m + j] > top_sum) {
// Which of several zeros it is, only the order tells.
// CHECK: const float [[BOTH:both[_0-9]*]] = top_rows[row] < top_sum ? top_sum : top_rows[row];
// CHECK-NEXT: top_sum = top_rows[row];
// CHECK-NEXT: top_rows[row] = [[BOTH]];
// CHECK-NEXT: if (top_rows[row] == 0 || top_rows[row] != top_rows[row]) {
// CHECK-NEXT: if (whole) {
// CHECK: if (kept_row[(uint)j] > top_sum) {
// CHECK: if (x[i * m + j] > top_sum) {
// CHECK: top_rows[row] = top_sum;
// The sum in order; what the last loop replaces stays there.
// CHECK: for (ulong begin = 0; begin < [[ALL:all[_0-9]*]]; begin += kept_columns) {
// CHECK-NEXT: if (whole) {
// CHECK-NOT: {{^ *}}y[i * m + j] =
// CHECK: kept_row[(uint)j] = kept_row[(uint)j] - top_row;
// CHECK: } else {
// CHECK: y[i * m + j] = x[i * m + j] - top_row;
// CHECK-NEXT: kept_row[(uint)({{number[_0-9]*}} - begin)] = y[i * m + j];
// CHECK: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT: if (item < rows && get_group_id(0) * rows + item < i_trips) {
// CHECK: float s_sum = s_rows[row];
// CHECK: for (; column + 64 <= columns; column += 64) {
// CHECK: const float4 kept_4 = *(__local const float4 *)(kept_walk + column + {{next[_0-9]*}});
// CHECK-NEXT: s_sum += kept_4.s0;
// CHECK-NEXT: s_sum += kept_4.s1;
// CHECK-NEXT: s_sum += kept_4.s2;
// CHECK-NEXT: s_sum += kept_4.s3;
// CHECK: s_sum += kept_walk[column];
// CHECK: s_rows[row] = s_sum;
// CHECK: kept_row[(uint)j] /= s_row;
// CHECK-NEXT: y[i * m + j] = kept_row[(uint)j];

void doubles(int n, int m, double *y, const double *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < m; ++j)
      s += x[i * m + j];
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] - s;
  }
}
// Doubles take twice the memory, so that there are half as many.
// DOUBLES: __local double kept[2048 + 32] __attribute__((aligned(32)));
// DOUBLES: s_sum += kept_walk[column];
// DOUBLES: y[i * m + j] = kept_row[(uint)j] - s_row;

// NONE: __kernel void others
void others(int n, int m, float *y, float *x, const float *z) {
  // Parts of rows are as quick where they are read again.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
#pragma twofold parallel for
    for (int j = 0; j < m; ++j)
      s += z[i * m + j];
    for (int j = 0; j < m; ++j)
      y[i * m + j] = z[i * m + j] / s;
  }
  // Two sums in order are quicker in tiles.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0, t = 0;
    for (int j = 0; j < m; ++j)
      s += x[i * m + j];
    for (int j = 0; j < m; ++j)
      t += x[i * m + j] * s;
    y[i] = t;
  }
  // Another loop stores into the row, by another name.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    float *other = x + i * m;
    for (int j = 0; j < m; ++j)
      s += x[i * m + j];
    for (int j = 0; j < m; ++j)
      other[j] = s;
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] + s;
  }
  // Local memory would not hold what is kept beside what is found in parts.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0, a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
    for (int j = 0; j < m; ++j) {
      a = a < z[i * m + j] ? z[i * m + j] : a;
      b = b > z[i * m + j] ? z[i * m + j] : b;
      c = c < x[i * m + j] ? x[i * m + j] : c;
      d = d > x[i * m + j] ? x[i * m + j] : d;
      e = e < z[j] ? z[j] : e;
      f = f > z[j] ? z[j] : f;
    }
    for (int j = 0; j < m; ++j)
      s += z[i * m + j] * (a + b + c + d + e + f);
    y[i] = s;
  }
  // Loops end at columns of their own.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += z[i * m + j];
    for (int j = 0; j < m - 1; ++j)
      y[i * m + j] = z[i * m + j] * s;
  }
}
