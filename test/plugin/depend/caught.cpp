// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a try block and its handlers read and write is compared as anything else
// is, in functions that are called, too.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <stdexcept>
#include <vector>

#define PARALLEL _Pragma("twofold parallel for")

static int checked(int x) {
  if (x < 0)
    throw std::runtime_error("less than 0");
  return x;
}
static int orZero(const int *p, int i) {
  try {
    return checked(p[i + 1]); // expected-note {{'p' is read here}}
  } catch (const std::exception &) {
  }
  return 0;
}

void tried(int n, int *p, std::vector<int> &own, const int *x) {
  PARALLEL for (int i = 0; i < n; ++i) {
    try {
      p[i] = checked(p[i + 1]); // expected-warning {{'p' is written here and read 1 iteration of 'i' away}} expected-note {{'p' is read here}}
    } catch (const std::exception &) {
      p[i] = 0;
    }
  }
  PARALLEL for (int i = 0; i < n; ++i)
    p[i] = orZero(p, i); // expected-warning {{'p' is written here and read 1 iteration of 'i' away}}
  PARALLEL for (int i = 0; i < n; ++i) {
    int k = i;
    try {
      k = checked(x[i]);
      own[i] += k;
    } catch (...) {
      own[i] = k;
    }
  }
}
