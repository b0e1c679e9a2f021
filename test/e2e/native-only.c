// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies that no kernel can hold: they run on threads, and run right.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int value;
};

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int twice(int v) { return 2 * v; }
static int thrice(int v) { return 3 * v; }

static int sum_of(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = 0;
  for (int k = 0; k < count; ++k)
    sum += va_arg(list, int);
  va_end(list);
  return sum;
}

int main(void) {
  enum { n = 60 };
  int a[n], *rows[n], target[n];
  long double precise[n];
  char names[n][16];
  volatile int marks[n];
  struct node nodes[n];
  int (*functions[2])(int) = {twice, thrice};
  __int128 wide[n];
  int grain = 4;

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    a[i] = factorial(i % 10) + functions[i & 1](i) + sum_of(3, i, 2, 3);
    rows[i] = malloc(4 * sizeof(int));
    rows[i][i % 4] = i;
    snprintf(names[i], sizeof names[i], "n%d", i * 7);
    precise[i] = i / 3.0L;
    wide[i] = (__int128)i << 70;
    marks[i] = i;
    nodes[i].next = i ? &nodes[i - 1] : 0;
    nodes[i].value = (int)strlen(names[i]);
    int scratch[grain + 1];
    for (int k = 0; k <= grain; ++k)
      scratch[k] = k * i;
    target[i] = scratch[grain] + ({
                  int t = i;
                  t * 2;
                });
    goto skip;
    a[i] = 0;
  skip:;
  }
  __int128 least = wide[n - 1], most = -least;
  int at = 0;
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    if (wide[i] < least) {
      least = wide[i];
      at = i;
    }
    if (-wide[i] > most)
      most = -wide[i];
  }
  printf("%lld %d %lld\n", (long long)(least >> 64), at,
         (long long)(most >> 64));
  SHOW_INTEGERS("a", a, n);
  SHOW_INTEGERS("target", target, n);
  for (int i = 0; i < n; ++i) {
    printf("%d %s %.20Lg %lld %d %d\n", rows[i][i % 4], names[i], precise[i],
           (long long)(wide[i] >> 64), marks[i],
           nodes[i].value + (nodes[i].next ? nodes[i].next->value : 0));
    free(rows[i]);
  }
}
