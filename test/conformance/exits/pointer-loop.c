// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop over a pointer, with a sentinel in the array.
// RUN: %conform %s %t
#include "show.h"
static long length(const char *text, long most) {
  const char *p;
#pragma twofold parallel for
  for (p = text; p < text + most; ++p)
    if (*p == 0)
      break;
  return p - text;
}

int main(void) {
  static char text[2000];
  SHOW_INTEGER(length(text, 2000));
  for (int i = 0; i < 2000; ++i)
    text[i] = 'a' + i % 26;
  SHOW_INTEGER(length(text, 0));
  SHOW_INTEGER(length(text, 2000));
  text[1500] = 0;
  text[1700] = 0;
  SHOW_INTEGER(length(text, 2000));
}
