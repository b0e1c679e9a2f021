// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is wrong with a slice is said once, at the user's characters.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -std=c99 -pedantic -Wall -Wextra -Wconversion -Wno-unused-parameter -ferror-limit=0 -fsyntax-only -Xclang -verify=expected,c %s
// RUN: %clangxx -x c++ %plugin -fplugin-arg-twofold-no-opencl -Wall -Wextra -Wno-unused-parameter -ferror-limit=0 -fsyntax-only -Xclang -verify=expected,cpp %s

int get(int); // c-note {{declared here}} cpp-note {{candidate function not viable}}
typedef double Number;

void spelling(double *o, double *a, int n, int *count) {
  double s = 0;
#pragma twofold slice // expected-error {{no slice follows; write one as base[start : length : stride]}}
  s = 2;
#pragma twofold slice
  o[0:n] = a[0:n] +; // expected-error {{expected an operand in a slice, not 'the end'}}
#pragma twofold slice
  o[0:n] = a[0:n] a[0:n]; // expected-error {{expected an operator in a slice, not 'a'}}
#pragma twofold slice
  o[0:n] = a[0:n]
  s = 1; // expected-error {{expected ';' in a slice, not 's'}}
#pragma twofold slice
  {
    o[0:n] = a[0:n]
  } // expected-error {{expected ';' in a slice, not '}'}}
  {
#pragma twofold slice
    o[0:n] = a[0:n]
  } // expected-error {{expected ';' in a slice, not '}'}}
#pragma twofold slice
  o[0:n:1:2] = 0; // expected-error {{expected ']' in a slice, not ':'}}
#pragma twofold slice
  o[0:n] = 1 + (a[0:n] = 2); // expected-error {{'a[0:n] = 2' changes a slice inside an expression; make it a statement of its own}}
#pragma twofold slice
  o[0:n] = a[0:n]++; // expected-error {{'a[0:n]++' changes a slice inside an expression; make it a statement of its own}}
#pragma twofold slice
  s += a[0:n]; // expected-error {{a slice is assigned to 's', which is one value; assign a reduction such as twofold_sum}}
#pragma twofold slice
  o[0:count[0:n]] = 1; // expected-error {{'count[0:n]' is a slice and bounds of a section are single integers; use a reduction such as twofold_max}}
#pragma twofold slice unroll(4) // expected-error {{unknown clause 'unroll' of 'slice'}}
  o[0:n] = 0;
}

void context(double *o, double *a, int n) {
#pragma twofold slice
  while (a[0:n] > 1) // expected-error {{a slice cannot stand in the header of a loop; use a reduction such as twofold_any there, or a statement of its own}}
    o[0:n] = 0;
#pragma twofold slice
  {
    Number v = o[0:n]; // expected-error {{a slice cannot stand in a declaration}}
  }
#pragma twofold slice
  return a[0:n]; // expected-error {{a slice cannot stand in a return statement}}
}

void masks(double *o, double *a, int n, double (*A)[7]) {
#pragma twofold slice
  if (a[0:n] > 1) {
    o[0:n] = 0;
    n = 2; // expected-error {{'n = 2' is not done for each element, as everything under a condition on slices is; move it out of the 'if', or make the condition one value, with twofold_any}}
  }
#pragma twofold slice
  if (a[0:n] > 1)
    for (;;) // expected-error {{'for (;;) o[0:n] = 0' is not done for each element}}
      o[0:n] = 0;
#pragma twofold slice
  if (a[0:n] > 1)
    return; // expected-error {{'return' is not done for each element}}
#pragma twofold slice
  if (a[0:n] > 1)
    A[0:n][0:7] = 1; // expected-error {{operands of a slice have one rank, and 'a[0:n] > 1' has rank 1 and 'A[0:n][0:7]' rank 2}}
#pragma twofold slice
  if (a[0:n] > 1)
    o[0:n] = 1;
  else if (A[0:n][0:7] > 1)
    A[0:n][0:7] = 1; // expected-error {{operands of a slice have one rank, and 'a[0:n] > 1' has rank 1 and 'A[0:n][0:7]' rank 2}}
#pragma twofold slice
  if (a[0:n] > 1)
    if (A[0:n][0:7] > 1) // expected-error {{operands of a slice have one rank, and 'a[0:n] > 1' has rank 1 and 'A[0:n][0:7] > 1' rank 2}}
      A[0:n][0:7] = 1;
    else
      A[0:n][0:7] = 2;
#pragma twofold slice
  if (twofold_index(1) > 3)
    o[0:n] = 1; // expected-error {{twofold_index takes the number of a dimension of its slice, from 0}}
#pragma twofold slice
  if (a[0:n] > missing) // expected-error {{use of undeclared identifier 'missing'}}
    o[0:n] = 1;
  else
    o[0:n] = 2;
}

