// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Containers that are elements of an array or a container and get elements of
// their own, each chosen by a number in memory: lists of neighbours, buckets.
// Each loop is called where no two iterations come to one, then where some do,
// which the call finds.
// RUN: %e2e %s %t --native -std=c++20
// RUN: %clangxx %plugin -std=c++20 -w -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t apart 2>&1 >%t.out | not grep "in order"
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

constexpr int N = 1000;
using Lists = std::vector<std::vector<int>>;

// CHECK: grown-elements.cpp:[[# @LINE + 3]]: runs in order
static void neighbours(Lists &of, const std::vector<int> &to) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    of[to[i]].push_back(i);
}

// CHECK: grown-elements.cpp:[[# @LINE + 3]]: runs in order
static void bounded(Lists &of, const std::vector<int> &to) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (std::vector<int> &here = of.at(to[i]); here.size() < 20)
      here.emplace_back(i);
}

class Graph {
  std::vector<int> next[N];

public:
  // CHECK: grown-elements.cpp:[[# @LINE + 3]]: runs in order
  void join(const std::vector<int> &to) {
#pragma twofold parallel for
    for (int i = 0; i < N; ++i)
      next[to[i]].resize(next[to[i]].size() + 2);
  }
  long all() const {
    long sum = 0;
    for (int i = 0; i < N; ++i)
      sum += long(next[i].size()) * i;
    return sum;
  }
};

// CHECK: grown-elements.cpp:[[# @LINE + 3]]: runs in order
static void words(std::vector<std::string> &of, const std::vector<int> &to) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    of[to[i]] += char('a' + i % 26);
}

// CHECK: grown-elements.cpp:[[# @LINE + 3]]: runs in order
static void sets(std::vector<std::set<int>> &of, const std::vector<int> &to) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    of[to[i]].insert(i);
}

// CHECK: grown-elements.cpp:[[# @LINE + 4]]: runs in order
static void maps(std::vector<std::map<int, int>> &of,
                 const std::vector<int> &to) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    of[to[i]][i & 7] = i;
}

/// Each iteration has its own.
static void rows(Lists &of) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    of[i].push_back(i);
    of[i].push_back(2 * i);
  }
}

template <typename T> static void show(const char *name, const T &of) {
  unsigned sum = 0;
  for (const auto &list : of)
    for (auto x : list)
      sum = sum * 31 + unsigned(x);
  std::printf("%s %u\n", name, sum);
}

int main(int argc, char **) {
  for (int share : {1, 7}) {
    std::vector<int> to(N);
    for (int i = 0; i < N; ++i)
      to[i] = i * 77 % N / share;
    Lists lists(N), few(N), own(N);
    neighbours(lists, to);
    show("neighbours", lists);
    bounded(few, to);
    show("bounded", few);
    Graph graph;
    graph.join(to);
    std::printf("graph %ld\n", graph.all());
    std::vector<std::string> texts(N);
    words(texts, to);
    show("words", texts);
    std::vector<std::set<int>> numbers(N);
    sets(numbers, to);
    show("sets", numbers);
    std::vector<std::map<int, int>> pairs(N);
    maps(pairs, to);
    unsigned sum = 0;
    for (const auto &map : pairs)
      for (auto [key, value] : map)
        sum = sum * 31 + unsigned(key * value);
    std::printf("maps %u\n", sum);
    rows(own);
    show("rows", own);
    if (argc > 1)
      break;
  }
}
