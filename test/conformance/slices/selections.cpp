// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements by index, read and written; each occurrence of an index counts.
// RUN: %conform %s %t --races-unseen -O0 -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

int main() {
  constexpr int N = 60;
  std::vector<float> v(N), w(N);
  std::vector<int> k(N), h(7), at(N);
  for (int i = 0; i < N; ++i) {
    v[i] = i;
    w[i] = 2 * i;
    k[i] = i * i % 7;
    at[i] = i * 7 % N;
  }
  twofold::slice x(v), y(w);
  twofold::slice K(k), H(h), I(at);
  y = x[I] + 1;
  SHOW_FLOATS("gathered", w, N);
  y = x.reverse()[I] * 2 - x[N - 1 - I];
  SHOW_FLOATS("backwards", w, N);
  x[I] = y;
  SHOW_FLOATS("scattered", v, N);
  x[I] = x + x[I];
  SHOW_FLOATS("to itself", v, N);
  I[I] = I;
  SHOW_INTEGERS("indices", at, N);
  x.sub(0, 30, 2)[K] = 5;
  SHOW_FLOATS("a few", v, N);
  H[K] += 1;
  SHOW_INTEGERS("histogram", h, 7);
  H[K] += where(x > 50, K, 3);
  H.reverse()[K] -= 2;
  H.sub(0, 4, 2)[K / 2] |= 64;
  SHOW_INTEGERS("histogram", h, 7);
  where(x > 50, H[K]) += 100;
  H[K.reverse()] ^= K;
  SHOW_INTEGERS("masked", h, 7);
  where(K > 3, y[I]) = x * 2;
  SHOW_FLOATS("masked", w, N);
  H[K] /= 2;        // one after the other
  H[H * 0 + 3] = H; // which one is left is open; all are in range
  SHOW_INTEGER(h[2]);
}
