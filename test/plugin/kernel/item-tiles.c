// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups compute tiles of sums: what rounds read for a row or for a column is
// put into local memory, and rounds follow each other as they are written.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -DTWOFOLD_ROWS -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*product_0.cl | %FileCheck %s
// RUN: cat %t.dir/*streamed_1.cl | %FileCheck %s --check-prefix=KEPT
// RUN: cat %t.dir/*around_*.cl | %FileCheck %s --check-prefix=AROUND
// RUN: cat %t.dir/*apart_*.cl | %FileCheck %s --check-prefix=APART
// RUN: cat %t.dir/*doubles_2.cl | %FileCheck %s --check-prefix=DOUBLE
// RUN: cat %t.dir/*wide_*.cl | %FileCheck %s --check-prefix=WIDE
// RUN: cat %t.dir/*chosen_*.cl | %FileCheck %s --check-prefix=CHOSEN
// RUN: cat %t.dir/*others_*.cl | %FileCheck %s --check-prefix=NONE --implicit-check-not=__local
// RUN: cat %t.dir/*scattered_*.cl | %FileCheck %s --check-prefix=SCATTERED --implicit-check-not=together
// RUN: rm -rf %t.fma && mkdir %t.fma
// RUN: %clang %plugin -march=x86-64-v3 -fplugin-arg-twofold-dump=%t.fma -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t.fma/*product_0.cl | %FileCheck %s --check-prefix=FMA
// RUN: %clang %plugin -O1 -w -fsave-optimization-record -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: %FileCheck %s --input-file=%t.yaml --check-prefix=RECORD
// RUN: rm -rf %t.none && mkdir %t.none
// RUN: %clang %plugin -fplugin-arg-twofold-schedule=none -fplugin-arg-twofold-dump=%t.none -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t.none/*.cl | %FileCheck %s --check-prefix=OFF --implicit-check-not=TWOFOLD_ROWS

// RECORD: in the kernel an item runs one iteration of 'i', and of the loops inside it one of 'j'
// RECORD-NEXT: in the kernel a group of a GPU, or an item of a CPU, computes a tile of 'i' by 'j', with its operands side by side and its sums in registers

