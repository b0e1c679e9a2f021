// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::min keeps its first argument where both are equal, zeros of either sign.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clangxx %plugin -fplugin-arg-twofold-dump=%t.dir -Wno-pass-failed -fsyntax-only %s
// RUN: cat %t.dir/*first*_0.cl %t.dir/*number*_1.cl %t.dir/*other*_2.cl | %FileCheck %s
#include <algorithm>
#include <cmath>

// CHECK: __kernel void {{.*}}first{{.*}}_0(
// CHECK: get_global_id(1)
void first(int n, int k, double *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
}

// CHECK: __kernel void {{.*}}number{{.*}}_1(
// CHECK: get_global_id(1)
void number(int n, int k, float *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const float t = d[i * n + k] + d[k * n + j];
      d[i * n + j] = std::fmin(d[i * n + j], t);
    }
}

// CHECK: __kernel void {{.*}}other{{.*}}_2(
// CHECK-NOT: get_global_id(1)
void other(int n, int k, float *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      d[i * n + j] = std::min(d[i * n + k] + d[k * n + j], d[i * n + j]);
}
