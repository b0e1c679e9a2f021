// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic, conversions, literals and the induction variable.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

void saxpy(int n, float a, const float *x, float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i] = a * x[i] + y[i];
}

enum color { red, green = 5 };

void arithmetic(int n, unsigned char *c, short *s, unsigned *u, long *l,
                double d, enum color e, char k) {
#pragma twofold parallel for
  for (int i = 4; i < n; i += 3) {
    c[i] += 1.5;
    c[i] = c[i] + k + 'a';
    s[i] = (short)(s[i] << 2 | 3) & ~s[i];
    u[i] = -u[i] + 7u + (unsigned)s[i] - sizeof(int);
    l[i] = l[i] * 3L + e + green + i % 5 - (i & 3) * (-2147483647 - 1);
    l[i] ^= u[i] >> 3;
    l[i] = d > 0.1 && i != 3 ? (long)d : -l[i];
    s[i] = i ? s[i]++ : --s[i], c[i] = !c[i];
    u[i] = k ?: u[i];
    u[i] = (k + 1) ?: u[i];
  }
}

void down(long n, double *x, float f) {
#pragma twofold parallel for
  for (long i = n; i > 2; i -= 2)
    x[i] = f * 2.0 + 1e300 + 0x1.8p-3f - 3 / x[i - 1];
}

void step(unsigned n, unsigned k, float *x) {
#pragma twofold parallel for
  for (unsigned i = n; i >= 3; i -= k)
    x[i] = 0.1f * i;
}

// CHECK: #pragma OPENCL EXTENSION cl_khr_fp64 : enable
// CHECK-LABEL: __kernel void arithmetic_1(
// CHECK: __global uchar *c_mem, long c_off,
// CHECK: char k,
// CHECK: __global uchar *s_mem, long s_off,
// CHECK: __global uchar *u_mem, long u_off,
// CHECK: __global uchar *l_mem, long l_off,
// CHECK: uint e,
// CHECK: double d,
// CHECK: ulong i_trips,
// CHECK: ulong i_first,
// CHECK: ulong i_lower) {
// CHECK: int i = (int)(i_lower + i_index * 3);
// CHECK: int value;
// CHECK: c[i] = (uchar)(int)((double)c[i] + 1.5);
// CHECK: c[i] = (uchar)(c[i] + k + 97);
// CHECK: s[i] = (short)((short)((s[i] << 2) | 3) & ~s[i]);
// CHECK: u[i] = (uint)((ulong)(-u[i] + 7u + (uint)s[i]) - 4UL);
// CHECK: l[i] = l[i] * 3L + (long)e + 5L + (long)(i % 5) - (long)((i & 3) * (-2147483647 - 1));
// CHECK: l[i] ^= (long)(u[i] >> 3);
// CHECK: l[i] = d > 0.1 && i != 3 ? (long)d : -l[i];
// CHECK: s[i] = (short)(i ? s[i]++ : --s[i]), c[i] = (uchar)!c[i];
// CHECK: u[i] = k ? (uint)k : u[i];
// CHECK: u[i] = (value = k + 1, value ? (uint)value : u[i]);
// CHECK: #pragma OPENCL EXTENSION cl_khr_fp64 : enable
// CHECK-LABEL: __kernel void down_2(
// CHECK: __global uchar *x_mem, long x_off,
// CHECK: float f,
// CHECK: ulong i_trips,
// CHECK: ulong i_first,
// CHECK: ulong i_lower) {
// CHECK: long i = (long)(i_lower - i_index * 2);
// CHECK: x[i] = (double)f * 2.0 + 1.0E+300 + 0.1875 - 3.0 / x[i - 1L];
// CHECK-LABEL: __kernel void saxpy_0(
// CHECK: __global uchar *y_mem, long y_off,
// CHECK: float a,
// CHECK: __global uchar *x_mem, long x_off,
// CHECK: ulong i_trips,
// CHECK: ulong i_first,
// CHECK: ulong item_width) {
// CHECK: int i = (int)i_index;
// CHECK: y[i] = a * x[i] + y[i];
// CHECK-LABEL: __kernel void step_3(
// CHECK: __global uchar *x_mem, long x_off,
// CHECK: ulong i_trips,
// CHECK: ulong i_first,
// CHECK: ulong i_step,
// CHECK: ulong i_lower) {
// CHECK: uint i = (uint)(i_lower + i_index * i_step);
// CHECK: x[i] = 0.1f * (float)i;
