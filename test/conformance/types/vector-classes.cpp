// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors as members, captures, template results; lanes of what ?: chooses.
// RUN: %conform %s %t
#include "show.h"
typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int4 __attribute__((ext_vector_type(4)));
struct Ray {
  float4 o, d;
  Ray(float4 o, float4 d) : o(o), d(d) {}
  float4 at(float t) const { return o + t * d; }
};
static float dot(float4 a, float4 b) {
  float4 p = a * b;
  return p.x + p.y + p.z + p.w;
}
template <int N> float pick(float4 v) { return v[N]; }
int main() {
  enum { N = 30 };
  static float4 a[N];
  static float o[N];
  static Ray rays[2] = {Ray(float4{1, 2, 3, 4}, float4{0, 1, 0, 1}), Ray((float4)(2.f), (float4)(3.f))};
  float4 base = {1, 2, 3, 4};
  float4 table[3] = {base, base * 2.f, base.wzyx};
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    Ray r(table[i % 3], base);
    a[i].zw = r.at(i).xy;
    o[i] = dot(r.at(2), rays[i % 2].at(i)) + pick<2>(base) + base.y;
    int4 m = {i, 2, 3, 4};
    m[i & 3]++;
    o[i] += m.x + m.w;
    a[i].x += (i % 2 ? base : table[1]).y;
  }
  SHOW_FLOATS("f_a", (float *)a, 4 * N);
  SHOW_FLOATS("f_o", o, N);
}
