// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half precision: computed in float, rounded where the host rounds.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

void body(int n, _Float16 *a, __fp16 *c, float *f, _Float16 by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    _Float16 x = a[i] * by + 1.5f16;
    a[i] = -(x - by) / x;
    a[i] += x * by;
    c[i] = c[i] * 2;
    f[i] = x * by;
    if (x < by)
      a[i] = 3;
  }
}

// CHECK: #pragma OPENCL EXTENSION cl_khr_fp16 : enable
// CHECK-NOT: cl_khr_fp64
// CHECK: half by,
// CHECK: half x = (half)((float)a[i] * (float)by + (float)(half)1.5f);
// CHECK: a[i] = (half)(-((float)x - (float)by) / (float)x);
// CHECK: a[i] = (half)((float)a[i] + (float)x * (float)by);
// CHECK: c[i] = (half)((float)c[i] * 2.0f);
// CHECK: f[i] = (float)(half)((float)x * (float)by);
// CHECK: if (x < by) {
// CHECK: a[i] = (half)3.0f;
