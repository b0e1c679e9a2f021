// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Global variables that called functions use are handed on.
// RUN: %conform %s %t
#include <cmath>
#include <cstdio>
#include <vector>
enum { N = 200 };
namespace cfg {
double scale = 1.5;
int order[4] = {3, 1, 2, 0};
} // namespace cfg
static std::vector<double> tab(64, 2.0);
struct Model {
  static double w[8];
  static int k;
  double q;
  double eval(double x) const { return q * x + w[k] + cfg::scale; }
};
double Model::w[8] = {1, 2, 3, 4, 5, 6, 7, 8};
int Model::k = 2;
template <typename T> T pick(int i) { return T(Model::w[cfg::order[i & 3]]); }
struct Acc {
  double v;
  Acc(double x) : v(x * cfg::scale) {}
  double get() const { return v + Model::k; }
};
inline double viavec(int i) { return tab[i & 63]; }
static float f4[3][5];
static float *rows() { return f4[1]; }
int main() {
  static double a[N], b[N];
  std::vector<double> c(N);
  for (int i = 0; i < 15; ++i)
    (&f4[0][0])[i] = i;
  for (int r = 0; r < 3; ++r) {
    cfg::scale += r;
    Model::k = r;
    tab[3] = r;
    Model m{0.5};
#pragma twofold parallel for
    for (int i = 0; i < N; ++i) {
      Acc t(i);
      a[i] += m.eval(i) + pick<float>(i) + t.get();
    }
    auto l = [&](int i) { return cfg::scale * Model::w[i & 7]; };
#pragma twofold parallel for
    for (int i = 0; i < N; ++i) {
      b[i] = l(i) + viavec(i);
    }
#pragma twofold parallel for
    for (int i = 0; i < N; ++i) {
      c[i] = rows()[i % 5] + b[i];
    }
  }
  double s = 0;
  for (int i = 0; i < N; ++i)
    s += a[i] + b[i] * 2 + c[i];
  std::printf("%.15g\n", s);
}
