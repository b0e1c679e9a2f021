// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared elements that no processor updates at once are updated on one thread, as
// they are written: no atomic operation, and so no warning of a slow one.
// RUN: %clang %plugin -O1 -Wno-pass-failed -Werror -S -emit-llvm %s -o - | FileCheck %s
// CHECK-NOT: atomicrmw
// CHECK-NOT: cmpxchg
// CHECK-NOT: __atomic_
void real(int n, const int *x, long double *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    d[x[i]] += 1;
}
void whole(int n, const int *x, __int128 *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    d[x[i]] += 1;
}
