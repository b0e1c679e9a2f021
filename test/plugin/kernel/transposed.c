// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is read along rows and stored along columns goes through local memory.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -DTWOFOLD_ROWS -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*copied_0.cl | %FileCheck %s
// RUN: cat %t.dir/*updated_1.cl | %FileCheck %s --check-prefix=UPDATE
// RUN: cat %t.dir/*stacked_2.cl | %FileCheck %s --check-prefix=STACK
// RUN: cat %t.dir/*others_*.cl | %FileCheck %s --check-prefix=NONE --implicit-check-not=__local
// RUN: %clang %plugin -w -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=TABLE

// An item copies 16 elements of a tile with 64 rows: (16 << 16) + 64.
// TABLE: @twofold_kernel_args_copied_0 = {{.*}} { i32 47, i32 64, i32 1048640 }]
void copied(int n, int m, float *b, const float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      b[j * n + i] = a[i * m + j];
}
// CHECK: ulong tile_64) {
// CHECK-NEXT: #ifdef TWOFOLD_ROWS
// CHECK-NEXT: __local float tile[4160];
// CHECK-NEXT: if (tile_64) {
// CHECK: const uint item = get_local_id(0);
// CHECK: first_column = get_group_id(0) * 64, first_row = get_group_id(1) * 64;
// CHECK: for (uint part = 0; part < 16; ++part) {
// CHECK-NEXT: const uint place = item + part * 256;
// Neighbours read along j, and nothing behind the end.
// CHECK-NEXT: const uint column = place % 64, row = place / 64;
// CHECK-NEXT: const uint i_index = (uint)(min(first_row + row, i_trips - 1));
// CHECK: const uint j_index = (uint)(min(first_column + column, j_trips - 1));
// CHECK: tile[row * 65 + column] = a[i * m + j];
// CHECK: barrier(CLK_LOCAL_MEM_FENCE);
// Neighbours store along i.
// CHECK: const uint row = place % 64, column = place / 64;
// CHECK-NEXT: const ulong row_number = first_row + row, column_number = first_column + column;
// CHECK-NEXT: if (row_number < i_trips && column_number < j_trips) {
// CHECK: b[j * n + i] = tile[row * 65 + column];
// CHECK: #endif

double a2[90][80], b2[80][90], c2[80][90];
void updated(double x) {
#pragma twofold parallel for collapse(2)
  for (int j = 0; j < 80; ++j)
    for (int i = 0; i < 90; ++i) {
      double y = a2[i][j];
      if (y > 0)
        b2[j][i] += x * y + c2[j][i];
    }
}
// UPDATE: __local double tile[1056];
// UPDATE: tile[row * 33 + column] = a2[i][j];
// UPDATE: double y = tile[row * 33 + column];
// UPDATE: b2[j][i] += x * y + c2[j][i];

void stacked(int n, unsigned char *b, const unsigned char *a) {
#pragma twofold parallel for
  for (int y = 0; y < n; ++y)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        b[(y * n + j) * n + i] = a[(y * n + i) * n + j];
}
// STACK: get_group_id(2)
// STACK: tile[row * 65 + column] = a[(y * n + i) * n + j];

// NONE: __kernel void others
void others(int n, float *b, const float *a, const int *at) {
  // Not each iteration reads it.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      b[j * n + i] = i > 3 ? a[i * n + j] : 0;
  // It is also stored.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      b[j * n + i] = b[(n + i) * n + j];
  // Where it is follows from memory.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      b[j * n + i] = a[at[i] * n + j];
  // All follows in one order.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      b[i * n + j] = a[i * n + j] + a[j];
}
