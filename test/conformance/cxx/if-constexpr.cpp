// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if constexpr, static members and non-type parameters in a class template.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <type_traits>
#include <vector>

template <class T, int Scale> class Filter {
  static constexpr int Taps = 3;
  std::vector<T> in, out;

public:
  explicit Filter(int n) : in(n), out(n) {
    for (int i = 0; i < n; ++i)
      in[i] = T(i);
  }
  T tap(int i, int k) const { return in[(i + k) % in.size()]; }
  void run() {
#pragma twofold parallel for
    for (int i = 0; i < int(out.size()); ++i) {
      T sum = 0;
      for (int k = 0; k < Taps; ++k)
        sum += tap(i, k);
      if constexpr (std::is_floating_point_v<T>)
        out[i] = sum / Scale;
      else
        out[i] = sum * Scale;
    }
  }
  const std::vector<T> &result() const { return out; }
};

int main() {
  Filter<float, 2> f(33);
  Filter<int, 5> g(33);
  f.run();
  g.run();
  SHOW_FLOATS("f", f.result().data(), 33);
  SHOW_INTEGERS("g", g.result().data(), 33);
}
