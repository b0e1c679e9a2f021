// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lambdas that capture what each iteration has of its own, by value, by
// reference, by what they begin with, in one another, and in functions of
// templates and of classes. Those that are handed their own object stay.
// RUN: %openmp %s %t --kernels 15 -std=c++20
// RUN: %openmp %s %t --kernels 15 -std=c++23
#include <cstdio>
#include <vector>
enum { N = 1000 };
static double x[N], y[N];
template <typename T> static T squares(int n) {
  T sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    auto square = [&] { return T(i) * i; };
    sum += square();
  }
  return sum;
}
struct Grid {
  int width = 7;
  void fill(int n) {
#pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      auto at = [this, i](int k) { return width * i + k; };
      x[i] += at(2) - at(1);
    }
  }
};
int main() {
  double a = 2.5, sum = 0, most = 0;
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    auto next = [&] { return a * i + 1; };
    x[i] = next();
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    double s = 0;
    auto add = [&s](double v) { s += v; };
    for (int k = 0; k < 4; ++k)
      add(x[i] * k);
    y[i] = s;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    double t = x[i];
    auto before = [=](double v) { return v * t + i; };
    t = 0;
    y[i] += before(2.0) + t;
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; ++i) {
    const double v = [&] {
      if (x[i] > 10)
        return 1.0;
      return x[i];
    }();
    sum += v;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    auto limit = [&](auto v, double most) { return v < most ? v : most + i; };
    y[i] = limit(y[i], 100.0);
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    auto count = [c = i]() mutable { return ++c; };
    int s = 0;
    for (int k = 0; k < 3; ++k)
      s += count();
    y[i] += s;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const double low = x[i] - 1, high = x[i] + 1;
    auto inside = [&](double v) { return v > low && v < high; };
    auto both = [&](double v, double w) { return inside(v) && inside(w); };
    y[i] += both(x[i], x[i] + 0.5) ? 1 : both(low, high) ? 2 : 3;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    auto twice = ([&] { return i * 2; });
    y[i] += twice() + ([&] { return i * 3; })();
  }
#if __cplusplus > 202002L
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    auto product = [&](this auto self, int k) -> int {
      return k < 2 ? i : k * self(k - 1);
    };
    y[i] += product(4);
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    auto times = [&](this auto const &self, int k) -> int { return k * i; };
    y[i] += times(5);
  }
#endif
  double t;
#pragma omp parallel for private(t)
  for (int i = 0; i < N; ++i) {
    t = y[i] * 2;
    auto half = [&] {
      double made = t;
      for (int k = 0; k < 3; ++k) {
        if (made < 1)
          break;
        made *= 0.5;
      }
      return made;
    };
    y[i] = half();
  }
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 10; ++i)
    for (int k = 0; k < 10; ++k) {
      auto at = [&]() -> double & { return x[i * 10 + k]; };
      at() += i - k;
    }
#pragma omp parallel reduction(max : most)
  {
    const double scale = a * 2;
#pragma omp for
    for (int i = 0; i < N; ++i) {
      auto scaled = [&](const double &v) { return v * scale; };
      y[i] = scaled(y[i]);
    }
#pragma omp for
    for (int i = 0; i < N; ++i) {
      auto keep = [&](double v) {
        if (v > most)
          most = v;
      };
      keep(y[i]);
    }
  }
  Grid().fill(N);
  double all = squares<double>(N) + squares<long>(100);
  for (int i = 0; i < N; ++i)
    all += x[i] * (i % 7) + y[i] * (i % 5);
  std::printf("%.6f %.6f %.6f\n", sum, most, all);
}
