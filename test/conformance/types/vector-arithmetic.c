// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of clang's kind: arithmetic, mixed with numbers, in arrays, as captures and locals.
// RUN: %conform %s %t
#include "show.h"

typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int4 __attribute__((ext_vector_type(4)));
typedef double double2 __attribute__((ext_vector_type(2)));
typedef unsigned char uchar8 __attribute__((ext_vector_type(8)));
enum { N = 50 };

static float4 lerp(float4 a, float4 b, float t) { return a + (b - a) * t; }

int main(void) {
  static float4 a[N], b[N];
  static int4 k[N];
  static double2 d[N];
  static uchar8 c[N];
  for (int i = 0; i < N; ++i)
    a[i] = (float4){i, i * 0.5f, 3, -i};
  float4 origin = {1, 2, 3, 4};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    float4 v = a[i] - origin, w = 2;
    b[i] = lerp(v, w, 0.25f) * 3 - a[i] / 7.0f;
    b[i] += v * w;
    b[i] -= 1;
    k[i] = (int4){i, -i, i * i, 7} % 5 + ((int4)(i) << 2) - (~(int4){1, 2, 3, 4} & 6);
    d[i] = (double2){i * 0.1, 4} * 1.5;
    c[i] = (uchar8)(i * 7) + (uchar8){1, 2, 3, 200};
  }
  SHOW_FLOATS("f_b", (float *)b, 4 * N);
  SHOW_INTEGERS("k", (int *)k, 4 * N);
  SHOW_FLOATS("d", (double *)d, 2 * N);
  SHOW_INTEGERS("c", (unsigned char *)c, 8 * N);
}
