// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that only the call knows are mostly those of neighbours: the variant has
// a form for that, which is vectorised. And who notes which iteration came last
// needs no more than its number.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -O2 -Rpass=loop-vectorize \
// RUN:   -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: cat %t/*.native.c | FileCheck %s

void up(float *a, const float *b, int n, int step) {
  // REMARK: [[#@LINE+2]]:{{[0-9]+}}: remark: vectorized loop
#pragma twofold parallel for
  for (int i = 0; i < n; i += step)
    a[i] += b[i];
}

void down(float *a, const float *b, long n, long step) {
  // REMARK: [[#@LINE+2]]:{{[0-9]+}}: remark: vectorized loop
#pragma twofold parallel for
  for (long i = n - 1; i >= 0; i -= step)
    a[i] += b[i];
}

void pointer(float *a, int n, int step) {
  // REMARK: [[#@LINE+2]]:{{[0-9]+}}: remark: vectorized loop
#pragma twofold parallel for
  for (float *p = a; p < a + n; p += step)
    *p += 1;
}

int last(const float *a, int n) {
  int last = -1;
  // REMARK: [[#@LINE+2]]:{{[0-9]+}}: remark: vectorized loop
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] < 0)
      last = i;
  return last;
}

// Another value than the number itself is carried along.
float value(const float *a, int n) {
  float last = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] < 0)
      last = a[i];
  return last;
}

// CHECK-LABEL: void twofold_body_down_1(void **args, unsigned long lo, unsigned long hi, long twofold_step)
// CHECK: i += (unsigned long)twofold_step
// CHECK-LABEL: void twofold_native_last_3(
// CHECK: long iteration = 1L;
// CHECK: long last_from = 0L;
// CHECK: last_from = iteration
// CHECK-NOT: last = i
// CHECK: if (last_from != 0L)
// CHECK: *(int *)args[{{[0-9]}}] = (int)(
// CHECK-LABEL: void twofold_body_pointer_2(
// CHECK-LABEL: void twofold_body_up_0(
// CHECK-LABEL: void twofold_native_value_4(
// CHECK: unsigned long iteration = lo + 1UL;
// CHECK: last = a[i]
