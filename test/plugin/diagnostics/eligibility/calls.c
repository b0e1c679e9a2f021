// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that a kernel cannot make.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

float elsewhere(float x);

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); } // expected-warning {{not offloaded: 'factorial' calls itself; write it as a loop}}

static int even(int n);
static int odd(int n) { return n ? even(n - 1) : 0; } // expected-warning {{not offloaded: 'even' calls itself}}
static int even(int n) { return n ? odd(n - 1) : 1; }

static long double wide(int n) { return n; }

static int sum(int n, ...) { return n; }

static float hidden(float x) { return elsewhere(x); } // expected-warning {{not offloaded: 'elsewhere' is called and its definition is not visible; define it in this file}}

static int count(void) {
  extern int counter; // expected-warning {{not offloaded: global variable 'counter' does not reach the function that uses it; pass it as an argument, or declare it outside of functions}}
  return counter;
}

__attribute__((weak)) float replaced(float x) { return x; }
float replaced_later(float x) { return x; }
#pragma weak replaced_later

static float twice(float x) { return 2 * x; }

static int table[4];

void scale(int n, float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] *= 2;
}
static void scale_static(int n, float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] *= 2;
}
__attribute__((constructor)) static void prepare(void) {
#pragma twofold parallel for
  for (int i = 0; i < 4; ++i)
    table[i] = 1;
}
void rows(int n, float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    scale(n, x + i * n);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    prepare(); // expected-warning {{not offloaded: 'prepare' is called and has a parallel loop, which is compiled by now; call a function without one}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    scale_static(n, x + i * n);
}

void calls(int n, float *x, float (*f)(float)) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = replaced(x[i]); // expected-warning {{not offloaded: 'replaced' is called and is weak, so another file may define it otherwise; call a function that is not}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = replaced_later(x[i]); // expected-warning {{not offloaded: 'replaced_later' is called and is weak}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = elsewhere(x[i]); // expected-warning {{not offloaded: 'elsewhere' is called and its definition is not visible}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = rand(); // expected-warning {{not offloaded: 'rand' goes on from its last call, whichever iteration that was in; draw numbers by their place, with twofold/random.h}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = hidden(x[i]);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = factorial(i);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = even(i);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = f(x[i]); // expected-warning {{not offloaded: 'f' is a pointer to a function, or holds one; call the function by its name}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float (*g)(float) = twice; // expected-warning {{not offloaded: 'g' is a pointer to a function}}
    x[i] = g(x[i]);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = (long)twice ? 1 : 0; // expected-warning {{not offloaded: a pointer is converted from or to an integer; use subscripts}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = twice != 0; // expected-warning {{not offloaded: function 'twice' is used other than by calling it; call it by its name}} expected-warning {{comparison of function}} expected-note {{prefix with}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = sum(2, 3, 4); // expected-warning {{not offloaded: 'sum' takes a variable number of arguments; give it a fixed number}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = count();
}

void library(int n, float *x, char *c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    printf("%d\n", i); // expected-warning {{not offloaded: 'printf' reads or writes a stream; move it out of the loop}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    snprintf(c + 8 * i, 8, "%d", i); // expected-warning {{not offloaded: 'snprintf' has no counterpart in OpenCL C; write it out in plain C}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    free(malloc(i)); // expected-warning {{not offloaded: 'free' allocates or frees memory; do so outside the loop}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    memset(x + i, 1, 4); // expected-warning {{not offloaded: 'memset' works on raw memory; write it as a loop over elements}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = __builtin_bitreverse32(i); // expected-warning {{not offloaded: '__builtin_bitreverse32' has no counterpart in OpenCL C; write it out in plain C}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = wide(i); // expected-warning {{not offloaded: 'wide' has type 'long double'; use double}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = __builtin_sqrtl(i); // expected-warning {{not offloaded: '__builtin_sqrtl' has type 'long double (long double)'; use double}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    c[i] = __func__[i % 4]; // expected-warning {{not offloaded: the name of a function is used in the loop; use an array of constants}}
}
