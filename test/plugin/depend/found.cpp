// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that functions of the library find, in a map, a list or a range that
// all iterations share: they run in order, and the program is told. What each
// iteration finds in a container of its own, by a key that no other iteration
// has or by as many steps as its number says, and elements of arrays that have
// more than what was found in their subscripts, are left alone.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <fstream>
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
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

// By as many steps as its number says, or as many as all others.
void stepped(int n, Map &m, std::list<int> &l, const int *key) {
  PARALLEL for (int i = 0; i < n; ++i) {
    auto at = m.begin();
    std::advance(at, i);
    at->second = at->second * 3 + i;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    auto at = l.begin();
    for (int k = 0; k < i && at != l.end(); ++k)
      ++at;
    *at = *at * 3 + i;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    auto at = m.begin();
    std::advance(at, 2);
    at->second = at->second * 3 + i; // expected-warning {{find the element of 'm'}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    auto at = l.begin();
    while (at != l.end() && *at != key[i])
      ++at;
    *at = *at * 3 + i; // expected-warning {{find the element of 'l'}}
  }
}

// By a key of the iteration's own, in code that has no other.
void own_keys(int n, Map &m, std::unordered_map<long, double> &u, std::map<long, std::vector<int>> &rows, int *x) {
  PARALLEL for (int i = 0; i < n; ++i)
    m.at(i) = m.at(i) * 3 + i;
  PARALLEL for (int i = 0; i < n; ++i)
    u.find(2 * i + 1)->second = x[i] + i;
  PARALLEL for (int i = 0; i < n; ++i) {
    const auto at = u.find(-i);
    if (at != u.end())
      at->second = at->second * 3 + i;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    const int key = i + 5;
    rows.at(key)[0] = i;
    rows.at(key).push_back(x[i]);
  }
}
void other_keys(int n, Map &m, Map &perhaps_m, std::map<int, int *> &led, std::multimap<int, int> &several,
                std::map<int, int, std::function<bool(int, int)>> &ordered, std::map<short, int> &shorter, int *x) {
  PARALLEL for (int i = 0; i < n; ++i)
    m.at(i) = m.at(i + 1) * 3 + i; // expected-warning {{find the element of 'm'}}
  PARALLEL for (int i = 0; i < n; ++i)
    m.at(i) = perhaps_m.at(i + 1) * 3 + i; // expected-warning {{find the element of 'm'}}
  PARALLEL for (int i = 0; i < n; ++i) {
    for (auto &[key, value] : m)
      x[i] += value;
    m.at(i) = x[i] + i; // expected-warning {{find the element of 'm'}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    auto at = m.find(i);
    ++at;
    at->second = m.at(i) * 3 + i; // expected-warning {{find the element of 'm'}}
  }
  PARALLEL for (int i = 0; i < n; ++i)
    m.at(i / 2) = x[i] + i; // expected-warning {{find the element of 'm'}}
  PARALLEL for (unsigned i = 0; i < 8u * n; ++i)
    m.at(2 * i) = x[i] + i; // expected-warning {{find the element of 'm'}}
  PARALLEL for (int i = 0; i < n; ++i)
    *led.at(i) = x[i] + i; // expected-warning {{find the element of 'led'}}
  PARALLEL for (int i = 0; i < n; ++i)
    several.find(i)->second = x[i] + i; // expected-warning {{find the element of 'several'}}
  PARALLEL for (int i = 0; i < n; ++i)
    ordered.at(i) = x[i] + i; // expected-warning {{find the element of 'ordered'}}
  PARALLEL for (int i = 0; i < n; ++i)
    shorter.at(i) = x[i] + i; // expected-warning {{find the element of 'shorter'}}
}

// Of memory that operators of the program's own hand out.
static long Next;
static char Bytes[1 << 16];
struct Pooled {
  int is;
  static void *operator new(std::size_t) { return Bytes + 16 * Next++; }
};
struct Allocated {
  int is;
  static void *operator new(std::size_t size) { return std::malloc(size); }
  static void operator delete(void *p) { std::free(p); }
};
struct Freed {
  int is;
  static void *operator new(std::size_t size) { return std::malloc(size); }
  static void operator delete(void *p) { std::free(p), ++Next; }
};
struct Arena {
  long next;
  char *bytes;
};
void *operator new(std::size_t size, Arena &from) { return from.bytes + (from.next += size); } // expected-warning {{'arena' is updated here and updated 1 iteration of 'i' away}}
void allocated(int n, Pooled **p, Allocated **a, Freed **f, Arena &arena, int **x) {
  PARALLEL for (int i = 0; i < n; ++i)
    p[i] = new Pooled{i}; // expected-warning {{'Next' is one for all iterations}}
  PARALLEL for (int i = 0; i < n; ++i)
    delete f[i]; // expected-warning {{'Next' is one for all iterations}}
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = new (arena) int(i);
  PARALLEL for (int i = 0; i < n; ++i) {
    delete a[i];
    a[i] = new Allocated{i};
  }
}
