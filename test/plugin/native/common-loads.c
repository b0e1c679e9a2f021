// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What both ways of a branch read is read in front of it, so that a processor
// without masked reads has vectors. What follows a store, a call, or only one
// way reads stays where it is.
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-openmp -fopenmp -DOPENMP -O2 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -fno-vectorize -S -emit-llvm %s -o - | %FileCheck --check-prefix=SCALAR %s
#ifdef OPENMP
#define PARALLEL _Pragma("omp parallel for")
#else
#define PARALLEL _Pragma("twofold parallel for")
#endif

// CHECK-LABEL: define internal {{.*}}void @twofold_native_pieces_
// CHECK: fdiv <4 x float>
void pieces(float *c, const float *a, const float *b, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    if (a[i] > 0)
      c[i] = a[i] / b[i];
    else
      c[i] = -a[i] * b[i];
}

// CHECK-LABEL: define internal {{.*}}void @twofold_native_three_
// CHECK: fdiv <4 x float>
void three(float *c, const float *a, const float *b, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    if (a[i] > 1)
      c[i] = a[i] / b[i];
    else if (a[i] < -1)
      c[i] = -a[i] * b[i];
    else
      c[i] = a[i] + b[i];
}

// Between the store and the second read of b[i] stands what may write it.
// SCALAR-LABEL: define internal {{.*}}void @twofold_native_stored_
// SCALAR: fcmp ogt float
// SCALAR-NEXT: br i1
// SCALAR: load float
// SCALAR: store float
// SCALAR: load float
void stored(float *c, const float *a, const float *b, float *d, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    if (a[i] > 0) {
      c[i] = a[i] / b[i];
    } else {
      d[i] = 1;
      c[i] = -a[i] * b[i];
    }
}
