// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices in a loop that is annotated itself; slices before C99, where loops
// cannot declare their variables.
// RUN: %clang %plugin %include -Wall -Wextra -Rpass-missed=twofold -fsyntax-only -Xclang -verify %s
// RUN: %clang %plugin %include -std=c89 -pedantic -Wall -Wextra -Wno-comment -fsyntax-only -Xclang -verify=early -DEARLY %s
// RUN: %clang %plugin %include -std=gnu89 -Wall -Wextra -fsyntax-only -Xclang -verify=early -DEARLY %s
// RUN: %clang %plugin %include -std=c23 -pedantic -Wall -Wextra -fsyntax-only -Xclang -verify=early -DEARLY %s
// early-no-diagnostics
#include <twofold/twofold.h>
#define ADD(x, y, n) TWOFOLD_SLICE((x)[0:n] += (y)[0:n])

void add(float *o, const float *a, int n) {
#pragma twofold slice
  o[0:n] += a[0:n];
#pragma twofold slice
  if (a[0:n] > 0)
    o[0:n] = a[0:n];
  else
    o[0:n] -= 1;
}

int macros(float *o, float *a, int n) {
  ADD(o, a, n);
  if (n > 3)
    ADD(o, o, n / 2);
  else
    TWOFOLD_SLICE(o[0:n] = a[n - 1 : n : -1]);
  return (int)TWOFOLD_SLICE(twofold_sum(o[0:n] * a[0:n])) + TWOFOLD_SLICE(twofold_any(o[0:n] > 1));
}

#ifndef EARLY
int width; // which two statements that share a loop could change

void rows(int n, float (*a)[n], float (*b)[n], float *sums, int *from) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma twofold slice
    a[i][0:n] = b[i][0:n] * 2;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    sums[i] = twofold_sum(a[i][0:n]);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    sums[i] = twofold_sum(sums[from[i]:from[i + 1]]); // expected-remark {{not offloaded: a slice stands in the loop, and its lengths or strides are not known before the loop; compute them there, or write the slice as a loop}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    sums[i] = from[i] ? twofold_sum(a[i][0:n]) : 0; // expected-remark {{not offloaded: a slice stands in the loop, and its value is not always wanted; give it a statement of its own before, or write the slice as a loop}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    a[from[i]][0:n] = b[i][0:n]; // expected-remark {{not offloaded: a slice stands in the loop, and its sides are not known to lie apart before the loop; name the arrays, or add to pointers what the loop counts, or write the slice as a loop}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma twofold slice
    if (a[i][0:n] > sums[i] * from[i]) { // expected-remark {{not offloaded: a slice stands in the loop, and its condition's values are kept in an array; give each assignment an 'if' of its own, or write the slice as a loop}}
      a[i][0:n] = b[i][0:n];
      b[i][0:n] = 0;
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma twofold slice
    {
      a[i][0:width] = b[i][0:width] * 2;
      b[i][0:width] = a[i][0:width] + 1;
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    goto next;
#pragma twofold slice
    a[i][0:n] = b[i][0:n]; // expected-remark {{not offloaded: a slice stands in the loop in a form that a kernel does not have; make both one slice, as in a[0:n][0:m], or write the slice as a loop}}
  next:;
  }
}
#endif
