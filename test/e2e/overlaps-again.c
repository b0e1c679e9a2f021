// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short calls that repeat are not looked at again, by no thread but the one
// that made them; one that differs in a single number is.
// RUN: %clang %plugin %include -O2 %s -o %t %runtime_flags -pthread
// RUN: env TWOFOLD_DEVICE=native %t
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INLINE=0 %t
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 400, ROUNDS = 200 };

#define BODY                                                                   \
  for (int i = 0; i < n; ++i)                                                  \
    for (int j = first; j < m; ++j)                                            \
      a[i * ld + step * j] = b[i * ld + step * j] + 1;

static void serial(double *a, double *b, int n, int first, int m, int ld,
                   int step) {
  BODY
}

__attribute__((noinline)) static void
tested(double *a, double *b, int n, int first, int m, int ld, int step) {
#pragma twofold parallel for collapse(2)
  BODY
}

struct call {
  int b, n, first, m, ld, step;
};
// Columns that interleave, and what differs from that in one number.
static const struct call calls[] = {
    {1, 8, 0, 6, 24, 2},   {1, 8, 0, 6, 24, 2},  {24, 8, 0, 6, 24, 2},
    {1, 8, 0, 6, 24, 2},   {1, 8, 0, 6, 24, 1},  {1, 8, 0, 6, 24, 2},
    {1, 8, 0, 6, 11, 2},   {1, 8, 0, 13, 24, 2}, {1, 8, 1, 6, 24, 2},
    {2, 8, 0, 6, 24, 2},   {1, 8, 0, 6, 24, 2},  {-2, 8, 0, 6, 24, 2},
    {-24, 8, 0, 6, 24, 2}, {1, 1, 0, 6, 24, 2},
};

static void *run(void *from) {
  static _Thread_local double memory[2 * SIZE], expected[2 * SIZE];
  int wrong = 0, count = sizeof calls / sizeof *calls;
  for (int r = 0; r < ROUNDS; ++r) {
    const struct call c = calls[(r * 5 + *(int *)from) % count];
    for (int times = 0; times < 1 + r % 3; ++times) {
      for (int i = 0; i < 2 * SIZE; ++i)
        memory[i] = expected[i] = i * 7 % 31;
      double *a = memory + 100, *e = expected + 100;
      tested(a, a + c.b, c.n, c.first, c.m, c.ld, c.step);
      serial(e, e + c.b, c.n, c.first, c.m, c.ld, c.step);
      wrong += memcmp(memory, expected, sizeof memory) != 0;
    }
  }
  *(int *)from = wrong;
  return 0;
}

int main(void) {
  int from[4] = {0, 3, 5, 9}, wrong = 0;
  pthread_t others[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&others[i], 0, run, &from[i]);
  run(&from[3]);
  for (int i = 0; i < 3; ++i)
    pthread_join(others[i], 0);
  for (int i = 0; i < 4; ++i)
    wrong += from[i];
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
