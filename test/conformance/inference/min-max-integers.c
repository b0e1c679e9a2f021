// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Minima and maxima of every integer type, by if and by ?:.
// RUN: %conform %s %t
#include "show.h"

enum { N = 256 };
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

int main(void) {
  static signed char c[N];
  static unsigned char uc[N];
  static short s[N];
  static unsigned u[N];
  static long l[N];
  static unsigned long ul[N];
  signed char cmin = 100, cmax = -100;
  unsigned char ucmin = 200, ucmax = 3;
  short smin = 30000, smax = -30000;
  unsigned umin = ~0u, umax = 0;
  long lmin = 1L << 62, lmax = -(1L << 62);
  unsigned long ulmin = ~0ul, ulmax = 0;
  for (int i = 0; i < N; ++i) {
    c[i] = (signed char)(i * 37);
    uc[i] = (unsigned char)(i * 41);
    s[i] = (short)(i * 3571);
    u[i] = i * 2654435761u;
    l[i] = (long)i * 0x9e3779b97f4a7c15l;
    ul[i] = (unsigned long)i * 0xd1342543de82ef95ul;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    cmin = MIN(c[i], cmin);
    cmax = MAX(cmax, c[i]);
    if (uc[i] < ucmin)
      ucmin = uc[i];
    if (ucmax < uc[i])
      ucmax = uc[i];
    smin = s[i] <= smin ? s[i] : smin;
    smax = smax >= s[i] ? smax : s[i];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    umin = MIN(umin, u[i]);
    umax = MAX(u[i], umax);
    if (l[i] < lmin)
      lmin = l[i];
    lmax = lmax < l[i] ? l[i] : lmax;
    if (ulmin > ul[i])
      ulmin = ul[i];
    ulmax = MAX(ulmax, ul[i]);
  }
  long results[] = {cmin, cmax, ucmin, ucmax, smin, smax,
                    umin, umax, lmin,  lmax,  ulmin, ulmax};
  SHOW_INTEGERS("results", results, 12);
}
