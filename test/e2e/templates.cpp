// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function and class templates, several instances of each loop.
// RUN: %e2e %s %t
#include "Inputs/show.h"
#include <cstddef>

template <typename T> T square(T v) { return v * v; }

template <typename T, int Width> struct Vector {
  T Data[Width];
};

template <typename T> void axpy(T *y, const T *x, T a, std::size_t n) {
#pragma twofold parallel for
  for (std::size_t i = 0; i < n; ++i)
    y[i] = a * x[i] + square(y[i]);
}

template <typename T, int Width> T total(const Vector<T, Width> *v, int n) {
  T Sum = 0;
#pragma twofold parallel for reduction(+ : Sum)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < Width; ++k)
      Sum += v[i].Data[k];
  return Sum;
}

template <int Step, typename Index> void every(int *a, Index n) {
#pragma twofold parallel for
  for (Index i = 0; i < n; i += Step)
    a[i] += Step * 10 + static_cast<int>(sizeof(Index));
}

template <typename T, T... Values> struct Sequence {
  static void store(T *out, int n) {
    const T table[] = {Values...};
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      out[i] = table[i % sizeof...(Values)];
  }
};

template <typename F> void twice(int *a, int n, F) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] *= F::factor;
}

struct Three {
  static constexpr int factor = 3;
};

int main() {
  constexpr int n = 40;
  int a[n] = {}, b[n];
  float f[n], g[n];
  double d[n], e[n];
  Vector<short, 3> v[n];
  Vector<double, 2> w[n];
  for (int i = 0; i < n; ++i) {
    b[i] = i;
    f[i] = g[i] = i * 0.5f;
    d[i] = e[i] = i * 0.25;
    v[i] = {{short(i), short(-i), 7}};
    w[i] = {{i * 0.5, 1.0}};
  }
  axpy(a, b, 3, n);
  axpy(f, g, 0.5f, n);
  axpy(d, e, 2.0, n);
  SHOW_INTEGERS("axpy int", a, n);
  SHOW_FLOATS("axpy float", f, n);
  SHOW_FLOATS("axpy double", d, n);
  SHOW_INTEGER(total(v, n));
  SHOW_FLOAT(total(w, n));
  every<3>(a, n);
  every<1>(a, (unsigned char)n);
  every<7, long>(a, n);
  SHOW_INTEGERS("every", a, n);
  Sequence<int, 4, 5, 6>::store(a, n);
  SHOW_INTEGERS("sequence", a, n);
  twice(a, n, Three());
  SHOW_INTEGERS("twice", a, n);
}
