// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that jumps, pointers to functions, addresses as numbers, numbers that
// are none, loops that ask for what they change, volatile arrays, objects that
// end, and functions that tables and classes choose hide: each loop is called
// where no two iterations meet, then where some do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native -fno-strict-aliasing
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>

enum { Most = 2000 };
static int Last[12 * Most], Mark[Most], End[] = {1, 2, 0};
static float Of[Most];

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int i = 0; i < 12 * Most; ++i) {
    hash = (hash ^ (unsigned)Last[i]) * 1099511628211ull;
    Last[i] = i % 89;
  }
  std::printf("%s %016llx\n", name, hash);
}

static void back(int *last, int by, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    int k = by * i;
  again:
    --k;
    if (k >= by * i - 1)
      goto again;
    last[by * i] += last[k] * 3;
  }
}

static void ahead(int *last, int by, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    int k = by * i;
    if (Mark[i])
      goto own;
    k -= 1;
  own:
    last[by * i] += last[k] * 3;
  }
}

static void held(int *last, int by, int n) {
  std::function<void(int)> step = [&](int i) {
    last[by * i] = last[by * i - 1] * 3 + i;
  };
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    step(i);
}

static int *Base = Last;
static void next(int at) { Base[at] = Base[at - 1] * 3 + at; }
static void (*Pointed)(int) = next;

static void pointed(int by, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    Pointed(by * i);
}

static void number(int *last, int by, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    int *at = (int *)((std::uintptr_t)last + sizeof(int) * by * i);
    at[0] = at[-1] * 3 + i;
  }
}

static void lesser(int *last, int by, int n) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    float x = Of[i];
    int k = by * i - (int)std::min(1.0f, x);
    last[by * i] = last[k] * 3 + i;
  }
}

static void asked(int *last, const int *end, int by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = by * i, c = 0;
    while (end[c++])
      ++k;
    last[k] = last[by * i] * 3 + i;
  }
}

static void watched(volatile int *last, int by, unsigned n) {
#pragma twofold parallel for
  for (unsigned i = 1; i < n; ++i)
    last[by * i] = last[by * i - 1] * 3 + i;
}

struct Cell {
  virtual void step(int by) = 0;
};
struct Counter : Cell {
  int count = 0;
  void step(int by) override { count = count * 3 + by; }
};

static void virtually(Counter *counters, Cell **cells, const int *at, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    cells[at[i]]->step(i);
  for (int i = 0; i < Most; ++i) {
    Last[i] += counters[i].count;
    counters[i].count = 0;
  }
}

struct Meter {
  int count = 0;
  void step(int by) { count = count * 3 + by; }
};

static void methods(Meter *meters, const int *at, int n) {
  std::function<void(Meter &, int)> step = &Meter::step;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    step(meters[at[i]], i);
  for (int i = 0; i < Most; ++i) {
    Last[i] += meters[i].count;
    meters[i].count = 0;
  }
}

struct Operations {
  void (*put)(int *, int);
};
static void put(int *to, int by) { *to = *to * 3 + by; }
static const Operations Puts = {put};

static void handed(const Operations *o, int *last, const int *at, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    o->put(&last[at[i]], i);
}

struct Number {
  int is;
};

static void replaced(Number **numbers, int *last, const int *at, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const Number *old = numbers[at[i]];
    numbers[at[i]] = new Number{old->is * 3 + i};
    delete old;
  }
  for (int i = 0; i < Most; ++i)
    last[i] += numbers[i]->is;
}

struct Pair {
  long first, second;
};

static void ended(Pair **pairs, int *last, int ahead, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    unsigned mixed = i;
    for (int k = 0; k < 3000 && i + ahead < n; ++k)
      mixed = mixed * 1664525 + 1013904223;
    if (i + ahead < n)
      last[i] += pairs[i + ahead]->first + pairs[i + ahead]->second + mixed;
    delete pairs[i];
  }
}

int main() {
  static Pair *pairs[Most];
  static Number *numbers[Most];
  static Counter counters[Most];
  static Cell *cells[Most];
  static Meter meters[Most];
  static int at[Most];
  for (int i = 0; i < Most; ++i) {
    cells[i] = counters + i;
    numbers[i] = new Number{i};
  }
  for (int i = 0; i < Most; ++i) {
    Mark[i] = i % 5 == 0;
    Of[i] = i % 4 ? NAN : 0.5f;
  }
  show("first");
  for (int by : {8, 1}) {
    back(Last, by, Most);
    show("back");
    ahead(Last, by, Most);
    show("ahead");
    held(Last, by, Most);
    show("held");
    pointed(by, Most);
    show("pointed");
    number(Last, by, Most);
    show("number");
    lesser(Last, by, Most);
    show("lesser");
    asked(Last, End, by, Most);
    show("asked");
    watched(Last, by, Most);
    show("watched");
    for (int i = 0; i < Most; ++i)
      at[i] = by == 1 ? i * 7 % 50 : i;
    virtually(counters, cells, at, Most);
    show("virtually");
    methods(meters, at, Most);
    show("methods");
    handed(&Puts, Last, at, Most);
    show("handed");
    replaced(numbers, Last, at, Most);
    show("replaced");
    for (int i = 0; i < Most; ++i)
      pairs[i] = new Pair{i, 3 * i};
    ended(pairs, Last, by == 1 ? Most / 2 : Most, Most);
    show("ended");
  }
}
