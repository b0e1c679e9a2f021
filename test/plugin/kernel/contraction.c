// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products are fused where clang fuses them on the host.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -mfma -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: %clang -x cl -cl-std=CL1.2 -DTWOFOLD_ROWS -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*rows_*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s
// RUN: rm -rf %t.off && mkdir %t.off
// RUN: %clang %plugin -mfma -ffp-contract=off -fplugin-arg-twofold-dump=%t.off -fsyntax-only %s
// RUN: cat %t.off/*.cl | %FileCheck %s --check-prefix=OFF
// RUN: rm -rf %t.fast && mkdir %t.fast
// RUN: %clang %plugin -mfma -ffp-contract=fast -fplugin-arg-twofold-dump=%t.fast -fsyntax-only %s
// RUN: cat %t.fast/*.cl | %FileCheck %s --check-prefix=FAST

void fused(int n, const float *a, const float *b, float *c, double *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    c[i] = a[i] * b[i] + c[i];
    c[i] = a[i] * b[i] - c[i];
    c[i] = c[i] - a[i] * b[i];
    c[i] = -(a[i] * b[i]) + c[i];
    c[i] = c[i] - (-(a[i] * b[i]));
    c[i] = a[i] * b[i] + a[i] * c[i];
    c[i] += a[i] * b[i];
    c[i] -= a[i] * (b[i] + 1);
    c[i] = 2.0f * 3.0f + c[i];
    d[i] += a[i] * b[i];
    d[i] += (double)a[i] * b[i];
    int j = i;
    c[j++] += a[i] * b[i];
    float t = a[i] * b[i];
    c[i] = t + b[i];
    j += a[i] * b[i];
    {
#pragma STDC FP_CONTRACT OFF
      c[i] = a[i] * b[i] + c[i];
    }
  }
}

// A group that shares out rows keeps factors, not products.
void rows(int n, int m, float *restrict y, const float *x, const float *w) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 1; j < m; ++j)
      s = s + x[i * m + j] * w[j];
    for (int j = 1; j < m; ++j)
      y[i * m + j] = x[i * m + j] / s;
  }
}

// CHECK: #pragma OPENCL EXTENSION cl_khr_fp64 : enable
// CHECK-LABEL: __kernel void fused_0(
// CHECK: int i = (int)i_index;
// CHECK: __global float *target;
// CHECK: c[i] = fma(a[i], b[i], c[i]);
// CHECK: c[i] = fma(a[i], b[i], -c[i]);
// CHECK: c[i] = fma(-a[i], b[i], c[i]);
// CHECK: c[i] = fma(-a[i], b[i], c[i]);
// CHECK: c[i] = fma(a[i], b[i], c[i]);
// CHECK: c[i] = fma(a[i], b[i], a[i] * c[i]);
// CHECK: c[i] = fma(a[i], b[i], c[i]);
// CHECK: c[i] = fma(-a[i], b[i] + 1.0f, c[i]);
// CHECK: c[i] = 2.0f * 3.0f + c[i];
// CHECK: d[i] += (double)(a[i] * b[i]);
// CHECK: d[i] = fma((double)a[i], (double)b[i], d[i]);
// CHECK: int j = i;
// CHECK: (target = &c[j++], *target = fma(a[i], b[i], *target));
// CHECK: float t = a[i] * b[i];
// CHECK: c[i] = t + b[i];
// CHECK: j = (int)fma(a[i], b[i], (float)j);
// CHECK: {
// CHECK: c[i] = a[i] * b[i] + c[i];
// CHECK-LABEL: __kernel void rows_1(
// CHECK: tile_2_next[[[STEP:step[_0-9]*]]] = w[j];
// CHECK: loaded[[[STEP]]] = x[i * m + j];
// CHECK: s_sum = fma(tile[place], tile_2[column], s_sum);
// CHECK: s = fma(x[i * m + j], w[j], s);
// OFF: FP_CONTRACT OFF
// OFF-NOT: fma(
// FAST: FP_CONTRACT ON
// FAST-NOT: fma(
