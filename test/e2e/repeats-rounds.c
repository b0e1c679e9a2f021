// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores in rounds of inner loops that go where memory leads, and stores that
// may leave what was there: each loop is called where no two iterations meet,
// then where some do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <stdio.h>
#include <stdlib.h>

enum { Most = 2000 };
static int Last[2 * Most], Next[Most], First[Most], Odd[Most], X[Most], Kept;

struct Node {
  struct Node *next;
  int value;
};
static struct Node Nodes[Most], *Heads[Most];

static void fill(int repeats) {
  for (int i = 0; i < Most; ++i) {
    Last[i] = Last[Most + i] = -1;
    First[i] = repeats ? (i * 7 % Most / 3) : i * 7 % Most;
    Next[i] = repeats ? i / 2 : 0;
    Odd[i] = repeats ? i * 5 % 3 == 1 : 0;
    X[i] = i * 11 % 97;
    Nodes[i].next = NULL;
    Nodes[i].value = 0;
    Heads[i] = &Nodes[repeats ? i / 2 : i];
  }
}

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int i = 0; i < Most; ++i) {
    hash = (hash ^ (unsigned)Last[i]) * 1099511628211ull;
    hash = (hash ^ (unsigned)Nodes[i].value) * 1099511628211ull;
  }
  printf("%s %016llx\n", name, hash);
}

static void chained(int *last, const int *first, const int *next, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int j = first[i];
    while (j > 0) {
      last[j] = i;
      j = next[j];
    }
  }
}

static void counted(int *last, const int *first, const int *next, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int j = first[i];
    for (int round = 0; round < 3 && j > 0; ++round) {
      last[j] = last[j] * 3 + i;
      j = next[j];
    }
  }
}

static void until(int *last, const int *first, const int *next, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int j = first[i];
    do {
      last[j] = i;
      j = next[j];
    } while (j > 0);
  }
}

static void listed(struct Node **heads, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (struct Node *at = heads[i]; at; at = at->next)
      at->value = i;
}

static void copied(int *last, const int *first, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Kept = i;
    last[first[i]] = Kept * 2;
  }
}

static void greatest(int *last, const int *odd, const int *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int at = odd[i] ? i + 1 : i;
    last[at] = last[at] > x[i] ? last[at] : i;
  }
}

static void greater(int *last, const int *odd, const int *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int at = odd[i] ? i + 1 : i;
    if (x[i] > last[at])
      last[at] = i;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int repeats = 0; repeats < (argc > 1 ? 1 : 2); ++repeats) {
    fill(repeats);
    chained(Last, First, Next, Most);
    show("chained");
    fill(repeats);
    counted(Last, First, Next, Most);
    show("counted");
    fill(repeats);
    until(Last, First, Next, Most);
    show("until");
    fill(repeats);
    listed(Heads, Most);
    show("listed");
    fill(repeats);
    copied(Last, First, Most);
    show("copied");
    fill(repeats);
    greatest(Last, Odd, X, Most - 1);
    show("greatest");
    fill(repeats);
    greater(Last, Odd, X, Most - 1);
    show("greater");
  }
  return 0;
}
