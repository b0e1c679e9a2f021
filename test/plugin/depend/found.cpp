// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that functions of the library find, in a map, a list or a range that
// all iterations share: they run in order, and the program is told. What each
// iteration finds in a container of its own, and elements of arrays that have
// more than what was found in their subscripts, are left alone.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <fstream>
#include <algorithm>
#include <cstdlib>
#include <list>
#include <map>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#define PARALLEL _Pragma("twofold parallel for")
using Map = std::map<int, int>;

void named(int n, Map &m, const int *key) {
  PARALLEL for (int i = 0; i < n; ++i)
    m.at(key[i]) = m.at(key[i]) * 3 + i; // expected-warning {{iterations find the element of 'm' that they write by searches in one range, which may end at one for several, so they run in order; give each iteration an element of its own, or say 'independent(m)' if no two come to one}}
  PARALLEL for (int i = 0; i < n; ++i)
    m.find(key[i])->second = i; // expected-warning {{find the element of 'm'}}
  PARALLEL for (int i = 0; i < n; ++i)
    m.at(key[i]) = 1;
#pragma twofold parallel for independent(m)
  for (int i = 0; i < n; ++i)
    m.at(key[i]) = i;
}

void through_variables(int n, std::unordered_map<std::string, int> &m, const std::string *key) {
  PARALLEL for (int i = 0; i < n; ++i) {
    auto at = m.find(key[i]);
    if (at != m.end())
      at->second += i; // expected-warning {{find the element of 'm'}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    int &found = m.at(key[i]);
    found = found * 3 + i; // expected-warning {{find the element of 'm'}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    std::unordered_map<std::string, int>::iterator at;
    at = m.find(key[i]);
    at->second += i; // expected-warning {{find the element of 'm'}}
  }
}

static void raise(int &x, int by) { x = x * 3 + by; }
struct Total {
  int sum;
  void add(int x) { sum = sum * 3 + x; }
};
void through_functions(int n, Map &m, std::map<int, Total> &totals, const int *key) {
  PARALLEL for (int i = 0; i < n; ++i)
    raise(m.at(key[i]), i); // expected-warning {{find the element of 'm'}}
  PARALLEL for (int i = 0; i < n; ++i)
    totals.at(key[i]).add(i); // expected-warning {{find the element of 'totals'}}
}

void lists_in_it(int n, std::map<int, std::vector<int>> &m, const int *key) {
  PARALLEL for (int i = 0; i < n; ++i)
    m.at(key[i]).push_back(i); // expected-warning {{find the element of 'm'}}
}

void all_of_it(int n, std::list<int> &l, Map &m) {
  PARALLEL for (int i = 0; i < n; ++i)
    for (int &x : l)
      x = x * 3 + i; // expected-warning {{find the element of 'l'}}
  PARALLEL for (int i = 0; i < n; ++i)
    for (auto &[key, x] : m)
      x = x * 3 + i; // expected-warning {{find the element of 'm'}}
}

void in_a_range(int n, std::vector<std::pair<int, int>> &v, const std::vector<int> &names, int *last, const int *key) {
  PARALLEL for (int i = 0; i < n; ++i) {
    auto at = std::find_if(v.begin(), v.end(), [&](auto &p) { return p.first == key[i]; });
    at->second = at->second * 3 + i; // expected-warning {{find the element of 'v'}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    auto at = std::find(names.begin(), names.end(), key[i]) - names.begin();
    last[at] = i; // expected-warning {{iterations find the element of 'last' that they write by searches in one range, which may end at one for several, so they run in order; give each iteration an element of its own, or say 'independent(last)' if no two come to one}}
  }
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
void in_libc(int n, int *table, int m, const int *key) {
  PARALLEL for (int i = 0; i < n; ++i) {
    int *at = (int *)std::bsearch(key + i, table, m, sizeof *table, compare);
    if (at)
      *at = i; // expected-warning {{find the element of 'table'}}
  }
}

void own(int n, std::vector<Map> &maps, std::vector<std::list<int>> &lists, const int *key) {
  PARALLEL for (int i = 0; i < n; ++i)
    maps[i].at(key[i]) = i;
  PARALLEL for (int i = 0; i < n; ++i)
    for (int &x : lists[i])
      x = x * 3 + i;
  PARALLEL for (int i = 0; i < n; ++i) {
    Map m = {{1, 2}, {3, 4}};
    m.at(1) = i;
    lists[i].front() = m.at(1);
  }
}
void own_columns(int n, int m, const Map &column, const int *key, double *table, std::vector<std::vector<int>> &rows) {
  PARALLEL for (int i = 0; i < n; ++i)
    table[i * m + column.at(key[i])] = i;
  PARALLEL for (int i = 0; i < n; ++i)
    rows[i][column.at(key[i])] = i;
  PARALLEL for (int i = 0; i < n; ++i)
    table[i] = column.at(key[i]);
  PARALLEL for (int i = 0; i < n; ++i) {
    double counts[8] = {};
    int at = column.at(key[i]);
    at &= 7;
    counts[at] += 1;
    auto row = rows[i];
    row[column.at(0)] = counts[at];
    table[i] = row[0];
  }
}

/// Iterators are variables of each iteration's own.
void iterators(int n, Map &m, const int *key, int *x) {
  PARALLEL for (int i = 0; i < n; ++i) {
    Map::const_iterator at;
    at = m.find(key[i]);
    ++at;
    x[i] = at->second;
  }
}

// Of a stream that all of them write.
void streamed(int n, const int *x, std::string &all) {
  std::ostringstream out;
  PARALLEL for (int i = 0; i < n; ++i)
    out << x[i]; // expected-warning {{'out' is one for all iterations}}
  all = out.str();
  PARALLEL for (int i = 0; i < n; ++i) {
    std::ostringstream own;
    own << x[i];
  }
}

std::size_t measure(const std::ostringstream &);
void looked_at(int n, std::ofstream &file, std::ostringstream &out, int *x) {
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = measure(out);
  PARALLEL for (int i = 0; i < n; ++i)
    if (file.is_open() && file.good())
      x[i]++;
}
