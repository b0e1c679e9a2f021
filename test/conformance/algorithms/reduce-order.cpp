// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce with an operation that is associative and does not commute.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <string>
#include <vector>

struct Matrix {
  unsigned a, b, c, d;
};

int main() {
  std::vector<std::string> words(777);
  std::vector<Matrix> steps(1000);
  for (int i = 0; i < 777; ++i)
    words[i] = std::to_string(i) + ",";
  for (unsigned i = 0; i < 1000; ++i)
    steps[i] = {i, i + 1, 2 * i, 3};
  std::string text = twofold::reduce(twofold::par, words.begin(), words.end(),
                                     std::string("start:"));
  std::printf("%s\n", text.c_str());
  Matrix product = twofold::reduce(
      twofold::par, steps.begin(), steps.end(), Matrix{1, 0, 0, 1},
      [](const Matrix &x, const Matrix &y) {
        return Matrix{x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d,
                      x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
      });
  std::printf("%u %u %u %u\n", product.a, product.b, product.c, product.d);
}
