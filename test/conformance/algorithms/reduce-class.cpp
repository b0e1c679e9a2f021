// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce over a class without default constructor, which owns memory.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <memory>
#include <vector>

class Total {
  std::unique_ptr<long> Held;

public:
  explicit Total(long v) : Held(new long(v)) {}
  Total(const Total &o) : Held(new long(*o.Held)) {}
  Total(Total &&) = default;
  Total &operator=(Total &&) = default;
  long value() const { return *Held; }
};

int main() {
  std::vector<Total> all;
  for (long i = 0; i < 500; ++i)
    all.emplace_back(i * i);
  auto add = [](const Total &x, const Total &y) {
    return Total(x.value() + y.value());
  };
  Total sum =
      twofold::reduce(twofold::par, all.begin(), all.end(), Total(3), add);
  SHOW_INTEGER(sum.value());
  SHOW_INTEGER(
      twofold::reduce(twofold::par, all.begin(), all.begin() + 1, Total(7), add)
          .value());
}
