// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where iterations walk rows, a group has some of them and shares out elements.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -DTWOFOLD_ROWS -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*divided_0.cl | %FileCheck %s
// RUN: cat %t.dir/*names_*.cl | %FileCheck %s --check-prefix=NAMES
// RUN: rm -rf %t.fma && mkdir %t.fma
// RUN: %clang %plugin -mfma -fplugin-arg-twofold-dump=%t.fma -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t.fma/*negated_*.cl | %FileCheck %s --check-prefix=FMA
// RUN: cat %t.dir/*alike_*.cl | %FileCheck %s --check-prefix=ALIKE
// RUN: cat %t.dir/*softmax_*.cl | %FileCheck %s --check-prefix=SOFTMAX
// RUN: cat %t.dir/*columns_*.cl | %FileCheck %s --check-prefix=COLUMNS
// RUN: cat %t.dir/*filled_*.cl | %FileCheck %s --check-prefix=FILLED --implicit-check-not=ahead
// RUN: cat %t.dir/*others_*.cl | %FileCheck %s --check-prefix=NONE --implicit-check-not=TWOFOLD_ROWS

void divided(int n, int m, float *y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0, by;
    const float *line = x + i * m;
    for (int j = 1; j < m; ++j)
      s += line[j] * 2;
    by = s + 1;
    for (int j = 1; j < m; ++j)
      y[i * m + j] = line[j] / by;
  }
}
// CHECK: ulong rows) {
// CHECK-NEXT: #ifdef TWOFOLD_ROWS
// CHECK-NEXT: __local float s_rows[32];
// CHECK-NEXT: __local float by_rows[32];
// CHECK-NEXT: __local float tile[2176] __attribute__((aligned(16)));
// CHECK-NEXT: if (rows) {
// CHECK: const ulong first_row = get_group_id(0) * rows;
// CHECK-NEXT: const uint item = get_local_id(0);
// CHECK-NEXT: const uint walker = item % 256;
// CHECK-NEXT: const uint last_row = (uint)(min(rows, i_trips - first_row) - 1);
// CHECK-NEXT: if (walker <= last_row) {
// CHECK: s_rows[row] = 0.0f;
// CHECK: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// CHECK-NEXT: const ulong j_trips = (ulong)(1 < (long)m ? (ulong)(long)m - (ulong)1 : 0);
// CHECK-NEXT: float s_sum = 0;
// CHECK-NEXT: if (walker <= last_row) {
// CHECK-NEXT: const uint row = walker;
// CHECK-NEXT: s_sum = s_rows[row];
// CHECK-NEXT: }
// CHECK-NEXT: if (rows == 1) {
// CHECK-NEXT: float loaded[8] = {0};
// CHECK-NEXT: for (ulong begin = 0;; begin += 2048) {
// CHECK-NEXT: if (begin < j_trips) {
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (uint [[STEP:step[_0-9]*]] = 0; [[STEP]] < 8; ++[[STEP]]) {
// CHECK-NEXT: const uint row = min([[STEP]] / 8, last_row), column = item + [[STEP]] % 8 * 256;
// CHECK-NEXT: const ulong number = min(begin + column, j_trips - 1);
// CHECK: __global const float *line = x + i * m;
// CHECK: loaded[[[STEP]]] = line[j];
// CHECK: {{^ *}}if (begin != 0) {
// CHECK-NEXT: if (walker <= last_row) {
// CHECK: const ulong columns = j_trips - begin + 2048;
// CHECK-NEXT: if (columns >= 2048) {
// CHECK-NEXT: #pragma unroll 16
// CHECK-NEXT: for (uint column = 0; column < 2048; column += 4) {
// CHECK-NEXT: const float4 tile_4 = *(__local const float4 *)(tile + column);
// CHECK-NEXT: s_sum += tile_4.s0;
// CHECK-NEXT: s_sum += tile_4.s1;
// CHECK-NEXT: s_sum += tile_4.s2;
// CHECK-NEXT: s_sum += tile_4.s3;
// CHECK: for (uint column = 0; column < columns; ++column) {
// CHECK-NEXT: const uint place = column;
// CHECK: if (begin >= j_trips) {
// CHECK-NEXT: s_rows[row] = s_sum;
// CHECK: barrier(
// CHECK-NEXT: if (begin >= j_trips)
// CHECK-NEXT: break;
// CHECK: if (row <= last_row && number < j_trips) {
// CHECK: const uint place = column;
// CHECK-NEXT: tile[place] = loaded[[[STEP]]] * 2.0f;
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK: } else {
// Several loops: more groups, of fewer rows each.
// CHECK: for (ulong begin = 0;; begin += 256) {
// CHECK: const uint row = min(step_, last_row), column = item;
// CHECK: #pragma unroll 16
// CHECK-NEXT: for (uint column = 0; column < 256; column += 4) {
// CHECK-NEXT: const float4 tile_4 = *(__local const float4 *)(tile + row * 260 + column);
// CHECK: const uint place = row * 260 + column;
// CHECK: s_rows[row] = s_sum;
// CHECK: tile[place] = loaded[
// CHECK: barrier(
// CHECK: {{^ *}}by_rows[row] = s_rows[row] + 1.0f;
// CHECK: barrier(
// CHECK: ulong next = item;
// CHECK-NEXT: for (; next + 7 * 256 < [[TRIPS:j_trips[_0-9]*]]; next += 8 * 256) {
// CHECK-NEXT: float [[LOADED:loaded_[0-9]+]][8];
// CHECK: [[LOADED]][ahead] = line[j];
// CHECK: y[i * m + j] = [[LOADED]][ahead] / by_rows[row];
// CHECK: for (; next < [[TRIPS]]; next += 256) {
// CHECK: / by_rows[row];
// CHECK: #endif

// Rounds that load nothing need not be several at a time.
void filled(int n, int m, float *y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += x[i * m + j];
    for (int j = 0; j < m; ++j)
      y[i * m + j] = s;
  }
}
// FILLED: ulong next = item;
// FILLED-NEXT: for (; next < {{j_trips[_0-9]*}}; next += 256) {
// FILLED: y[i * m + j] = s_rows[row];

