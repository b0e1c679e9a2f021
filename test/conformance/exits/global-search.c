// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Globals decide about the exit and take what was found.
// RUN: %conform %s %t
#include "show.h"
static int table[777], wanted, place = -1;

int main(void) {
  for (int i = 0; i < 777; ++i)
    table[i] = i * 2 % 779;
  for (wanted = 0; wanted < 1000; wanted += 199) {
#pragma twofold parallel for
    for (int i = 0; i < 777; ++i)
      if (table[i] == wanted) {
        place = i;
        break;
      }
    SHOW_INTEGER(place);
  }
}
