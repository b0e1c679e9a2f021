// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the order of sums is free, each item of a group adds up a part of a row.
// RUN: rm -rf %t.dir && mkdir %t.dir %t.fast %t.none
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -fopenmp-simd -Wno-pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -DTWOFOLD_ROWS -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*divided_0.cl | %FileCheck %s
// RUN: cat %t.dir/*integers_1.cl | %FileCheck %s --check-prefix=INT
// RUN: cat %t.dir/*stores_*.cl | %FileCheck %s --check-prefix=ONCE --implicit-check-not=shares
// RUN: cat %t.dir/*clipped_*.cl | %FileCheck %s --check-prefix=LATE --implicit-check-not=loaded
// RUN: cat %t.dir/*greatest_*.cl | %FileCheck %s --check-prefix=SIMD
// RUN: cat %t.dir/*ordered_*.cl | %FileCheck %s --check-prefix=NONE --implicit-check-not=lanes
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.fast -fassociative-math -fno-signed-zeros -fno-trapping-math -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t.fast/*ordered_5.cl | %FileCheck %s --check-prefix=FAST
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.none -fplugin-arg-twofold-schedule=none -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t.none/*.cl | %FileCheck %s --check-prefix=OFF --implicit-check-not=TWOFOLD_ROWS

void divided(int n, int m, float *y, const float *x, const float *z) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    const float *line = x + i * m;
#pragma twofold parallel for
    for (int j = 1; j < m; ++j)
      s += line[j] * 2;
    for (int j = 1; j < m; ++j)
      y[i * m + j] = z[i * m + j] / s;
  }
}
// CHECK: ulong rows) {
// CHECK-NEXT: #ifdef TWOFOLD_ROWS
// CHECK-NEXT: __local float s_rows[8];
// CHECK-NEXT: __local float part[1024];
// CHECK-NEXT: if (rows) {
// CHECK: const uint lanes = (uint)(get_local_size(0) / rows);
// CHECK-NEXT: const uint item = get_local_id(0);
// CHECK-NEXT: const uint row = item / lanes, lane = item % lanes;
// CHECK-NEXT: const ulong first_row = get_group_id(0) * rows + row;
// CHECK-NEXT: const bool inside = first_row < i_trips;
// CHECK-NEXT: const uint i_index = (uint)(min(first_row, i_trips - 1));
// CHECK-NEXT: int i = (int)i_index;
// CHECK-NEXT: if (lane == 0 && inside) {
// CHECK: s_rows[row] = 0.0f;
// CHECK: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT: __global const float *line = x + i * m;
// CHECK-NEXT: const uint j_trips = inside ? (uint)(1 < (long)m ? (ulong)(long)m - (ulong)1 : 0) : 0;
// CHECK-NEXT: float s_sum = -0.0f;
// CHECK-NEXT: uint next = lane;
// CHECK-NEXT: const uint [[STEP:step[_0-9]*]] = lanes;
// CHECK-NEXT: for (; next + 7 * [[STEP]] < j_trips; next += 8 * [[STEP]]) {
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (uint ahead = 0; ahead < 8; ++ahead) {
// CHECK-NEXT: const uint number = next + ahead * [[STEP]];
// CHECK-NEXT: int j = (int)((uint)1 + number);
// CHECK-NEXT: s_sum +=
// CHECK: for (uint number = next; number < j_trips; number += [[STEP]]) {
// CHECK-NEXT: int j = (int)((uint)1 + number);
// CHECK-NEXT: s_sum +=
// CHECK: part[item] = s_sum;
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT: if (lane < 16) {
// CHECK-NEXT: for (uint other = item + 16; other < (row + 1) * lanes; other += 16) {
// CHECK-NEXT: s_sum = s_sum + part[other];
// CHECK: part[item] = s_sum;
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT: if (lane == 0 && inside) {
// CHECK-NEXT: for (uint other = item + 1; other < item + 16; ++other) {
// CHECK: s_rows[row] = s_rows[row] + s_sum;
// CHECK: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// CHECK: const float s_row = s_rows[row];
// CHECK: for (; [[NEXT:next[_0-9]*]] + 7 * [[FAR:step[_0-9]*]] < j_trips{{[_0-9]*}}; [[NEXT]] += 8 * [[FAR]]) {
// CHECK-NEXT: float loaded[8];
// CHECK: loaded[ahead_2] =
// CHECK: = loaded[ahead_2] / s_row;
// CHECK: / s_row;
// CHECK-NOT: barrier
// CHECK: #endif

void integers(int n, long m, const int *x, int *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = 0, t = y[i];
    for (long j = 0; j < m; ++j) {
      s += x[i * m + j];
      t = x[i * m + j] < t ? x[i * m + j] : t;
    }
    y[i] = s + t;
  }
}
// Integers wrap around where they are added up in another order.
// INT: uint s_sum = 0
// INT-NEXT: int t_sum = 2147483647;
// INT: s_sum = s_sum + *(__global uint *)(shared + (first_row * joined + other) * 2 + 0);
// INT: ulong next = share * lanes + lane;
// INT: *(__global int *)(shared + (first_row * shares + share) * 2 + 1) = t_sum;
// INT: t_rows[row] = t_sum < t_rows[row] ? t_sum : t_rows[row];

// What stores in the rounds, or changes memory before them, runs once alone.
void stores(int n, int m, int *restrict x, int *restrict y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int j = 0; j < m; ++j) {
      s += x[i * m + j];
      x[i * m + j] = 0;
    }
    y[i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = ++y[i];
    for (int j = 0; j < m; ++j)
      s += x[i * m + j];
    y[i] = s;
  }
}
// ONCE-COUNT-2: lanes = (uint)(get_local_size(0) / rows);

void greatest(int n, int m, const double *x, double *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double t = x[i * m];
#pragma omp simd reduction(max : t)
    for (int j = 0; j < m; ++j)
      if (x[i * m + j] > t)
        t = x[i * m + j];
    y[i] = t;
  }
}
// Several groups share a row: what they have found is in the buffer, and what is
// behind the loop runs where it is put together.
// SIMD: __global ulong *shared,
// SIMD-NEXT: ulong shares,
// SIMD-NEXT: ulong joined) {
// SIMD: const uint share = (uint)(get_group_id(0) % shares);
// SIMD-NEXT: const ulong first_row = get_group_id(0) / shares * rows + row;
// SIMD: double t_sum = -(double)INFINITY;
// SIMD-NEXT: if (joined) {
// SIMD-NEXT: for (uint other = lane; other < joined; other += lanes) {
// SIMD-NEXT: t_sum = t_sum < *(__global double *)(shared + first_row * joined + other) ?
// SIMD: } else {
// SIMD-NEXT: uint next = share * lanes + lane;
// SIMD-NEXT: const uint [[STEP:step[_0-9]*]] = lanes * (uint)shares;
// SIMD: for (uint number = next; number < j_trips; number += [[STEP]]) {
// SIMD: if (shares > 1) {
// SIMD-NEXT: *(__global double *)(shared + first_row * shares + share) = t_sum;
// SIMD-NEXT: } else {
// SIMD-NEXT: t_rows[row] = t_rows[row] < t_sum ? t_sum : t_rows[row];

// NONE: __kernel void ordered
// OFF: __kernel void divided
void ordered(int n, int m, float *x, const float *y) {
  // Nothing says that the order is free.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0, t = 0;
    for (int j = 0; j < m; ++j) {
      s += y[i * m + j];
      t = y[i * m + j] > t ? y[i * m + j] : t;
    }
    x[i] = s + t;
  }
  // All iterations are to have their bits.
#pragma twofold parallel for deterministic
  for (int i = 0; i < n; ++i) {
    float s = 0;
#pragma twofold parallel for
    for (int j = 0; j < m; ++j)
      s += y[i * m + j];
    x[i] = s;
  }
  // Of one loop alone it is free.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0, t = 1;
#pragma twofold parallel for
    for (int j = 0; j < m; ++j)
      s += y[i * m + j];
    for (int j = 0; j < m; ++j)
      t *= y[(i + 1) * m + j];
    x[i] = s + t;
  }
  // It takes what is no number, and forgets what came before.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float t = 0;
#pragma twofold parallel for
    for (int j = 0; j < m; ++j)
      t = t > y[i * m + j] ? t : y[i * m + j];
    x[i] = t;
  }
}
// FAST: float s_sum = -0.0f;
// FAST: float t_sum = -INFINITY;

// What an `if` adds up may be what it has stored: several rounds load before
// that what decides, and no more.
void clipped(int n, int m, int *restrict x, int *restrict y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int j = 0; j < m; ++j)
      if (x[i * m + j] > 5) {
        x[i * m + j] = 5;
        s += x[i * m + j];
      }
    y[i] = s;
  }
}
// LATE: int loaded[8];
// LATE: loaded[ahead] = x[i * m + j];
// LATE: if (loaded[ahead] > 5) {
// LATE-NEXT: x[i * m + j] = 5;
// LATE-NEXT: s_sum += x[i * m + j];
