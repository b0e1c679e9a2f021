// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of floating numbers over slices have no order, also of rows in a loop,
// unless `deterministic` asks for one; sums in plain loops keep theirs.
// RUN: %clang %plugin %s -O1 -S -emit-llvm -o - | FileCheck --check-prefix=FREE %s
// RUN: %clang %plugin %s -O1 -S -emit-llvm -DIN_ORDER=deterministic -o - | FileCheck --check-prefix=ORDER %s
// RUN: %clang %plugin %s -O1 -S -emit-llvm -DLOOP -o - | FileCheck --check-prefix=ORDER %s
// FREE-COUNT-3: fadd reassoc
// ORDER-NOT: reassoc
/* clang-format off */
#define TEXT(x) #x
#define PRAGMA(...) _Pragma(TEXT(twofold __VA_ARGS__))
#ifndef IN_ORDER
#define IN_ORDER
#endif
float sum(const float *a, int n) {
  float s = 0;
#ifdef LOOP
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += a[i];
#else
  PRAGMA(slice IN_ORDER)
  s = twofold_sum(a[0:n]);
#endif
  return s;
}
void rows(float *y, const float *a, int n, int m) {
  PRAGMA(parallel for IN_ORDER)
  for (int i = 0; i < n; ++i) {
#ifdef LOOP
    y[i] = 0;
    for (int j = 0; j < m; ++j)
      y[i] += a[i * m + j];
#else
    PRAGMA(slice IN_ORDER)
    y[i] = twofold_sum(a[i * m : m]);
#endif
  }
}
