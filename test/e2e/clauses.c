// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule, num_threads, if and device change where loops run, never results.
// RUN: %e2e %s %t --native --many-kernels
#include "Inputs/show.h"

static int calls;

static int count(int n) {
  ++calls;
  return n;
}

int main(void) {
  enum { n = 500 };
  int a[n], k = 3, chunk = 7;
  long sum = 0;
#define BODY(text)                                                             \
  _Pragma(text) for (int i = 0; i < n; ++i) {                                  \
    a[i] = i * k;                                                              \
    sum += a[i];                                                               \
  }                                                                            \
  SHOW_INTEGER(sum);                                                           \
  SHOW_INTEGERS(text, a, n);                                                   \
  ++k;
  BODY("twofold parallel for reduction(+: sum) schedule(static)")
  BODY("twofold parallel for reduction(+: sum) schedule(static, 7)")
  BODY("twofold parallel for reduction(+: sum) schedule(static, chunk)")
  BODY("twofold parallel for reduction(+: sum) schedule(dynamic)")
  BODY("twofold parallel for reduction(+: sum) schedule(dynamic, 16)")
  BODY("twofold parallel for reduction(+: sum) schedule(dynamic, chunk * 2)")
  BODY("twofold parallel for reduction(+: sum) schedule(static, 100000)")
  BODY("twofold parallel for reduction(+: sum) num_threads(1)")
  BODY("twofold parallel for reduction(+: sum) num_threads(2)")
  BODY("twofold parallel for reduction(+: sum) num_threads(count(5))")
  BODY("twofold parallel for reduction(+: sum) if(0)")
  BODY("twofold parallel for reduction(+: sum) if(1)")
  BODY("twofold parallel for reduction(+: sum) if(count(n) > 1000)")
  BODY("twofold parallel for reduction(+: sum) if(a[3] > 0)")
  BODY("twofold parallel for reduction(+: sum) device(auto)")
  BODY("twofold parallel for reduction(+: sum) device(native)")
  BODY("twofold parallel for reduction(+: sum) device(cpu)")
  BODY("twofold parallel for reduction(+: sum) device(gpu)")
  BODY("twofold parallel for if(n > 9) num_threads(3) reduction(+: sum)")
#ifdef WITH_PLUGIN
  if (calls != 2)
    printf("clauses evaluated %d times\n", calls);
#endif
}
