// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose elements several iterations update, and do more with.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s

void used_too(int *s, int *y, const int *b, int n) {
#pragma twofold parallel for extent(s, 1)
  for (int i = 0; i < n; ++i) {
    s[0] += i;
    y[i] = s[0]; // expected-error {{elements of 's' are updated by all iterations and used here too; keep such uses out of the loop, or add up in a variable declared in it}}
  }
#pragma twofold parallel for extent(s, 1)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k) {
      s[k] += b[i];
      s[k] *= 2; // expected-error {{elements of 's' are updated by all iterations, with two operators; split the loop so that each has one}}
    }
  // One iteration may be all that comes here.
#pragma twofold parallel for extent(s, 1)
  for (int i = 0; i < n; ++i)
    if (i == 3) {
      s[0] += i;
      y[i] = s[0];
    }
}

void asserted(int *h, int *y, const int *b, int n) {
  // What the annotation says of the values of b is taken for granted.
#pragma twofold parallel for extent(h, n)
  for (int i = 0; i < n; ++i) {
    h[b[i]] += 1;
    y[i] = h[b[i]];
  }
}

void ordered(int *h, long double *l, const int *b, int n) {
#pragma twofold parallel for extent(h, 8)
  for (int i = 0; i < n; ++i)
    h[b[i]] += 0.5; // expected-warning {{not offloaded: updates of 'h' depend on the order of the iterations, so they run on one thread; give elements and values one type of integer, float or double}}
#pragma twofold parallel for extent(l, 8)
  for (int i = 0; i < n; ++i)
    l[b[i]] += i; // expected-warning {{not offloaded: updates of 'l' depend on the order of the iterations}}
  struct flags {
    unsigned a : 3, b : 5;
  } f[8];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    f[b[i]].b += 1; // expected-warning {{not offloaded: updates of 'b' depend on the order of the iterations}}
}
