// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes that are known not to fit together are errors with both shapes; the
// unknown ones are left to the run time.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -Wall -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// RUN: %clangxx -x c++ %plugin -fplugin-arg-twofold-no-opencl -Wall -ferror-limit=0 -fsyntax-only -Xclang -verify %s

enum { K = 4 };

void shapes(double *o, double *a, int n, double A[4][5]) {
  double b[10], c[9], C[3][4];
  const int five = 5;
#pragma twofold slice
  b[:] = c[:]; // expected-error {{shapes differ: 'b[:]' is (10) and 'c[:]' is (9)}}
#pragma twofold slice
  C[:][:] = A[0:3][0:5]; // expected-error {{shapes differ: 'C[:][:]' is (3, 4) and 'A[0:3][0:5]' is (3, 5)}}
#pragma twofold slice
  C[0:n][:] = A[0:n][0:five]; // expected-error {{shapes differ: 'C[0:n][:]' is (?, 4) and 'A[0:n][0:five]' is (?, 5)}}
#pragma twofold slice
  o[0:K] = c[0:K + 1]; // expected-error {{shapes differ: 'o[0:K]' is (4) and 'c[0:K + 1]' is (5)}}
#pragma twofold slice
  o[9:-3] = 2; // expected-error {{a length of 'o[9:-3]' is negative: (-3)}}
#pragma twofold slice
  o[0:6] = a[0:n] + c[::2] * b[1:6]; // expected-error {{shapes differ: 'o[0:6]' is (6) and 'c[::2]' is (5)}}
#pragma twofold slice
  n = twofold_dot(b[:], c[:]); // expected-error {{shapes differ: 'b[:]' is (10) and 'c[:]' is (9)}}
#pragma twofold slice
  if (b[:] > 0)
    c[:] = 0; // expected-error {{shapes differ: 'b[:]' is (10) and 'c[:]' is (9)}}
#pragma twofold slice
  if (b[:] > 0)
    b[:] = 0;
  else
    c[:] = 0; // expected-error {{shapes differ: 'c[:]' is (9) and 'b[:] > 0' is (10)}}
#pragma twofold slice
  b[:] = b[:] = c[:]; // expected-error {{shapes differ: 'b[:]' is (10) and 'c[:]' is (9)}}
#pragma twofold slice
  c[::2] = b[1:5]; // fits
#pragma twofold slice
  b[5::-1] = b[8::-2]; // expected-error {{shapes differ: 'b[5::-1]' is (6) and 'b[8::-2]' is (5)}}
#pragma twofold slice
  c[::-3] = b[2::-1]; // fits
#pragma twofold slice
  b[11:] = 0; // expected-error {{a length of 'b[11:]' is negative: (-1)}}
#pragma twofold slice
  o[0:n] = a[0:5] + A[0:n][2];
}

void lengths(double *o, double *a, double A[4][5], int n) {
#pragma twofold slice
  o[:] = 1; // expected-error {{how many elements 'o' has is not known; write the length, as in o[start : length]}}
#pragma twofold slice
  o[0:n] = a[5:]; // expected-error {{how many elements 'a' has is not known; write the length, as in a[start : length]}}
#pragma twofold slice
  A[:][1:2] = 1; // expected-error {{how many elements 'A' has is not known; write the length, as in A[start : length]}}
#pragma twofold slice
  A[0:4][:] = 1; // its rows have a length
}
