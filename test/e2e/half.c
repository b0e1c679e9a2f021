// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device without half precision never gets a kernel that needs it, and the
// runtime says why.
// REQUIRES: pocl
// RUN: %clang %plugin %include %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_INLINE_OPS=0 %t | %FileCheck %s
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_OFFLOAD=mandatory not %t 2>&1 | %FileCheck --check-prefix=WHY %s
#include <stdio.h>

// WHY: half.c:[[#]]: main: not offloaded{{.*}} has no half precision
// CHECK: sum = 499500
int main(void) {
  static _Float16 a[1000];
  double sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < 1000; ++i)
    a[i] = (_Float16)i;
  for (int i = 0; i < 1000; ++i)
    sum += a[i];
  printf("sum = %g\n", sum);
}
