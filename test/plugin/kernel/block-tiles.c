// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An item of a CPU computes a tile by itself: what columns read is put in the
// order of rounds, sums are vectors in registers, and rounds follow each other as
// they are written.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -march=x86-64-v3 -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -DTWOFOLD_BLOCKS -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: %clang -x cl -cl-std=CL1.2 -DTWOFOLD_BLOCKS -D__AVX512F__ -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*product_0.cl | %FileCheck %s
// RUN: cat %t.dir/*turned_*.cl | %FileCheck %s --check-prefix=TURNED
// RUN: cat %t.dir/*distances_*.cl | %FileCheck %s --check-prefix=INSIDE
// RUN: cat %t.dir/*chosen_*.cl | %FileCheck %s --check-prefix=CHOSEN
// RUN: cat %t.dir/*triangle_*.cl | %FileCheck %s --check-prefix=TRIANGLE

// What belongs to tiles of GPUs stands ahead of it, and what is common behind.
void product(int n, int m, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = s;
    }
}
// CHECK: #ifdef TWOFOLD_ROWS
// CHECK: if (tile_32) {
// CHECK: {{^}}#elif defined(TWOFOLD_BLOCKS)
// A group has one item; other forms' groups, of many, have the memory once, too.
// CHECK: __local float s_sums[192][64] __attribute__((aligned(64)));
// CHECK-NOT: row_tile
// CHECK: __local float column_tile[16384] __attribute__((aligned(64)));
// CHECK-NEXT: if (tile_64) {
// CHECK: const uint first_column = (uint)get_group_id(0) * 64, first_row = (uint)get_group_id(1) * (uint)tile_64;
// CHECK: for (uint row = 0; row < min((uint)tile_64, (uint)i_trips - first_row); ++row) {
// CHECK: for (uint column = 0; column < min((uint)64, (uint)j_trips - first_column); ++column) {
// CHECK: s_sums[row][column] = 0.0f;
// Columns that there are not are zero in as many rounds as there are.
// CHECK: for (uint other = min((uint)64, (uint)j_trips - first_column) / 16 * 16; other < 64; other += 16) {
// CHECK-NEXT: for (uint place = 0; place < min((ulong)256, k_trips) * 16; ++place) {
// CHECK-NEXT: column_tile[other * 256 + place] = 0;
// CHECK: for (ulong begin = 0; begin < k_trips; begin += 256) {
// CHECK: for (uint turn = 0; turn < deep; ++turn) {
// CHECK-NEXT: for (uint lane = 0; lane < 16; ++lane) {
// CHECK: column_tile[other * 256 + turn * 16 + lane] = b[k * m + j];
// CHECK: for (uint lane = 0; lane < (uint)j_trips - first_column - other; ++lane) {
// Rows whose elements follow each other are read where they are, the last one
// again in the place of those behind it.
// CHECK: __global const float *row_next[BLOCK_ROWS];
// CHECK: const uint i_index = (uint)(min(first_row + own_row + row, (uint)i_trips - 1));
// CHECK: row_next[row] = &a[i * l + k];
// CHECK: float16 s_sums_here[BLOCK_ROWS][BLOCK_VECTORS];
// CHECK: const float16 row_here = (float16)(row_next[row][turn]);
// CHECK: s_sums_here[row][part] = fma(row_here, column_here[part], s_sums_here[row][part]);
// CHECK: c[i * m + j] = s_sums[row][column];
// CHECK: {{^}}#endif

// Doubles have half as many lanes; numbers are the same in all of them.
void turned(int n, int m, int l, double by, double *c, const double *a,
            const double *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = l - 1; k >= 0; --k)
        c[i * m + j] -= 0.5 * (by * (a[k * n + i] + b[j * l + k]));
}
// TURNED: {{^}}#elif defined(TWOFOLD_BLOCKS)
// TURNED: __local double row_tile[BLOCK_ROWS * 128] __attribute__((aligned(64)));
// TURNED: for (ulong begin = 0; begin < k_trips; begin += 128) {
// TURNED: for (uint lane = 0; lane < 8; ++lane) {
// TURNED-NEXT: for (uint turn = 0; turn < deep; ++turn) {
// TURNED: int k = (int)((uint)(l - 1) - (begin + turn));
// TURNED-NEXT: column_tile[other * 128 + turn * 8 + lane] = b[j * l + k];
// TURNED: row_tile[turn * BLOCK_ROWS + row] = a[k * n + i];
// TURNED: kept_sums_here[row][part] = fma(-(double8)(0.5), (double8)(by) * (row_here + column_here[part]), kept_sums_here[row][part]);

// A variable of the round is a vector, too.
void distances(int n, int l, float *c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k) {
        float e = a[i * l + k] - b[j * l + k];
        s += e * e;
      }
      c[i * n + j] = s;
    }
}
// INSIDE: {{^}}#elif defined(TWOFOLD_BLOCKS)
// INSIDE: float16 e = row_here - column_here[part];
// INSIDE-NEXT: s_sums_here[row][part] = fma(e, e, s_sums_here[row][part]);

// What vectors do not do lane by lane is left to the driver's compiler.
void chosen(int n, int *c, const int *a, const int *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int s = 1 << 30;
      for (int k = 0; k < n; ++k)
        if (a[i * n + k] + b[k * n + j] < s)
          s = a[i * n + k] + b[k * n + j];
      c[i * n + j] = s;
    }
}
// CHOSEN: {{^}}#elif defined(TWOFOLD_BLOCKS)
// CHOSEN-NOT: int16
// CHOSEN: row_next[row] = &a[i * n + k];
// CHOSEN: for (uint turn = 0; turn < deep; ++turn) {
// CHOSEN-NEXT: for (uint row = 0; row < BLOCK_ROWS; ++row) {
// CHOSEN-NEXT: for (uint part = 0; part < BLOCK_VECTORS; ++part) {
// CHOSEN-NEXT: for (uint lane = 0; lane < 16; ++lane) {
// CHOSEN-NEXT: if (row_next[row][turn] + column_tile[(own_column + part * 16) * 256 + turn * 16 + lane] < s_sums[own_row + row][own_column + part * 16 + lane])

// Items have the tiles that there are, by number.
void triangle(int n, int l, float *c, const float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * a[j * l + k];
      c[i * n + j] = s;
    }
}
// TRIANGLE: {{^}}#elif defined(TWOFOLD_BLOCKS)
// TRIANGLE: for (;; first_row += (uint)tile_64) {
// TRIANGLE: row_begin, row_end - 1)
// TRIANGLE: if (column_number < j_trips
