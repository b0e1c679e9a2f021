// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An exception thrown in a body reaches the caller, once all threads stopped.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"
#include <stdexcept>
#include <string>

struct Guard {
  int &Alive;
  explicit Guard(int &A) : Alive(A) { ++Alive; }
  ~Guard() { --Alive; }
};

static int risky(int *a, int n, int bad) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int alive = 0;
    Guard G(alive);
    if (i == bad)
      throw std::runtime_error("bad " + std::to_string(i));
    a[i] = i + alive;
  }
  return 1;
}

int main() {
  static int a[1000];
  SHOW_INTEGER(risky(a, 1000, -1));
  SHOW_INTEGERS("a", a, 20);
  for (int bad : {0, 500, 999}) {
    try {
      risky(a, 1000, bad);
      printf("nothing thrown\n");
    } catch (const std::runtime_error &e) {
      printf("caught %s\n", e.what());
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < 100; ++i) {
    try {
      if (i % 3 == 0)
        throw i;
      a[i] = -1;
    } catch (int v) {
      a[i] = v * 100;
    }
  }
  SHOW_INTEGERS("inside", a, 100);
}
