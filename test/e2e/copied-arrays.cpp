// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structured bindings and lambdas copy arrays of the iteration's, element by
// element; lists are walked over. An array that is found by something with an
// effect is copied by threads alone.
// RUN: %e2e %s %t -std=c++17
// RUN: %e2e %s %t --native -O3 -std=c++17 -DEFFECTS
#include <cstdio>
#include <initializer_list>
enum { N = 500 };
static int array[N][2], blocks[N][2][2];
static long found[N];
int main() {
  for (int i = 0; i < 4 * N; ++i) {
    blocks[i / 4][i / 2 % 2][i % 2] = i;
    array[i / 4][i % 2] = i * 3;
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
#ifdef EFFECTS
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int k = 0;
    auto [a, b] = blocks[i][k++];
    found[i] += a * 5 + b + k;
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
