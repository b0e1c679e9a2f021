// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices in macros of headers, precompiled ones, preprocessed units, and in all
// versions of C.
// RUN: split-file %s %t
// RUN: %clang %plugin -Wall -Werror -Wno-pass-failed -O1 -x c-header %t/sums.h -o %t/sums.pch
// RUN: %clang %plugin -Wall -Werror -Wno-pass-failed -O1 -include-pch %t/sums.pch %t/main.c -o %t/pch %runtime_flags
// RUN: %t/pch | %FileCheck %s
// RUN: %clang %plugin -E -include %t/sums.h %t/main.c -o %t/main.i
// RUN: %clang %plugin -Wall -Werror -Wno-pass-failed -O1 %t/main.i -o %t/text %runtime_flags
// RUN: %t/text | %FileCheck %s
// RUN: cd %t && %clang %plugin -save-temps -Wno-pass-failed -std=gnu89 -include sums.h main.c -o saved %runtime_flags
// RUN: %t/saved | %FileCheck %s
// RUN: %clang %plugin -std=c23 -Wall -Werror -Wno-pass-failed -O1 -include %t/sums.h %t/main.c -o %t/c23 %runtime_flags
// RUN: %t/c23 | %FileCheck %s
// CHECK: 46 5 99 6

//--- sums.h
#define TWICE(o, a, n)                                                         \
  _Pragma("twofold slice") {                                                   \
    (o)[0 : n] = 2 * (a)[0 : n];                                               \
    if ((a)[0 : n] > 3)                                                        \
      (o)[0 : n] = 3;                                                          \
  }
static __inline__ void add(float *o, const float *a, int n) {
#pragma twofold slice
  o[0:n] += a[0:n];
}

//--- main.c
int printf(const char *, ...);
static float t[3][4];
/* Each row in a loop of its own. */
static void rows(float (*b)[4]) {
  int i;
#pragma twofold parallel for
  for (i = 0; i < 3; ++i) {
#pragma twofold slice
    {
      t[i][:] = b[i][:];
      if (b[i][0:3] > 5)
        t[i][1:3] += t[i][0:3];
    }
  }
}
int main(void) {
  float a[9], o[9], b[3][4], s;
  int i, n = 9;
  for (i = 0; i < 9; ++i)
    a[i] = i, o[i] = 0;
  TWICE(o, a, n)
  add(o, a, n);
#pragma twofold slice
  if (a[0:n] > 4)
    o[0:n] = a[0:n];
  else
    o[0:n] -= 1;
#pragma twofold slice
  s = twofold_sum(o[0:n]);
#pragma twofold slice
  o[0:n] = a[0:n], a[0:n]++;
  for (i = 0; i < 12; ++i)
    b[i / 4][i % 4] = i;
  rows(b);
#pragma twofold slice
  printf("%g %g %g %g\n", s, o[2] + a[2], twofold_sum(t[:][:]), t[1][2]);
  return 0;
}
