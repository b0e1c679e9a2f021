// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pragmas of clang's and OpenMP's on the same loop, on either side of ours, with
// and without OpenMP.
// RUN: %clang %plugin -O1 -Wno-pass-failed -Rpass=twofold -c %s -o %t.o 2> %t.remarks
// RUN: %FileCheck %s < %t.remarks
// RUN: %clang %plugin -O1 -Wno-pass-failed -Rpass=twofold -fopenmp -c %s -o %t.o 2> %t.remarks
// RUN: %FileCheck %s < %t.remarks
// RUN: %clang %plugin -O1 -Wno-pass-failed -Rpass=twofold -fopenmp-simd -c %s -o %t.o 2> %t.remarks
// RUN: %FileCheck %s < %t.remarks
// RUN: %clangxx %plugin -x c++ -O1 -Wno-pass-failed -Rpass=twofold -fopenmp -c %s -o %t.o 2> %t.remarks
// RUN: %FileCheck %s < %t.remarks
// CHECK-NOT: {{error|warning}}:
// CHECK: offloaded: OpenCL kernel 'hint_behind_0'
// CHECK: offloaded: OpenCL kernel 'hint_before_1'
// CHECK: offloaded: OpenCL kernel 'hint_with_clauses_2'
// CHECK: offloaded: OpenCL kernel 'openmp_behind_3'
// CHECK: offloaded: OpenCL kernel 'openmp_before_4'
// CHECK: offloaded: OpenCL kernel 'simd_before_5'
// CHECK: offloaded: OpenCL kernel 'several_6'
// CHECK: offloaded: OpenCL kernel 'by_macro_7'
// CHECK: offloaded: OpenCL kernel 'labelled_8'
// CHECK: offloaded: OpenCL kernel 'labelled_9'
// CHECK: offloaded: OpenCL kernel 'transformed_10'
// CHECK: offloaded: OpenCL kernel 'transformed_11'
// CHECK: offloaded: OpenCL kernel 'unrolled_12'
// CHECK-NOT: {{error|warning}}:
void hint_behind(int n, float *a) {
#pragma twofold parallel for num_threads(n + 1)
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void hint_before(int n, float *a) {
#pragma clang loop unroll(disable)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void hint_with_clauses(int n, float *a, float *sum) {
  float s = 0, t = 0;
#pragma clang loop vectorize_width(4) interleave_count(2)
#pragma twofold parallel for reduction(+ : s) private(t) schedule(dynamic, 4) num_threads((n & 3) + 1)
  for (int i = 0; i < n; ++i) {
    t = a[i];
    s += t;
  }
  *sum = s;
}
void openmp_behind(int n, float *a) {
#pragma twofold parallel for
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void openmp_before(int n, float *a, float *sum) {
  float s = 0;
#pragma omp parallel for reduction(+ : s)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s += a[i];
  *sum = s;
}
void simd_before(int n, float *a) {
#pragma omp simd
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
void several(int n, float *a) {
#pragma twofold parallel for
  /* between */
#pragma GCC diagnostic push
#pragma omp parallel for
#pragma GCC diagnostic pop
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
#define BOTH _Pragma("twofold parallel for") _Pragma("omp parallel for")
void by_macro(int n, float *a) {
  BOTH for (int i = 0; i < n; ++i) a[i] = i;
}
void labelled(int n, float *a) {
again:
#pragma twofold parallel for num_threads(2)
  for (int i = 0; i < n; ++i)
    a[i] = i;
  if (a[0])
    goto again;
  switch (n) {
  case 1:
#pragma twofold parallel for num_threads(n + 1)
    for (int i = 0; i < n; ++i)
      a[i] = i;
  }
}
void transformed(int n, float *a) {
#pragma twofold parallel for num_threads(3)
#pragma omp tile sizes(8)
  for (int i = 0; i < n; ++i)
    a[i] = i;
#pragma omp unroll partial(4)
#pragma twofold parallel for num_threads(4)
  for (int i = 0; i < n; ++i)
    a[i] += i;
}
void unrolled(int n, float *a) {
#pragma twofold parallel for num_threads(5)
  for (int i = 0; i < n; ++i) {
#pragma omp unroll partial(2)
    for (int j = 0; j < 8; ++j)
      a[8 * i + j] += j;
#pragma omp unroll full
    for (int j = 0; j < 8; ++j)
      a[8 * i + j] *= j;
#pragma omp unroll
    for (int j = 0; j < n; ++j)
      a[8 * i] += j;
  }
}
