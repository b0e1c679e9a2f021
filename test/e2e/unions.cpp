// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Anonymous unions of classes, their constructors and defaults; std::optional.
// RUN: %e2e %s %t --native -std=c++20 -Werror=pass-failed
#include "Inputs/show.h"
#include <cstdint>
#include <optional>
#include <vector>

template <class T> struct Vec {
  union {
    T x, r;
  };
  union {
    T y, g;
  };
  constexpr Vec() : x(0), y(1) {}
  constexpr Vec(T a, T b) : x(a), y(b) {}
  T &operator[](int i) { return i == 0 ? x : y; }
  Vec &operator+=(const Vec &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  friend Vec operator*(Vec a, T s) { return Vec(a.x * s, a.y * s); }
};
struct Named : Vec<float> {
  int n = 2;
  Named() = default;
  Named(float v) : Vec<float>(v, v + 1) {}
};
union Colour {
  uint32_t rgba;
  struct {
    uint8_t r, g, b, a;
  };
  Colour() : rgba(0xff000000) {}
  Colour(uint8_t R, uint8_t G, uint8_t B) : r(R), g(G), b(B), a(255) {}
};
struct Tagged {
  enum Kind : uint8_t { Integer, Number } kind;
  union {
    int i;
    float f;
  };
  Tagged(int v = 0) : kind(Integer), i(v) {}
  Tagged(float v) : kind(Number), f(v) {}
  float get() const { return kind == Integer ? float(i) : f; }
};
struct Defaults {
  union {
    int a = 5;
    float b;
  };
  union Bytes {
    char c[8];
    double d;
  } bytes{};
};

int main() {
  const int n = 100;
  std::vector<float> out(n);
  std::vector<Vec<float>> v(n);
  std::vector<Named> named(n);
  std::vector<Colour> colours(n);
  std::vector<Tagged> tagged(n);
  std::vector<std::optional<int>> maybe(n);
  for (int i = 0; i < n; i += 3)
    maybe[i] = i;

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    v[i] += Vec<float>(i, 2) * 0.5f;
    v[i].r += v[i][1];
    v[i][i % 2] *= 2;
    named[i] = Named(i * 0.5f);
    out[i] = v[i].x + v[i].g + named[i].x * named[i].n;
  }
  SHOW_FLOATS("vectors", out, n);

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Colour c(uint8_t(i), uint8_t(i * 3), 7), k;
    c.rgba ^= k.rgba >> 8;
    c.g /= 2;
    colours[i] = i % 2 ? c : Colour();
    if (i % 2)
      tagged[i] = Tagged(i);
    else
      tagged[i] = Tagged(i * 0.5f);
    Defaults d;
    d.bytes.c[3] = char(i);
    out[i] = d.a + d.bytes.c[3] + d.bytes.c[0] + tagged[i].get();
    d.b = 2.5f;
    out[i] += d.b + colours[i].r + colours[i].b * 3 + (colours[i].rgba >> 24);
  }
  SHOW_FLOATS("colours", out, n);

  long sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    sum += maybe[i].value_or(-1);
  SHOW_INTEGER(sum);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    out[i] = maybe[i] ? *maybe[i] : -2;
  SHOW_FLOATS("optional", out, n);
}
