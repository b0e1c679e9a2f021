// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Library functions and builtins.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

#include <math.h>
#include <stdlib.h>
void single(int n, const float *x, float *y, int *k) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    y[i] = sqrtf(x[i]) + fmaxf(x[i], 1) + powf(x[i], 2.5f);
    y[i] += sinf(x[i]) * nearbyintf(x[i]) + fabsf(-x[i]);
    y[i] = fmaf(x[i], y[i], 1.0f) + ldexpf(x[i], 3) + HUGE_VALF;
    k[i] = abs(k[i]) + isnan(x[i]) + (signbit(x[i]) != 0) + lroundf(x[i]);
    k[i] += __builtin_popcount(k[i]) + __builtin_ctz(k[i]) + __builtin_expect(k[i], 1);
    k[i] += isinf(x[i]) + isless(x[i], y[i]) + labs((long)k[i]);
    int e;
    y[i] = frexpf(x[i], &e) + e;
    y[i] = __builtin_sqrtf(x[i]) + NAN;
  }
}
void both(int n, const float *x, double *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double whole;
    y[i] = sqrt(x[i]) + sin(y[i]) + fmin(y[i], x[i]) + atan2(x[i], 2);
    y[i] += modf(y[i], &whole) + whole + erf(y[i]) + INFINITY;
  }
}

// CHECK: #pragma OPENCL EXTENSION cl_khr_fp64 : enable
// CHECK-LABEL: __kernel void both_1(
// CHECK: int i = (int)i_index;
// CHECK: double whole;
// CHECK: y[i] = sqrt((double)x[i]) + sin(y[i]) + fmin(y[i], (double)x[i]) + atan2((double)x[i], 2.0);
// CHECK: y[i] += modf(y[i], &whole) + whole + erf(y[i]) + (double)INFINITY;
// CHECK-LABEL: __kernel void single_0(
// CHECK: int i = (int)i_index;
// CHECK: uint bits;
// CHECK: float value;
// CHECK: y[i] = sqrt(x[i]) + fmax(x[i], 1.0f) + pow(x[i], 2.5f);
// CHECK: y[i] += sin(x[i]) * rint(x[i]) + fabs(-x[i]);
// CHECK: y[i] = fma(x[i], y[i], 1.0f) + ldexp(x[i], (int)3) + INFINITY;
// CHECK: k[i] = (int)((long)((int)abs((int)k[i]) + isnan(x[i]) + (signbit(x[i]) != 0)) + (long)round(x[i]));
// CHECK: k[i] += (long)((int)popcount((uint)k[i]) + (bits = (uint)k[i], 31 - (int)clz(bits & -bits))) + (long)k[i];
// CHECK: k[i] += (long)((value = x[i], isinf(value) ? (signbit(value) ? -1 : 1) : 0) + isless(x[i], y[i])) + (long)abs((long)k[i]);
// CHECK: int e;
// CHECK: y[i] = frexp(x[i], &e) + (float)e;
// CHECK: y[i] = sqrt(x[i]) + NAN;
