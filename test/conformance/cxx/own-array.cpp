// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// twofold::array is a container whose extent is known: elements by number, by
// an index from memory, and in a range-based for.
// RUN: %conform %s %t -std=c++17
// RUN: %conform %s %t -std=c++20 -fno-exceptions
#include "show.h"
#ifdef WITH_PLUGIN
#include <twofold/array.hpp>
template <class T> using Array = twofold::array<T>;
#else
#include <vector>
template <class T> using Array = std::vector<T>;
#endif

struct Pair {
  int first, second;
};

static void gather(Array<Pair> &to, const Array<int> &from,
                   const Array<int> &index) {
#pragma twofold parallel for
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] = {from[index[i]], static_cast<int>(i)};
}

int main() {
  Array<int> from(1500), index(700);
  Array<Pair> to(700, Pair{-1, -1});
  for (int i = 0; i < 1500; ++i)
    from[i] = i * i % 1009;
  for (int i = 0; i < 700; ++i)
    index[i] = i * 731 % 1500;
  gather(to, from, index);
#pragma twofold parallel for
  for (int &x : index)
    x = 3 * x + 1;
  long sum = 0;
#pragma twofold parallel for
  for (std::size_t i = 0; i < from.size(); ++i)
    sum += from[i];
  for (int i = 0; i < 700; i += 50)
    printf("%d %d %d\n", to[i].first, to[i].second, index[i]);
  SHOW_INTEGER(sum);
}
