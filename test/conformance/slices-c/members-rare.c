// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that no kernel has: bits, volatile and atomic ones; and, beside them,
// arrays in structs and complex numbers.
// RUN: %conform %s %t --native
#include <complex.h>
#include <stdatomic.h>

#include "show.h"
/* clang-format off */

enum { N = 6 };
struct bits { unsigned a : 5, b : 11; int c : 7; };
struct holder { int v[4]; double w; };

int main(void) {
  struct bits s[N];
  struct holder r[N], q[N];
  float _Complex c[N], d[N];
  volatile int v[N];
  _Atomic int m[N];
  for (int i = 0; i < N; ++i) {
    s[i].a = (unsigned)i;
    s[i].b = (unsigned)i * 100;
    s[i].c = -i;
    c[i] = (float)i + 2.0f * I;
    v[i] = m[i] = i;
    for (int k = 0; k < 4; ++k)
      r[i].v[k] = i * k;
    r[i].w = i;
    q[i] = r[i];
  }
#ifdef WITH_PLUGIN
  int n = N;
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#pragma twofold slice
  {
    s[0:n].a = s[0:n].b + 7;
    s[0:n].c += s[0:n].a;
    s[0:n].b++;
    c[0:n] = c[0:n] * 2 + conjf(c[0:n]);
    d[0:n] = crealf(c[0:n]);
    v[0:n] = v[0:n] + 1;
    v[0:n] *= 2;
    m[0:n] += v[0:n];
    m[n - 1:n:-1] -= m[0:n];
    r[0:n].v[0:2:2] = 0;
    q[0:n] = r[0:n];
    q[0:n].w *= 2;
    r[0:4].v[:] = q[1:4].v[:];
  }
#pragma clang diagnostic pop
#else
  int old[N];
  for (int i = 0; i < N; ++i) {
    s[i].a = s[i].b + 7u;
    s[i].c += (int)s[i].a;
    s[i].b++;
    c[i] = c[i] * 2 + conjf(c[i]);
    d[i] = crealf(c[i]);
    v[i] = v[i] + 1;
    v[i] *= 2;
    m[i] += v[i];
    r[i].v[0] = r[i].v[2] = 0;
    q[i] = r[i];
    q[i].w *= 2;
    old[i] = m[i];
  }
  for (int i = 0; i < N; ++i)
    m[N - 1 - i] = old[N - 1 - i] - old[i];
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k)
      r[i].v[k] = q[i + 1].v[k];
#endif
  for (int i = 0; i < N; ++i) {
    printf("%d %d %d %d %d\n", s[i].a, s[i].b, s[i].c, v[i], m[i]);
    printf("%g %g %g %g\n", crealf(c[i]), cimagf(c[i]), crealf(d[i]), q[i].w);
    printf("%d %d %d %d\n", r[i].v[0], r[i].v[1], r[i].v[2], r[i].v[3]);
  }
}
