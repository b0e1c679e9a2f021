// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that inner loops search for: each loop is called where no two
// iterations meet, then where some do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <stdio.h>
#include <stdlib.h>

enum { Most = 2000, Keys = 120 };
static int Last[Most], Key[Keys], V[Most], Parent[Most];
static double Edge[Keys], X[Most];

struct Node {
  int key, next;
};
static struct Node Nodes[Keys];
static int Head[16];

static int fill(int repeats) {
  for (int i = 0; i < 16; ++i)
    Head[i] = -1;
  for (int i = 0; i < Keys; ++i) {
    Key[i] = i * 3;
    Edge[i] = i;
    Nodes[i].key = i * 3;
    Nodes[i].next = Head[i * 3 % 16];
    Head[i * 3 % 16] = i;
  }
  for (int i = 0; i < Most; ++i) {
    const int at = repeats ? i * 7 % (Keys / 2) : i * 7 % Keys;
    Last[i] = -1;
    V[i] = at * 3;
    X[i] = at - 0.5;
    Parent[i] = repeats ? i / 2 : i;
  }
  return repeats ? Most : Keys;
}

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int i = 0; i < Most; ++i)
    hash = (hash ^ (unsigned)Last[i]) * 1099511628211ull;
  printf("%s %016llx\n", name, hash);
}

static int find(const int *key, int count, int wanted) {
  for (int j = 0; j < count; ++j)
    if (key[j] == wanted)
      return j;
  return -1;
}

static void returned(int *last, const int *key, const int *v, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int at = find(key, Keys, v[i]);
    if (at >= 0)
      last[at] = i;
  }
}

static void broken(int *last, const int *key, const int *v, int n, int count) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int at = -1;
    for (int j = 0; j < count; ++j)
      if (key[j] == v[i]) {
        at = j;
        break;
      }
    if (at != -1)
      last[at] = i;
  }
}

static void inside(int *last, const int *key, const int *v, int n,
                   size_t count) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (size_t j = 0; j < count; ++j)
      if (key[j] == v[i]) {
        last[j] = i;
        break;
      }
}

static int halves(const int *key, int count, int wanted) {
  int low = 0, high = count - 1;
  while (low <= high) {
    const int middle = low + (high - low) / 2;
    if (key[middle] == wanted)
      return middle;
    else if (key[middle] < wanted)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

static void halved(int *last, const int *key, const int *v, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int at = halves(key, Keys, v[i]);
    if (at >= 0)
      last[at] = i;
  }
}

struct Edges {
  size_t count;
  const double *edge;
};

static size_t lower(const struct Edges *e, double x) {
  size_t low = 0, high = e->count;
  while (low < high) {
    const size_t middle = (low + high) >> 1;
    if (e->edge[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void bounded(int *last, const struct Edges *e, const double *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const size_t at = lower(e, x[i]);
    if (at < e->count && e->edge[at] - x[i] < 2)
      last[at] = i;
  }
}

static void pointed(int *last, const double *edge, const double *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const double *p = edge, *const end = edge + Keys;
    while (p != end && *p < x[i])
      ++p;
    if (p != end)
      last[p - edge] = i;
  }
}

static void chained(int *last, const int *head, const struct Node *node,
                    const int *v, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int at = head[v[i] % 16];
    while (at != -1 && node[at].key != v[i])
      at = node[at].next;
    if (at != -1)
      last[at] = i;
  }
}

static void rooted(int *last, const int *parent, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int root = i;
    while (parent[root] != root)
      root = parent[root];
    last[root] = i;
  }
}

static void nearest(int *last, const double *edge, const double *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int best = 0;
    double least = 1e30;
    for (int j = 0; j < Keys; ++j) {
      const double d = (edge[j] - x[i] - 0.25) * (edge[j] - x[i] - 0.25);
      if (d < least) {
        least = d;
        best = j;
      }
    }
    last[best] = i;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int repeats = 0; repeats < (argc > 1 ? 1 : 2); ++repeats) {
    const struct Edges e = {Keys, Edge};
    int n = fill(repeats);
    returned(Last, Key, V, n);
    show("returned");
    fill(repeats);
    broken(Last, Key, V, n, Keys);
    show("broken");
    fill(repeats);
    inside(Last, Key, V, n, Keys);
    show("inside");
    fill(repeats);
    halved(Last, Key, V, n);
    show("halved");
    fill(repeats);
    bounded(Last, &e, X, n);
    show("bounded");
    fill(repeats);
    pointed(Last, Edge, X, n);
    show("pointed");
    fill(repeats);
    chained(Last, Head, Nodes, V, n);
    show("chained");
    fill(repeats);
    rooted(Last, Parent, n);
    show("rooted");
    fill(repeats);
    nearest(Last, Edge, X, n);
    show("nearest");
  }
  return 0;
}
