// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What -Rpass-analysis tells of nests: the strategy, its blocks, and why not the
// next better one.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -Wno-pass-failed -Rpass-analysis=twofold -Xclang -verify -c %s -o %t.o
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fplugin-arg-twofold-schedule=none -Rpass-analysis=twofold -fno-caret-diagnostics -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=NONE --allow-empty %s
// NONE-NOT: in the native variant
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -O2 -fplugin-arg-twofold-schedule=jam -Rpass-analysis=twofold -fno-caret-diagnostics -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=JAM %s
// JAM-NOT: in the native variant {{.*}} innermost
// JAM: in the native variant 8 iterations of 'i' run side by side
// JAM-NOT: in the native variant {{.*}} vectors
// RUN: %clang %plugin -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -fsave-optimization-record -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: %FileCheck --check-prefix=RECORD --input-file=%t.yaml %s
// RECORD: run side by side, over blocks of as many columns as the processor's vectors hold, with their sums in vectors
// RECORD: tiles are not taken, as sums are not all of type 'float'

// expected-remark@* 0+ {{iterations are independent}}
// expected-remark@* 0+ {{iterations may depend on each other}}

void product(int n, float *restrict c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) { // expected-remark@-0 {{in the native variant 6 iterations of 'i' run side by side, over blocks of as many columns as the processor's vectors hold, with their sums in vectors}}
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// A hint for one of its loops is none for the nest, but where it allows to add
// in another order.
void hinted(int n, float *restrict c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma clang loop vectorize(enable)
    for (int j = 0; j < n; ++j) { // expected-remark {{in the native variant 6 iterations of 'i' run side by side, over blocks of as many columns as the processor's vectors hold, with their sums in vectors}}
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void any_order(int n, float *restrict c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
#pragma clang loop vectorize(enable)
      for (int k = 0; k < n; ++k) // expected-remark@-1 {{in the native variant the nest runs as written, as this is more than arithmetic}}
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void quotient(int n, float *restrict c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) { // expected-remark@-0 {{in the native variant 6 iterations of 'i' run side by side, over blocks of 16 columns, with their sums in vectors}}
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] / b[k * n + j];
      c[i * n + j] = s;
    }
}

void integers(int n, int *restrict c, const int *a, const int *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) { // expected-remark {{in the native variant the loop over 'j' runs innermost, in blocks of 1024 iterations}} expected-remark {{tiles are not taken, as sums are not all of type 'float', or all of type 'double'}}
      int s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void two(int n, float *restrict c, float *restrict d, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    d[i] = 1;
    for (int j = 0; j < n; ++j) { // expected-remark {{the loop over 'j' runs innermost}} expected-remark {{tiles are not taken, as an iteration of 'i' does more than this nest of two loops; give the nest a loop of its own}}
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
  }
}

void triangle(int n, float *restrict c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) { // expected-remark {{the loop over 'j' runs innermost}}
      float s = 0;
      for (int k = 0; k < i; ++k) // expected-remark {{tiles are not taken, as the bounds of this loop differ between iterations of 'i'}}
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void batches(int n, float *restrict c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) { // expected-remark {{the loop over 'j' runs innermost}}
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[(i * n + k) * n + j]; // expected-remark {{tiles are not taken, as nothing that differs between iterations of 'j' is the same in those of 'i'}}
      c[i * n + j] = s;
    }
}

void stored(int n, float *restrict c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) { // expected-remark {{the loop over 'j' runs innermost}} expected-remark {{tiles are not taken, as 'c' is used at several places where it is stored; use another array for one of them}}
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * 2 * n + j] = s;
      c[i * 2 * n + n + j] = s;
    }
}

void many(int n, float *restrict c, const float *a, const float *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) { // expected-remark {{the loop over 'j' runs innermost}} expected-remark {{tiles are not taken, as 3 sums have too few registers of this processor for them}}
      float s = 0, t = 0, u = 0;
      for (int k = 0; k < n; ++k) {
        s += a[i * n + k] * b[k * n + j];
        t -= a[i * n + k] * b[k * n + j];
        u += a[i * n + k] - b[k * n + j];
      }
      c[i * n + j] = s + t * u;
    }
}

void numbers(int n, float *restrict c, const float *a, const int *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) { // expected-remark {{the loop over 'j' runs innermost}}
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j]; // expected-remark {{tiles are not taken, as this is not computed in vectors of 'j'}}
      c[i * n + j] = s;
    }
}

// The annotated loop's own iterations.
void columns(int n, float *restrict y, const float *a, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the native variant the loop over 'i' runs innermost, in blocks of 1024 iterations}} expected-remark {{tiles are not taken, as an iteration of 'i' does more}}
    for (int j = 0; j < n; ++j)
      y[i] += a[j * n + i] * x[j];
}

