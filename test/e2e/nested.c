// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Annotated loops inside annotated loops, in recursive functions, in inline
// functions, several in one function, and from several threads at once.
// RUN: %e2e %s %t --native -pthread
#include "Inputs/show.h"
#include <pthread.h>

static inline void fill(int *a, int n, int v) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] += v * i;
}

static void halve(int *a, int low, int high) {
  if (high - low < 4)
    return;
#pragma twofold parallel for
  for (int i = low; i < high; ++i)
    a[i] += high - low;
  halve(a, low, (low + high) / 2);
  halve(a, (low + high) / 2, high);
}

static int shared[4][200];

static void *worker(void *argument) {
  int *a = argument;
  for (int round = 0; round < 50; ++round) {
    long sum = 0;
#pragma twofold parallel for reduction(+ : sum)
    for (int i = 0; i < 200; ++i)
      sum += a[i] % 7;
#pragma twofold parallel for
    for (int i = 0; i < 200; ++i)
      a[i] = a[i] * 3 % 1009 + (int)sum;
  }
  return 0;
}

int main(void) {
  int a[64] = {0}, table[10][64];
  fill(a, 64, 3);
  halve(a, 0, 64);
  SHOW_INTEGERS("a", a, 64);
#pragma twofold parallel for
  for (int k = 0; k < 10; ++k) {
    int sum = 0;
#pragma twofold parallel for reduction(+ : sum)
    for (int i = 0; i < 64; ++i)
      sum += a[i] * k;
#pragma twofold parallel for
    for (int i = 0; i < 64; ++i)
      table[k][i] = sum + i;
  }
  SHOW_INTEGERS("table", table[0], 640);
  pthread_t threads[4];
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < 200; ++i)
      shared[t][i] = i * t;
    pthread_create(&threads[t], 0, worker, shared[t]);
  }
  for (int t = 0; t < 4; ++t) {
    pthread_join(threads[t], 0);
    SHOW_INTEGERS("thread", shared[t], 200);
  }
}
