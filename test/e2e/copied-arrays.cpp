// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structured bindings and lambdas copy arrays of the iteration's, element by
// element; lists are walked over. An array that is found by something with an
// effect, or that has more than 64 elements, is copied by threads alone.
// RUN: %e2e %s %t -std=c++17
// RUN: %e2e %s %t --native -O3 -std=c++17 -DEFFECTS
#include <cstdio>
#include <initializer_list>
enum { N = 500 };
static int array[N][2], blocks[N][2][2];
static int long_rows[N][100];
static long found[N];

// Names for parts of an element are in each of the iterations side by side.
static void sums(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const auto &[from, by] = array[i];
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += from + by * j;
    found[i] += (long)s;
  }
}

int main() {
  for (int i = 0; i < 4 * N; ++i) {
    blocks[i / 4][i / 2 % 2][i % 2] = i;
    array[i / 4][i % 2] = i * 3;
    long_rows[i / 4][i % 100] = i * 5;
  }
  int shared[3] = {7, 8, 9};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    auto [u, v] = array[i];
    u += v;
    found[i] = u * 2 + v;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    const auto [row, other] = blocks[i];
    blocks[i][0][0] = 9;
    found[i] += row[0] * other[1] - blocks[i][0][0];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int pair[2] = {i, i + 1};
    auto first = [pair, shared] { return pair[0] + shared[2]; };
    pair[0] = array[i][0];
    found[i] += first() * pair[0];
  }
  sums(N, 131);
#ifdef EFFECTS
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int k = 0;
    auto [a, b] = blocks[i][k++];
    found[i] += a * 5 + b + k;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    auto [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6,
          c7, c8, c9, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, e0, e1, e2, e3,
          e4, e5, e6, e7, e8, e9, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, g0,
          g1, g2, g3, g4, g5, g6, g7, g8, g9, h0, h1, h2, h3, h4, h5, h6, h7,
          h8, h9, k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, l0, l1, l2, l3, l4,
          l5, l6, l7, l8, l9, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9] =
        long_rows[i];
    b0 += m9;
    found[i] += b0 * 2 + m9 - g5;
  }
  double table[1 << 16];
  for (int k = 0; k < 1 << 16; ++k)
    table[k] = k * 0.5;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int own[100];
    for (int k = 0; k < 100; ++k)
      own[k] = k * i;
    auto at = [own, table](int k) { return own[k] + long(table[k * 9]); };
    own[3] = 9;
    found[i] += at(i % 100) + at(3);
  }
#endif
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int k : {1, i, 4}) {
      k += 2;
      found[i] += k * i;
    }
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum = sum * 7 % 1000003 + found[i];
  std::printf("%ld\n", sum);
}
