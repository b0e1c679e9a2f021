// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that iterations would race on.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s

int global;

void sharing(int *a, int n) {
  int x = 0, s = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) x = a[i]; // expected-error {{'x' is assigned in every iteration and shared between them; declare it inside the loop, or add private(x), lastprivate(x) or reduction(op: x)}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) global += a[i]; // expected-error {{'global' is assigned in every iteration and shared between them}}
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) s *= a[i]; // expected-error {{reduction variable 's' is used outside its reduction '+'; keep such uses out of the loop}}
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    s += a[i];
    a[i] = s; // expected-error {{reduction variable 's' is used outside its reduction '+'; keep such uses out of the loop}}
  }
#pragma twofold parallel for reduction(* : s)
  for (int i = 0; i < n; ++i) s = a[i] * s;
  typedef int row[n];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    row r; // expected-warning {{not offloaded: type of 'r' has a length that was computed outside the loop, so the loop runs serially; spell the type out inside}}
    r[0] = i;
    a[i] = r[0];
  }
  _Atomic int counter = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) counter++;
}
