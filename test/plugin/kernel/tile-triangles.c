// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups compute tiles of triangles whose columns begin at a number of their
// row: columns are numbered from the first one of all rows.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -DTWOFOLD_ROWS -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*correlation_0.cl | %FileCheck %s
// RUN: cat %t.dir/*headed_1.cl | %FileCheck %s --check-prefix=EVEN
// RUN: cat %t.dir/*others_*.cl | %FileCheck %s --check-prefix=NONE --implicit-check-not='tile_'
// RUN: %clang %plugin -O1 -w -fsave-optimization-record -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: %FileCheck %s --input-file=%t.yaml --check-prefix=RECORD

// RECORD: in the kernel an item runs one iteration of 'i', and of the loops inside it every so manieth one of 'j'
// RECORD-NEXT: in the kernel a group of a GPU, or an item of a CPU, computes a tile of 'i' by 'j', with its operands side by side and its sums in registers

void correlation(int n, int l, float *out, const float *data) {
#pragma twofold parallel for
  for (int i = 0; i < n - 1; ++i) {
    out[i * n + i] = 1;
    for (int j = i + 1; j < n; ++j) {
      out[i * n + j] = 0;
      for (int k = 0; k < l; ++k)
        out[i * n + j] += data[k * n + i] * data[k * n + j];
      out[j * n + i] = out[i * n + j];
    }
  }
}
// The groups of the first columns do what rows have beside these.
// CHECK: if (tile_64) {
// CHECK: if (get_group_id(0) == 0)
// CHECK-NEXT: for (uint row = item; row < 64; row += 64) {
// CHECK-NEXT: const uint row_number = (uint)get_group_id(1) * 64 + row;
// CHECK-NEXT: if (row_number < (uint)i_trips) {
// CHECK: out[i * n + i] = 1.0f;
// Tiles that have columns are counted, so that other groups end; columns are
// those of the first row.
// CHECK: [[ALL:j_trips[_0-9]*_most]] = 0, place = get_group_id(0) + get_group_id(1) * get_num_groups(0);
// CHECK: const uint i_index = (uint)0;
// CHECK: [[ALL]] = [[OWN:j_trips[_0-9]*]];
// CHECK-NEXT: column_begin = (i + 1);
// CHECK: for (;; first_row += 64) {
// CHECK-NEXT: if (first_row >= (uint)i_trips)
// CHECK-NEXT: return;
// CHECK: const uint i_index = (uint)first_row;
// CHECK: if ([[OWN]] != 0) {
// CHECK-NEXT: first_column = (uint)(([[ALL]] - [[OWN]]) / 64 * 64);
// CHECK-NEXT: other = ([[ALL]] + 63 - first_column) / 64;
// CHECK: if (place < other)
// CHECK-NEXT: break;
// CHECK-NEXT: place -= other;
// CHECK-NEXT: }
// CHECK-NEXT: first_column += (uint)place * 64;
// Of rows without columns nothing is read.
// CHECK: for (; row_begin + 1 < row_end;) {
// CHECK: --row_end;
// CHECK: if (row_number < (uint)i_trips && column_number < (uint)[[ALL]]) {
// CHECK: if (column_number + [[OWN]] >= [[ALL]]) {
// CHECK-NEXT: int j_item = (int)((ulong)column_begin + column_number);
// CHECK-NEXT: out[i * n + j_item] = 0.0f;
// CHECK: clamp(first_row + other, row_begin, row_end - 1)
// CHECK: together = first_row + other + 4 <= row_end && (ulong)address % 16 == 0;
// CHECK: int j_item = (int)((ulong)column_begin + min(first_column + other, (uint)[[ALL]] - 1));
// CHECK: out[i * n + j_item] = kept_sums[row][column];
// CHECK-NEXT: out[j_item * n + i] = out[i * n + j_item];

void headed(int n, int m, int l, float *out, const float *a, const float *b,
            float *heads) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    heads[i] = 1;
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      out[i * m + j] = s;
    }
  }
}
// EVEN: if (tile_64) {
// EVEN: const ulong [[TRIPS:j_trips[_0-9]*]] =
// EVEN: if (get_group_id(0) == 0)
// EVEN: heads[i] = 1.0f;
// EVEN: column_number < (uint)[[TRIPS]]) {
// EVEN: int j_item = (int)column_number;

// NONE: __kernel void others
void others(int n, int l, float *out, const float *a, const float *b) {
  // Both ends move, and columns of different rows are no neighbours.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = i; j < i + 40; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * n + j];
      out[i * n + j] = s;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; j += 2) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * n + j];
      out[i * n + j] = s;
    }
}
