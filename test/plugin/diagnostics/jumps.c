// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A long jump out of a parallel loop leaves the threads behind.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <setjmp.h>

void jumps(int *a, int n) {
  jmp_buf out;
  if (setjmp(out))
    return;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i])
      longjmp(out, 1); // expected-error {{'longjmp' leaves the parallel loop; use 'break' or 'return'}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    jmp_buf own;
    if (!setjmp(own))
      longjmp(own, 1);
    a[i] = i;
  }
}

// Where a computed goto leads is known by addresses of this function.
void computed(const int *a, int *b, int n) {
  static void *const to[] = {&&add, &&take};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    b[i] = i;
    goto *to[a[i] & 1]; // expected-warning {{computed 'goto' goes to addresses that no other function has, so iterations run in order where the loop stands; write 'switch' instead}}
  add:
    b[i] += 1;
    continue;
  take:
    b[i] -= 1;
  }
}
