// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that have no length, too, say so.
// RUN: %clang %plugin -fsyntax-only -DCASE=1 -Xclang -verify %s
// RUN: %clang %plugin -fsyntax-only -DCASE=2 -Xclang -verify %s
// RUN: %clang %plugin -fsyntax-only -DCASE=3 -Xclang -verify %s
/* clang-format off */
extern int unknown[];
struct open {
  int n;
  int last[];
};

int lengths(struct open *s, int *p) {
  int r = 0;
#if CASE == 1
#pragma twofold slice
  unknown[:] = 1; // expected-error {{how many elements 'unknown' has is not known; write the length, as in unknown[start : length]}}
#elif CASE == 2
#pragma twofold slice
  s->last[:] += 1; // expected-error {{how many elements 's->last' has is not known; write the length, as in s->last[start : length]}}
#else
#pragma twofold slice
  s->last[0:3] = p[0:3];
#pragma twofold slice
  r = twofold_sum(unknown[1:]); // expected-error {{how many elements 'unknown' has is not known; write the length, as in unknown[start : length]}}
#endif
  return r;
}
