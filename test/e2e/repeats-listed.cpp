// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distances from lists and arrays, of the iterations' own and from outside, and
// rows that they place themselves: each loop is called where no two iterations
// meet, then where some do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <array>
#include <cstdio>

enum { Most = 2000 };
static int Last[12 * Most], *Rows[Most];

static void fill() {
  for (int i = 0; i < 12 * Most; ++i)
    Last[i] = i % 89;
}

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int i = 0; i < 12 * Most; ++i)
    hash = (hash ^ (unsigned)Last[i]) * 1099511628211ull;
  std::printf("%s %016llx\n", name, hash);
}

static void list(int *last, int by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int o : {1, 4, 5})
      last[by * i + o] = last[by * i] * 3 + o;
}

static void array(int *last, int by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    std::array<int, 3> of{1, 2, 3};
    int at = by * i;
    for (int o : of)
      at += o;
    last[at] = last[by * i] * 3 + i;
  }
}

static void text(int *last, int by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const char of[] = {1, 2, 0};
    int at = by * i;
    for (const char *c = of; *c;)
      at += *c++;
    last[at] = last[by * i] * 3 + i;
  }
}

static void outside(int *last, int by, int n) {
  const int of[3] = {1, 2, 3};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int at = by * i;
    for (const int &o : of)
      at += o;
    last[at] = last[by * i] * 3 + i;
  }
}

static void rows(int **row, int *last, int by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    row[i] = last + i % by;
    row[i][0] = i;
  }
}

struct Held {
  int *last;
};

static void behind(Held *held, int by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int of[] = {1, 2, 3};
    int at = by * i;
    for (const int &o : of)
      at += o;
    held->last[at] = held->last[by * i] * 3 + i;
  }
}

static void counted(int *last, int by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    char of[] = {1, 2, 0};
    char *c = of;
    int at = by * i;
    while (*c++)
      ++at;
    last[at] = last[by * i] * 3 + i;
  }
}

int main(int argc, char **) {
  for (int repeats = 0; repeats < (argc > 1 ? 1 : 2); ++repeats) {
    const int by = repeats ? 1 : 8;
    fill();
    list(Last, by, Most);
    show("list");
    fill();
    array(Last, by, Most);
    show("array");
    fill();
    text(Last, by, Most);
    show("text");
    fill();
    outside(Last, by, Most);
    show("outside");
    fill();
    rows(Rows, Last, repeats ? 3 : Most, Most);
    show("rows");
    fill();
    Held held = {Last};
    behind(&held, by, Most);
    show("behind");
    fill();
    counted(Last, by, Most);
    show("counted");
  }
  return 0;
}
