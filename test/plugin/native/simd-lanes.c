// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of `omp simd` inside are made in lanes, as OpenMP makes them.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -fopenmp-simd -O2 -march=x86-64-v3 -S -emit-llvm %s -o - | %FileCheck %s

// Sums are, though that changes the order of their terms.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_sums_0(
// CHECK: reassoc <[[#]] x float> @llvm.fmuladd
// CHECK: ret void
void sums(float *y, const float *x, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
#pragma omp simd reduction(+ : s)
    for (int j = 0; j < m; ++j)
      s += x[j] * x[j + i];
    y[i] = s;
  }
}

// Nothing is compared first: no two lanes meet.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_apart_1(
// CHECK-NOT: !alias.scope
// CHECK: store <[[#]] x float>
// CHECK-NOT: !alias.scope
// CHECK: ret void
void apart(float *y, float **x, const int *step, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float *to = y + (long)i * m;
    const float *a = x[step[i]], *b = x[step[i + 1]];
#pragma omp simd
    for (int j = 0; j < m; ++j)
      to[j] = a[j] + b[j];
  }
}

// With a distance they may: that is tested.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_distance_2(
// CHECK: load <[[#]] x float>{{.*}}!alias.scope
// CHECK: ret void
void distance(float *y, int n, int m, int by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp simd safelen(2)
    for (int j = by; j < m; ++j)
      y[(long)i * m + j] += y[(long)i * m + j - by];
  }
}

// clang's own hint is an order, too.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_hinted_3(
// CHECK: fadd <[[#]] x float>
// CHECK: ret void
void hinted(float *y, const float *x, int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
#pragma clang loop vectorize(enable)
    for (int j = 0; j < m; ++j)
      s += x[j] * x[j + i];
    y[i] = s;
  }
}

// So is the clause.
// CHECK-LABEL: define internal {{.*}}void @twofold_native_ordered_4(
// CHECK: fadd <[[#]] x float>
// CHECK: ret void
float ordered(int n, const float *x) {
  float sum = 0;
#pragma twofold parallel for simd
  for (int i = 0; i < n; ++i)
    sum += x[i];
  return sum;
}
