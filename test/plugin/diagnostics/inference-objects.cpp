// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that the body changes, and reductions that no kernel can hold.
// RUN: %clang %plugin -fsyntax-only -ferror-limit=0 -Xclang -verify %s

struct point {
  double x = 0, y = 0;
  point &operator+=(const point &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
};
struct meter {
  double v = 0;
  meter &operator+=(double d) {
    v += d;
    return *this;
  }
};

void objects(double (&x)[64], point (&p)[64]) {
  point sum;
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i)
    sum += p[i]; // expected-warning {{not offloaded: 'sum' is a sum of objects; use a sum for each of its numbers}}
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) {
    sum += p[i]; // expected-note {{'sum' is updated here}}
    x[i] = sum.x; // expected-error {{reduction variable 'sum' is used outside its reduction '+'}}
  }
  meter m;
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) // expected-error {{the loop sums up objects, and two of their sums cannot be added; define operator+= of the class for two objects}}
    m += x[i]; // expected-warning {{'m' is a sum of objects}}
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) // expected-note@+1 {{declare 'sum'}}
    sum.x += x[i]; // expected-error {{'sum' is read before the iteration has assigned it}} expected-note {{'sum' is assigned here}}
}

double restarting(double (&x)[64]) {
  double low = 1e9;
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i)
    low = low < x[i] ? low : x[i]; // expected-warning {{not offloaded: 'low' takes a NaN and drops it again, which depends on the order of the iterations; write 'if (e < low) low = e' or use fmin or fmax}}
#pragma twofold parallel for reduction(min : low)
  for (int i = 0; i < 64; ++i)
    low = low < x[i] ? low : x[i];
  return low;
}
