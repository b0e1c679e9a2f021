// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers whose targets a device cannot reach.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s
#include <stdint.h>

void pointers(int n, float **rows, float **cols, float *x, const float *y,
              float *end) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    cols[i][0] = 0; // expected-warning {{not offloaded: 'cols' points at pointers; use one block and compute the subscripts}}
    rows[i] = x + i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float *p = x + i;
    rows[i] = p; // expected-warning {{not offloaded: 'rows' points at pointers}}
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    *(float *)((uintptr_t)x + 4 * i) = 0; // expected-warning {{not offloaded: a pointer is converted from or to an integer; use subscripts}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float local[2] = {1, 2};
    const float *p = local;
    p = y; // expected-warning {{not offloaded: 'p' points at shared memory here and at private memory elsewhere; use two pointers}}
    x[i] = p[0];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float local[2] = {1, 2};
    const float *p = i ? local : y; // expected-warning {{not offloaded: '?:' points at private memory here and at shared memory elsewhere; use two pointers}}
    x[i] = p[0];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = end + i - x; // expected-warning {{not offloaded: pointers are compared or subtracted that may come from different arrays; use subscripts of one array}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = x + i == end; // expected-warning {{not offloaded: pointers are compared or subtracted}}
}

void lengths(int n, int m, double a[n][m]) {
#pragma twofold parallel for extent(a, n)
  for (int i = 0; i < n; ++i) {
    int w = m - 1;
    double (*rows)[w] = a;
    rows[i][0] = 1; // expected-warning {{not offloaded: row length of 'rows' does not reach the kernel; compute the subscript of a flat array}}
  }
}

static float *next(float *p) { return *p > 0 ? p + 1 : p; }

void walks(int n, float *x) {
#pragma twofold parallel for extent(x, n)
  for (int i = 0; i < n; ++i) {
    float *p = x + i;
    while (*p) // expected-warning {{where '*p' points to is not known; index a captured array or pointer instead}}
      p = next(p);
  }
}

// An array is as long as its length was when it was declared.
void sized(int n, double *p) {
  double own[n];
  n = 4;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    own[i] = sizeof own + n; // expected-warning {{not offloaded: row length of 'sizeof' does not reach the kernel; compute the subscript of a flat array}}
  p[0] = own[0];
}
