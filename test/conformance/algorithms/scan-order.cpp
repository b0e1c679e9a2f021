// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans with an operation that does not commute: x -> a x + b, composed.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <string>
#include <vector>

struct Map {
  unsigned a, b;
};

int main() {
  std::vector<Map> v(600), in(600), ex(600);
  for (unsigned i = 0; i < 600; ++i)
    v[i] = {i | 1, i * 3};
  auto then = [](Map f, Map g) { return Map{g.a * f.a, g.a * f.b + g.b}; };
  twofold::inclusive_scan(twofold::par, v.begin(), v.end(), in.begin(), then);
  twofold::exclusive_scan(twofold::par, v.begin(), v.end(), ex.begin(),
                          Map{3, 1}, then);
  for (int i = 0; i < 600; ++i)
    std::printf("%u %u %u %u\n", in[i].a, in[i].b, ex[i].a, ex[i].b);
  std::vector<std::string> words(30);
  for (int i = 0; i < 30; ++i)
    words[i] = char('a' + i % 26);
  twofold::inclusive_scan(twofold::par, words.begin(), words.end(),
                          words.begin());
  std::printf("%s %s\n", words[0].c_str(), words[29].c_str());
}
