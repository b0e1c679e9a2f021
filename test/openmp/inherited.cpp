// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructors that `using` takes from a base are given what the base's are:
// numbers, pointers, references and objects.
// RUN: %openmp %s %t --kernels 6
#include <cstdio>
#include <utility>

struct Pair {
  double x, y;
};
template <class T> struct Base {
  T v;
  double k;
  Base(const T &x, double y = 2) : v(x), k(y) {}
  Base(T &&x) : v(std::move(x)), k(9) {}
  Base(T *p, int i) : v(p[i]), k(i) { p[i] = p[i] + 1; }
  explicit Base(Pair p) : v(p.x), k(p.y) {}
  template <class U> Base(U a, U b, U c) : v(a + b), k(c) {}
};
template <class T> struct Derived : Base<T> {
  using Base<T>::Base;
  double own = 2;
  double all() const { return this->v * 2 + this->k + own; }
};
struct Plain {
  int a;
  Plain(int x, float y, bool first) : a(first ? x : (int)y) {}
};
struct Middle : Plain {
  using Plain::Plain;
};
struct Last : Middle {
  using Middle::Middle;
};
struct Holds {
  Last part;
  int b;
  Holds(int i) : part(i, i * 0.5f, i % 2), b(i) {}
};
// The base that is virtual is constructed by the most derived class.
struct Shared {
  int v;
  Shared(int x) : v(x) {}
};
struct Sharing : virtual Shared {
  using Shared::Shared;
};
struct Middling : Sharing {
  using Sharing::Sharing;
};
struct Most : Middling {
  using Middling::Middling;
};
static int shared(int x) {
  Most m(x);
  return m.v;
}

enum { N = 500 };
static double a[N], b[N];
static int c[N];

int main() {
  for (int i = 0; i < N; ++i)
    b[i] = i;
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    Derived<double> d(b[i]), e(b[i], i);
    a[i] = d.all() + e.all();
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    Derived<double> d(b[i] + 3);
    a[i] += d.all();
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    Derived<double> d(b, i);
    a[i] += d.all();
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    Derived<double> d(Pair{b[i], 4});
    a[i] += d.all();
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    Derived<double> d(b[i], 4.0, 5.0);
    a[i] += d.all();
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    Holds h(i);
    c[i] = h.part.a + h.b;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    c[i] += shared(i);
  double sum = 0;
  for (int i = 0; i < N; ++i)
    sum += a[i] + b[i] * 3 + c[i];
  std::printf("%.17g\n", sum);
}
