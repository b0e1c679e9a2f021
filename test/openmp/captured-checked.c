// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TWOFOLD_CHECK leaves out loops whose results depend on which iteration comes
// first.
// REQUIRES: pocl
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -O1 %s %runtime_flags -o %t
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 TWOFOLD_CHECK=1 %t 2>&1 | %FileCheck %s
#include <stdio.h>
enum { N = 100000 };
static int out[N], all[N];
int main(void) {
  int next = 0;
  long sum = 0;
  for (int round = 0; round < 4; round++) {
    next = 0;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      int at;
#pragma omp atomic capture
      at = next++;
      out[at] = i;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    all[out[i]] = 1;
  for (int i = 0; i < N; i++)
    sum += all[i];
  // CHECK-NOT: differ:
  // CHECK: 100000 100000
  // CHECK: twofold: 1 call on a device compared with the native variant, 0 of them differing
  printf("%d %ld\n", next, sum);
  return 0;
}
