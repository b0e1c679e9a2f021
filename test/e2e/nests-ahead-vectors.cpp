// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of vectors that wait for each other have the bits of the serial loop, in
// each instance of a template.
// RUN: %clangxx %plugin %include -w -fplugin-arg-twofold-no-opencl -O2 -march=x86-64-v3 -D_GLIBCXX_ASSERTIONS -Rpass-analysis=twofold %s -o %t %runtime_flags > %t.log 2>&1 && env OMP_NUM_THREADS=1 TWOFOLD_DEVICE=native %t && %FileCheck %s < %t.log
// CHECK-COUNT-3: eight of them are computed side by side
#include <array>
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

int main() {
  for (int n : {0, 1, 8, 39, 40, 41, 47, 48, 49, 63, 64, 99}) {
    if (!same<float>(n) || !same<double>(n))
      return 1;
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
