// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ++ and -- before and behind, of every arithmetic type.
// RUN: %conform %s %t
#include "show.h"

enum { N = 200 };

int main(void) {
  static int x[N];
  signed char c = 100;
  unsigned short s = 2;
  unsigned u = 1;
  long l = -5;
  float f = 0.5f;
  double d = -1;
  for (int i = 0; i < N; ++i)
    x[i] = i * 43 % 19;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    c++;
    --s;
    x[i] > 9 ? u-- : ++u;
    if (x[i] == 4)
      l++, l++;
    x[i] & 1 && ++f;
    for (int j = 0; j < x[i]; ++j, d--)
      ;
  }
  SHOW_INTEGER(c);
  SHOW_INTEGER(s);
  SHOW_INTEGER(u);
  SHOW_INTEGER(l);
  SHOW_FLOAT(f);
  SHOW_FLOAT(d);
}
