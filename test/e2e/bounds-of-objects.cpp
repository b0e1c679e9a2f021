// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose ends are members of the object, of which the bodies use nothing.
// RUN: %e2e %s %t
#include "Inputs/show.h"
#include <vector>

struct Index {
  int dimension;
  long total;
};

struct Graph : Index {
  int degree;

  void copy(std::vector<long> &to, const int *from) {
#pragma twofold parallel for
    for (long i = 0; i < total * degree; ++i)
      to[i] = from[i];
  }
  void rows(std::vector<long> &to, const int *from, int n) {
#pragma twofold parallel for
    for (long i = dimension; i < n; ++i)
      to[i] += 2 * from[i];
  }
  void inside(std::vector<long> &to, const int *from) {
    auto both = [&, this] {
#pragma twofold parallel for
      for (long i = total; i < total + degree; ++i)
        to[i] -= from[i];
    };
    both();
  }
};

int main() {
  Graph g{{3, 100}, 4};
  std::vector<long> to(400);
  std::vector<int> from(400);
  for (int i = 0; i < 400; ++i)
    from[i] = i * 7 % 31;
  g.copy(to, from.data());
  g.rows(to, from.data(), 400);
  g.inside(to, from.data());
  SHOW_INTEGERS("to", to, 400);
}
