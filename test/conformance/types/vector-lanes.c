// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes by name, several at once, as places; halves; subscripts, constant and computed.
// RUN: %conform %s %t
#include "show.h"

typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float3 __attribute__((ext_vector_type(3)));
typedef float float2 __attribute__((ext_vector_type(2)));
typedef short short8 __attribute__((ext_vector_type(8)));
enum { N = 50 };
struct particle {
  float3 at, speed;
  float mass;
};

int main(void) {
  static float4 a[N], b[N];
  static float r[N];
  static short8 s[N];
  static struct particle p[N];
  for (int i = 0; i < N; ++i)
    a[i] = b[i] = (float4){i, i * 0.5f, 3, -i};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    float4 v = a[i].wzyx;
    b[i].xz = v.yw;
    b[i].w += 1;
    v.lo = v.hi * 2;
    float2 h = v.odd + a[i].even;
    r[i] = v.x + h.y + a[i][2] + v[i % 4] + a[i][(i + 1) % 4];
    v[i % 3] = 9;
    b[i][1] = v.s1 + v.r;
    s[i] = (short8){i, 1, 2, 3, 4, 5, 6, i};
    s[i].s07 = s[i].s70 + (short)1;
    s[i][i % 8] *= 2;
    p[i].at = a[i].xyz;
    p[i].speed.xy = h;
    p[i].speed.z = p[i].at.y;
    p[i].mass = p[i].at.z;
    struct particle *q = &p[i];
    q->at.xy -= 1;
  }
  SHOW_FLOATS("f_b", (float *)b, 4 * N);
  SHOW_FLOATS("f_r", r, N);
  SHOW_INTEGERS("s", (short *)s, 8 * N);
  for (int i = 0; i < N; ++i)
    SHOW_FLOAT(p[i].at.x + p[i].at.y * 10 + p[i].at.z * 100 + p[i].speed.x + p[i].speed.y + p[i].speed.z + p[i].mass);
}
