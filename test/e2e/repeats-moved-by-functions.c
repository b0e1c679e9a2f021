// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that functions move on through pointers, in inner loops. Each loop
// is called where no two iterations meet, then where some do, which the call
// finds.
// RUN: %e2e %s %t --native
// RUN: %clang %plugin -w -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t apart 2>&1 >%t.out | not grep "in order"
#include <stdio.h>

enum { Most = 1500, Room = 10 * Most + 20 };
typedef struct {
  int at, end;
} cursor;
static cursor Cursors[Most];
static int At[Most], End[Most], Out[Room];

static int more(const cursor *c) { return c->at < c->end; }
static int next(cursor *c) { return c->at++; }
static void advance(cursor *c) { c->at += 1; }
static int take(int *p) {
  int was = *p;
  *p = was + 1;
  return was;
}
static int deep(int *p) { return take(p); }
static inline int later(int *p);
static int next_or_none(cursor *c) {
  if (c->at >= c->end)
    return -1;
  return c->at++;
}

// CHECK-DAG: repeats-moved-by-functions.c:[[# @LINE + 3]]: runs in order
static void drawn(int n, cursor *c, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    while (more(&c[i])) {
      int place = next(&c[i]);
      out[place] = out[place] * 3 + i;
    }
}

// CHECK-DAG: repeats-moved-by-functions.c:[[# @LINE + 3]]: runs in order
static void moved(int n, cursor *c, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    while (c[i].at < c[i].end) {
      out[c[i].at] = out[c[i].at] * 3 + i;
      advance(c + i);
    }
}

// CHECK-DAG: repeats-moved-by-functions.c:[[# @LINE + 3]]: runs in order
static void pointed(int n, cursor *c, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    cursor *own = &c[i];
    while (more(own)) {
      cursor *again = &c[i];
      int place = next(again);
      out[place] = out[place] * 3 + i;
    }
  }
}

// CHECK-DAG: repeats-moved-by-functions.c:[[# @LINE + 3]]: runs in order
static void taken(int n, int *at, const int *end, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    while (at[i] < end[i]) {
      int place = deep(&at[i]);
      out[place] = out[place] * 3 + i;
    }
}

// CHECK-DAG: repeats-moved-by-functions.c:[[# @LINE + 3]]: runs in order
static void defined_later(int n, int *at, const int *end, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    while (at[i] < end[i]) {
      int place = later(&at[i]);
      out[place] = out[place] * 3 + i;
    }
}
static inline int later(int *p) { return (*p)++; }

// CHECK-DAG: repeats-moved-by-functions.c:[[# @LINE + 3]]: runs in order
static void left_early(int n, cursor *c, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (;;) {
      int place = next_or_none(&c[i]);
      if (place < 0)
        break;
      out[place] = out[place] * 3 + i;
    }
}

#define RUN(name, ...)                                                         \
  for (int i = 0; i < Most; ++i) {                                             \
    At[i] = 10 * i;                                                            \
    End[i] = 10 * i + length;                                                  \
    Cursors[i] = (cursor){At[i], End[i]};                                      \
  }                                                                            \
  for (int i = 0; i < Room; ++i)                                               \
    Out[i] = i;                                                                \
  name(Most, __VA_ARGS__);                                                     \
  for (int i = 0; i < Room; ++i)                                               \
    sum = sum * 31 + Out[i];                                                   \
  printf(#name " %u\n", sum)

static void all(int length) {
  unsigned sum = 0;
  RUN(drawn, Cursors, Out);
  RUN(moved, Cursors, Out);
  RUN(pointed, Cursors, Out);
  RUN(taken, At, End, Out);
  RUN(defined_later, At, End, Out);
  RUN(left_early, Cursors, Out);
}

int main(int argc, char **argv) {
  (void)argv;
  all(10);
  if (argc == 1)
    all(12);
  return 0;
}
