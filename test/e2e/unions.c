// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unions: bytes that are read as other types, anonymous members, initialisers
// by name, elements that two members write.
// RUN: %e2e %s %t --native -Werror=pass-failed
#include "Inputs/show.h"
#include <stdint.h>

enum { n = 200 };
union word {
  float f;
  uint32_t u;
  unsigned char b[4];
};
struct vector {
  union {
    struct {
      float x, y, z;
    };
    float e[3];
  };
  int tag;
};
union mixed {
  int a[6];
  double d;
};
static const union word table[3] = {{1.5f}, {.u = 0x40000000}, {.b = {1, 2}}};

static float root(float x) {
  union word c;
  c.f = x;
  c.u = 0x5f3759df - (c.u >> 1);
  return c.f * (1.5f - 0.5f * x * c.f * c.f);
}

int main(void) {
  static union word a[n];
  static struct vector v[n];
  static union mixed m[n];
  static float x[n];
  static uint32_t o[n];
  for (int i = 0; i < n; ++i)
    a[i].u = (uint32_t)i * 2654435761u;

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    x[i] = root(1 + i * 0.25f);
    o[i] = a[i].b[1] * 256u + a[i].b[3];
    a[i].f = x[i];
    a[i].u ^= 0x80000000u;
    x[i] += a[i].f * 3;
    a[i].b[0] = 7;
    o[i] += a[i].u;
  }
  SHOW_FLOATS("roots", x, n);
  SHOW_INTEGERS("bytes", o, n);

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    struct vector t = {{{1, 2, 3}}, 4}, q = {.e = {i, 5, 6}, .tag = 2};
    union word z = {.u = i}, y = {0};
    t.y += q.x;
    x[i] = t.e[1] + q.z + y.f + table[i % 3].f;
    o[i] = z.b[0] + t.tag;
    v[i] = q;
    for (int k = 0; k < 3; ++k)
      v[i].e[k] += k;
    v[i].y += v[i].e[2];
  }
  SHOW_FLOATS("vectors", x, n);
  SHOW_INTEGERS("tags", o, n);

  // What one member has written another one reads.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    a[i].u = 0;
    for (int k = 0; k < 20; ++k) {
      a[i].f += x[(i + k) % n];
      a[i].u += 1;
    }
    for (int k = 0; k < 6; ++k) {
      m[i].a[k] += i * k;
      m[i].d *= 1;
    }
    union {
      int i[2];
      uint64_t u;
    } at = {.u = (uint64_t)(i + 1) << 32};
    at.i[0] = i;
    o[at.i[0]] = at.i[1] + m[i].a[5];
  }
  for (int i = 0; i < n; ++i)
    printf("%a %a %u\n", a[i].f, v[i].y, o[i]);
}
