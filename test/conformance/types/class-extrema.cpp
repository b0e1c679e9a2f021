// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::min, std::max, std::clamp and std::swap of classes with an operator<.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <algorithm>

struct Day {
  int month, day;
  bool operator<(const Day &o) const {
    return month < o.month || (month == o.month && day < o.day);
  }
};

int main() {
  enum { N = 40 };
  static Day early[N], late[N], middle[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    Day a{i % 5, 3}, b{2, i};
    early[i] = std::min(a, b);
    late[i] = std::max(a, b);
    std::swap(a, b);
    middle[i] = std::clamp(a, Day{1, 1}, Day{2, 9});
  }
  for (int i = 0; i < N; ++i)
    SHOW_INTEGER(early[i].month * 10000 + early[i].day * 100 + late[i].month * 7 + late[i].day +
                 middle[i].month * 1000000 + middle[i].day);
}
