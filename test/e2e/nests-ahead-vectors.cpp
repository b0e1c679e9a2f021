// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of vectors that wait for each other have the bits of the serial loop, in
// each instance of a template, and where an element is the sum itself. What a
// reference refers to may be what rows store to.
// RUN: %clangxx -std=c++20 %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -D_GLIBCXX_ASSERTIONS -Rpass-analysis=twofold %s -o %t %runtime_flags > %t.log 2>&1 && env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t && %FileCheck %s < %t.log
// CHECK-COUNT-8: eight of them are computed side by side
// CHECK-NOT: eight of them are computed side by side
#include <array>
#include <span>
#include <vector>

template <class T>
void variable(const std::vector<T> &l, std::vector<T> &x,
              const std::vector<T> &b) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    T sum = b[i];
    [[twofold::parallel_for]]
    for (std::size_t j = 0; j < i; ++j)
      sum -= l[i * 100 + j] * x[j];
    x[i] = sum / l[i * 100 + i];
  }
}

template <class T>
void serial(const std::vector<T> &l, std::vector<T> &x,
            const std::vector<T> &b) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    T sum = b[i];
    for (std::size_t j = 0; j < i; ++j)
      sum -= l[i * 100 + j] * x[j];
    x[i] = sum / l[i * 100 + i];
  }
}

static std::array<double, 100> kept;

// The array is there for the whole unit, and its rows are no vectors.
void arrays(int n, const std::vector<double> &l) {
  for (int i = 0; i < n; ++i) {
    double sum = kept[i];
    [[twofold::parallel_for]]
    for (int j = 0; j < i; ++j)
      sum += l[i * 100 + j] * kept[j];
    kept[i] = sum / 8;
  }
}

static void serialArrays(int n, const std::vector<double> &l) {
  for (int i = 0; i < n; ++i) {
    double sum = kept[i];
    for (int j = 0; j < i; ++j)
      sum += l[i * 100 + j] * kept[j];
    kept[i] = sum / 8;
  }
}

// The sum is an element, of whatever has such, in parentheses or not.
#define ELEMENTS(V, P)                                                         \
  template <class L, class X, class B>                                         \
  void element##V(const L &l, X &x, const B &b, int n) {                       \
    for (int i = 0; i < n; ++i) {                                              \
      x[i] = b[i];                                                             \
      P for (int j = 0; j < i; ++j) x[i] -= l[i * 100 + j] * x[j];             \
      x[i] /= 2;                                                               \
    }                                                                          \
  }                                                                            \
  template <class L, class X> void inPlace##V(const L &l, X &x, int n) {       \
    for (int i = 0; i < n; ++i) {                                              \
      P for (int j = 0; j < i; ++j)(x)[i] =                                    \
          (x)[i] - (l)[i * 100 + j] * (x)[j];                                  \
      x[i] /= 2;                                                               \
    }                                                                          \
  }                                                                            \
  /* Rows of vectors in a vector are left as they are. */                      \
  void rows##V(const std::vector<std::vector<double>> &l,                      \
               std::vector<double> &x, int n) {                                \
    for (int i = 0; i < n; ++i) {                                              \
      P for (int j = 0; j < i; ++j) x[i] -= l[i][j] * x[j];                    \
      x[i] /= 2;                                                               \
    }                                                                          \
  }                                                                            \
  /* Each of these refers to what rows may store to. */                        \
  void shift##V(const int &shift, const double &scale, const double *l,        \
                double *x, const double *b, int *seen) {                       \
    for (int i = 0; i < 100; ++i) {                                            \
      double sum = b[i + shift] * scale;                                       \
      P for (int j = 0; j < i; ++j) sum -= l[i * 100 + j] * x[j];              \
      x[i] = sum / 4;                                                          \
      seen[i] = 1;                                                             \
    }                                                                          \
  }                                                                            \
  void ends##V(const int &n, const double *l, double *x, const double *b,      \
               int *seen) {                                                    \
    for (int i = 0; i < n; ++i) {                                              \
      double sum = b[i];                                                       \
      P for (int j = 0; j < i; ++j) sum -= l[i * 100 + j] * x[j];              \
      x[i] = sum / 4;                                                          \
      seen[i] = 41;                                                            \
    }                                                                          \
  }                                                                            \
  /* A number by a reference to it is none of another row. */                  \
  void cast##V(int n, const std::vector<double> &l, std::vector<double> &x,    \
               std::vector<double> &y) {                                       \
    for (int i = 0; i < n; ++i) {                                              \
      double sum = y[static_cast<const int &>(i)];                             \
      P for (int j = 0; j < i; ++j) sum -= l[i * 100 + j] * x[j];              \
      x[i] = sum / 4;                                                          \
    }                                                                          \
    for (int i = 0; i < n; ++i) {                                              \
      double sum = static_cast<const std::vector<double> &>(y)[i];             \
      P for (int j = 0; j < i; ++j) sum -=                                     \
          l[i * 100 + j] * static_cast<const std::vector<double> &>(x)[j];     \
      x[i] = sum / 4;                                                          \
    }                                                                          \
  }                                                                            \
  /* The vector may be shorter than the rows are many. */                      \
  void some##V(int n, const std::vector<double> &l, std::vector<double> &x,    \
               std::vector<double> &few) {                                     \
    for (int i = 0; i < n; ++i) {                                              \
      double sum = x[i];                                                       \
      P for (int j = 0; j < i; ++j) sum -=                                     \
          l[i * 100 + j] * x[j] * (j > 5 && x[j - 5] > 0);                     \
      x[i] = sum / 4;                                                          \
    }                                                                          \
    for (int i = 0; i < n; ++i) {                                              \
      double sum = x[i];                                                       \
      P for (int j = 0; j < i; ++j) sum -= l[i * 100 + j] * x[j];              \
      if (i < 45)                                                              \
        few[i] = sum / 4;                                                      \
    }                                                                          \
  }

