// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges of integers: std::views::iota and a class of the user's own.
// RUN: %conform %s %t -std=c++20
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++20 -stdlib=libc++ %}
#include "show.h"
#include <ranges>
#include <vector>

struct indices {
  int first, last;
  struct iterator {
    int at;
    int operator*() const { return at; }
    iterator &operator++() {
      ++at;
      return *this;
    }
    iterator &operator+=(long n) {
      at += n;
      return *this;
    }
    iterator operator+(long n) const { return {int(at + n)}; }
    long operator-(iterator o) const { return at - o.at; }
    bool operator!=(iterator o) const { return at != o.at; }
    bool operator==(iterator o) const { return at == o.at; }
  };
  iterator begin() const { return {first}; }
  iterator end() const { return {last}; }
};

int main() {
  std::vector<int> a(90), b(90), c(9);
#pragma twofold parallel for
  for (int i : std::views::iota(0, 90))
    a[i] = i * 5;
#pragma twofold parallel for
  for (int i : indices{10, 80})
    b[i] = a[i] + a[i - 10];
#pragma twofold parallel for
  for (int i = 0; i < 9; ++i) {
    int sum = 0;
    for (int k : std::views::iota(i, 90 - i))
      sum += b[k];
    c[i] = sum;
  }
  SHOW_INTEGERS("a", a, 90);
  SHOW_INTEGERS("b", b, 90);
  SHOW_INTEGERS("c", c, 9);
}
