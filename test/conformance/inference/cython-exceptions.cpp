// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions out of nested loops: what must run on the way does, the caller
// gets the exception, and sums behind it stay as they were.
// RUN: %conform %s %t --native
#include "show.h"
#include <atomic>

struct left {
  std::atomic<int> &seen;
  ~left() { seen = 1; }
};

static void replace() {
#pragma twofold parallel for
  for (int i = 0; i < 10; ++i)
    try {
#pragma twofold parallel for
      for (int j = 0; j < 10; ++j)
        throw 1;
    } catch (int) {
      throw "instead";
    }
}

int main() {
  std::atomic<int> seen{0}, swallowed{0};
  int sum = 0;
  try {
#pragma twofold parallel for
    for (int i = 0; i < 10; ++i) {
      left guard{seen};
#pragma twofold parallel for
      for (int j = 0; j < 10; ++j) {
        if (j >= 0)
          throw 17;
        sum += i * j;
      }
      sum += i;
    }
  } catch (int what) {
    printf("%d %d %d\n", what, seen.load(), sum);
  }
  try {
    replace();
  } catch (const char *text) {
    printf("%s\n", text);
  }
#pragma twofold parallel for
  for (int i = 0; i < 10; ++i)
    try {
      throw i;
    } catch (int) {
      ++swallowed;
    }
  printf("%d\n", swallowed.load());
}
