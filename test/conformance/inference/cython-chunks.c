// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chunks and thread counts that functions give are asked for once.
// RUN: %conform %s %t
#include "show.h"

static int asked;
static int three(void) { return ++asked, 3; }

int main(void) {
  int first = 0, second = 0;
#pragma twofold parallel for num_threads(2) schedule(static, three())
  for (int i = 0; i < 10; ++i)
    first += i;
#pragma twofold parallel for num_threads(three()) schedule(dynamic, three())
  for (int i = 0; i < 10; ++i)
    second += i;
  SHOW_INTEGER(first);
  SHOW_INTEGER(second);
#ifndef WITH_PLUGIN
  asked = 3; // the serial program has no use for them
#endif
  SHOW_INTEGER(asked);
}
