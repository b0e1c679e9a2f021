// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User-written random-access iterators: every third element, and one that computes.
// RUN: %conform %s %t --native -std=c++17
#include "show.h"
#include <twofold/twofold.hpp>
#include <vector>

template <class Derived, class Reference> struct Base {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = int;
  using difference_type = std::ptrdiff_t;
  using pointer = int *;
  using reference = Reference;
  Derived self() const { return static_cast<const Derived &>(*this); }
  friend Derived operator+(Derived i, std::ptrdiff_t n) { return i += n; }
  friend Derived operator-(Derived i, std::ptrdiff_t n) { return i += -n; }
  Derived &operator++() { return static_cast<Derived &>(*this) += 1; }
  Derived &operator--() { return static_cast<Derived &>(*this) += -1; }
  Reference operator[](std::ptrdiff_t n) const { return *(self() + n); }
  friend bool operator==(Derived a, Derived b) { return a - b == 0; }
  friend bool operator!=(Derived a, Derived b) { return a - b != 0; }
  friend bool operator<(Derived a, Derived b) { return a - b < 0; }
};

struct Third : Base<Third, int &> {
  int *At = nullptr;
  explicit Third(int *at) : At(at) {}
  int &operator*() const { return *At; }
  Third &operator+=(std::ptrdiff_t n) { return At += 3 * n, *this; }
  friend std::ptrdiff_t operator-(Third a, Third b) { return (a.At - b.At) / 3; }
};

struct Square : Base<Square, int> {
  std::ptrdiff_t At;
  explicit Square(int at) : At(at) {}
  int operator*() const { return int(At * At); }
  Square &operator+=(std::ptrdiff_t n) { return At += n, *this; }
  friend std::ptrdiff_t operator-(Square a, Square b) { return a.At - b.At; }
};

int main() {
  std::vector<int> v(600, 1);
  Third first(v.data()), last(v.data() + 600);
  twofold::for_each(twofold::par, first, last, [](int &x) { x += 4; });
  SHOW_INTEGERS("v", v, 600);
  SHOW_INTEGER(
      twofold::copy(twofold::par, Square(0), Square(200), first) - first);
  SHOW_INTEGERS("v", v, 600);
  SHOW_INTEGER(twofold::reduce(twofold::par, Square(0), Square(100), 0));
  twofold::inclusive_scan(twofold::par, first, last, first);
  SHOW_INTEGERS("v", v, 600);
}
