// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bound is larger than the array, which a sentinel ends: iterations run in
// order where reading ahead could leave mapped memory.
// RUN: %conform %s %t --native
#include "show.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static long length(const char *text, long most) {
  long n = -1;
#pragma twofold parallel for
  for (long i = 0; i < most; ++i)
    if (text[i] == 0) {
      n = i;
      break;
    }
  return n;
}

int main(void) {
  char *pages = mmap(0, 1 << 16, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + (1 << 15), 1 << 15, PROT_NONE);
  memset(pages, 1, 1 << 15);
  pages[(1 << 15) - 1] = 0;
  SHOW_INTEGER(length(pages, 1 << 16));
  SHOW_INTEGER(length(pages + 1000, 1L << 40));
  SHOW_INTEGER(length(pages, (1 << 15) - 1));
}
