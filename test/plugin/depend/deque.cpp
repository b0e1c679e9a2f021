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
    p[i].x = p[i - 1].x + p[i].y; // expected-warning {{'p' is written here and read 1 iteration of 'i' away}}
  PARALLEL for (auto it = p.begin() + 1; it < p.end(); ++it)
    it->x = std::prev(it)->x; // expected-warning {{'it' is written here and read 1 iteration of 'it' away}}
  PARALLEL for (int i = 1; i < n; ++i) {
    Point last = p[i - 1];
    p[i].x = last.y; // expected-warning {{'p' is written here and read 1 iteration of 'i' away}}
  }
  PARALLEL for (int i = 1; i < n; ++i) {
    p[i].x = d[i - 1];
    d[i] = 0; // expected-warning {{'d' is written here and read 1 iteration of 'i' away}}
  }
  PARALLEL for (int i = 0; i < 1001; ++i)
    d[i] = d[i + 1000]; // expected-warning {{'d' is written here and read 1000 iterations of 'i' away}}
}

/// Copies of an iterator count from where they were made.
void copied(std::deque<int> &d, std::deque<int>::iterator first, int n) {
  PARALLEL for (auto it = d.begin() + 1; it < d.end(); ++it) {
    auto before = it;
    --before;
    *it = *before * 3; // expected-warning {{'it' is written here and read 1 iteration of 'it' away}}
  }
  PARALLEL for (int i = 2; i < n; ++i) {
    auto here = first + i, before = here;
    before -= 2;
    *here = *before; // expected-warning {{'first' is written here and read 2 iterations of 'i' away}}
  }
  PARALLEL for (int i = 2; i < n; ++i) {
    auto at = d.begin() + i;
    *at = 0; // expected-warning {{'d' is written here and read 1 iteration of 'i' away}}
    d[i] += *--at;
  }
  PARALLEL for (int i = 2; i < n; ++i) {
    auto at = d.begin() + i, other = at;
    at++;
    other = at;
    *other++ = i; // expected-warning {{'d' is written here and read 1 iteration of 'i' away}}
    d[i + 1] += *other;
  }
}

struct Parts {
  union {
    int whole;
    float fraction;
  };
  unsigned low : 4, high : 4;
  int row[4];
};
void members_that_meet(std::deque<Parts> &p, int n) {
  PARALLEL for (int i = 1; i < n; ++i)
    p[i].whole = p[i - 1].fraction; // expected-warning {{'p' is written here and read 1 iteration of 'i' away}}
  PARALLEL for (int i = 1; i < n; ++i) {
    p[i].low = 1; // expected-warning {{'p' is written here and written 1 iteration of 'i' away}}
    p[i - 1].high = 2;
  }
  PARALLEL for (int i = 1; i < n; ++i)
    p[i].row[0] = p[i - 1].row[0]; // expected-warning {{'p' is written here and read 1 iteration of 'i' away}}
}

#define FOUR(X) X X X X
void many(std::deque<int> &d, std::deque<int> &e, int n) {
  PARALLEL for (int i = 1; i < n; ++i) {
    FOUR(FOUR(FOUR(e[i] += i;)))
    d[i] = d[i - 1]; // expected-warning {{'d' is written here and read 1 iteration of 'i' away}}
  }
}

void independent(std::deque<int> &d, std::deque<int> &e, std::deque<Point> &p, int n) {
  PARALLEL for (int i = 1; i < n; ++i) {
    auto at = d.begin() + i - 1;
    ++at;
    *at = *at + e[i - 1];
    auto other = at;
    --at;
    *other = i;
  }
  // Somebody else may move it.
  PARALLEL for (int i = 1; i < n; ++i) {
    auto at = d.begin() + i;
    std::advance(at, -1);
    *at = *at + e[i];
    d[i - 1] += 1;
  }
  PARALLEL for (int i = 1; i < n; ++i) {
    auto at = d.begin() + i;
    auto &same = at;
    --same;
    *at = d[i - 1];
  }
  // How far it goes is not known.
  PARALLEL for (int i = 1; i < n; ++i) {
    auto at = d.begin() + 2 * i;
    if (e[i])
      --at;
    for (int k = 0; k < e[i]; ++k)
      ++at;
    *at = i;
    d[2 * i] = 0;
  }
  PARALLEL for (int i = 1; i < n; ++i)
    p[i].x = p[i - 1].y;
  PARALLEL for (auto it = p.begin() + 1; it < p.end(); ++it)
    it->x = std::prev(it)->y;
  PARALLEL for (int i = 0; i < 10; ++i)
    d[i] = d[i + 1000];
  PARALLEL for (int i = 0; i < 1000; ++i)
    d[i] = d[i + 1000];
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
