// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations that meet at the end of paths through memory: rows behind several
// pointers, pointers and numbers that conditions choose, elements and nodes
// that a search finds. Each loop is called where no two iterations meet, then
// where some do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <stdio.h>
#include <stdlib.h>

enum { Levels = 6, Side = 12, Most = 900, Nodes = 60 };
static double ***Grid[Levels];
static int Sides[Levels], Key[Most], Mark[Most];

struct Node {
  int key, count;
  struct Node *next;
};
static struct Node Pool[Nodes];
static struct Node *First[Nodes];
struct Row {
  int length;
  double *values;
};
static struct Row Rows[Most];

static void fill(int repeats) {
  for (int l = 0; l < Levels; ++l) {
    Sides[l] = l % 2 ? Side : Side - 1;
    for (int i = 0; i < Side; ++i)
      for (int j = 0; j < Side; ++j)
        for (int k = 0; k < Side; ++k)
          Grid[l][i][j][k] = l + i * j - k;
  }
  for (int i = 0; i < Most; ++i) {
    Key[i] = repeats ? i * 7 % 20 : i;
    Mark[i] = repeats ? i % 50 ? -1 : i / 50 : -1;
    for (int j = 0; j < Side; ++j)
      Rows[i].values[j] = i + j;
  }
  for (int i = 0; i < Nodes; ++i) {
    Pool[i] = (struct Node){i, i, i + 1 < Nodes ? &Pool[i + 1] : 0};
    First[i] = &Pool[repeats ? i : i / 2 * 2];
  }
}

static void show(const char *name) {
  double sum = 0;
  for (int l = 0; l < Levels; ++l)
    for (int i = 0; i < Side; ++i)
      for (int j = 0; j < Side; ++j)
        for (int k = 0; k < Side; ++k)
          sum += Grid[l][i][j][k] * (l + i * j + k);
  long marks = 0;
  for (int i = 0; i < Most; ++i) {
    marks = (marks * 31 + Mark[i]) % 1000003;
    for (int j = 0; j < Side; ++j)
      sum += Rows[i].values[j] * (i % 7 + j);
  }
  for (int i = 0; i < Nodes; ++i)
    marks = (marks * 31 + Pool[i].count) % 1000003;
  printf("%s %.17g %ld\n", name, sum, marks);
}

static void edges(double ***u, int side) {
  for (int i = 1; i < side - 1; ++i)
    for (int j = 0; j < side; ++j)
      u[i][j][0] = u[i][j][side - 2];
}

static void restrict_to(double ***from, int fine, double ***to, int coarse) {
  int shift, at;
  double line[2 * Side];
  if (fine == Side)
    shift = 2;
  else
    shift = 1;
  for (int i = 1; i < coarse / 2; ++i)
    for (int j = 1; j < coarse / 2; ++j) {
      for (int k = 1; k < coarse / 2; ++k) {
        at = 2 * k - shift;
        line[at] = from[2 * i - shift][2 * j - shift][at];
      }
      for (int k = 1; k < coarse / 2; ++k)
        to[i][j][k] = 0.5 * line[2 * k - shift] + k;
    }
  edges(to, coarse);
}

static void levels(double ****r, int step) {
#pragma twofold parallel for
  for (int k = Levels - 1; k >= step; k -= step)
    restrict_to(r[k], Sides[k], r[k - 1], Sides[k - 1]);
}

static void copied(double ***u, int n, int distance) {
#pragma twofold parallel for
  for (int k = distance; k < n; ++k)
    for (int j = 0; j < Side; ++j)
      for (int i = 0; i < Side; ++i)
        u[k][j][i] = u[k - distance][j][i] + 1;
}

static void chosen(struct Row *rows, int n, int swap) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    const struct Row *from = swap ? &rows[i - 1] : &rows[i];
    for (int j = 0; j < rows[i].length; ++j)
      rows[i].values[j] = from->values[j] * 0.5 + 1;
  }
}

static void counted(int *mark, const int *key, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (mark[j] == key[i]) {
        mark[i] = j;
        break;
      }
}

static void waited(int *mark, const int *key, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int j = 0;
    while (j < i && mark[j] != key[i])
      ++j;
    if (j < i)
      mark[i] = j;
  }
}

static void found(struct Node *head, const int *key, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    struct Node *p = head;
    while (p && p->key != key[i])
      p = p->next;
    if (p)
      p->count = p->count * 3 % 101 + i % 5;
  }
}

static void walked(struct Node **first, int n, int step) {
#pragma twofold parallel for
  for (int i = 0; i < n; i += step)
    for (struct Node *p = first[i]; p; p = p->next)
      p->count = p->count * 3 % 101 + i % 5;
}

// Lists of their own that end in one that some have in common.
static void joined(struct Node **first, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    struct Node *p = first[i];
    while (p) {
      p->count = p->count * 3 % 101 + i % 5;
      p = p->next;
    }
  }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int l = 0; l < Levels; ++l) {
    Grid[l] = malloc(Side * sizeof(double **));
    for (int i = 0; i < Side; ++i) {
      Grid[l][i] = malloc(Side * sizeof(double *));
      for (int j = 0; j < Side; ++j)
        Grid[l][i][j] = malloc(Side * sizeof(double));
    }
  }
  for (int i = 0; i < Most; ++i)
    Rows[i] = (struct Row){Side, malloc(Side * sizeof(double))};
  for (int repeats = 0; repeats < (argc > 1 ? 1 : 2); ++repeats) {
    fill(repeats);
    levels(Grid, repeats ? 1 : 2);
    show("levels");
    fill(repeats);
    copied(Grid[1], Side, repeats ? 1 : Side);
    show("copied");
    fill(repeats);
    chosen(Rows, Most, repeats);
    show("chosen");
    fill(repeats);
    counted(Mark, Key, Most);
    show("counted");
    fill(repeats);
    waited(Mark, Key, Most);
    show("waited");
    fill(repeats);
    found(Pool, Key, repeats ? Most : Nodes);
    show("found");
    fill(repeats);
    for (int i = 0; !repeats && i < Nodes; ++i)
      Pool[i].next = i % 2 ? 0 : Pool[i].next;
    walked(First, Nodes, repeats ? 1 : 2);
    show("walked");
    fill(repeats);
    for (int i = 0; i < 20; ++i) {
      First[i] = &Pool[i];
      Pool[i].next = &Pool[i + 20];
      Pool[i + 20].next = &Pool[repeats ? 40 + i / 5 : 40 + i];
      Pool[i + 40].next = 0;
    }
    joined(First, 20);
    show("joined");
  }
  return 0;
}
