// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declared reductions of classes whose destructor is written and does nothing,
// and of objects that a constructor makes of 0.
// RUN: %openmp %s %t --kernels 4
#include <cstdio>
enum { N = 4000 };
struct Plain {
  double t;
  Plain(double t = 0) : t(t) {}
  Plain &operator+=(const Plain &o) {
    t += o.t;
    return *this;
  }
};
struct Ended {
  double t, u = 0;
  Ended(double t = 0) : t(t) {}
  ~Ended() {}
  Ended &operator+=(const Ended &o) {
    t += o.t;
    u += o.u;
    return *this;
  }
};
#pragma omp declare reduction(+ : Ended : omp_out += omp_in)
#pragma omp declare reduction(made : Plain : omp_out += omp_in) initializer(omp_priv = Plain(0))
#pragma omp declare reduction(ends : Ended : omp_out += omp_in) initializer(omp_priv = Ended(0))
#pragma omp declare reduction(one : Plain : omp_out += omp_in) initializer(omp_priv = Plain(1))
int main() {
  static double a[N];
  const int n = N;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = i % 7;
  Ended s(1), e(2);
  Plain p(3), q(0);
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += Ended(a[i]);
#pragma omp parallel for reduction(made : p)
  for (int i = 0; i < n; i++)
    p += Plain(a[i]);
#pragma omp parallel for reduction(ends : e)
  for (int i = 0; i < n; i++)
    e += Ended(a[i] * 2);
  // What threads begin with shows in the result.
#pragma omp parallel for reduction(one : q) num_threads(1)
  for (int i = 0; i < n; i++)
    q += Plain(a[i]);
  std::printf("%g %g %g %g\n", s.t, e.t, p.t, e.u);
}
