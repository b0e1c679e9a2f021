// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that an iteration makes in memory of their own, in others of the
// library or where it has room are followed until they end.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#define PARALLEL _Pragma("twofold parallel for")

struct Next {
  int *p;
  int i;
  Next(int *p, int i) : p(p), i(i) {}
  ~Next() { p[i] = p[i + 1] + 1; } // expected-warning 2{{'p' is written here and read 1 iteration of 'i' away}} expected-note 2{{'p' is read here}}
};
struct Own {
  int *p;
  int i;
  Own(int *p, int i) : p(p), i(i) {}
  ~Own() { p[i] += 1; }
};
template <typename F> struct Exit {
  F run;
  ~Exit() { run(); }
};
template <typename F> Exit(F) -> Exit<F>;

void shared(int n, int *p) {
  PARALLEL for (int i = 0; i < n; ++i) {
    Next *made = new Next(p, i);
    delete made;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    alignas(Next) char room[sizeof(Next)];
    Next *made = new (room) Next(p, i);
    made->~Next();
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    std::optional<std::reference_wrapper<int>> other = p[i + 1];
    p[i] = other->get(); // expected-warning {{'p' is written here and read 1 iteration of 'i' away}} expected-note {{'p' is read here}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    Exit end{[&] { p[i] = p[i + 1]; }}; // expected-warning {{'p' is written here and read 1 iteration of 'i' away}} expected-note {{'p' is read here}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    int *at = std::addressof(p[i]);
    *at = at[1]; // expected-warning {{'p' is written here and read 1 iteration of 'i' away}} expected-note {{'p' is read here}}
  }
}

void own(int n, int *p) {
  PARALLEL for (int i = 0; i < n; ++i) {
    Own *made = new Own(p, i);
    delete made;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    std::optional<Own> made;
    made.emplace(p, i);
  }
  PARALLEL for (int i = 0; i < n; ++i)
    auto made = std::make_unique<Own>(p, i);
  PARALLEL for (int i = 0; i < n; ++i) {
    Exit end{[&] { p[i] += 1; }};
  }
}

// A function that calls itself is told what it is handed by reference, or is
// called for.
static int around(std::vector<int> &all, int at, int depth) {
  return depth == 0 ? all[at] : around(all, at / 2, depth - 1); // expected-warning {{iterations come to 'around', which calls itself}}
}
struct Tree {
  std::vector<int> all;
  int around(int at, int depth) {
    return depth == 0 ? all[at] : around(at / 2, depth - 1); // expected-warning {{iterations come to 'around', which calls itself}}
  }
};
void recursion(int n, std::vector<int> &v, Tree &t, int *o) {
  PARALLEL for (int i = 0; i < n; ++i)
    v[i] = around(v, i, 3);
  PARALLEL for (int i = 0; i < n; ++i)
    t.all[i] = t.around(i, 3);
  PARALLEL for (int i = 0; i < n; ++i)
    o[i] = around(v, i, 3) + t.around(i, 3);
}
