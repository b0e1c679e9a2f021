// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that is handed to another one reads a variable of the program
// that each iteration assigns.
// RUN: %e2e %s %t --native
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };

static int key;
static int by_key(const void *a, const void *b) {
  return (*(const int *)a ^ key) - (*(const int *)b ^ key);
}

static int out[N];

int main(void) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    key = i & 3;
    int three[3] = {3, 1, 2};
    qsort(three, 3, sizeof *three, by_key);
    out[i] = three[0];
  }
  unsigned hash = 0;
  for (int i = 0; i < N; ++i)
    hash = hash * 31 + (unsigned)out[i];
  printf("%u %d\n", hash, key);
}
