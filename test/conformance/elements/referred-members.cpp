// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References and pointers in objects around a loop that name what it stores to:
// later iterations see what became of it.
// RUN: %conform %s %t --native
#include "show.h"
#include <cstdio>
#include <functional>
#include <tuple>
#include <vector>

enum { N = 300 };
struct Pivot {
  double &at;
};
struct Scaled {
  std::vector<double> &all;
  const double &by;
  double operator()(int i) const { return all[i] * by; }
};
struct Inner {
  int &offset;
};
struct Outer {
  Inner in;
  int *p;
};
struct Grid {
  std::vector<double> u;
  double *edge;
  double &head;
  double h;
  explicit Grid(int n) : u(n, 1.0), edge(&u[10]), head(u[2]), h(0.25) {}
  void relax() {
#pragma twofold parallel for
    for (int i = 0; i < (int)u.size(); ++i)
      u[i] = u[i] * h + *edge;
  }
  void step() {
#pragma twofold parallel for
    for (int i = 0; i < (int)u.size(); ++i)
      u[i] = u[i] + h * head + i;
  }
};
struct Box {
  double first[64];
  double h;
  double second[64];
  void run(double *out, int n) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      out[i] = out[i] * 0.5 + h;
  }
};

static void show(const char *what, const double *a, int n) {
  double all = 0;
  for (int i = 0; i < n; ++i)
    all = all * 0.75 + a[i];
  std::printf("%s %a\n", what, all);
}

int main() {
  std::vector<double> a(N), b(N);
  auto fill = [&] {
    for (int i = 0; i < N; ++i) {
      a[i] = (i * 37 % 101) - 20.5;
      b[i] = i;
    }
  };
  auto check = [&](const char *what) {
    show(what, a.data(), N);
    show(what, b.data(), N);
    fill();
  };
  fill();

  double *p = a.data(), *q = b.data();
  Pivot pivot{p[7]};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    p[i] = p[i] + pivot.at * 0.25;
  check("member");
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    q[i] = q[i] + pivot.at * 0.25;
  check("member of another array");

  Scaled scaled{a, a[2]};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    a[i] = scaled(i);
  check("view");
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    b[i] = scaled(i);
  check("view of another array");

  double &x = a[11];
  auto add = [&x](double v) { return v * 0.5 + x; };
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    p[i] = add(p[i]);
  check("lambda");
  auto shift = [&](int i) { a[i] = x * 0.5 + a[i]; };
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    shift(i);
  check("lambda with all");
  auto behind = [at = &a[7]](double v) { return *at + v; };
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    a[i] = behind(a[i]);
  check("lambda with a pointer");

  std::tuple<double &, double &> pair(a[30], a[31]);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    a[i] = a[i] * 0.5 + std::get<1>(pair);
  check("tuple");
  auto &[u, v] = pair;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    a[i] = a[i] * 0.5 + u + v;
  check("parts of a tuple");
  auto [w] = pivot;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    a[i] = a[i] * 0.5 + w;
  check("part of an object");
  std::reference_wrapper<double> wrapped(a[5]);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    a[i] = a[i] * 0.5 + wrapped.get();
  check("wrapper");

  std::vector<int> k(2 * N);
  for (int i = 0; i < 2 * N; ++i)
    k[i] = i % 3;
  Outer outer{{k[100]}, k.data()};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    outer.p[i] = outer.in.offset + i;
  for (int i = 0; i < N; i += 7)
    std::printf("%d ", k[i]);
  std::puts("");

  Grid grid(N);
  grid.relax();
  show("edge", grid.u.data(), N);
  grid.step();
  show("head", grid.u.data(), N);
  Box box;
  for (int i = 0; i < 64; ++i)
    box.first[i] = box.second[i] = i;
  box.h = 3;
  box.run(box.first, 129);
  show("box", box.first, 129);
}
