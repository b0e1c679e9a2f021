// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges that are turned round from both ends, by pointers, numbers and
// iterators. Each loop is called where no two ranges meet, then where some do,
// which the compiler or the call finds.
// RUN: %e2e %s %t --native -std=c++20
// RUN: %clangxx %plugin -std=c++20 -w -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t apart 2>&1 >%t.out | not grep "in order"
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int Rows = 400, Width = 20;

// CHECK: two-ends.cpp:[[# @LINE + 3]]: runs in order
static void by_library(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < Rows; ++i)
    std::reverse(v.begin() + i * step, v.begin() + i * step + Width);
}

// CHECK: two-ends.cpp:[[# @LINE + 3]]: runs in order
static void by_iterators(std::vector<int> &v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < Rows; ++i) {
    auto first = v.begin() + i * step, last = first + Width;
    while (first < --last)
      std::iter_swap(first++, last);
  }
}

// CHECK: two-ends.cpp:[[# @LINE + 3]]: runs in order
static void by_pointers(int *v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < Rows; ++i) {
    int *first = v + i * step, *last = first + Width;
    while (first < --last) {
      const int x = *first;
      *first++ = *last;
      *last = x;
    }
  }
}

// CHECK: two-ends.cpp:[[# @LINE + 3]]: runs in order
static void by_numbers(std::vector<int> &v, unsigned step) {
#pragma twofold parallel for
  for (unsigned i = 0; i < Rows; ++i) {
    unsigned first = i * step, last = first + Width;
    while (last > first + 1)
      std::swap(v[first++], v[--last]);
  }
}

/// How far an end moves depends on what a condition has moved.
// CHECK: two-ends.cpp:[[# @LINE + 3]]: runs in order
static void by_conditions(int *v, int step) {
#pragma twofold parallel for
  for (int i = 0; i < Rows; ++i) {
    int *first = v + i * step, *last = first + Width - 1;
    while (first < last) {
      std::swap(*first, *last);
      if (++first < last)
        --last;
    }
  }
}

int main(int argc, char **) {
  for (int step : {Width, Width - 3}) {
    std::vector<int> v(Rows * Width);
    auto show = [&](const char *name) {
      unsigned sum = 0;
      for (int x : v)
        sum = sum * 31 + x;
      std::printf("%s %u\n", name, sum);
    };
    for (int i = 0; i < Rows * Width; ++i)
      v[i] = i * 7919 % 1009;
    by_library(v, step);
    show("library");
    by_iterators(v, step);
    show("iterators");
    by_pointers(v.data(), step);
    show("pointers");
    by_numbers(v, step);
    show("numbers");
    by_conditions(v.data(), step);
    show("conditions");
    if (argc > 1)
      break;
  }
}
