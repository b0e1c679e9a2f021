// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates, members and overloads that are defined behind the loop.
// RUN: %conform %s %t
#include <cstdio>

constexpr int N = 400;
template <typename T> T twice(T x);
template <typename T> struct Scale {
  T by;
  T operator()(T x) const;
};
double pick(double x);
float pick(float x);

class Grid {
  double *data;
  int n;
  double at(int i) const;
  static double shift(double x);

public:
  Grid(double *data, int n) : data(data), n(n) {}
  void step();
  void all() {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      data[i] = shift(at(i));
  }
};

void Grid::step() {
  Scale<double> half{0.5};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    data[i] = half(twice(at(i))) + pick(1.0) + pick(2.0f);
}

namespace {
struct Early {
  Early();
  ~Early();
  double v[N];
} early;
Early::Early() {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    v[i] = twice(i) + pick((double)i);
}
Early::~Early() {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    v[i] = pick(v[i]);
  std::printf("%g %g\n", v[0], v[N - 1]);
}
} // namespace

extern "C" {
double linked(double x);
void apply(double *a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    a[i] = linked(a[i]);
}
double linked(double x) { return x * 3 - 1; }
}

double Grid::at(int i) const { return data[i] + i; }
double Grid::shift(double x) { return x - 4; }
template <typename T> T twice(T x) { return x + x; }
template <typename T> T Scale<T>::operator()(T x) const { return x * by; }
double pick(double x) { return x + 0.5; }
float pick(float x) { return x + 0.25f; }

template <typename T> void filled(T *a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    a[i] += twice<T>(i);
}
template void filled<double>(double *);

int main() {
  static double a[N];
  Grid g(a, N);
  g.step();
  g.all();
  apply(a);
  filled(a);
  filled(early.v);
  for (int i = 0; i < N; i += 7)
    std::printf("%g %g\n", a[i], early.v[i]);
}
