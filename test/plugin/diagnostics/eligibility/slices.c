// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices in a loop that is annotated itself; slices before C99, where loops
// cannot declare their variables.
// RUN: %clang %plugin -Wall -Wextra -Rpass-missed=twofold -fsyntax-only -Xclang -verify %s
// RUN: %clang %plugin -std=c89 -pedantic -Wall -Wextra -Wno-comment -fsyntax-only -Xclang -verify=early -DEARLY %s
// RUN: %clang %plugin -std=gnu89 -Wall -Wextra -fsyntax-only -Xclang -verify=early -DEARLY %s
// RUN: %clang %plugin -std=c23 -pedantic -Wall -Wextra -fsyntax-only -Xclang -verify=early -DEARLY %s
// early-no-diagnostics

void add(float *o, const float *a, int n) {
#pragma twofold slice
  o[0:n] += a[0:n];
#pragma twofold slice
  if (a[0:n] > 0)
    o[0:n] = a[0:n];
  else
    o[0:n] -= 1;
}

#ifndef EARLY
void rows(int n, float (*a)[n], float (*b)[n], float *sums) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma twofold slice
    a[i][0:n] = b[i][0:n] * 2; // expected-remark {{not offloaded: a slice stands in the loop; make both one slice, as in a[0:n][0:m], or write the slice as a loop}}
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    sums[i] = twofold_sum(a[i][0:n]); // expected-remark {{not offloaded: a slice stands in the loop}}
}
#endif