// OFF: __kernel void doubles
void product(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[j * l + k];
      c[i * m + j] = s;
    }
}
// CHECK: ulong tile_64,
// CHECK-NEXT: ulong tile_32) {
// CHECK-NEXT: #ifdef TWOFOLD_ROWS
// CHECK-NEXT: __local float row_tile[4224] __attribute__((aligned(16)));
// CHECK-NEXT: __local float column_tile[2304] __attribute__((aligned(16)));
// CHECK-NEXT: if (tile_64) {
// CHECK: const uint first_column = (uint)get_group_id(0) * 64, first_row = (uint)get_group_id(1) * 128;
// CHECK: if (row_number < (uint)i_trips && column_number < (uint)j_trips) {
// CHECK: s_sums[row][column] = 0.0f;
// CHECK: float row_next[16];
// CHECK-NEXT: float column_next[8];
// Neighbours of both operands are those of k, of which single loads are quicker.
// Nothing behind the end is read.
// CHECK: for (uint part = 0; part < 16; ++part) {
// CHECK-NEXT: const uint place = item + part * 128;
// CHECK-NEXT: const uint turn = place % 16, other = place / 16;
// CHECK-NEXT: const uint i_index = (uint)(min(first_row + other, (uint)i_trips - 1));
// CHECK: int k = (int)(min((ulong)0 + turn, k_trips - 1));
// CHECK-NEXT: row_next[part] = a[i * l + k];
// CHECK: const uint j_index = (uint)(min(first_column + other, (uint)j_trips - 1));
// CHECK: column_next[part] = b[j * l + k];
// CHECK: row_tile[(0 * 16 + turn) * 132 + other] = row_next[part];
// CHECK: column_tile[(0 * 16 + turn) * 68 + other] = column_next[part];
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK: for (ulong begin = 0; begin < k_trips; begin += 16) {
// CHECK: #pragma unroll 8
// CHECK-NEXT: for (uint turn = 0; turn < (uint)min((ulong)16, k_trips - begin); ++turn) {
// CHECK: const float4 loaded = *(__local const float4 *)(row_tile + (used * 16 + turn) * 132 + own_row + part * 8);
// CHECK: s_sums[row][column] += row_here[row] * column_here[column];
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK-NEXT: used ^= 1;
// CHECK: if (row_number < (uint)i_trips && column_number < (uint)j_trips) {
// CHECK: c[i * m + j] = s_sums[row][column];
// A small tile has fewer items, each with fewer sums.
// CHECK: if (tile_32) {
// CHECK: own_column = item / 32 % 2 * 16 + item % 4 * 4, own_row = item / 64 * 32 + item % 32 / 4 * 4;
// CHECK: float s_sums[4][4];
// CHECK: row_tile[(0 * 32 + turn) * 36 + other] = row_next[part];
// CHECK: #endif
// FMA: s_sums[row][column] = fma(row_here[row], column_here[column], s_sums[row][column]);

void streamed(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < l; ++k) {
      float x = a[k * n + i] * 3.0f;
      for (int j = 0; j < m; ++j)
        c[i * m + j] -= x * b[k * m + j];
    }
}
// KEPT: if (k_trips != 0)
// KEPT-NEXT: kept_sums[row][column] = c[i * m + j_item];
// What is computed of a load would wait for four of them.
// KEPT: const uint other = place % 128, turn = place / 128;
// KEPT: row_next[part] = a[k * n + i] * 3.0f;
// KEPT: column_next[part * 4 + 2] = loaded.s2;
// KEPT: row_tile[(0 * 16 + turn) * 132 + other] = row_next[part];
// KEPT: *(__local float4 *)&column_tile[(0 * 16 + turn) * 68 + other] = (float4)(column_next[part * 4 + 0], column_next[part * 4 + 1], column_next[part * 4 + 2], column_next[part * 4 + 3]);
// KEPT: kept_sums[row][column] -= row_here[row] * column_here[column];
// KEPT: if (k_trips != 0)
// KEPT-NEXT: c[i * m + j_item] = kept_sums[row][column];

double a2[90][80], b2[80][70], c2[90][70];
void doubles(void) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < 90; ++i)
    for (int j = 0; j < 70; ++j)
      for (int k = 0; k < 80; ++k)
        c2[i][j] += a2[i][k] * b2[k][j];
}
// DOUBLE: __local double row_tile[2080]
// DOUBLE: row_next[part] = a2[i][k];
// DOUBLE: const double2 loaded =

// Four are loaded at once where that is possible.
void wide(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}
// WIDE: for (uint part = 0; part < 4; ++part) {
// WIDE-NEXT: const uint place = item + part * 128;
// WIDE-NEXT: const uint turn = place % 4 * 4, other = place / 4;
// WIDE: __global const void *const address = &a[i * l + k];
// WIDE-NEXT: together = (ulong)0 + turn + 4 <= k_trips && (ulong)address % 16 == 0;
// WIDE-NEXT: if (together) {
// WIDE-NEXT: const float4 loaded = *(__global const float4 *)address;
// WIDE-NEXT: row_next[part * 4 + 0] = loaded.s0;
// WIDE: if (!together) {
// WIDE: for (uint lane = 0; lane < 4; ++lane) {
// WIDE: int k = (int)(min((ulong)0 + turn + lane, k_trips - 1));
// WIDE-NEXT: row_next[part * 4 + lane] = a[i * l + k];
// WIDE: __global const void *const address = &b[k * m + j];
// WIDE: together = first_column + other + 4 <= (uint)j_trips && (ulong)address % 16 == 0;
// WIDE: row_tile[(0 * 16 + turn + 1) * 132 + other] = row_next[part * 4 + 1];