void ranks(double *o, double *a, int n, double (*A)[7]) {
#pragma twofold slice
  o[0:n] = A[0:n][0:7]; // expected-error {{operands of a slice have one rank, and 'o[0:n]' has rank 1 and 'A[0:n][0:7]' rank 2}}
#pragma twofold slice
  A[0:n][0:7] = A[0:n][0:7] * a[0:n]; // expected-error {{operands of a slice have one rank, and 'A[0:n][0:7]' has rank 2 and 'a[0:n]' rank 1}}
#pragma twofold slice
  o[0:n] = twofold_index(1); // expected-error {{twofold_index takes the number of a dimension of its slice, from 0}}
#pragma twofold slice
  o[0:n] = twofold_index(n); // expected-error {{twofold_index takes the number of a dimension of its slice, from 0}}
#pragma twofold slice
  n = twofold_sum(a[0:n], 2); // expected-error {{twofold_sum takes one slice}}
#pragma twofold slice
  n = twofold_dot(a[0:n]); // expected-error {{twofold_dot takes two slices}}
#pragma twofold slice
  n = twofold_max(n); // expected-error {{twofold_max takes a slice, and this is one value}}
}

#ifdef __SIZEOF_INT128__
#pragma clang diagnostic ignored "-Wbit-int-extension"
void bounds(double *o, __int128 wide, unsigned _BitInt(72) odd) {
#pragma twofold slice
  o[wide:3] = 1; // expected-error {{bounds of a section have 64 bits, and this is of type '__int128'; convert it to a type of 64 bits}}
#pragma twofold slice
  o[0:wide + 1] = 1; // expected-error {{bounds of a section have 64 bits, and this is of type '__int128'}}
#pragma twofold slice
  o[0:3:odd] = 1; // expected-error {{bounds of a section have 64 bits, and this is of type 'unsigned _BitInt(72)'}}
#pragma twofold slice
  o[0:(long)wide] = twofold_max(o[0:(int)odd]) + (double)wide;
#pragma twofold slice
  o[0:(__int128)3] = 1;
}
#endif

// Errors of the language.
void language(double *o, const double *a, int n, void *v) {
#pragma twofold slice
  o[0:n] = a[0:n] * missing + 1; // expected-error {{use of undeclared identifier 'missing'}}
#pragma twofold slice
  o[0:n] = a[0:n].x; // expected-error {{member reference base type 'const double' is not a structure or union}}
#pragma twofold slice
  missing[0:n] = a[0:n]; // expected-error {{use of undeclared identifier 'missing'}}
#pragma twofold slice
  a[0:n] = o[0:n]; // expected-error {{read-only variable is not assignable}}
#pragma twofold slice
  o[0:2.5] = a[0:n]; // expected-error {{invalid operands to binary expression ('int' and 'double')}} expected-note {{bounds of a section are integers; convert this one}}
#pragma twofold slice
  n = twofold_sum(a[0:n] % 2); // expected-error {{invalid operands to binary expression}}
#pragma twofold slice
  o[0:n] = get(a[0:n], 3); // c-error {{too many arguments to function call, expected 1, have 2}} cpp-error {{no matching function for call to 'get'}}
}
