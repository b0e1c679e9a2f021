// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes that walk, pile up and view: their methods move elements and the
// iteration's own objects on in inner loops. Each loop is called where no two
// iterations meet, then where some do, which the call finds.
// RUN: %e2e %s %t --native
// RUN: %clangxx %plugin -w -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t apart 2>&1 >%t.out | not grep "in order"
#include <cstdio>
#include <optional>
#include <vector>

constexpr int Most = 1500, Room = 10 * Most + 20;

struct Walk {
  const int *at, *end;
  bool next(int &place) {
    if (at == end)
      return false;
    place = *at++;
    return true;
  }
};

class Pile {
  int *data = nullptr;
  int count = 0;

public:
  Pile() = default;
  explicit Pile(int *data) : data(data) {}
  bool empty() const { return count == 0; }
  void push(int x) { data[count++] = x; }
  int pop() { return data[--count]; }
};

template <typename T> struct View {
  T *data;
  T &operator[](int i) const { return data[i]; }
};

static int next(View<int> places, int i) { return places[i]++; }

struct Data {
  std::vector<int> keys, places, ends, out, picks;
  std::vector<Walk> walks;
  std::vector<Pile> piles;

  explicit Data(int length) : keys(Room), places(Most), ends(Most), out(Room) {
    for (int i = 0; i < Room; ++i)
      keys[i] = out[i] = i;
    for (int i = 0; i < Most; ++i) {
      places[i] = 10 * i;
      ends[i] = 10 * i + length;
      picks.push_back(length == 10 ? Most - i : i / 2);
      walks.push_back({&keys[10 * i], &keys[10 * i] + length});
      piles.push_back(Pile(&out[(20 - length) * i]));
    }
  }
};

// CHECK: repeats-moved-by-classes.cpp:[[# @LINE + 3]]: runs in order
static void walked(int n, Walk *walks, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int place;
    while (walks[i].next(place))
      out[place] = out[place] * 3 + i;
  }
}

// CHECK: repeats-moved-by-classes.cpp:[[# @LINE + 4]]: runs in order
static void walked_alone(int n, const int *keys, const int *ends,
                         const int *places, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Walk walk{keys + places[i], keys + ends[i]};
    int place;
    while (walk.next(place))
      out[place] = out[place] * 3 + i;
  }
}

// CHECK: repeats-moved-by-classes.cpp:[[# @LINE + 3]]: runs in order
static void piled(std::vector<Pile> &piles, std::vector<int> &sums) {
#pragma twofold parallel for
  for (int i = 0; i < (int)piles.size(); ++i) {
    for (int k = 0; k < 10; ++k)
      piles[i].push(10 * i + k);
    int sum = 0;
    while (!piles[i].empty())
      sum = sum * 7 + piles[i].pop();
    sums[i] = sum;
  }
}

// CHECK: repeats-moved-by-classes.cpp:[[# @LINE + 4]]: runs in order
static void viewed(int n, View<int> places, const int *ends,
                   std::vector<int> &out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    while (places[i] < ends[i])
      out[next(places, i)] = i;
}

// CHECK: repeats-moved-by-classes.cpp:[[# @LINE + 3]]: runs in order
static void found(int n, const int *picks, std::vector<int> &out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    std::optional<int> pick = picks[i];
    if (pick.has_value())
      out[*pick] = i;
  }
}

struct Target {
  int *at;
  const int by;
  Target(int &there, int by) : at(&there), by(by) {}
};

struct Named : Target {
  using Target::Target;
};

// CHECK: repeats-moved-by-classes.cpp:[[# @LINE + 3]]: runs in order
static void inherited(int n, const int *picks, std::vector<int> &out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Named target(out[picks[i]], i);
    *target.at = target.by;
  }
}

/// What is asked for its size is not changed.
// CHECK: repeats-moved-by-classes.cpp:[[# @LINE + 3]]: runs in order
static void sized(int n, const int *picks, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int *at = out + picks[i];
    for (int k = 0; k < 4; ++k)
      *at = *at * 3 + sizeof(*at++) + i;
  }
}

static void show(const char *name, const std::vector<int> &out) {
  unsigned sum = 0;
  for (int x : out)
    sum = sum * 31 + x;
  std::printf("%s %u\n", name, sum);
}

static void all(int length) {
  {
    Data d(length);
    walked(Most, d.walks.data(), d.out.data());
    show("walked", d.out);
  }
  {
    Data d(length);
    walked_alone(Most, d.keys.data(), d.ends.data(), d.places.data(),
                 d.out.data());
    show("walked_alone", d.out);
  }
  {
    Data d(length);
    piled(d.piles, d.places);
    show("piled", d.places);
  }
  {
    Data d(length);
    viewed(Most, View<int>{d.places.data()}, d.ends.data(), d.out);
    show("viewed", d.out);
  }
  {
    Data d(length);
    found(Most, d.picks.data(), d.out);
    show("found", d.out);
    inherited(Most, d.picks.data(), d.out);
    show("inherited", d.out);
    sized(Most, d.picks.data(), d.out.data());
    show("sized", d.out);
  }
}

int main(int argc, char **) {
  all(10);
  if (argc == 1)
    all(12);
}
