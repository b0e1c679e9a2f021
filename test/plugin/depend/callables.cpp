// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What lambdas read by a reference that they have of a pointer, and what lies
// where a pointer to a member leads, is compared with what the loop writes. A
// lambda that has a copy of the object changes that copy.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Rpass-analysis=twofold -Wno-pass-failed %s 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=TOLD
#include <algorithm>
#include <functional>
#include <vector>

#define PARALLEL _Pragma("twofold parallel for")

void lambdas(int n, int *p, const std::vector<int> &few, const int *other) {
  PARALLEL for (int i = 0; i < n; ++i) {
    auto next = [&](int x) { return p[i + 1] + x; }; // expected-note {{'p' is read here}}
    p[i] = next(3); // expected-warning {{'p' is written here and read 1 iteration of 'i' away}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    auto same = [&](int x) { return p[i] + other[i + 1] + x; };
    p[i] = same(3);
  }
  PARALLEL for (int i = 0; i < n; ++i)
    p[i] = int(std::count_if(few.begin(), few.end(), [&](int x) { return x < p[i + 1]; })); // expected-warning {{'p' is written here and read 1 iteration of 'i' away}} expected-note {{'p' is read here}}
}

struct Pair {
  int a, b;
};
void members(int n, Pair *x) {
  int Pair::*a = &Pair::a, Pair::*b = &Pair::b;
  PARALLEL for (int i = 0; i < n; ++i)
    x[i].*a = (x + i + 1)->*a; // expected-warning {{'x' is written here and read 1 iteration of 'i' away}} expected-note {{'x' is read here}}
  PARALLEL for (int i = 0; i < n; ++i)
    x[i].*a = x[i + 1].*b;
}

void putsA(const Pair &x, Pair &y) {
  int Pair::*p = &Pair::a;
  y.*p = x.a + 1; // expected-warning {{'x' is written here and read 1 iteration of 'i' away}} expected-note {{'x' is read here}}
}
void puts(const Pair &x, Pair &y, bool c) {
  int Pair::*p = &Pair::a;
  if (c)
    p = &Pair::b;
  // TOLD: :[[#@LINE+1]]:{{.*}}: remark: iterations may depend on each other: the loop goes through a pointer that is not known; nothing was proven either way
  y.*p = x.b + 1;
}
// Of a parameter its default argument says nothing.
void calledMembers(int n, Pair *x, bool c, int Pair::*p = &Pair::a) {
  PARALLEL for (int i = 0; i < n; ++i)
    putsA(x[i], x[i + 1]);
  PARALLEL for (int i = 0; i < n; ++i)
    puts(x[i], x[i + 1], c);
  // TOLD: :[[#@LINE+2]]:{{.*}}: remark: iterations may depend on each other: the loop goes through a pointer that is not known; nothing was proven either way
  PARALLEL for (int i = 0; i < n; ++i)
    x[i + 1].*p = x[i].b + 1;
}

struct Counter {
  long v;
  long next() { return ++v; } // expected-warning {{'f' is updated here and updated 1 iteration of 'i' away}}
  void copied(int n, long *out) {
    auto f = [*this]() mutable { return next(); };
    PARALLEL for (int i = 0; i < n; ++i)
      out[i] = f();
  }
  void referred(int n, long *out) {
    PARALLEL for (int i = 0; i < n; ++i) {
      auto f = [this, i] { return v += i; }; // expected-warning {{'*this' is updated here and updated 1 iteration of 'i' away}}
      out[i] = f();
    }
  }
  void own(int n, long *out) {
    PARALLEL for (int i = 0; i < n; ++i) {
      auto f = [*this, i]() mutable { return v += i; };
      out[i] = f();
    }
  }
};

// What is behind a place of a header is told at the loop.
void referred(int n, std::vector<std::reference_wrapper<int>> &x) {
  // TOLD: :[[#@LINE+1]]:{{.*}}: remark: iterations may depend on each other: the loop goes through a pointer that is not known; nothing was proven either way
  PARALLEL for (int i = 0; i < n; ++i)
    x[i].get() = x[i + 1].get();
}
