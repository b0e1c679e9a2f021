// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges that are one for all iterations, which write them by algorithms of the
// library: these run in order, whatever the range is of. A number that all of them
// write is left alone, and so is a range that is only read.
// RUN: %clangxx %plugin -std=c++20 -Wno-unused-value -fplugin-arg-twofold-no-opencl -c -Xclang -verify %s -o %t.o
#include <algorithm>
#include <cstring>
#include <deque>
#include <execution>
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

/// What is given each element changes it by a reference alone.
void each(std::vector<int> &v, std::list<int> &l, const double *a, double *o, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    double s = 0;
    std::for_each(v.begin(), v.end(), [&](int x) { s += x * a[i]; });
    o[i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    double s = 0;
    std::ranges::for_each(l, [&](const auto &x) { s += x * a[i]; });
    o[i] = s;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::for_each(l.begin(), l.end(), [=](int &x) { x = i; }); // expected-warning {{write the same elements of 'l' here}}
}

/// A constant is what all elements get, no function, and no number beside it.
void constants(std::list<int> &l, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::transform(l.begin(), l.end(), l.begin(), [](int x) { return x * 3 + 1; }); // expected-warning {{write the same elements of 'l' here}}
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::ranges::replace(l, 3, i); // expected-warning {{write the same elements of 'l' here}}
}

/// A constant that is stored where a search led moves the next search.
void marked(char *s, std::vector<int> &v, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    *strchr(s, ' ') = '_'; // expected-warning {{'s'}}
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    v[std::find(v.begin(), v.end(), 3) - v.begin()] = 0; // expected-warning {{'v'}}
}

/// How an algorithm runs is no range.
void policies(int *p, int k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::sort(std::execution::seq, p + i * k, p + (i + 1) * k);
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::sort(std::execution::seq, p, p + k); // expected-warning {{'p' is updated here and updated 1 iteration of 'i' away}}
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
    std::construct_at(&v[0], i); // expected-warning {{iterations of the parallel loop write the same elements of 'v' here}}
}

/// What is called for each element reads nothing that iterations write.
void called(int *p, const int *key, int k, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::sort(p + i * k, p + (i + 1) * k, [&](int x, int y) { return key[x] < key[y]; });
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    std::sort(p + i * k, p + (i + 1) * k, [](int x, int y) { return x > y; });
}

/// An array that each iteration fills is scratch, and one that it does not fill is not.
void medians(const int *in, int *out, int n) {
  int w[9] = {}, u[9] = {};
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 9; j++)
      w[j] = in[i + j];
    std::sort(w, w + 9);
    out[i] = w[4];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    u[3] = in[i]; // expected-warning {{'u'}}
    std::sort(u, u + 9);
    out[i] = u[4];
  }
}
