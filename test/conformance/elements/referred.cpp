// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reference to an element that the loop changes: later iterations see what
// became of it.
// RUN: %conform %s %t --native
#include "show.h"
#include <algorithm>
#include <vector>

enum { N = 300 };
struct Point {
  double x, y;
  double tag;
};
struct Parameters {
  int stride;
  double factor;
};

template <typename T> void shift(std::vector<T> &v, const T &by) {
#pragma twofold parallel for
  for (size_t i = 0; i < v.size(); ++i)
    v[i] += by;
}
template <typename T> void divide(std::vector<T> &v, const T &by) {
#pragma twofold parallel for
  for (T &e : v)
    e /= by;
}
static void plain(double *a, int n, const double &by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = a[i] * by + 1;
}
static void centre(Point *p, int n, const Point &c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    p[i].x -= c.x;
    p[i].y -= c.y;
  }
}
static void scale(double *a, int n, const Parameters &by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i * by.stride] *= by.factor;
}
static void number(int *a, int n, const int &stride) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i * stride] = a[i * stride] / 4 + (i != 3);
}
static void last(const double *from, double *to, int n, const double &by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    to[i] = from[i] + by;
}

static void show(const char *what, const double *a, int n) {
  double all = 0;
  for (int i = 0; i < n; ++i)
    all = all * 0.75 + a[i];
  SHOW_FLOATS(what, &all, 1);
  SHOW_FLOATS(what, a + n / 2, 3);
}

int main() {
  std::vector<double> v(N);
  std::vector<int> w(N);
  std::vector<Point> p(N);
  auto fill = [&] {
    for (int i = 0; i < N; ++i) {
      v[i] = i % 10 + 0.5;
      w[i] = i % 7;
      p[i] = {i % 10 * 1.0, 1.5, i * 1.0};
    }
  };
  fill();
  shift(v, v[70]);
  show("shift", v.data(), N);
  const double apart = 3;
  shift(v, apart);
  show("apart", v.data(), N);
  fill();
  divide(v, v[N - 1]);
  show("divide", v.data(), N);
  fill();
  plain(v.data(), N, v[9]);
  show("plain", v.data(), N);
  plain(v.data(), N - 1, v[N - 1]);
  show("behind", v.data(), N);
  fill();
  shift(w, w[33]);
  SHOW_INTEGERS("shift", w.data(), N);
  centre(p.data(), N, p[5]);
  show("centre", &p[0].x, 3);
  fill();
  Parameters own = {1, 0.5};
  scale(v.data(), N, own);
  show("own", v.data(), N);
  Parameters &inside = *reinterpret_cast<Parameters *>(&v[20]);
  inside.stride = 1;
  inside.factor = 0.25;
  scale(v.data() + 21, N - 21, inside);
  show("inside", v.data() + 22, N - 22);
  fill();
  w[6] = 2; // and 0 from iteration 3 on
  number(w.data(), N / 2, w[6]);
  SHOW_INTEGERS("number", w.data(), 45);
  last(v.data(), v.data(), N, v[3]);
  show("last", v.data(), N);

  fill();
  int k = 17;
  double &element = v[k];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    v[i] += element;
  show("element", v.data(), N);
  const double &most = *std::max_element(v.begin(), v.end());
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    v[i] /= most;
  show("most", v.data(), N);
  auto &[x, y, tag] = p[6];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    p[i].x = p[i].x * y + x;
  show("binding", &p[100].x, 4);
}
