// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations whose values iterations use are as strict as they are written.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang -O1 -fopenmp %plugin -fplugin-arg-twofold-openmp -fplugin-arg-twofold-dump=%t.dir -S -emit-llvm %s -o - | %FileCheck %s
// RUN: cat %t.dir/*.cl | %FileCheck %s --check-prefix=KERNEL --implicit-check-not=EXTENSION

// CHECK: define {{.*}}named
// CHECK: atomicrmw xchg ptr {{.*}} monotonic
// CHECK: atomicrmw xchg ptr {{.*}} monotonic
// CHECK: load atomic i64, ptr {{.*}} seq_cst
// KERNEL: EXTENSION cl_khr_int64_base_atomics : enable
// KERNEL: return atom_xchg(at, by);
// KERNEL: return *at;
void named(long *x, long *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    long before;
#pragma omp atomic capture
    {
      before = y[x[i] & 7];
      y[x[i] & 7] = i;
    }
    x[i] = __atomic_exchange_n(&y[before & 7], before, __ATOMIC_RELAXED) +
           __atomic_load_n(&y[3], __ATOMIC_SEQ_CST);
  }
}
// CHECK: define {{.*}}twofold_native_exchanged
// CHECK: atomicrmw xchg ptr {{.*}} monotonic
void exchanged(int *x, int *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    x[i] = __atomic_exchange_n(&y[x[i] & 7], i, __ATOMIC_RELAXED);
}
// CHECK: define {{.*}}strict
// CHECK: atomicrmw add ptr {{.*}} seq_cst
// KERNEL: return atomic_add(at, by);
void strict(int *x, int *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int before;
#pragma omp atomic capture seq_cst
    before = y[x[i] & 7]++;
    x[i] = before > 3;
  }
}
// CHECK: define {{.*}}relaxed
// CHECK: atomicrmw add ptr {{.*}} monotonic
void relaxed(int *x, int *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int before;
#pragma omp atomic capture
    before = y[x[i] & 7]++;
    x[i] = before > 3;
  }
}
