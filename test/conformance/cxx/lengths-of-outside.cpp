// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variable lengths, an extension in C++, by decltype, auto and names.
// RUN: %conform %s %t -Wno-vla-cxx-extension
#include "show.h"

constexpr int N = 37, M = 19;

template <class T> static void add(T *a, T *b, int n, int m) {
  T row[m];
  row[0] = 2;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      ((decltype(row) *)b)[i][j] += reinterpret_cast<T(*)[m]>(a)[i][j];
}

struct Table {
  int *a, *b;
  int n, m;
  void run() {
    int row[m];
    using Row = decltype(row);
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      ((Row *)b)[i][1] += ((Row *)a)[i][2];
  }
};

int main() {
  static int a[N * M], b[N * M];
  int n = N, m = M;
  for (int i = 0; i < N * M; ++i)
    a[i] = i % 13;
  add(a, b, n, m);
  Table{a, b, n, m}.run();
  auto p = (int(*)[m])a;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    auto own = p + i;
    b[i * m] += (*own)[3] * p[i][4];
  }
  auto inside = [=](int *to) {
    int row[m];
    row[0] = 1;
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      ((decltype(row) *)to)[i][5] += i;
  };
  inside(b);
  SHOW_INTEGERS("b", b, N * M);
}
