// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtins with several results, lanes of vectors, and complex conditions.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s --match-full-lines

#define _GNU_SOURCE
#include <complex.h>
#include <math.h>
typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int4 __attribute__((ext_vector_type(4)));
typedef float float2 __attribute__((ext_vector_type(2)));

void overflows(int n, const int *x, const unsigned *u, const long *w,
               const unsigned long *v, int *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int a;
    unsigned b;
    long c;
    unsigned long d;
    y[i] = __builtin_add_overflow(x[i], x[i] + 1, &a) ? 1 : a;
    y[i] += __builtin_sub_overflow(x[i], 2, &a) ? 1 : a;
    y[i] += __builtin_mul_overflow(x[i], 3, &a) ? 1 : a;
    y[i] += __builtin_mul_overflow(u[i], u[i] + 4, &b) ? 1 : (int)b;
    y[i] += __builtin_sub_overflow(u[i], 5u, &b) ? 1 : (int)b;
    y[i] += __builtin_add_overflow(w[i], 6l, &c) ? 1 : (int)c;
    y[i] += __builtin_sub_overflow(w[i], 7l, &c) ? 1 : (int)c;
    y[i] += __builtin_mul_overflow(w[i], 8l, &c) ? 1 : (int)c;
    y[i] += __builtin_add_overflow(v[i], 9ul, &d) ? 1 : (int)d;
    y[i] += __builtin_sub_overflow(v[i], 10ul, &d) ? 1 : (int)d;
    y[i] += __builtin_mul_overflow(v[i], 11ul, &d) ? 1 : (int)d;
  }
}

void both(int n, const double *x, double *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double s, c;
    sincos(x[i] + 1, &s, &c);
    y[i] = s + c;
    y[i] > 0 ? (void)0 : sincos(y[i], &s, &c);
    y[i] *= s;
  }
}

void scaled(int n, const double *x, double *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i] = ldexp(x[i], i + 1) + scalbn(x[i], 2);
}

void lanes(int n, const float4 *x, const float2 *h, float4 *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float4 some = {h[i].x, 3};
    int4 whole = __builtin_convertvector(x[i], int4);
    y[i] = some + (whole != 0 ? x[i] : some);
    y[i] = __builtin_shufflevector(x[i], some, 0, 5, -1, 7);
    y[i].w += x[i].r;
  }
}

void numbers(int n, const double complex *z, int *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i] = z[i] ? 1 : (_Bool)(z[i] * 2);
}

// CHECK-LABEL: {{.*}}kernel void both_{{.*}}
// CHECK: s = sincos(x[i] + 1.0, &c);
// CHECK: y[i] = s + c;
// CHECK: y[i] > 0.0 ? (void)0 : (s = sincos(y[i], &c));
// CHECK-LABEL: {{.*}}kernel void lanes_{{.*}}
// CHECK: float4 some = (float4)(h[i].x, 3.0f, 0.0f, 0.0f);
// CHECK: int4 whole = convert_int4(x[i]);
// CHECK: y[i] = some + (((whole != (int4)((int)0)) != 0) ? x[i] : some);
// CHECK: y[i] = (value = x[i], (float4)(value.s0, some.s1, value.s0, some.s3));
// CHECK: y[i].w += x[i].s0;
// CHECK-LABEL: {{.*}}kernel void numbers_{{.*}}
// CHECK: y[i] = complex_double_truth(z[i]) ? 1 : complex_double_truth(complex_double_mul_real(z[i], 2.0));
// CHECK-LABEL: {{.*}}kernel void overflows_{{.*}}
// CHECK: y[i] = (left = x[i], right = x[i] + 1, result = (long)left + (long)right, a = (int)result, result != (long)(int)result) ? 1 : a;
// CHECK: y[i] += (left_2 = x[i], right_2 = 2, result_2 = (long)left_2 - (long)right_2, a = (int)result_2, result_2 != (long)(int)result_2) ? 1 : a;
// CHECK: y[i] += (left_3 = x[i], right_3 = 3, result_3 = (long)left_3 * (long)right_3, a = (int)result_3, result_3 != (long)(int)result_3) ? 1 : a;
// CHECK: y[i] += (left_4 = u[i], right_4 = u[i] + 4u, result_4 = (ulong)left_4 * (ulong)right_4, b = (uint)result_4, result_4 != (ulong)(uint)result_4) ? 1 : (int)b;
// CHECK: y[i] += (left_5 = u[i], right_5 = 5u, result_5 = (long)left_5 - (long)right_5, b = (uint)result_5, result_5 != (long)(uint)result_5) ? 1 : (int)b;
// CHECK: y[i] += (left_6 = w[i], right_6 = 6L, result_6 = (long)((ulong)left_6 + (ulong)right_6), c = result_6, ((left_6 ^ result_6) & (right_6 ^ result_6)) < 0) ? 1 : (int)c;
// CHECK: y[i] += (left_7 = w[i], right_7 = 7L, result_7 = (long)((ulong)left_7 - (ulong)right_7), c = result_7, ((left_7 ^ right_7) & (left_7 ^ result_7)) < 0) ? 1 : (int)c;
// CHECK: y[i] += (left_8 = w[i], right_8 = 8L, result_8 = (long)((ulong)left_8 * (ulong)right_8), c = result_8, mul_hi(left_8, right_8) != (result_8 >> 63)) ? 1 : (int)c;
// CHECK: y[i] += (left_9 = v[i], right_9 = 9UL, result_9 = (ulong)((ulong)left_9 + (ulong)right_9), d = result_9, result_9 < left_9) ? 1 : (int)d;
// CHECK: y[i] += (left_10 = v[i], right_10 = 10UL, result_10 = (ulong)((ulong)left_10 - (ulong)right_10), d = result_10, left_10 < right_10) ? 1 : (int)d;
// CHECK: y[i] += (left_11 = v[i], right_11 = 11UL, result_11 = (ulong)((ulong)left_11 * (ulong)right_11), d = result_11, mul_hi(left_11, right_11) != 0) ? 1 : (int)d;
// CHECK-LABEL: {{.*}}kernel void scaled_{{.*}}
// CHECK: y[i] = ldexp(x[i], (int)(i + 1)) + ldexp(x[i], (int)2);
