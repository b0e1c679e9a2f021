// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that go where an index array says: each is called with indices that do
// not repeat, then with ones that do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <stdio.h>

enum { Most = 4000, Rows = Most / 4 };
typedef unsigned Word;
static Word Y[3 * Most], X[2 * Most];
static int Index[Most], Second[Most], Key[Most], Row[Rows + 1];
static unsigned char Small[Most];

static void show(const char *name) {
  unsigned long long hash = 1469598103934665603ull;
  for (int i = 0; i < 3 * Most; ++i) {
    hash = (hash ^ Y[i]) * 1099511628211ull;
    Y[i] = (Word)(i * 7919 % 1000);
  }
  printf("%s %016llx\n", name, hash);
}

static void scatter(Word *y, const Word *x, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[index[i]] = x[i];
}

static void decay(Word *y, const Word *x, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[index[i]] = y[index[i]] * 3 + x[i];
}

static void next(Word *y, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n - 1; ++i)
    y[index[i]] = y[index[i + 1]] * 3 + 1;
}

static void down(Word *y, const Word *x, const int *index, int n) {
#pragma twofold parallel for
  for (int i = n - 1; i >= 0; --i)
    y[index[i]] = x[i] - y[index[i]];
}

static void named(Word *y, const Word *x, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int k = index[i], l = 2 * k + 1;
    y[l] = x[i];
    y[l - 1] = x[i] + 1;
  }
}

static void guarded(Word *y, const Word *x, const int *index, const int *key,
                    int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (key[i] > 3)
      y[index[i]] = x[i];
}

static void chained(Word *y, const Word *x, const int *first, const int *second,
                    int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[second[first[i]]] = x[i];
}

static void bytes(Word *y, const Word *x, const unsigned char *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[index[i]] = y[index[i]] + y[i + 300] * x[i];
}

static void gathered(Word *y, const Word *x, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[i] = x[index[i]] * 3 + 1;
}

static void rows(Word *y, const Word *x, const int *row, const int *index,
                 int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = row[i]; k < row[i + 1]; ++k)
      y[index[k]] = x[i] + 1;
}

static void edges(Word *y, const int *from, const int *to, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[to[i]] = y[from[i]] * 5 + 1;
}

struct Cell {
  Word a, b, c;
};
static void cells(struct Cell *y, const Word *x, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[index[i]].b = y[index[i]].b * 3 + x[i];
}

static void plane(Word *y, const Word *x, const int *index, int n) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n / 50; ++i)
    for (int j = 0; j < 50; ++j)
      y[index[i * 50 + j]] = x[i] + (Word)j;
}

// Repeats do not matter in these.
static void marks(Word *y, const int *index, Word mark, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[index[i]] = mark;
}

static void labels(Word *y, const Word *x, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[index[i]] = x[index[i]] * 2 + 1;
}

static void sums(Word *y, const Word *x, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[index[i]] += x[i];
}

static void both(Word *y, const int *first, const int *second, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    y[first[i]] = 1;
    y[second[i]] = 1;
  }
}

// The program says so, and is not asked again.
static void asserted(Word *y, const Word *x, const int *index, Word mark,
                     int n) {
#pragma twofold parallel for independent
  for (int i = 0; i < n; ++i)
    y[index[i]] = (x[i] & 0) + mark;
}

static void chase(Word *y, const int *index, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y[index[i]] = y[i] + 1;
}

static void calls(int n) {
#define TRY(call)                                                              \
  call;                                                                        \
  show(#call)
  TRY(scatter(Y, X, Index, n));
  TRY(decay(Y, X, Index, n));
  TRY(next(Y, Index, n));
  TRY(down(Y, X, Index, n));
  TRY(named(Y, X, Index, n));
  TRY(guarded(Y, X, Index, Key, n));
  TRY(chained(Y, X, Second, Index, n));
  TRY(bytes(Y, X, Small, n < 250 ? n : 250));
  TRY(gathered(Y, Y + Most, Index, n));
  TRY(rows(Y, X, Row, Index, n / 4));
  TRY(edges(Y, Index, Second, n));
  TRY(cells((struct Cell *)(void *)Y, X, Index, n / 2));
  TRY(plane(Y, X, Index, n));
  TRY(marks(Y, Index, (Word)n, n));
  TRY(labels(Y, X, Index, n));
  TRY(sums(Y, X, Index, n));
  TRY(both(Y, Index, Second, n));
  TRY(asserted(Y, X, Index, (Word)n, n));
}

static void each(int n) {
  for (int i = 0; i < Most; ++i) {
    Index[i] = n - 1 - i;
    Second[i] = i;
    Key[i] = i % 7;
    Small[i] = (unsigned char)i;
    X[i] = (Word)i;
  }
  for (int i = 0; i <= Rows; ++i)
    Row[i] = 4 * i;
  calls(n);
  // What is guarded does not count.
  for (int i = 0; i < n; ++i)
    Index[i] = i % 7 > 3 ? i : 0;
  TRY(guarded(Y, X, Index, Key, n));
  for (int i = 0; i < n; ++i) {
    Index[i] = (int)(i * 31u % (unsigned)(n / 3 + 1));
    Second[i] = i / 2;
    Small[i] = (unsigned char)(i / 3);
  }
  calls(n);
  gathered(Y + 1, Y, Index, n);
  show("shifted");
}

int main(void) {
  show("start");
  scatter(Y, X, Index, 9); // so that there is a runtime
  TRY(chase(Y, Index, 1)); // one iteration says nothing of more
  for (int i = 0; i < 129; ++i)
    Index[i] = (i * 7 + 1) % 129;
  TRY(chase(Y, Index, 129));
  each(Most);
  each(64);
}
