// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose elements several iterations update, and do more with.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s

void used_too(int *s, int *y, const int *b, int n) {
#pragma twofold parallel for extent(s, 1)
  for (int i = 0; i < n; ++i) {
    s[0] += i; // expected-warning {{depend on each other and run in order: 's' is updated here and updated 1 iteration of 'i' away; reduce to a variable, or give each iteration elements of its own}}
    y[i] = s[0];
  }
#pragma twofold parallel for extent(s, 1)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k) {
      s[k] += b[i]; // expected-warning {{depend on each other and run in order: 's' is updated here and updated 1 iteration}}
      s[k] *= 2;
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

static int take(int *counter) { return (*counter)++; } // expected-warning {{the value of an element of 'next' is used}}
void drawn(int *next, int *out, const int *b, int n, int rows[64][64]) {
#pragma twofold parallel for extent(out, n) extent(next, n)
  for (int i = 0; i < n; ++i)
    out[next[b[i]]++] = i; // expected-warning {{the value of an element of 'next' is used where it is updated, so iterations that meet there depend on each other and run in order; give each iteration elements of its own}}
#pragma twofold parallel for extent(out, n) extent(next, n)
  for (int i = 0; i < n; ++i) {
    int k = next[b[i]] += 2; // expected-warning {{the value of an element of 'next' is used}}
    out[k] = i;
  }
#pragma twofold parallel for extent(out, n) extent(next, n)
  for (int i = 0; i < n; ++i)
    out[take(&next[b[i]])] = i;
#pragma twofold parallel for extent(out, n) extent(next, n)
  for (int i = 0; i < n; ++i) {
    int at = next[b[i]];
    out[at] = i;
    next[b[i]] = at + 1; // expected-warning {{the value of an element of 'next' is used}}
  }
#pragma twofold parallel for extent(next, n)
  for (int i = 0; i < n; ++i) {
    rows[next[b[i]]][1] = i;
    next[b[i]]++; // expected-warning {{the value of an element of 'next' is used}}
  }
  // Counters of the iteration's own.
#pragma twofold parallel for extent(out, n) extent(next, n)
  for (int t = 0; t < 64; ++t)
    for (int i = 64 * t; i < 64 * t + 64; ++i) {
      int *mine = next + 64 * t;
      out[rows[t][b[i]]++] = i;
      out[next[64 * t + b[i]]++] = i;
      out[mine[b[i]]++] = i;
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

// A NaN is taken and dropped again, and all that came before is lost.
void dropped(float *a, const float *v, const int *b, int n) {
#pragma twofold parallel for extent(a, 8)
  for (int i = 0; i < n; ++i)
    a[b[i]] = a[b[i]] < v[i] ? a[b[i]] : v[i]; // expected-warning {{not offloaded: updates of 'a' depend on the order of the iterations, so they run on one thread}}
#pragma twofold parallel for extent(a, 8)
  for (int i = 0; i < n; ++i)
    a[b[i]] = v[i] < a[b[i]] ? v[i] : a[b[i]];
}
