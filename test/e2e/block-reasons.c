// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When no block is found, the loop runs natively and says of which array
// nothing is known, and why.
// REQUIRES: pocl
// RUN: %clang %plugin -Wno-pass-failed -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_INFO=3 %t 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { Count = 1 << 16 };

__attribute__((noinline)) static void gather(int *to, const int *places,
                                             const int *at, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    to[i] = places[at[i]];
}

int main(void) {
  size_t bytes = Count * sizeof(int);
  int *to = calloc(Count, sizeof(int)), *at = calloc(Count, sizeof(int));
  char *block = calloc(Count, sizeof(int));
  // CHECK: 65536 iterations{{.*}}; touches 768 KiB
  gather(to, (int *)block, at, Count);
  // CHECK: 65536 iterations{{.*}} thread{{.*}}, because the extent of 'places' is not known: it is in no block of 1 KiB or more
  char *shut = (char *)(((size_t)block + 8191) / 4096 * 4096);
  mprotect(shut, 4096, PROT_READ);
  gather(to, (int *)block, at, Count);
  mprotect(shut, 4096, PROT_READ | PROT_WRITE);
  // CHECK: 65536 iterations{{.*}}; touches 768 KiB
  gather(to, (int *)block, at, Count);
  // CHECK: 65536 iterations{{.*}} extent of 'places' is not known: {{.*}}; extent(places, count) would tell it
  int *file = mmap(0, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  gather(to, file, at, Count);
  return 0;
}