// NONE: __kernel void others
void others(int n, float *c, const float *a, const float *b, const int *at,
            const _Float16 *h) {
  // Each column of a row has an element of its own.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[(i + j) * n + k];
      c[i * n + j] = s;
    }
  // One of the operands is read only where it is there.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        if (at[j * n + k] > 0)
          s += a[i * n + at[j * n + k]];
      c[i * n + j] = s;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] > 0 ? b[j * n + k] : 0;
      c[i * n + j] = s;
    }
  // Halves are no operands.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[j * n + k] + (h[i * n + k] < h[j * n + k]);
      c[i * n + j] = s;
    }
  // Nothing is read that differs from row to row.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += b[k * n + j];
      c[i * n + j] = s;
    }
  // What is stored is also an operand.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += c[(n + i) * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// A choice is made at each point, of operands that each round has anyway; what
// it goes by is one operand.
void chosen(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += (int)(b[j * l + k] + (a[i * l + k] * 3 ? b[j * l + k] : 0));
      c[i * m + j] = s;
    }
}
// CHOSEN: row_next[part] = a[i * l + k] * 3.0f;
// CHOSEN: s_sums[row][column] += {{.*}}column_here[column] + (row_here[row] != 0.0f ? column_here[column] : 0.0f)

// Subscripts that wrap around are no neighbours' everywhere, nor are those of
// every other round, or elements that are read at some of them.
void scattered(unsigned n, unsigned l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j) {
      float s = 0;
      for (unsigned k = 0; k < l; k += 2)
        s += a[i * l + k] * b[(unsigned long)j * l + k];
      c[i * n + j] = s;
    }
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j) {
      float s = 0;
      for (unsigned k = 0; k < l; ++k)
        s += a[i * l + k] * (k > 3 ? b[(unsigned long)j * l + k] : 1);
      c[i * n + j] = s;
    }
}
// SCATTERED: row_tile
// SCATTERED: row_tile

// What else touches the elements that rounds update does so in registers.
void around(int n, int m, int l, float beta, float *c, const float *a,
            const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      c[i * m + j] *= beta;
    for (int k = 0; k < l; ++k)
      for (int j = 0; j < m; ++j)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
    for (int j = 0; j < m; ++j)
      c[i * m + j] = c[i * m + j] > 0 ? c[i * m + j] : 0;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] = 0;
      for (int k = 0; k < l; ++k)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
    }
}
// AROUND: if (tile_64) {
// AROUND: kept_sums[row][column] = 0;
// AROUND: kept_sums[row][column] = c[i * m + [[J:j[_a-z0-9]*]]];
// AROUND: kept_sums[row][column] *= beta;
// AROUND-NOT: c[i *
// AROUND: kept_sums[row][column] +=
// AROUND: kept_sums[row][column] = kept_sums[row][column] > 0
// AROUND: c[i * m + [[J]]] = kept_sums[row][column];
// AROUND: __kernel void around_
// AROUND: if (tile_64) {
// AROUND: kept_sums[row][column] = 0;
// AROUND: kept_sums[row][column] = 0.0f;
// AROUND-NOT: c[i *
// AROUND: kept_sums[row][column] +=
// AROUND-NOT: if (k_trips != 0){{$}}
// AROUND: c[i * m + j] = kept_sums[row][column];

// Where another element of the array is named, or a first one only sometimes,
// or the address of one is taken, memory has them all.
void apart(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (j % 2)
        c[i * m + j] = 0;
      for (int k = 0; k < l; ++k)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] = 0;
      for (int k = 0; k < l; ++k)
        c[i * m + j] += a[i * l + k] * b[k * m + j];
      float *at = &c[i * m + j];
      *at += 1;
    }
}
// APART: if (tile_64) {
// APART: c[i * m + j] = 0.0f;
// APART: if (k_trips != 0){{$}}
// APART-NEXT: kept_sums[row][column] = c[i * m + j];
// APART: if (k_trips != 0){{$}}
// APART-NEXT: c[i * m + j] = kept_sums[row][column];
// APART: __kernel void apart_
// APART: if (tile_64) {
// APART: if (k_trips != 0){{$}}
// APART-NEXT: kept_sums[row][column] = c[i * m + j];
// APART: if (k_trips != 0){{$}}
// APART-NEXT: c[i * m + j] = kept_sums[row][column];
// APART-NEXT: __global float *at = &c[i * m + j];
