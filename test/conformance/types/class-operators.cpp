// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A class with constructors, member and free operators, conversions, static members.
// RUN: %conform %s %t
#include "show.h"
struct Vec3 {
  float x = 0, y = 0, z = 0;
  constexpr Vec3() = default;
  constexpr Vec3(float x, float y, float z) : x(x), y(y), z(z) {}
  explicit constexpr Vec3(float s) : Vec3(s, s, s) {}
  constexpr Vec3 operator+(const Vec3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 &operator+=(const Vec3 &o) { x += o.x; y += o.y; z += o.z; return *this; }
  friend Vec3 operator*(float s, const Vec3 &v) { return Vec3(s * v.x, s * v.y, s * v.z); }
  float &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  bool operator==(const Vec3 &o) const { return x == o.x && y == o.y && z == o.z; }
  float operator()(float t) const { return x + y * t + z * t * t; }
  explicit operator bool() const { return x != 0; }
  operator float() const { return x + y + z; }
  static Vec3 unit(int axis) { Vec3 v; v[axis] = one; return v; }
  static constexpr float one = 1;
  float norm2() const { return x * x + y * y + z * z; }
};
int main() {
  const int n = 50;
  static Vec3 p[n], q[n];
  static float r[n];
  for (int i = 0; i < n; ++i) p[i] = Vec3(i, i - 3, 2);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Vec3 &v = q[i];
    v.x = i;
    Vec3 a(1, 2, 3), b, c(4);
    auto d = a + 2.0f * p[i];
    d += c;
    d[1] = 5;
    v += d + Vec3::unit(i % 3);
    r[i] = p[i].norm2() + (a == b) + d(2) + (c ? 1 : 0) + float(Vec3(1, 1, 1));
    Vec3 t[3];
    t[i % 3] += a;
    r[i] += t[1].norm2();
  }
  SHOW_FLOATS("f_q", &q[0].x, 3 * n);
  SHOW_FLOATS("f_r", r, n);
}
