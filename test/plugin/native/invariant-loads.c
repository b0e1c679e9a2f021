// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all iterations read from one place is read once in front of them, where
// each stores to places of its own; not where they store to one place.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -fno-vectorize -fno-slp-vectorize -S -emit-llvm %s -o - | %FileCheck %s

// CHECK-LABEL: define internal {{.*}}void @twofold_native_filter_
// CHECK-COUNT-4: = load float, ptr
// CHECK: br label %[[ROUND:[0-9]+]]
// CHECK: [[ROUND]]:
// CHECK-COUNT-4: load float, ptr
// CHECK-NOT: load float
// CHECK: store float
void filter(float *f, const float *g, const float *h, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < 4; ++k)
      s += g[i + k] * h[k];
    f[i] = s;
  }
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_counts_
// CHECK: [[LOOP:[0-9]+]]:{{.*}}preds = {{.*}}%[[LOOP]]
// CHECK: load i32, ptr
// CHECK: load i32, ptr
// CHECK: store i32
void counts(int *f, const int *h, int *last, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    f[i] += h[0];
    last[0] = i;
  }
}
