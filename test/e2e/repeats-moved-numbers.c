// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers that inner loops, functions behind pointers, and switches make say
// where iterations store: each loop is called where no two iterations meet,
// then where some do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <stdio.h>

enum { Most = 3000 };
static int Last[3 * Most], By[Most], Kind[Most];

static void fill(int repeats) {
  for (int i = 0; i < 3 * Most; ++i)
    Last[i] = i % 89;
  for (int i = 0; i < Most; ++i) {
    By[i] = repeats ? (i * 7 + i / 3) % 4 : 2;
    Kind[i] = repeats ? i * 11 % 5 : 1;
  }
}

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int i = 0; i < 3 * Most; ++i)
    hash = (hash ^ (unsigned)Last[i]) * 1099511628211ull;
  printf("%s %016llx\n", name, hash);
}

static void down(int *last, const int *by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = i, left = by[i];
    while (left-- > 0)
      ++k;
    last[k] = last[k] * 3 + i;
  }
}

static void until(int *last, const int *by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = i, left = by[i];
    do {
      ++k;
      left >>= 1;
    } while (left > 0);
    last[k] = last[k] * 3 + i;
  }
}

static void next(int *number) { ++*number; }

static void stepped(int *last, const int *by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = i;
    for (int j = 0; j < by[i]; ++j)
      next(&k);
    last[k] = last[k] * 3 + i;
  }
}

static void pointed(int *last, const int *by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = i, *to = &k;
    for (int left = by[i]; left--;)
      (*to)++;
    last[k] = last[k] * 3 + i;
  }
}

static void walked(int *last, const int *by, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int *at = &last[i], left = by[i];
    while (left-- > 0)
      at++;
    *at = *at * 3 + i;
  }
}

static void cased(int *last, const int *kind, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k;
    switch (kind[i]) {
    case 0:
    case 1:
      k = i + 2;
      break;
    case 2:
      k = i;
      break;
    default:
      k = i + 1;
    }
    last[k] = last[k] * 3 + i;
  }
}

static void fallen(int *last, const int *kind, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = i;
    switch (kind[i]) {
    case 4:
      continue;
    case 1:
      k++;
    case 2 ... 3:
      k++;
    }
    last[k] = last[k] * 3 + i;
  }
}

/// All iterations come to the middle of a row of cases.
static void ranged(int *last, const int *kind, const int *to, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    switch (kind[i]) {
    case 1 ... 3:
      last[to[i]] = last[to[i]] * 3 + i;
    }
}

static void braced(int *last, const int *kind, const int *to, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    switch (kind[i]) {
    case 2: {
      last[to[i]] = last[to[i]] * 3 + i;
      break;
    }
    default:
      break;
    }
}

/// Apart, all have the second number, and the first one is the same for all; else
/// the second number of one is the first one of the next.
static void chosen(int *last, const int *which, const int *to, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int k = which[i] ? to[i] : i;
    last[k + 1] = last[k + 1] * 3 + i;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int repeats = 0; repeats < (argc > 1 ? 1 : 2); ++repeats) {
    fill(repeats);
    down(Last, By, Most);
    show("down");
    fill(repeats);
    until(Last, By, Most);
    show("until");
    fill(repeats);
    stepped(Last, By, Most);
    show("stepped");
    fill(repeats);
    pointed(Last, By, Most);
    show("pointed");
    fill(repeats);
    walked(Last, By, Most);
    show("walked");
    fill(repeats);
    cased(Last, Kind, Most);
    show("cased");
    fill(repeats);
    fallen(Last, Kind, Most);
    show("fallen");
    for (int i = 0; i < Most; ++i) {
      Kind[i] = 2;
      By[i] = repeats ? i / 2 : Most - i;
    }
    ranged(Last, Kind, By, Most);
    show("ranged");
    braced(Last, Kind, By, Most);
    show("braced");
    for (int i = 0; i < Most; ++i) {
      Kind[i] = repeats ? i & 1 : 0;
      By[i] = repeats ? i - 1 : 7;
    }
    chosen(Last, Kind, By, Most);
    show("chosen");
  }
  return 0;
}
