// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In templates, methods and lambdas; what uses threads stays.
// RUN: %openmp %s %t --kernels 14 -Wno-openmp-mapping
#include <complex>
#include <cstdio>
#include <vector>
template <class T, int K> T dot(const std::vector<T> &x, T *y, size_t n) {
  T s = T();
#pragma omp parallel for reduction(+ : s) schedule(static, K)
  for (size_t i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}
struct Grid {
  int nx, ny;
  std::vector<double> v;
  Grid(int a, int b) : nx(a), ny(b), v(a * b) {}
  void fill(double f) {
#pragma omp parallel for collapse(2)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++)
        v[y * nx + x] = f * x + y;
  }
  double sum() {
    double s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s)              \
    map(tofrom : s)
    for (int i = 0; i < nx * ny; i++)
      s += v[i];
    return s;
  }
};
static double sc;
#pragma omp threadprivate(sc)
static int total;
static void bump(int k) {
#pragma omp atomic
  total += k;
}
// A constant of a class needs no definition.
struct Blocks {
  static const int size = 16;
  int n;
  void fill() {
    int *v = new int[n];
#pragma omp parallel
    {
      int three = 3;
#pragma omp for
      for (int b = 0; b < n; b += size)
        for (int e = b; e < (b + size < n ? b + size : n); e++)
          v[e] = e + three;
    }
    printf("%d\n", v[50]);
    delete[] v;
  }
};
int main() {
  std::vector<float> x(1000, 2.f), y(1000, 3.f);
  std::vector<double> xd(1000, 2.), yd(1000, 3.);
  printf("%g %g\n", dot<float, 8>(x, y.data(), 1000),
         dot<double, 16>(xd, yd.data(), 1000));
  Grid g(64, 32);
  g.fill(1.5);
  printf("%g\n", g.sum());
  auto f = [&](double a) {
#pragma omp parallel for
    for (int i = 0; i < (int)xd.size(); i++)
      xd[i] = a * yd[i];
  };
  f(4);
  double tmp[8];
  int i, j;
#pragma omp parallel for private(tmp, j)
  for (i = 0; i < 100; i++) {
    for (j = 0; j < 8; j++)
      tmp[j] = xd[i] * j;
    double s = 0;
#pragma omp simd reduction(+ : s)
    for (int q = 0; q < 8; q++)
      s += tmp[q];
    yd[i] = s;
  }
#pragma omp parallel default(shared) private(i, j)
  {
    double w;
    const double two = 2;
#pragma omp for
    for (i = 0; i < 1000; i++) {
      w = two * i;
      xd[i] = w;
    }
#pragma omp for schedule(guided)
    for (i = 0; i < 1000; i++) {
      w = xd[i];
      yd[i] += w;
    }
  }
#pragma omp parallel for
  for (int k = 0; k < 1000; k++)
    bump(k & 3);
#pragma omp parallel for
  for (int k = 0; k < 1000; k++) {
    sc = k;
    xd[k] += sc - k;
  }
  for (auto &e : x)
    e = 0;
#pragma omp parallel for
  for (auto &e : x)
    e += 1;
#pragma omp target data map(tofrom : yd)
  {
#pragma omp target teams loop
    for (int k = 0; k < 1000; k++)
      yd[k] += 1;
#pragma omp target update from(yd)
  }
  float *px = x.data();
#pragma omp target teams distribute parallel for map(tofrom : px[0 : x.size()])
  for (size_t i = 0; i < x.size(); ++i)
    px[i] += 1;
  float fs = 0;
  for (auto e : x)
    fs += e;
  double s = 0;
  for (auto e : yd)
    s += e;
  for (auto e : xd)
    s += e;
  printf("%.10g %g %d\n", s, fs, total);
#pragma omp parallel
  {
#pragma omp single
    printf("once\n");
#pragma omp for
    for (int k = 0; k < 10; k++)
      xd[k] = k;
  }
  Blocks{64}.fill();
}
