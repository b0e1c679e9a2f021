// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner loops whose body always ends with a break have one round or none: what it
// stores to is compared as behind a condition.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %clang %plugin -w -O1 %s -o %t.told %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_CHECK=1 %t.told 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_CHECK=1 %t.told apart 2>&1 >%t.out | count 0
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };
static int Parent[N], Row[N + 1], Column[N], Seen[N];

static long first(int places) {
  long found = 0;
  // CHECK-DAG: repeats-once.c:[[#@LINE+2]]: runs in order in calls like this one
#pragma twofold parallel for reduction(+ : found)
  for (int i = 0; i < N; ++i)
    if (Parent[i] < 0)
      for (int k = Row[i]; k < Row[i + 1]; ++k) {
        Parent[i] = Column[k];
        ++found;
        Seen[i * 7 % places] = i;
        break;
      }
  return found;
}

static void once(int places) {
  // CHECK-DAG: repeats-once.c:[[#@LINE+2]]: runs in order in calls like this one
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    while (Column[i] % 3) {
      int at = i % places;
      if (Column[i] % 3 == 1)
        Seen[at] += i;
      else
        Seen[at] = i;
      break;
    }
}

int main(int argc, char **argv) {
  for (int repeats = 0; repeats < (argc > 1 ? 1 : 2); ++repeats) {
    for (int i = 0; i < N; ++i) {
      Parent[i] = i % 3 ? -1 : 5;
      Column[i] = i * 11 % 1009;
      Row[i] = i - i % 2;
    }
    Row[N] = N;
    long found = first(repeats ? 50 : N);
    once(repeats ? 50 : N);
    unsigned long sum = (unsigned long)found;
    for (int i = 0; i < N; ++i)
      sum = sum * 31 + (unsigned)(Seen[i] + Parent[i]);
    printf("%lu\n", sum);
  }
  return 0;
}
