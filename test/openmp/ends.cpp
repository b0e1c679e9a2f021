// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes whose destructors are written out and do nothing are as those without.
// RUN: %openmp %s %t --kernels 7
// RUN: %clangxx -O1 -fopenmp -fsyntax-only %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold %s 2>&1 | %FileCheck %s
#include <cstdio>
struct V {
  double x, y;
  V() : x(0), y(0) {}
  V(double a, double b) : x(a), y(b) {}
  V(const V &o) : x(o.x), y(o.y) {}
  ~V() {}
  V &operator=(const V &o) {
    x = o.x;
    y = o.y;
    return *this;
  }
  V &operator+=(const V &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
};
inline V operator*(double s, const V &v) { return V(s * v.x, s * v.y); }
inline V operator+(const V &u, const V &v) { return V(u.x + v.x, u.y + v.y); }
template <class T> struct Pair { // its own destructor is V's, twice
  T a, b;
};
template <class T> struct Held {
  T value;
  ~Held() {}
};
static int ended;
struct Counted {
  int value;
  ~Counted() { ++ended; }
};
struct Sum { // no constant expression makes it
  double x, y;
  Sum(double a = 0) : x(a), y(0) {}
  Sum &operator+=(const Sum &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
};
struct FromOne {
  int n;
  FromOne() : n(1) {}
  FromOne &operator+=(const FromOne &o) {
    n += o.n;
    return *this;
  }
};
#pragma omp declare reduction(+ : Sum : omp_out += omp_in)
#pragma omp declare reduction(+ : FromOne : omp_out += omp_in)
enum { N = 600 };
static V p[N], q[N];
static Pair<V> pairs[N];
static Held<int> held[N];
static Counted counted[N];
int main() {
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    p[i] = V(i, 1);
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    q[i] = p[i] + .5 * p[N - 1 - i];
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    V t = V();
    for (int j = 0; j < 3; ++j)
      t += q[(i + j) % N];
    p[i] = t;
  }
#pragma omp parallel
  {
    V own(2, 3); // each thread's
#pragma omp for
    for (int i = 0; i < N; ++i)
      pairs[i].b += own;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    pairs[i].a = p[i];
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    held[i].value = i;
  Sum s;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; ++i)
    s += Sum(p[i].x);
  FromOne ones;
// CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: OpenMP's 'parallel for' stays as it is: reduction '+' is declared by the program; have it combine by an operator, '+=', least or greatest, and begin with what changes no result
#pragma omp parallel for reduction(+ : ones) num_threads(1)
  for (int i = 0; i < N; ++i)
    ones += FromOne();
// CHECK: [[@LINE+3]]:{{[0-9]+}}: remark: OpenMP's 'parallel for' stays as it is: it makes objects that are destroyed; use classes without a destructor, or make them before the loop
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < N; ++i) {
    Counted own = Counted{i};
    counted[i].value = own.value;
  }
  printf("%g %g %g %g %d %d %d\n", s.x, pairs[7].a.x, pairs[9].b.x,
         pairs[9].b.y, ones.n > N, held[8].value + counted[4].value, ended);
}