// Both factors of a product that is fused with a sum are put aside, and no sign.
void negated(int n, int m, float *y, const float *x, const float *z) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    const float *line = x + i * m;
    for (int j = 0; j < m; ++j)
      s += -(line[j] * z[j]);
    y[i] = s;
  }
}
// What all rows have is loaded and put by an item a column.
// FMA: float loaded[8] = {0};
// FMA-NEXT: float tile_2_next[8] = {0};
// FMA: const uint column = item + [[STEP:step[_0-9]*]] * 256;
// FMA-NEXT: const ulong number = min(begin + column, j_trips - 1);
// FMA: tile_2_next[[[STEP]]] = z[j];
// FMA: loaded[[[STEP]]] = line[j];
// FMA-NOT: z[j]
// FMA: s_sum = fma(-tile_4.s0, tile_2_4.s0, s_sum);
// FMA: barrier(CLK_LOCAL_MEM_FENCE);
// FMA-NEXT: if (begin >= j_trips)
// FMA: const uint place = column;
// FMA-NEXT: tile[place] = loaded[[[STEP]]];
// FMA: tile_2[column] = tile_2_next[[[STEP]]];
// FMA: float tile_2_next[1] = {0};
// FMA: for (uint [[STEP:step[_0-9]*]] = 0; [[STEP]] < 1; ++[[STEP]]) {
// FMA: const uint row = min(item / 64 + [[STEP]] * 4, last_row), column = item % 64;
// FMA: s_sum = fma(-tile[place], tile_2[column], s_sum);
// FMA: if (column < 64) {

// What is put aside has names that the program does not use.
void names(int n, int m, float *y, const float *x, const float *loaded,
           float tile_4) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += x[i * m + j] + loaded[j] + tile_4;
    y[i] = s;
  }
}
// NAMES: float [[NEXT:loaded_[0-9]+]][8] = {0};
// NAMES: [[NEXT]][[[STEP:step[_0-9]*]]] = x[i * m + j];
// NAMES: = loaded[j];
// NAMES: const float4 [[FOUR:tile_4_[0-9]+]] = *(__local const float4 *)(tile + column);
// NAMES: s_sum += [[FOUR]].s0;
// NAMES: tile[place] = [[NEXT]][[[STEP]]] + loaded_{{[0-9]+}}[[[STEP]]] + tile_4;

