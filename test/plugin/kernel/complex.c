// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex numbers as structs; which function each operator becomes.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang -std=c11 %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s
// RUN: rm -rf %t.some && mkdir %t.some
// RUN: %clang -fcomplex-arithmetic=improved %plugin -fplugin-arg-twofold-dump=%t.some -fsyntax-only %s
// RUN: cat %t.some/*.cl | %FileCheck %s --check-prefix=IMPROVED

void body(int n, float _Complex *a, double _Complex *d, float _Complex c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    a[i] = a[i] * c + 2;
    d[i] = 1.5 - d[i] * i;
    a[i] += d[i];
    __imag__ a[i] = __real__ c;
    if (a[i] != c)
      a[i] = -~a[i];
  }
}

// CHECK: #pragma OPENCL EXTENSION cl_khr_fp64 : enable
// CHECK: typedef struct {
// CHECK-NEXT: float re;
// CHECK-NEXT: float im;
// CHECK-NEXT: } complex_float;
// CHECK: static complex_float complex_float_mul(complex_float a, complex_float b) {
// CHECK-NEXT: float ac = a.re * b.re, bd = a.im * b.im;
// CHECK-LABEL: __kernel void body_0(
// CHECK: complex_float c,
// CHECK: a[i] = complex_float_add_real(complex_float_mul(a[i], c), 2.0f);
// CHECK: d[i] = complex_double_real_sub(1.5, complex_double_mul_real(d[i], (double)i));
// CHECK: a[i] = complex_float_from(complex_double_add(complex_double_from(a[i]), d[i]));
// CHECK: a[i].im = c.re;
// CHECK: if (!complex_float_eq(a[i], c)) {
// CHECK: a[i] = complex_float_neg(complex_float_conj(a[i]));

void both(int n, float _Complex *a, float _Complex c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    a[i] = a[i] * c;
    a[i] = a[i] / c;
  }
}
// CHECK-LABEL: __kernel void both_1(
// CHECK: a[i] = complex_float_mul(a[i], c);
// CHECK-NEXT: a[i] = complex_float_div(a[i], c);
// IMPROVED-LABEL: __kernel void both_1(
// IMPROVED: a[i] = complex_float_basic_mul(a[i], c);
// IMPROVED-NEXT: a[i] = complex_float_div(a[i], c);