ELEMENTS(Serial, )
ELEMENTS(Ours, _Pragma("twofold parallel for"))

template <class T> std::vector<T> filled(int n) {
  std::vector<T> Out(n);
  for (int i = 0; i < n; ++i)
    Out[i] = T(i * 37 % 101 - 50) / 700 + (i % 101 == 0) * 3;
  return Out;
}

template <class T> bool same(int n) {
  std::vector<T> l = filled<T>(10000), b = filled<T>(n), x(n), y(n);
  variable(l, x, b);
  serial(l, y, b);
  bool Same = x == y;
  variable(l, x, x); // in place
  serial(l, y, y);
  return Same && x == y;
}

bool elements(int n) {
  const auto l = filled<double>(10000), b = filled<double>(100);
  auto x = b, y = b;
  elementOurs(l, x, b, n);
  elementSerial(l, y, b, n);
  inPlaceOurs(l, x, n);
  inPlaceSerial(l, y, n);
  std::span<double> s(x), t(y);
  elementOurs(l, s, b, n);
  elementSerial(l, t, b, n);
  inPlaceOurs(std::span(l), s, n);
  inPlaceSerial(std::span(l), t, n);
  std::array<double, 100> one{}, other{};
  elementOurs(l, one, x, n);
  elementSerial(l, other, y, n);
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 100; ++i)
    rows.emplace_back(l.begin() + i * 100, l.begin() + i * 100 + 100);
  rowsOurs(rows, x, n);
  rowsSerial(rows, y, n);
  std::vector<double> few(45), less(45);
  castOurs(n, l, x, x);
  castSerial(n, l, y, y);
  someOurs(n, l, x, few);
  someSerial(n, l, y, less);
  return x == y && one == other && few == less;
}

bool references() {
  const auto l = filled<double>(10000), b = filled<double>(200);
  auto x = b, y = b;
  std::vector<int> seen(100), told(100);
  shiftOurs(seen[42], x[41], l.data(), x.data(), b.data(), seen.data());
  shiftSerial(told[42], y[41], l.data(), y.data(), b.data(), told.data());
  seen[40] = told[40] = 60;
  endsOurs(seen[40], l.data(), x.data(), b.data(), seen.data());
  endsSerial(told[40], l.data(), y.data(), b.data(), told.data());
  return x == y && seen == told;
}

int main() {
  if (!references())
    return 3;
  for (int n : {0, 1, 8, 39, 40, 41, 47, 48, 49, 63, 64, 99}) {
    if (!same<float>(n) || !same<double>(n))
      return 1;
    if (!elements(n))
      return 4;
    const auto l = filled<double>(10000), b = filled<double>(100);
    for (int i = 0; i < 100; ++i)
      kept[i] = b[i];
    arrays(n, l);
    const auto ours = kept;
    for (int i = 0; i < 100; ++i)
      kept[i] = b[i];
    serialArrays(n, l);
    if (ours != kept)
      return 2;
  }
  return 0;
}
