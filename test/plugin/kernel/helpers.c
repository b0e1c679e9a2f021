// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers, one for each set of address spaces; constant tables.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

static const float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
static const int width = 5;

static float dot5(const float *a, const float *b) {
  float s = 0;
  for (int k = 0; k < width; ++k)
    s += a[k] * b[k];
  return s;
}

static const float *later(const float *p, int by) { return p + by; }

static void swap(float *a, float *b) {
  float t = *a;
  *a = *b;
  *b = t;
}

static float chosen(const float *p) {
  static const float offsets[2] = {1, 2};
  return p ? *p + offsets[1] : 0;
}

void blur(int n, const float *x, float *y) {
#pragma twofold parallel for
  for (int i = 2; i < n - 2; ++i) {
    float near[5] = {x[i - 2], x[i - 1], x[i]};
    float a = dot5(x + i - 2, weights), b = dot5(near, weights);
    swap(&a, &b);
    swap(&y[i], &a);
    y[i] += chosen(later(x, i)) + chosen(0) + chosen(&a);
  }
}

// CHECK: __constant float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
// CHECK: __constant float offsets[2] = {1.0f, 2.0f};
// CHECK-LABEL: static float dot5(__global const float *a, __constant const float *b) {
// CHECK: float s = 0.0f;
// CHECK: for (int k = 0; k < 5; ++k) {
// CHECK: s += a[k] * b[k];
// CHECK: return s;
// CHECK-LABEL: static float dot5_2(const float *a, __constant const float *b) {
// CHECK: float s = 0.0f;
// CHECK: for (int k = 0; k < 5; ++k) {
// CHECK: s += a[k] * b[k];
// CHECK: return s;
// CHECK-LABEL: static void swap(float *a, float *b) {
// CHECK: float t = *a;
// CHECK: *a = *b;
// CHECK: *b = t;
// CHECK-LABEL: static void swap_2(__global float *a, float *b) {
// CHECK: float t = *a;
// CHECK: *a = *b;
// CHECK: *b = t;
// CHECK-LABEL: static __global const float *later(__global const float *p, int by) {
// CHECK: return p + by;
// CHECK-LABEL: static float chosen(__global const float *p) {
// CHECK: return p != 0 ? *p + offsets[1] : 0.0f;
// CHECK-LABEL: static float chosen_2(const float *p) {
// CHECK: return p != 0 ? *p + offsets[1] : 0.0f;
// CHECK-LABEL: __kernel void blur_0(
// CHECK: ulong x_host,
// CHECK: ulong y_host) {
// CHECK: if (x_host == 0)
// CHECK: x = 0;
// CHECK: if (y_host == 0)
// CHECK: y = 0;
// CHECK: int i = (int)(i_lower + i_index);
// CHECK: float near[5] = {x[i - 2], x[i - 1], x[i]};
// CHECK: float a = dot5(x + i - 2, weights);
// CHECK: float b = dot5_2(near, weights);
// CHECK: swap(&a, &b);
// CHECK: swap_2(&y[i], &a);
// CHECK: y[i] += chosen(later(x, i)) + chosen_2(0) + chosen_2(&a);
