// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars are evaluated once, nothing happens without elements, slices are
// assigned element by element.
// RUN: %conform %s %t -O0 -std=c++17
// RUN: %conform %s %t --native -O0 -std=c++20 -fno-exceptions
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

static int Calls;
static float once() { return ++Calls; }

struct Pair {
  float x;
  int y;
};
static Pair operator+(Pair a, Pair b) { return {a.x + b.x, a.y + b.y}; }

int main() {
  constexpr int N = 30;
  std::vector<float> v(N), w(N);
  for (int i = 0; i < N; ++i)
    v[i] = i, w[i] = 100 - i;
  twofold::slice x(v), y(w);
  y = x * once() + once();
  std::printf("%d calls\n", Calls);
  SHOW_FLOATS("w", w, N);
  x = x[0] + x; // the element, not what becomes of it
  x = x[N - 1];
  x.sub(3, 4) = y.sub(20, 4);
  const twofold::slice<const float, 1> read = y;
  x.sub(8, 4) = read.sub(0, 4);
  x.sub(20, 5) = x.sub(3, 5) = 7;
  x += 1, x.sub(0, 3) *= 2;
  twofold::slice copy = x; // of the view
  copy.sub(29, 1) = -1;
  SHOW_FLOATS("v", v, N);
  x.sub(5, 0) = y.sub(9, 0);
  twofold::slice<float, 1> none(nullptr, 0);
  none = none + once();
  none += 3;
  twofold::slice<float, 2> empty(v.data(), 0, 5), other(v.data(), 5, 0);
  empty = 1;
  other = twofold::index<1>();
  std::printf("%d calls, sum %g\n", Calls, sum(none));
  std::vector<Pair> p(N);
  twofold::slice q(p);
  q = Pair{1, 2};
  q.sub(0, 10) = q.sub(10, 10) + Pair{0.5f, 1};
  q += q.reverse();
  for (Pair z : p)
    std::printf("%g %d,", z.x, z.y);
  std::printf("\n");
}
