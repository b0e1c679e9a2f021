// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with try blocks whose iterations read what others write run in order,
// those that have elements of their own do not.
// RUN: %e2e %s %t --native -std=c++20
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=1 %t.O2 2>&1 >%t.out \
// RUN:   | %FileCheck %s --implicit-check-not="caught.cpp:39: runs in order"
#include <cstdio>
#include <stdexcept>
#include <vector>

static constexpr int N = 3000;

static int checked(int X) {
  if (X == 77)
    throw std::runtime_error("seventy-seven");
  return X + 1;
}

static void show(const char *What, const std::vector<int> &All) {
  unsigned Hash = 0;
  for (int Each : All)
    Hash = Hash * 31 + unsigned(Each);
  std::printf("%s %u\n", What, Hash);
}

// CHECK: caught.cpp:[[#@LINE+3]]: runs in order
static void next(std::vector<int> &All) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    try {
      All[I] = checked(All[I + 1]);
    } catch (const std::exception &) {
      All[I] = 0;
    }
  }
}
static void own(std::vector<int> &All) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    try {
      All[I] = checked(All[I]);
    } catch (const std::exception &) {
      All[I] = 0;
    }
  }
}

int main() {
  std::vector<int> All(N + 1);
  for (int I = 0; I <= N; ++I)
    All[I] = I * 7919 % 100;
  next(All);
  show("next", All);
  own(All);
  show("own", All);
}
