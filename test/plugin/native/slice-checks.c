// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is tested before a slice stays in registers: tables are written where
// something is wrong, or has to be looked at more closely. Numbers stay numbers.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t %s -O2 -S -emit-llvm -o - | FileCheck %s
// RUN: cat %t/*backward_*.native.c | FileCheck --check-prefix=STRIDE %s
/* clang-format off */
// CHECK-LABEL: define {{.*}}@stencil(
// CHECK-NOT: {{ store | call .*@twofold_section}}
// CHECK: br i1 {{.*}} !prof
// CHECK: store
// CHECK: call i32 @twofold_section_error(
// CHECK: br i1 {{.*}} !prof
// CHECK: store
// CHECK: call i32 @twofold_section_order(
void stencil(float *o, float *a, float s, long n, long m) {
  float (*r)[64] = (float (*)[64])o, (*x)[64] = (float (*)[64])a;
#pragma twofold slice
  r[1:n][1:m] = s * (x[0:n][1:m] + x[2:n][1:m] + x[1:n][0:m] + x[1:n][2:m]);
}
// STRIDE: a[__twofold_b{{[0-9]+}} + __twofold_i{{[0-9_]+}} * -1]
void backward(float *o, float *a, long n) {
#pragma twofold slice
  o[0:n] = a[n - 1:n:-1];
}
