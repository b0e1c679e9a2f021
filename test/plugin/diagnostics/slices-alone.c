// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A slice that no pragma announces: clang's error, and what is missing. The same
// in C++, where such a colon means nothing either.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify=expected,c %s
// RUN: %clangxx %plugin -fsyntax-only -x c++ -Xclang -verify=expected,cxx %s
// A warning of an older C is one, too.
// RUN: %clang -std=gnu89 %plugin -Wimplicit-function-declaration -DREDUCTION -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: warning: implicit declaration of function 'twofold_sum'
// CHECK-NEXT: s = twofold_sum
// CHECK: note: a slice needs '#pragma twofold slice' before its statement
// CHECK-NOT: did you mean
// Without the plugin clang says what it always says.
// RUN: not %clang -fno-caret-diagnostics -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: error: expected ']'
// PLAIN-NOT: pragma

#ifndef REDUCTION
void sections(int n, double *y, const double *x) {
  y[0:n] = 1; // expected-error {{expected ']'}} expected-note {{a slice needs '#pragma twofold slice' before its statement}} expected-note {{to match this '['}}
  y[:] = 1; // expected-error {{expected expression}} expected-error {{expected ']'}} expected-note {{a slice needs}} expected-note {{to match this '['}}
  y[n ? 0 : 1] = x[n ? 1 : 0];
}
// Other brackets and colons.
void others(int n, double *y) {
  y[0 = n; // expected-error {{expected ']'}} expected-note {{to match this '['}} expected-error {{expression is not assignable}}
}
// Bounds that are no integers, and operands that are no bounds.
void bounds(int n, double *y, double x) {
#pragma twofold slice
  y[0:x] = 1; // expected-error {{invalid operands to binary expression}} expected-note {{bounds of a section are integers; convert this one}}
#pragma twofold slice
  y[(x) : n] = 1; // expected-error {{invalid operands to binary expression}} expected-note {{bounds of a section are integers}}
#pragma twofold slice
  y[0:(int)x] = 1;
  n = n | x; // expected-error {{invalid operands to binary expression}}
}
#ifdef __cplusplus
void words(int n, double x) {
  n = n bitor x; // cxx-error {{invalid operands to binary expression}}
}
#endif
#ifndef __cplusplus
double sum(int n, double *y) {
  return twofold_sum(y, n); // c-error {{call to undeclared function 'twofold_sum'}} c-note {{a slice needs '#pragma twofold slice'}}
}
#endif
#else
double one(double *y) {
  double s;
  s = twofold_sum(y);
  return s;
}
#endif
