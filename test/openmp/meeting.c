// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that iterations change one at a time are updates of a reduction, or the
// loop stays: where they are is computed by what no call is asked for.
// RUN: %openmp %s %t --kernels 3 --alone 2
// RUN: %clang -O1 -fopenmp -c %s -o %t.o %plugin -fplugin-arg-twofold-openmp \
// RUN:   -Rpass-missed=twofold 2>&1 | %FileCheck %s
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 400, PLACES = 8, ROUNDS = 3 };
static uint16_t a[N];
static struct { int level; } by = {3};
static unsigned s[PLACES];
static uint64_t show(void) {
  uint64_t sum = 0;
  for (int k = 0; k < PLACES; ++k)
    sum = sum * 31 + s[k], s[k] = 0;
  return sum;
}
static void doubled(void) {
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const int k = (a[i] / -(by.level & 7)) & (PLACES - 1);
#pragma omp critical
    { s[k] = s[k] * 2 + 1; }
    // CHECK-DAG: :[[@LINE-1]]:{{.*}}stays as it is: iterations may meet at an element of 's' that they change one at a time, but not as a reduction does, so they would run in order
  }
}
static unsigned third(void) {
  unsigned n = 0;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < N; ++i) {
    const int k = (a[i] / -(by.level & 7)) & (PLACES - 1);
#pragma omp critical(counts)
    {
      // CHECK-DAG: :[[@LINE+1]]:{{.*}}stays as it is: iterations may meet at an element of 's'
      if (++s[k] % 3 == 0)
        n++;
    }
  }
  return n;
}
static uint64_t drawn(void) {
  uint64_t n = 0;
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const int k = (a[i] / -(by.level & 7)) & (PLACES - 1);
#pragma omp critical(counts)
    n += s[k]++;
    // CHECK-DAG: :[[@LINE-1]]:{{.*}}stays as it is: iterations may meet at an element of 's'
  }
  return n;
}
static void counted(void) {
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const int k = (a[i] / -(by.level & 7)) & (PLACES - 1);
#pragma omp critical
    s[k] += 2;
  }
}
static void stepped(void) {
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    const int k = (a[i] / -(by.level & 7)) & (PLACES - 1);
#pragma omp atomic
    s[k] += a[i];
  }
}
static unsigned taken(void) {
  unsigned n = 0, sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; ++i) {
    unsigned at;
#pragma omp atomic capture
    at = n++;
    sum += at * at;
  }
  return sum;
}
// Rows of a table, whose places are known to the call alone.
static int *table[3];
static void rows(int **t) {
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
#pragma omp critical
    t[a[i] % 3][i % 5] = (t[a[i] % 3][i % 5] + 1) % 7;
  }
}
static void reversed(int **t) {
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    int *row = t[a[i] % 3];
#pragma omp atomic
    row[i % 5] = 3 - row[i % 5];
  }
}
int main(void) {
  for (int i = 0; i < 3; ++i)
    table[i] = calloc(5, sizeof(int));
  for (int i = 0; i < N; ++i)
    a[i] = (uint16_t)((unsigned)i * 2654435761u >> 9);
  uint64_t sum = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    doubled();
    rows(table);
    reversed(table);
    sum = sum * 31 + show();
    sum = sum * 31 + third();
    sum = sum * 31 + show();
    sum = sum * 31 + drawn();
    sum = sum * 31 + show();
  }
  sum = sum * 31 + taken();
  for (int i = 0; i < 15; ++i)
    sum = sum * 31 + (unsigned)table[i / 5][i % 5];
  counted();
  sum = sum * 31 + show();
  stepped();
  sum = sum * 31 + show();
  printf("%llu\n", (unsigned long long)sum);
}
