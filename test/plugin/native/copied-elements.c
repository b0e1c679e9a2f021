// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a thread has copies of the elements that it updates, the variant knows
// that nothing else is in their memory: the sum in `q[i]` stays in a register.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang %plugin -w -fplugin-arg-twofold-dump=%t -O2 -S -emit-llvm %s -o - | %FileCheck %s
// RUN: %clang %plugin -w -O2 -S -emit-llvm %s -o - | %FileCheck %s --check-prefix=SUM
// RUN: cat %t/*.native.c | %FileCheck %s --check-prefix=BODY

// CHECK-LABEL: define internal {{.*}}void @twofold_native_both_0(
// CHECK: icmp eq ptr {{.*}}, null
// CHECK: call {{.*}}void @twofold_copied_both_0(
// CHECK: define internal {{.*}}void @twofold_copied_counts_1({{.*}}, ptr noalias {{.*}}, ptr noalias
// CHECK-NOT: @twofold_copied_member
// SUM: define internal {{.*}}void @twofold_copied_both_0({{.*}}, ptr noalias
// SUM: phi double
// SUM: {{^}}}
// BODY: void twofold_body_both_0(void **args, unsigned long lo, unsigned long hi, int shared, void *copy{{[0-9]+}})
// BODY: double *s = (double *)copy

void both(int n, int m, const double *A, double *s, double *q, const double *p,
          const double *r) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    q[i] = 0;
    for (int j = 0; j < m; j++) {
      s[j] += r[i] * A[i * 64 + j];
      q[i] += A[i * 64 + j] * p[j];
    }
  }
}

int counts(const int *b, int n) {
  int count[16] = {0};
  float sums[16] = {0};
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    count[b[i] & 15]++;
    sums[b[i] & 15] += i;
  }
  return count[3] + (int)sums[4];
}

// A member is reached by way of its object, which is not copied.
struct object {
  int count[16];
};
void member(struct object *o, const int *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    o->count[b[i] & 15]++;
}
