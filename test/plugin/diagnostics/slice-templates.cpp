// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices of classes, and in templates.
// RUN: %clangxx %plugin -fplugin-arg-twofold-no-opencl -Wall -fsyntax-only -Xclang -verify %s
// RUN: %clangxx %plugin -fplugin-arg-twofold-no-opencl -Wall -Wconversion -fsyntax-only -Xclang -verify=quiet -DQUIET %s
#include <array>
#include <string>
#include <vector>

void fill(std::string *o, int n) {
#pragma twofold slice
  o[0:n] = "";
}

#ifdef QUIET
// Nothing but the copy of the right side is wrong.
void copy(std::string *o, int n) {
#pragma twofold slice
  o[1:n] = o[0:n]; // quiet-error {{values of the right side cannot be kept in a temporary array, which takes numbers and plain structs; write a loop}}
}
// Subscripts are not the user's; what is beside slices is.
#define ONE(v) _Pragma("twofold slice") v[:] = 1;
template <class V> void scale(V &v) {
#pragma twofold slice
  v[:] *= v[::-1];
}
void subscripts(std::vector<int> &v, int i, unsigned &u) {
  scale(v);
  ONE(v) u = i; // quiet-warning {{changes signedness}}
}
#else
template <class T> void zero(T p, std::vector<double> &v) {
#pragma twofold slice
  v[:] = 1;
#pragma twofold slice
  p[:] = 1; // expected-error {{how many elements 'p' has is not known}}
}
template void zero(std::vector<double> &, std::vector<double> &);
template void zero(double *, std::vector<double> &);

template <int N> void shapes(double (&a)[N], double (&b)[10]) {
#pragma twofold slice
  a[:] = b[:]; // expected-error {{shapes differ: 'a[:]' is (9) and 'b[:]' is (10)}}
}
template void shapes(double (&)[10], double (&)[10]);
void shapes(std::array<int, 9> &a, const std::array<int, 10> &b) {
#pragma twofold slice
  a[1:] = b[:8];
#pragma twofold slice
  a[:] = b[::-1]; // expected-error {{shapes differ: 'a[:]' is (9) and 'b[::-1]' is (10)}}
}
template void shapes(double (&)[9], double (&)[10]);
#endif
