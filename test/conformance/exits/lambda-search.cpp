// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lambda says what is looked for; its own return leaves nothing but it.
// RUN: %conform %s %t
#include "show.h"
#include <vector>

template <typename Test>
static int find(const std::vector<double> &v, Test test) {
#pragma twofold parallel for
  for (int i = 0; i < int(v.size()); ++i)
    if (test(v[i]))
      return i;
  return -1;
}

int main() {
  std::vector<double> v(600);
  for (int i = 0; i < 600; ++i)
    v[i] = (i * 29 % 601) * 0.25;
  double limit = 100;
  SHOW_INTEGER(find(v, [=](double x) { return x > limit; }));
  SHOW_INTEGER(find(v, [&](double x) {
    if (x < limit)
      return false;
    return x < limit + 0.5;
  }));
  SHOW_INTEGER(find(v, [](double x) { return x < 0; }));
}
