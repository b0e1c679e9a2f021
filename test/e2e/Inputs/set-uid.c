// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says whether the program has other rights than its caller's, where a block of
// middling size lies in its page, and what a loop computes.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>

int main(void) {
  enum { Count = 1 << 20 };
  char *block = malloc(100000);
  int *x = malloc(Count * sizeof *x);
  if (!block || !x)
    return 1;
#pragma twofold parallel for extent(x, Count)
  for (int i = 0; i < Count; ++i)
    x[i] = 3 * i;
  long sum = 0;
  for (int i = 0; i < Count; ++i)
    sum += x[i];
  printf("secure %d block %d sum %ld\n", getauxval(AT_SECURE) != 0,
         (int)((uintptr_t)block % 4096), sum);
  free(x);
  free(block);
}