void rows(int n, float *restrict y, const float *a, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the native variant 8 iterations of 'i' run side by side, each with its sums in their order}} expected-remark {{'i' does not run innermost, as elements of 'a' that follow each other in 'i' are far apart; store it transposed}}
    for (int j = 0; j < n; ++j)
      y[i] += a[i * n + j] * x[j];
}

// As written.
void stencil(int n, float *restrict y, const float *a) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) // expected-remark {{in the native variant the nest runs as written, as memory is read in its order and no sum waits for another one}}
    for (int j = 1; j < n; ++j)
      y[i * n + j] = a[i * n + j - 1] + a[i * n + j];
}

void planes(int n, float *restrict y, const float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) // expected-remark {{in the native variant the nest runs as written, as memory is read in its order and no sum waits for another one}}
      for (int k = 0; k < n; ++k)
        y[(i * n + j) * n + k] = a[(i * n + j) * n + k];
}

void single(int n, float *restrict y, const float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{the nest runs as written, as memory is read in its order and no sum waits for another one}}
    for (int j = 0; j < n; ++j)
      y[i] = a[j];
}

void short_rounds(int n, float *restrict y, const float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j) // expected-remark {{the nest runs as written, as this loop makes fewer than 16 rounds and is unrolled}}
      y[i] += a[i * 8 + j];
}

void taps(int n, float *restrict y, const float *x, const float *h) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < 29; ++k) // expected-remark {{the nest runs as written, as this loop makes fewer than 30 rounds and is unrolled}}
      s += x[i + k] * h[k];
    y[i] = s;
  }
}

void more_taps(int n, float *restrict y, const float *x, const float *h) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark@-0 {{in the native variant the loop over 'i' runs innermost}} expected-remark {{tiles are not taken, as an iteration of 'i' does more}}
    float s = 0;
    for (int k = 0; k < 30; ++k)
      s += x[i + k] * h[k];
    y[i] = s;
  }
}

void steps(int n, float *restrict y, const float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; j += 2) // expected-remark {{in the native variant the nest runs as written, as this loop does not count in steps of 1 between numbers that are the same for all iterations of 'i'; compute its bounds ahead of the nest}}
      y[i] += a[i * n + j];
}

float called(float);
void call(int n, float *restrict y, const float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[i] += called(a[i * n + j]); // expected-remark {{in the native variant the nest runs as written, as this is more than arithmetic on variables and elements; move calls, pointers and conditions out of the nest}}
}

void carried(int n, float *restrict y, const float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float last = 0;
    for (int j = 0; j < n; ++j) { // expected-remark {{as 'last' is not a number of its own for each iteration of 'j'; declare it inside that loop}}
      for (int k = 0; k < n; ++k)
        last = last + a[k * n + j];
      y[i * n + j] = last;
    }
  }
}

void solved(int n, float *restrict y, const float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < n; ++j) // expected-remark {{as iterations of 'j' are not proven independent of each other}}
      for (int k = 0; k < n; ++k)
        y[i * n + j] += a[j * n + k] * y[i * n + j - 1];
}

void overlapping(int n, float *y, const float *a, const float *b,
                 const float *c, const float *d, const float *e,
                 const float *f, const float *g, const float *h,
                 const float *o, const float *p, const float *q,
                 const float *r, const float *s) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) // expected-remark {{in the native variant the nest runs as written, as a call cannot compute whether the places of 's' and 'y' overlap; make one of them 'restrict'}}
      for (int k = 0; k < n; ++k)
        y[i * n + j] += a[k * n + j] * b[k * n + j] * c[k * n + j] *
                        d[k * n + j] * e[k * n + j] * f[k * n + j] *
                        g[k * n + j] * h[k * n + j] * o[k * n + j] *
                        p[k * n + j] * q[k * n + j] * r[k * n + j] *
                        s[k * n + j];
}

int found(int n, const float *a) {
  int any = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{the nest runs as written, as the loop}}
    float s = 0;
    for (int j = 0; j < n; ++j)
      s += a[i * n + j];
    if (s > 1)
      any = i;
  }
  return any;
}

void filtered(int n, double (*restrict y)[500], double (*x)[500]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{in the native variant 8 iterations of 'i' run side by side, as rounds of each of them wait for one another}} expected-remark {{'i' does not run innermost}}
    double last = 0;
    for (int j = n - 1; j >= 0; --j) {
      y[i][j] = x[i][j] - 0.5 * last;
      last = y[i][j];
    }
  }
}

// A branch is left of it: what is under the condition is no number.
void branched(int n, double *restrict y, double (*x)[500]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (x[i][j] > y[i]) // expected-remark {{in the native variant the nest runs as written, as this is more than arithmetic}}
        y[i] = x[i][j];
}

void transposed(int n, double (*restrict y)[500], double (*x)[500]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{in the native variant 8 iterations of 'i' run side by side, as they use the same lines of memory}} expected-remark {{'i' does not run innermost}}
    for (int j = 0; j < n; ++j)
      y[i][j] = x[j][i] + 1;
}
