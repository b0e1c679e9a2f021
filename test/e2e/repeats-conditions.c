// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner loops whose conditions move them on, or come last, and pointers in
// memory that inner loops move on. Each loop is called where no two iterations
// meet, then where some do, which the call finds.
// RUN: %e2e %s %t --native
// RUN: %clang %plugin -w -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t apart 2>&1 >%t.out | not grep "in order"
#include <stdio.h>

enum { Most = 1500, Room = 10 * Most + 20 };
typedef struct {
  int at, end;
} cursor;
typedef struct {
  int *to, *end;
} writer;
static cursor Cursors[Most];
static writer Writers[Most];
static int *Places[Most];
static int First[Most], Next[Room], Out[Room];

static int pop(cursor *c) {
  if (c->at == c->end)
    return -1;
  return c->at++;
}

// CHECK-DAG: repeats-conditions.c:[[# @LINE + 3]]: runs in order
static void popped(int n, cursor *c, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int place;
    while ((place = pop(&c[i])) != -1)
      out[place] = out[place] * 3 + i;
  }
}

// CHECK-DAG: repeats-conditions.c:[[# @LINE + 3]]: runs in order
static void led(int n, const int *first, const int *next, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int place = first[i];
    while ((place = next[place]) >= 0)
      out[place] = out[place] * 3 + i;
  }
}

// CHECK-DAG: repeats-conditions.c:[[# @LINE + 3]]: runs in order
static void led_so_far(int n, const int *first, const int *next, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int place = first[i], rounds = 0;
    while (!((place = next[place]) < 0) && rounds < 20) {
      out[place] = out[place] * 3 + i;
      ++rounds;
    }
  }
}

// CHECK-DAG: repeats-conditions.c:[[# @LINE + 3]]: runs in order
static void led_at_last(int n, const int *first, const int *next, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int place = first[i];
    do
      out[place] = out[place] * 3 + i;
    while ((place = next[place]) >= 0);
  }
}

static void emit(int **to, int x) { *(*to)++ = x; }

// CHECK-DAG: repeats-conditions.c:[[# @LINE + 3]]: runs in order
static void emitted(int n, int **places, const cursor *c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = c[i].at; k < c[i].end; ++k)
      emit(&places[i], i);
}

static void write_one(writer *w, int x) {
  *w->to = x;
  w->to++;
}

// CHECK-DAG: repeats-conditions.c:[[# @LINE + 3]]: runs in order
static void written(int n, writer *w) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    while (w[i].to < w[i].end)
      write_one(&w[i], i);
}

#define RUN(name, ...)                                                         \
  for (int i = 0; i < Room; ++i) {                                             \
    Out[i] = i;                                                                \
    Next[i] = i % 10 == 9 && (length == 10 || i / 10 % 2 == 1) ? -1 : i + 1;   \
  }                                                                            \
  for (int i = 0; i < Most; ++i) {                                             \
    First[i] = 10 * i;                                                         \
    Cursors[i] = (cursor){10 * i, 10 * i + length};                            \
    Places[i] = Out + 10 * i;                                                  \
    Writers[i] = (writer){Out + 10 * i, Out + 10 * i + length};                \
  }                                                                            \
  name(Most, __VA_ARGS__);                                                     \
  for (int i = 0; i < Room; ++i)                                               \
    sum = sum * 31 + Out[i];                                                   \
  printf(#name " %u\n", sum)

static void all(int length) {
  unsigned sum = 0;
  RUN(popped, Cursors, Out);
  RUN(led, First, Next, Out);
  RUN(led_so_far, First, Next, Out);
  RUN(led_at_last, First, Next, Out);
  RUN(emitted, Places, Cursors);
  RUN(written, Writers);
}

int main(int argc, char **argv) {
  (void)argv;
  all(10);
  if (argc == 1)
    all(12);
  return 0;
}
