// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that begin at a value, and accesses under conditions on the iteration's
// number: dependences show in every call in which enough of the loop runs.
// RUN: %clang %plugin -fsyntax-only -Wpass-failed -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
#define PARALLEL _Pragma("twofold parallel for")
void from_value(int *t, int first, int n) {
  PARALLEL for (int j = first; j < n; j++) t[j] = t[j - 1]; // expected-warning {{'t' is written here and read 1 iteration of 'j' away}}
}
void from_sum(int t[][64], int i, int n) {
  PARALLEL for (int j = i + 1; j < n; j++) t[i][j] += t[i][j - 2]; // expected-warning {{'t' is updated here and read 2 iterations of 'j' away}}
}
void between(double *a, long first, long last) {
  PARALLEL for (long j = last; j > first; --j) a[j] = a[j + 1]; // expected-warning {{'a' is written here and read 1 iteration of 'j' away}}
}
void guarded(int t[][64], int i, int n) {
  PARALLEL for (int j = i + 1; j < n; j++)
    if (j - 1 >= 0)
      t[i][j] = t[i][j - 1]; // expected-warning {{'t' is written here and read 1 iteration of 'j' away}}
}
void guarded_by_value(double *a, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++)
    if (i > m)
      a[i] = a[i - 1]; // expected-warning {{'a' is written here and read 1 iteration of 'i' away}}
}
void triangle(int t[][64], int i, int n) {
  PARALLEL for (int j = i + 1; j < n; j++)
    for (int k = i + 1; k < j; k++)
      t[i][j] += t[i][k] + t[k + 1][j]; // expected-warning {{'t' is updated here and read 1 iteration of 'j' away}}
}

// How far these are apart is the call's to say, and nothing is where the
// guards leave too little.
void apart(double *a, int first, int n, int m) {
  PARALLEL for (int i = first; i < n; i++) a[i] = a[i + m];
}
void halves(double *a, int first, int n) {
  PARALLEL for (int i = first; i < n; i++) a[2 * i] = a[2 * i + 1];
}
void one_of_them(double *a, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++)
    if (i == m)
      a[i] = a[i - 1];
}
void two_parts(double *a, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    if (i < m)
      a[i] = 1;
    else
      a[i] = 2;
  }
}