// A round loads before it stores, and what it loads once it takes from there
// wherever it reads it; what it updates is loaded, too.
void softmax(int n, int m, float *y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float top = x[i * m], s = 0;
    for (int j = 1; j < m; ++j)
      top += x[i * m + j];
    for (int j = 0; j < m; ++j) {
      y[i * m + j] = x[i * m + j] - top;
      s += y[i * m + j];
    }
    for (int j = 0; j < m; ++j)
      y[i * m + j] /= s;
  }
}
// SOFTMAX: loaded[step_] = x[i * m + j];
// SOFTMAX: top_sum += tile_4.s0;
// SOFTMAX: tile[place] = loaded[step_];
// SOFTMAX: [[LOADED:loaded_[0-9]+]][step_] = x[i * m + j];
// SOFTMAX: if (begin != 0) {
// SOFTMAX: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// SOFTMAX: if (row <= last_row && number{{[_0-9]*}} < j_trips
// SOFTMAX: y[i * m + j] = [[LOADED]][step_] - top_rows[row];
// SOFTMAX-NEXT: tile_2[place] = y[i * m + j];
// SOFTMAX: [[OWN:loaded_[0-9]+]][ahead] = y[i * m + j];
// SOFTMAX: y[i * m + j] = [[OWN]][ahead] / s_rows[row];

// Two loops with the same rounds, of which the second has a sum in memory.
void alike(int n, int m, float *x, const float *y, float *z) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      x[i] += y[i * m + j];
    for (int k = 0; k < m; ++k)
      z[i] += y[i * m + k];
  }
}
// ALIKE: kept_rows[row] = x[i];
// ALIKE: x[i] = kept_rows[row];
// ALIKE-NEXT: kept_rows_[[SECOND:[0-9]+]][row] = z[i];
// ALIKE: z[i] = kept_rows_[[SECOND]][row];

// Sums of columns: neighbouring items have neighbouring rows of the tile.
void columns(int n, int m, float *x, const float *y, float by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += y[j * n + i] * by;
    x[i] = s;
  }
}
// COLUMNS: __local float s_rows[32];
// COLUMNS: if (rows == 8) {
// COLUMNS: for (uint begin = 0;; begin += 256) {
// COLUMNS: const uint row = (item + step_ * 256) % 8, column = (item + step_ * 256) / 8;
// COLUMNS-NEXT: const uint number = begin + column;
// COLUMNS-NEXT: if (first_row + row < i_trips && number < j_trips) {
// COLUMNS: *(__local const float4 *)(tile + row * 260 + column);
// COLUMNS: for (uint begin = 0;; begin += 64) {
// COLUMNS: const uint row = (item + step_ * 256) % 32, column = (item + step_ * 256) / 32;
// COLUMNS: loaded[{{step[_0-9]*}}] = y[j * n + i];
// COLUMNS: s_sum += tile[place];
// COLUMNS: const uint row = (item + step_ * 256) % 32, column = (item + step_ * 256) / 32;
// COLUMNS: const uint place = row * 65 + column;
// COLUMNS-NEXT: tile[place] = loaded[{{step[_0-9]*}}] * by;

// NONE: __kernel void others
void others(int n, int m, float *x, const float *y, float *z) {
  // Neighbours in i are neighbours in memory, and no sum takes long.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += y[j * n + i];
    for (int j = 0; j < m; ++j)
      x[j * n + i] = s;
  }
  // One is read along rows, the other along columns.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += y[j * n + i] * z[i * m + j];
    x[i] = s;
  }
  // Each round needs the one before it.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j)
      x[i * m + j] += x[i * m + j - 1];
  // A sum that elements are made of.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j) {
      s += y[i * m + j];
      x[i * m + j] = s;
    }
  }
  // The second loop may have no rounds, and then touches no element.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      x[i] += y[i * m + j];
    for (int j = 0; j < n; ++j)
      z[i] += y[i * m + j];
  }
  // Read only where it is there.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      if (s < 3)
        s += y[i * m + j];
    x[i] = s;
  }
}
