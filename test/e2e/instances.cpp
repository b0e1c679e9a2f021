// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What depends on no argument of a template is one node in all its instances:
// members, variables of the unit, whole statements that name them.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"
#include <stdexcept>
#include <string>
#include <vector>

enum { Count = 5000 };

static int total;
static long bins[8];

template <typename T> void count(const T *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (x[i] > 2)
      total += 3;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (x[i] > 1) {
      bins[2] += 5;
      bins[3] += bins[2] ? 0 : 1;
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] > 3)
      bins[4] += total;
}

struct Mesh {
  int n;
  std::vector<int> first, next;
  long *out;
  std::vector<char> seen = std::vector<char>(Count);
  int limit = 6, hits = 0;
  std::string name = "mesh";

  template <typename T> void gather(const T *from, T *to) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i) {
      T sum = T();
      for (int k = first[i]; k >= 0; k = next[k])
        sum += from[k];
      to[i] = sum;
    }
  }
  template <typename T> int find(const T *x) {
    int at = -1;
#pragma twofold parallel for
    for (int i = 0; i < n; ++i) {
      if (x[i] > 4)
        if (limit > first[i]) {
          at = first[i];
          break;
        }
    }
    return at;
  }
  template <typename T> void check(const T *x) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i) {
      if (x[i] > 100)
        if (limit != 7)
          throw std::runtime_error(name);
      seen[i] = 1;
      __atomic_fetch_add(&hits, limit, __ATOMIC_RELAXED);
    }
  }
  template <typename T> long allocate(const T *x) {
    long sum = 0;
#pragma twofold parallel for
    for (int i = 0; i < n; ++i) {
      long *some = new long[limit]();
      some[limit - 1] = x[i];
      sum += some[limit - 1] + some[0];
      delete[] some;
    }
    return sum;
  }
  template <typename T> void apply(const T *x) {
    auto each = [&](auto step) {
#pragma twofold parallel for
      for (int i = 0; i < n; ++i)
        out[i] += x[i] * step + limit;
    };
    each(1);
    each(2L);
    auto all = [this] {
#pragma twofold parallel for
      for (int i = 0; i < n; ++i)
        out[i] += limit;
    };
    all();
  }
};

template <typename T> static void run(Mesh &m, T *from, T *to) {
  for (int i = 0; i < Count; ++i)
    from[i] = T(i * 7 % 6);
  count(from, m.n);
  m.gather(from, to);
  SHOW_FLOATS("to", to, m.n);
  std::printf("%d %ld %ld %ld\n", total, bins[2], bins[3], bins[4]);
  std::printf("%d %ld\n", m.find(from), m.allocate(from));
  m.hits = 0;
  m.check(from);
  SHOW_INTEGER(m.hits);
  m.apply(from);
  SHOW_INTEGERS("out", m.out, m.n);
  from[m.n / 2] = T(101);
  try {
    m.check(from);
  } catch (const std::exception &e) {
    std::printf("%s\n", e.what());
  }
}

static int ints[2][Count];
static double doubles[2][Count];
static long out[2][Count];

int main() {
  Mesh m{Count, {}, {}, out[0]}, k{Count / 2, {}, {}, out[1]};
  k.limit = 9;
  k.name = "other";
  for (Mesh *each : {&m, &k})
    for (int i = 0; i < each->n; ++i) {
      each->first.push_back(i % 5);
      each->next.push_back(i - each->limit);
    }
  run(m, ints[0], ints[1]);
  run(k, doubles[0], doubles[1]);
  run(k, ints[0], ints[1]);
}
