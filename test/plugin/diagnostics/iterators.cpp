// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <list>
#include <vector>

void iterators(std::list<int> &l, std::vector<int> &v, int s) {
#pragma twofold parallel for
  for (auto it = l.begin(); it != l.end(); ++it) // expected-error {{'l' of type 'std::list<int>' gives its elements one after the other only; copy them into an array or a std::vector, and loop over that}}
    *it = 1;
#pragma twofold parallel for collapse(2)
  for (auto it = v.begin(); it < v.end(); ++it) // expected-error {{collapse needs integers or pointers as induction variables, and 'it' is neither; lower the count}}
    for (int j = 0; j < s; ++j)
      *it += j;
#pragma twofold parallel for
  for (int &x : l) // expected-error {{'l' of type 'std::list<int>' gives its elements one after the other only; copy them into an array or a std::vector, and loop over that}}
    x = 1;
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < s; ++i)
    for (int &x : v) // expected-error {{collapse needs integers or pointers as induction variables, and 'x' is neither; lower the count}}
      x += 1;
}

// Iterators that are templates have += and - whatever they stand on.
void adapted(std::list<int> &l, std::vector<int> &v) {
#pragma twofold parallel for
  for (auto it = l.rbegin(); it != l.rend(); ++it) // expected-error {{'l' of type 'std::list<int>' gives its elements one after the other only; copy them into an array or a std::vector, and loop over that}}
    *it = 1;
#pragma twofold parallel for
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    *it = 1;
#pragma twofold parallel for
  for (auto it = std::make_move_iterator(v.begin());
       it != std::make_move_iterator(v.end()); ++it)
    *it.base() = 1;
}

constexpr int serial(int n) {
  int a[8] = {};
#pragma twofold parallel for
  for (int i = 0; i < 8; ++i) // expected-warning {{not offloaded: loop stands in 'serial', which is constexpr, and runs serially; move it to an ordinary function}}
    a[i] = n;
  return a[3];
}
static_assert(serial(4) == 4);

typedef float Four __attribute__((ext_vector_type(4)));
struct Pool {
  int n, *a;
  Four w;
  template <typename T> void fill(T v) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i) { // expected-warning {{not offloaded: loop stands in 'fill', which is a template whose instances share parts, and runs serially; move it to an ordinary function}}
      a[i] = v;
      if (w.x > 0)
        a[i] = 1;
    }
  }
};
void fillBoth(Pool &p) { p.fill(1); }
