// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans one after the other leave their arrays on the device: no element is
// looked at on the host, as long as the operation has a number to start from.
// A call whose kernel is not built in time runs on threads, which look at them all.
// REQUIRES: pocl
// RUN: %clang %plugin %include -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_COHERENCE=lazy TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 TWOFOLD_BUILD_TIMEOUT=3600 \
// RUN:   POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable %t | %FileCheck %s
#include <stdio.h>
#include <twofold/scan.h>
#include <twofold/twofold.h>

enum { N = 40000 };

static unsigned long long home(void) {
  struct twofold_statistics all = {sizeof all};
  twofold_get_statistics(&all);
  return all.bytes_to_host;
}

int main(void) {
  int *x = twofold_alloc(N * sizeof *x), *y = twofold_alloc(N * sizeof *y);
  float *u = twofold_alloc(N * sizeof *u), *v = twofold_alloc(N * sizeof *v);
  for (int i = 0; i < N; ++i)
    x[i] = i % 5 - 2, u[i] = -0.0f;
  for (int k = 0; k < 3; ++k) {
    twofold_inclusive_scan(TWOFOLD_INT32, TWOFOLD_BY_SUM, x, y, N, NULL);
    twofold_inclusive_scan(TWOFOLD_INT32, TWOFOLD_BY_MAXIMUM, y, x, N, NULL);
  }
  twofold_inclusive_scan(TWOFOLD_FLOAT, TWOFOLD_BY_SUM, u, v, N, NULL);
  // CHECK: home: 0
  printf("home: %llu\n", home());
  // CHECK-NEXT: -2 -4 -2
  printf("%d %d %d\n", x[0], y[1], x[N - 1]);
  // CHECK-NEXT: -0 -0
  printf("%g %g\n", v[0], v[N - 1]);
  twofold_free(x);
  twofold_free(y);
  twofold_free(u);
  twofold_free(v);
}
