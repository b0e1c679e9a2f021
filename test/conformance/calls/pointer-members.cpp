// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers in structs that only some iterations look at.
// RUN: %conform %s %t
#include <cstdio>
#include <vector>
enum { N = 130 };
struct Leaf {
  double *p;
  int n;
};
struct G {
  Leaf *m;
  G *next;
  std::vector<double> v;
  double *own;
  int n;
  void step(int k) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      if (i > k)
        own[i] += m->p[i] + v[i];
  }
  void deep(int k) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < k; ++j)
        own[i] += next->m->p[j] + this->next->own[i] * 0.5;
  }
};
static void refs(Leaf &l, const Leaf *c, double *a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (a[i] > 2)
      a[i] -= l.p[i];
    else
      a[i] += c->p[i];
  }
}
int main() {
  static double x[N], y[N], z[N], w[N];
  for (int i = 0; i < N; ++i)
    x[i] = i % 4, y[i] = i % 5, z[i] = 1, w[i] = 2;
  Leaf l{x, 1}, l2{y, 2};
  G h{&l2, nullptr, {}, w, N}, g{&l, &h, std::vector<double>(N, 1.5), z, N};
  g.step(10);
  g.deep(3);
  h.v.assign(N, 1);
  g.deep(0);
  h.deep(0);
  refs(l, &l2, z);
  refs(l, &l2, w);
  double t = 0;
  for (int i = 0; i < N; ++i)
    t += z[i] * (i + 1) + w[i];
  std::printf("%.17g\n", t);
}
