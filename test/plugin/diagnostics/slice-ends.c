// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files that end in a slice; pragmas inside of one.
// RUN: %clang %plugin -fsyntax-only -DCASE=1 -Xclang -verify=expected,one %s
// RUN: %clang %plugin -fsyntax-only -DCASE=2 -Xclang -verify=expected,two %s
// RUN: %clang %plugin -fsyntax-only -DCASE=4 -Xclang -verify=none %s
// RUN: %clang %plugin -fsyntax-only -DCASE=5 -Xclang -verify=five %s
// none-no-diagnostics
/* clang-format off */
#if CASE == 5
int largest(double _Complex *c, int n) {
#pragma twofold slice
  return twofold_max(c[0:n]) != 0; // five-error {{twofold_max takes a slice of numbers}}
}
#endif
void inner(int *a, int n) {
#pragma twofold slice
#pragma twofold slice
  a[0:n] = 1;
#pragma twofold slice
  {
#pragma twofold slice
    a[0:n] += 1;
  }
}
#if CASE < 3
void ends(int *a, int n) { // expected-note {{to match this '{'}}
#pragma twofold slice // expected-error {{expected a whole statement in a slice, not 'the end of the file'}}
#if CASE == 1
  { a[0:n] = 1; // one-error@* {{expected '}'}}
#else
  (a[0:n] = 1;
#endif
#endif
// two-error@* {{expected '}'}}
