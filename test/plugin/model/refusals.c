// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cannot be said about accesses, and the way out.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s
static float *next(float *p) { return p + 1; }

// What a call returns is known once, not in each round.
void rounds(int n, float *a) {
#pragma twofold parallel for extent(a, n)
  for (int i = 0; i < n; ++i) {
    float *p = next(a);
    if (i == 3)
      *p = 1;
    for (int j = 0; j < 3; ++j)
      p = next(p);
    *p = 1; // expected-warning {{where '*p' points to is not known; index a captured array or pointer instead}}
  }
}
