// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user's first program with the algorithms.
#include <twofold/twofold.hpp>

#include <cstdio>
#include <vector>

int main() {
  std::vector<double> X(1000, 2.0), Y(1000);
  transform(twofold::par, X.begin(), X.end(), Y.begin(),
            [](double V) { return 3.0 * V + 1.0; });
  double Sum = reduce(twofold::par, Y.begin(), Y.end());
  if (Sum != 7000.0) {
    std::printf("wrong: %g\n", Sum);
    return 1;
  }
  std::puts("right");
  return 0;
}
