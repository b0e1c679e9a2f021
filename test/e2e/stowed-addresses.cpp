// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses and numbers of shared elements that an iteration puts into memory
// from the heap or into containers of its own, and takes out again. Each loop
// is called with pairs of elements that lie apart, then with pairs of which
// each has an element of the next one, which the call finds.
// RUN: %e2e %s %t --native -std=c++20
// RUN: %clangxx %plugin -std=c++20 -w -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t apart 2>&1 >%t.out | not grep "in order"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <stack>
#include <utility>
#include <vector>

constexpr int N = 1000;

// CHECK: stowed-addresses.cpp:[[# @LINE + 3]]: runs in order
static void listed(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::vector<int *> of{&v[step * i], &v[step * i + 1]};
    *of[1] = *of[1] * 3 + *of[0];
  }
}

// CHECK: stowed-addresses.cpp:[[# @LINE + 3]]: runs in order
static void pushed(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::vector<int *> of;
    of.push_back(&v[step * i]);
    of.push_back(&v[step * i + 1]);
    *of[1] = *of[1] * 3 + *of[0];
  }
}

// CHECK: stowed-addresses.cpp:[[# @LINE + 3]]: runs in order
static void mapped(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::map<int, int *> of;
    of[0] = &v[step * i];
    of[1] = &v[step * i + 1];
    *of[1] = *of[1] * 3 + *of[0];
  }
}

// CHECK: stowed-addresses.cpp:[[# @LINE + 3]]: runs in order
static void chained(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::list<int *> of;
    of.push_back(&v[step * i]);
    of.push_back(&v[step * i + 1]);
    *of.back() = *of.back() * 3 + *of.front();
  }
}

// CHECK: stowed-addresses.cpp:[[# @LINE + 3]]: runs in order
static void stacked(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::stack<int *> of;
    for (int k = 0; k < 2; ++k)
      of.push(&v[step * i + k]);
    for (; !of.empty(); of.pop())
      *of.top() = *of.top() * 3 + 1;
  }
}

// CHECK: stowed-addresses.cpp:[[# @LINE + 3]]: runs in order
static void spans(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::vector<std::span<int>> of;
    of.push_back(std::span(&v[step * i], 1));
    of.push_back(std::span(&v[step * i + 1], 1));
    of[1][0] = of[1][0] * 3 + of[0][0];
  }
}

// CHECK: stowed-addresses.cpp:[[# @LINE + 3]]: runs in order
static void numbered(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::vector<int> of{step * i, step * i + 1};
    v[of[1]] = v[of[1]] * 3 + v[of[0]];
  }
}

// CHECK: stowed-addresses.cpp:[[# @LINE + 3]]: runs in order
static void copied(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int *from[2] = {&v[step * i], &v[step * i + 1]};
    int **of = new int *[2];
    std::memcpy(of, from, sizeof from);
    *of[1] = *of[1] * 3 + *of[0];
    delete[] of;
  }
}

// CHECK: stowed-addresses.cpp:[[# @LINE + 3]]: runs in order
static void moved(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int *of[3] = {&v[step * i], &v[step * i + 1], nullptr};
    std::memmove(of + 1, of, 2 * sizeof *of);
    *of[2] = *of[2] * 3 + *of[1];
  }
}

// CHECK: stowed-addresses.cpp:[[# @LINE + 3]]: runs in order
static void bound(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::vector<std::pair<int *, int>> of;
    of.push_back({&v[step * i], 1});
    of.push_back({&v[step * i + 1], 2});
    auto [first, one] = of[0];
    auto [second, two] = of[1];
    *second = *second * 3 + *first + one + two;
  }
}

// What an iteration takes out of an array into memory of its own is apart from
// the array, whatever it takes from where.
static void sorted(const std::vector<int> &v, std::vector<int> &to) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::vector<int> of(v.begin() + i, v.begin() + i + 3);
    std::sort(of.begin(), of.end());
    to[i] = of[1];
  }
}

int main(int argc, char **) {
  const int step = argc > 1 ? 2 : 1;
  for (auto *run : {listed, pushed, mapped, chained, stacked, spans, numbered,
                    copied, moved, bound}) {
    std::vector<int> v(2 * N + 2), to(N);
    for (int i = 0; i < 2 * N + 2; ++i)
      v[i] = i * 7 % 13;
    run(v, step);
    sorted(v, to);
    unsigned sum = 0;
    for (int x : v)
      sum = sum * 31 + unsigned(x);
    for (int x : to)
      sum = sum * 31 + unsigned(x);
    std::printf("%u\n", sum);
  }
}
