// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions and subscripts that are numbers which the iteration itself has
// stored, in the same round of an inner loop or an earlier one. Each loop is
// called where no two iterations meet, then where some do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <stdio.h>

enum { Most = 3000, Rounds = 4 };
static int Own[Most], From[Most], Mark[Most];

static void fill(int repeats) {
  for (int i = 0; i < Most; ++i) {
    Own[i] = -(i % 2);
    From[i] = repeats ? i * 17 % 50 : i;
    Mark[i] = -1;
  }
}

static void show(const char *name) {
  long sum = 0;
  for (int i = 0; i < Most; ++i)
    sum = (sum * 31 + Own[i] + 3 * Mark[i]) % 1000003;
  printf("%s %ld\n", name, sum);
}

static void left(int n, int *own, const int *from, int *mark) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < Rounds; ++k) {
      if (own[i] < -1) {
        mark[from[i]] = i;
        break;
      }
      own[i] = -2;
    }
}

static void left_inside(int n, int *own, const int *from, int *mark) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (own[i] < 0)
      for (int k = 0; k < Rounds; ++k) {
        if (own[i] < -1) {
          mark[from[i]] = i;
          break;
        }
        own[i] = -2;
      }
}

static void counted(int n, int *own, const int *from, int *mark) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < Rounds; ++k) {
      if (own[i] == 2)
        mark[from[i]] = i;
      own[i] = own[i] + 1;
    }
}

static void binned(int n, int *own, const int *from, int *mark) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    own[i] = from[i] / 2 * 2 + 1;
    if (own[i] > 3)
      mark[own[i] - from[i] % 2] = i;
  }
}

static void all(int repeats) {
  fill(repeats);
  left(Most, Own, From, Mark);
  show("left");
  fill(repeats);
  left_inside(Most, Own, From, Mark);
  show("left inside");
  fill(repeats);
  counted(Most, Own, From, Mark);
  show("counted");
  fill(repeats);
  binned(Most, Own, From, Mark);
  show("binned");
}

struct pair {
  int to, of;
};

/// What is stored beside a number leaves that one as it is.
static void beside(int n, struct pair *pairs, int *mark) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    pairs[i].of = i;
    mark[pairs[i].to] = i;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  all(0);
  if (argc == 1)
    all(1);
  static struct pair pairs[Most];
  for (int repeats = 0; repeats < (argc == 1 ? 2 : 1); ++repeats) {
    fill(repeats);
    for (int i = 0; i < Most; ++i)
      pairs[i].to = From[i];
    beside(Most, pairs, Mark);
    show("beside");
  }
  return 0;
}
