// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What destructors of an iteration's objects read and write is compared as
// anything else is.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s

#define PARALLEL _Pragma("twofold parallel for")

struct Next {
  int *p;
  int i;
  ~Next() { p[i] = p[i + 1] + 1; } // expected-warning {{'p' is written here and read 1 iteration of 'i' away}} expected-note {{'p' is read here}}
};
struct Own {
  int *p;
  int i;
  ~Own() { p[i] = p[i] + 1; }
};

void ended(int n, int *p) {
  PARALLEL for (int i = 0; i < n; ++i) {
    Next next{p, i};
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    Own own{p, i};
  }
}
