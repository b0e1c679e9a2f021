// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores behind checks that throw or end the program: each loop is called where
// no two iterations meet, then where some do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

enum { Most = 2000 };
static std::vector<int> Last(Most), Place(Most);

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int &x : Last) {
    hash = (hash ^ (unsigned)x) * 1099511628211ull;
    x = -1;
  }
  std::printf("%s %016llx\n", name, hash);
}

static void within(int at, int count) {
  if (at >= count)
    std::abort();
}

static void thrown(int *last, const int *place, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (place[i] < 0)
      throw std::out_of_range("negative");
    last[place[i]] = i;
  }
}

static void called(int *last, const int *place, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    within(place[i], n);
    last[place[i]] = i;
  }
}

static void at(std::vector<int> &last, const std::vector<int> &place, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    last.at(place[i]) = i;
}

int main(int argc, char **) {
  for (int repeats = 0; repeats < (argc > 1 ? 1 : 2); ++repeats) {
    for (int i = 0; i < Most; ++i)
      Place[i] = repeats ? i * 7 % Most / 3 : i * 7 % Most;
    thrown(Last.data(), Place.data(), Most);
    show("thrown");
    called(Last.data(), Place.data(), Most);
    show("called");
    at(Last, Place, Most);
    show("at");
  }
}
