// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers and numbers that move on with an inner loop are where the loop's
// round says, and functions that move bytes touch what their length says.
// RUN: %clang %plugin -Rpass-analysis=twofold -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=remark,note %s

#include <string.h>

#define PARALLEL _Pragma("twofold parallel for")

void rows(double *restrict o, const double *restrict x, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    double *p = o + i * 64;
    for (int j = 0; j < 64; j++) *p++ = x[j];
  }
}
void rows_backwards(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    double *p = a + (i + 1) * 64;
    for (int j = 64; j > 0; j--) *--p = j;
  }
}
void rows_in_pairs(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    double *p = a + i * 64;
    for (int j = 0; j < 64; j += 2, p += 2) { p[0] = j; p[1] = i; }
  }
}
void planes(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    double *p = a + i * 64;
    for (int y = 0; y < 8; y++)
      for (int x = 0; x < 8; x++) *p++ = x * y;
  }
}
void counted_down(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    double *p = a + i * 64;
    int k = 64;
    while (k-- > 0) *p++ = k;
  }
}
void to_an_end(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    double *p = a + i * 64, *end = p + 64;
    while (p != end) *p++ = i;
  }
}
void numbers(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    int k = i * 64;
    for (int j = 0; j < 64; j++) a[k++] = j;
  }
}
void by_a_shift(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) // expected-remark {{as long as no unsigned subscript wraps}}
    a[i << 3] = i;
}
void turned_round(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    double *p = a + i * 65, *q = p + 65;
    while (p < --q) { double x = *p; *p++ = *q; *q = x; }
  }
}
void numbers_that_meet(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    int j = i * 64, k = j + 63;
    while (k > j) { double x = a[j]; a[j++] = a[k]; a[k--] = x; }
  }
}
void one_goes_faster(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-remark {{proven}}
    double *p = a + i * 97, *q = p + 32;
    while (p <= q) { *p = i; p += 3; q += 2; }
  }
}
void on_two_ways(double *a, const int *b, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    double *p = a + i * 64;
    for (int j = 0; j < 64; j++)
      if (b[j]) *p++ = j; // expected-remark {{nothing was proven}}
  }
}

void overlapping(double *o, const double *x, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    double *p = o + i;
    for (int j = 0; j < m; j++) *p++ = x[i * m + j]; // expected-warning {{'o' is written here and written 1 iteration}}
  }
}
void previous_row(double *o, int n, int m) {
  PARALLEL for (int i = 1; i < n; i++) {
    double *p = o + i * m, *q = o + (i - 1) * m;
    for (int j = 0; j < m; j++) *p++ = *q++ * 0.5; // expected-warning {{'o' is written here and read 1 iteration}}
  }
}
void row_above(double *a, int n, int m) {
  PARALLEL for (int i = 1; i < n; i++) {
    double *p = a + i * m;
    for (int j = 0; j < m; j++, p++) *p = p[-m] + 1; // expected-warning {{'a' is written here and read 1 iteration}}
  }
}
void running_number(double *a, const double *x, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    int k = i;
    for (int j = 0; j < m; j++) a[k++] = x[i * m + j]; // expected-warning {{'a' is written here and written 1 iteration}}
  }
}
void ends_of_rows(double *a, const double *x, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    double *p = a + i * (m - 1), *end = p + m;
    while (p < end) *p++ = x[i]; // expected-warning {{'a' is written here and written 1 iteration}}
  }
}
void turned_too_far(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    double *p = a + i * 64, *q = p + 65;
    while (p < --q) { double x = *p; *p++ = *q; *q = x; } // expected-warning {{'a' is written here and read 1 iteration}}
  }
}
void one_goes_too_far(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    double *p = a + i * 96, *q = p + 32;
    while (p <= q) { *p = i; p += 3; q += 2; } // expected-warning {{'a' is written here and written 1 iteration}}
  }
}

void cleared_rows(double *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) // expected-remark {{proven}}
    memset(a + i * 64, 0, 64 * sizeof(double));
}
void copied_halves(double *a, size_t n, size_t m) {
  PARALLEL for (size_t i = 0; i < n; i++) // expected-remark {{proven}}
    __builtin_memcpy(a + (n + i) * 64, a + i * 64, 64 * sizeof(double));
}
void shifted_rows(double *o, int n, int m) {
  PARALLEL for (int i = 1; i < n; i++)
    memmove(o + i * m, o + (i - 1) * m, m * sizeof(double)); // expected-warning {{'o' is written here and read 1 iteration}}
}
void cleared_scratch(double *o, const double *x, double *t, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    memset(t, 0, m * sizeof *t); // expected-warning {{'t' is written here and written 1 iteration}}
    for (int j = 0; j < m; j++) t[j] += x[i * m + j];
    o[i] = t[m / 2];
  }
}
