// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An exception of a function object reaches the caller, from every kind of loop.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <stdexcept>
#include <string>
#include <vector>

template <class F> static void caught(F f) {
  try {
    f();
    std::printf("nothing\n");
  } catch (const std::runtime_error &e) {
    std::printf("%s\n", e.what());
  }
}

int main() {
  std::vector<int> v(900);
  for (int i = 0; i < 900; ++i)
    v[i] = i;
  auto checked = [](int x) {
    if (x == 600)
      throw std::runtime_error("six hundred");
    return x;
  };
  auto joined = [&](const std::string &a, const std::string &b) {
    if (b.size() == 300)
      throw std::runtime_error("too long");
    return a.size() < b.size() ? b : a;
  };
  caught([&] { twofold::for_each(twofold::par, v.begin(), v.end(), checked); });
  caught([&] {
    twofold::transform_reduce(twofold::par, v.begin(), v.end(), 0,
                              std::plus<>(), checked);
  });
  caught([&] {
    twofold::transform_inclusive_scan(twofold::par, v.begin(), v.end(),
                                      v.begin(), std::plus<>(), checked);
  });
  std::vector<std::string> s(400, std::string(40, 'x'));
  caught([&] {
    twofold::reduce(twofold::par, s.begin(), s.end(), std::string(), joined);
  });
  s[333].assign(300, 'y');
  caught([&] {
    twofold::reduce(twofold::par, s.begin(), s.end(), std::string(), joined);
  });
}
