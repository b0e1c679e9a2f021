// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms that run in order for what they are given are told of where they
// are called; all others are not.
// RUN: %clangxx -std=c++17 -fsyntax-only %include %plugin %s -Xclang -verify
#include <deque>
#include <iterator>
#include <list>
#include <string>
#include <twofold/twofold.hpp>
#include <vector>

using twofold::par;
struct Above {
  bool operator()(float x) const { return x > 0; }
};

void steps(std::list<float> &l, std::vector<float> &v) {
  twofold::for_each(par, l.begin(), l.end(), [](float &x) { x *= 2; }); // expected-warning {{this algorithm runs in order on one thread, as its iterators go from one element to the next; copy the elements into an array or a std::vector, and give it those}}
  transform(par, v.begin(), v.end(), l.begin(), Above()); // expected-warning {{its iterators go from one element to the next}}
  (void)reduce(par, l.begin(), l.end()); // expected-warning {{its iterators go from one element to the next}}
  inclusive_scan(par, v.begin(), v.end(), l.begin()); // expected-warning {{its iterators go from one element to the next}}
  (void)any_of(par, l.begin(), l.end(), Above()); // expected-warning {{its iterators go from one element to the next}}
  (void)min_element(par, l.begin(), l.end()); // expected-warning {{its iterators go from one element to the next}}
}

void bits(std::vector<bool> &b, std::vector<int> &v) {
  fill(par, b.begin(), b.end(), true); // expected-warning {{this algorithm runs in order on one thread, as several elements of a std::vector<bool> share a byte; use a std::vector<char>}}
  (void)count(par, b.begin(), b.end(), true);
  sort(par, b.begin(), b.end()); // expected-warning {{several elements of a std::vector<bool> share a byte}}
  copy(par, v.begin(), v.end(), b.begin()); // expected-warning {{several elements of a std::vector<bool> share a byte}}
}

void elements(std::deque<int> &d, std::vector<std::string> &s, std::vector<int> &v, std::vector<long> &l) {
  copy_if(par, d.begin(), d.end(), v.begin(), Above()); // expected-warning {{this algorithm runs in order on one thread, as it takes elements that lie side by side and can be copied as bytes; give it pointers or iterators of a std::vector to such elements}}
  unique(par, s.begin(), s.end()); // expected-warning {{it takes elements that lie side by side and can be copied as bytes}}
  partition(par, d.begin(), d.end(), Above()); // expected-warning {{it takes elements that lie side by side and can be copied as bytes}}
  copy_if(par, v.begin(), v.end(), l.begin(), Above()); // expected-warning {{it takes elements of one type on both sides; have both ranges of one type}}
}

void outputs(std::list<int> &l, std::vector<int> &v, std::vector<int> &w) {
  copy(par, v.begin(), v.end(), std::back_inserter(w)); // expected-warning {{this algorithm runs in order on one thread, as its results go to an iterator that takes one after the other; give it the beginning of a std::vector that has their number of elements}}
  inclusive_scan(par, v.begin(), v.end(), std::front_inserter(l)); // expected-warning {{its results go to an iterator that takes one after the other}}
  copy(par, v.begin(), v.end(), l.begin()); // expected-warning {{its iterators go from one element to the next}}
}

void atOnce(std::vector<int> &v, std::vector<int> &w) {
  copy_if(par, v.begin(), v.end(), w.begin(), Above());
  unique(par, v.begin(), v.end());
  stable_partition(par, v.begin(), v.end(), Above());
  sort(par, v.begin(), v.end());
  (void)reduce(par, v.begin(), v.end());
}

// In a template of the user's: where it is called there.
template <class Range> void each(Range &r) {
  twofold::for_each(par, r.begin(), r.end(), [](auto &x) { ++x; }); // expected-warning {{its iterators go from one element to the next}}
}
void both(std::list<int> &l, std::vector<int> &v) {
  each(l);
  each(v);
}
