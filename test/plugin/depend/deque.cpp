// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of a std::deque, which lie in blocks, are compared by their numbers,
// by whatever they are named.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
#include <deque>
#include <iterator>

#define PARALLEL _Pragma("twofold parallel for")

struct Point {
  int x, y;
};

void dependent(std::deque<int> &d, std::deque<Point> &p, int n) {
  PARALLEL for (auto it = d.begin() + 1; it < d.end(); ++it)
    *it = *(it - 1) + 1; // expected-warning {{iterations of the parallel loop depend on each other and run in order: 'it' is written here and read 1 iteration of 'it' away; write to another container if iterations are to read what was there before the loop}}
  PARALLEL for (auto it = d.begin() + 2; it < d.end(); ++it)
    *it = it[-2] + *std::prev(it); // expected-warning {{read 2 iterations of 'it' away}}
  PARALLEL for (int i = 1; i < n; ++i)
    d[i] = d.at(i - 1) + 1; // expected-warning {{'d' is written here and read 1 iteration of 'i' away}}
  PARALLEL for (int i = 1; i < n; ++i)
    *(d.begin() + i) = *(d.begin() + i - 1); // expected-warning {{'d' is written here and read 1 iteration of 'i' away}}
  PARALLEL for (int i = 3; i < n; i += 3) {
    auto at = std::next(d.begin(), i);
    *at = at[-3]; // expected-warning {{'d' is written here and read 1 iteration of 'i' away}}
  }
  PARALLEL for (int i = 1; i < n; ++i)
    p[i].x = p[i - 1].y; // expected-warning {{'p' is written here and read 1 iteration of 'i' away}}
}

void independent(std::deque<int> &d, std::deque<int> &e, int n) {
  PARALLEL for (auto it = d.begin(); it < d.end(); ++it)
    *it = *it * 2;
  PARALLEL for (int i = 1; i < n; ++i)
    d[i] = e[i - 1];
  PARALLEL for (int i = 1; i < n; i += 2)
    d[i] = d[i - 1];
  PARALLEL for (int i = 0; i < n; ++i)
    d[2 * i] = d[2 * i + 1];
  _Pragma("twofold parallel for independent(d)")
  for (int i = 1; i < n; ++i)
    d[i] = d[i - 1];
}
