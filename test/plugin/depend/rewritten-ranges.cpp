// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges that are one for all iterations, which write them by algorithms of the
// library: these run in order, whatever the range is of. A number that all of them
// write is left alone.
// RUN: %clangxx %plugin -std=c++20 -Wno-unused-value -fplugin-arg-twofold-no-opencl -c -Xclang -verify %s -o %t.o
#include <algorithm>
#include <deque>
#include <list>
#include <memory>
#include <vector>

/// Algorithms that move what is in a range, or find a place there.
void moved(std::vector<int> &v, std::deque<int> &d, std::list<int> &l, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::remove(v.begin(), v.end(), i % 7); // expected-warning {{iterations of the parallel loop write the same elements of 'v' here and run in order}}
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    *std::remove_if(v.begin(), v.end(), [=](int x) { return x % 5 == i % 5; }) = i; // expected-warning {{write the same elements of 'v' here}}
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::shift_left(v.begin(), v.end(), i % 3); // expected-warning {{write the same elements of 'v' here}}
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::ranges::partition(v, [=](int x) { return x % 3 == i % 3; }); // expected-warning {{write the same elements of 'v' here}}
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::rotate(d.begin(), d.begin() + 1, d.end()); // expected-warning {{write the same elements of 'd' here}}
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::fill(l.begin(), l.end(), i); // expected-warning {{write the same elements of 'l' here}}
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::fill(l.begin(), l.end(), 0);
}

static int table[40];
/// An array that each iteration reads before it has filled it is not scratch.
void sorted(int *u, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    std::reverse(table, table + 40); // expected-warning {{'table' is updated here and updated 1 iteration of 'i' away}}
    u[i] = table[0];
  }
}

/// An object that is made where another one was.
void made(std::vector<int> &v, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::construct_at(&v[0], i); // expected-warning {{'v'}}
}
