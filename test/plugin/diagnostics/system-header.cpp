// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang is silent about system headers; what concerns a loop in a template there
// is reported at the user's call.
// RUN: %clangxx %plugin -fsyntax-only -std=c++17 -Xclang -verify %s
// RUN: %clangxx %plugin -fsyntax-only -std=c++17 -Rpass=twofold -Wno-pass-failed %s 2>&1 | %FileCheck %s
#include "Inputs/library.hpp"

static int twice(int x) { return 2 * x; }

struct Twice {
  int Unused;
  int operator()(int x) const { return 2 * x; }
};

void direct(int *a, int n) {
  library::inner(a, n, twice); // expected-warning {{not offloaded: 'f' is a pointer to a function}}
}

void nested(int *a, int n, long (*f)(long)) {
  // expected-warning@+1 {{not offloaded: 'f' is a pointer to a function}}
  library::outer(a, n, f);
}

void member(int *a, int n, short (*f)(short)) {
  library::Worker<short (*)(short)> w{f};
  // expected-warning@+1 {{not offloaded: 'f' is a pointer to a function}}
  w.run(a, n);
}

void lambda(int *a, int n) {
  // expected-warning@+1 {{not offloaded: 'f' is a pointer to a function}}
  library::deferred(a, n, twice);
}

void header(int *a, int n) { library::plain(a, n, twice); }

void kernel(int *a, int n) {
  // CHECK: [[@LINE+1]]:12: remark: {{.*}}kernel
  library::inner(a, n, Twice{3});
}
