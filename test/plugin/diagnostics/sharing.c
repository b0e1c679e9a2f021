// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that iterations would race on.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s

double frexp(double, int *);

void sharing(int *a, double *d, int n) {
  int s = 0, e;
#pragma twofold parallel for // expected-note {{say that 'e' is private}}
  for (int i = 0; i < n; ++i) { // expected-note {{declare 'e' inside the loop}}
    e = 0; // expected-warning {{'e' is assigned in every iteration and shared between them, so they run in order; declare it inside the loop, or add private(e), lastprivate(e) or reduction(op: e)}}
    d[i] = frexp(d[i], &e);
  }
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) s *= a[i]; // expected-warning {{'s' is updated by '*' and its clause says '+', so iterations run in order; say '*' there, or drop the clause}}
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    s += a[i]; // expected-note {{'s' is updated here}}
    a[i] = s; // expected-warning {{reduction variable 's' is used outside its reduction '+', so iterations run in order; keep such uses out of the loop}}
  }
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) a[i] = (s += i); // expected-warning {{reduction variable 's' is used outside its reduction '+'}}
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) { // each iteration has a sum of its own
    s = a[i];
    s += i;
    a[i] = s;
  }
#pragma twofold parallel for reduction(* : s)
  for (int i = 0; i < n; ++i) s = a[i] * s;
  int found = 0, last = -1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] > 3 && ++found == 3) { // expected-warning {{reduction variable 'found' is used outside its reduction '+', so iterations run in order; keep such uses out of the loop}} expected-note {{'found' is updated here}}
      last = i;
      break;
    }
  d[0] = last;
  int(*r)[n];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    r = (void *)a; // expected-warning {{not offloaded: type of 'r' has a length that was computed outside the loop, so the loop runs serially; spell the type out inside}}
    a[i] = (*r)[i];
  }
  _Atomic int counter = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) counter++;
}
