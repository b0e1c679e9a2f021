// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that are structs.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

struct Body {
  double Position, Speed;
  int Steps[2];
};

int main() {
  std::vector<Body> bodies(300);
  for (int i = 0; i < 300; ++i)
    bodies[i] = {i * 1.0, i % 5 - 2.0, {i, 0}};
  const double step = 0.5;
  twofold::for_each(twofold::par, bodies.begin(), bodies.end(),
                    [step](Body &b) {
                      b.Position += step * b.Speed;
                      b.Steps[1] += b.Steps[0] & 3;
                    });
  for (const Body &b : bodies)
    std::printf("%a %d\n", b.Position, b.Steps[1]);
  SHOW_FLOAT(twofold::transform_reduce(
      twofold::par, bodies.begin(), bodies.end(), 0.0, std::plus<>(),
      [](const Body &b) { return b.Speed * b.Speed; }));
}
