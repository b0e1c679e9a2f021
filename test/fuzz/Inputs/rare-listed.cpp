// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values and objects of C++ that other tests do not come to. Nothing runs them:
// record.txt has what is made of them.
#include <algorithm>
#include <initializer_list>
#define PARALLEL _Pragma("twofold parallel for")

void listed(int n, const int *a, float *b, const float *c) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    b[i] = std::max({a[i], a[i + 1], 7, a[i] * 2}) + std::min({c[i], 2.5f});
  PARALLEL
  for (int i = 0; i < n; ++i)
    b[i] = std::max({a[i]});
}

typedef unsigned char bytes __attribute__((ext_vector_type(4)));
typedef int ints __attribute__((ext_vector_type(4)));
typedef float floats __attribute__((ext_vector_type(4)));
void vectors(int n, bytes *a, ints *b, floats *c, const floats *d) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    a[i] = __builtin_elementwise_max(a[i], a[i + n]);
    b[i] = __builtin_elementwise_abs(b[i]) +
           __builtin_elementwise_min(b[i], b[i + n]);
    c[i] = __builtin_elementwise_abs(d[i]) +
           __builtin_elementwise_max(d[i], d[i + n]);
    c[i + n] = (floats)b[i] + __builtin_shufflevector(c[i], d[i], 0, 4, 3, 7);
    b[i + n] = (ints)c[i];
    a[i + n] = (bytes)(a[i] > a[i + n]);
  }
}

struct base {
  int head;
};
struct part : base {
  float rows[3];
  short tail;
};
constexpr part Parts[2] = {{{4}, {1, 2}, 5}, {{-1}, {-0.5f, 1e30f, 3}, -3}};
constexpr int Filled[6] = {1, 2};
struct given {
  int a = 7, b = -2;
};
constexpr given Given[4] = {{1, 2}};
constexpr float Odd[4] = {1e-40f, 0.1f, -__builtin_inff(), 16777217.0f};
constexpr _Complex float Turned = {1, -2};
constexpr union {
  int number;
  float other;
} Chosen = {3};
void constants(int n, const int *a, float *b) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    b[i] = Parts[a[i] & 1].rows[a[i + 1] & 1] + Parts[a[i] & 1].head +
           Filled[a[i] % 6] + Given[a[i] & 3].b + Odd[a[i] & 3] + Chosen.number;
  PARALLEL
  for (int i = 0; i < n; ++i)
    b[i] = __real__ Turned * a[i] + __imag__ Turned;
}

struct inner {
  char c;
  int d[2];
};
struct outer {
  inner in;
  double e;
  unsigned bits, more;
  inner rows[2];
};
struct derived : outer {
  int own;
};
void objects(int n, outer *o, const outer *p, derived *q, inner *r) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    outer own = p[i];
    own.in = r[i];
    own.rows[1] = own.in;
    own.bits = own.more + 1;
    o[i] = own;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    derived own{};
    static_cast<outer &>(own) = p[i];
    own.own = own.in.d[1];
    q[i] = own;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    inner own = {};
    own.d[0] = o[i].in.d[1];
    inner *at = &own;
    at->c = 3;
    (i & 1 ? r[i] : r[i + n]) = *at;
  }
}

int called(const int &a, int b = 3) { return a * b; }
template <class F> int applied(F f, int i) { return f(i); }
void callers(int n, const int *a, int *b, int *v) {
  int by = 3;
  auto twice = [by](int i) { return i * by; };
  auto given = [x = by + 1, a](int i) { return a[i] * x; };
  PARALLEL
  for (int i = 0; i < n; ++i) {
    b[i] = (called(a[i]), called(a[i], 4)) + applied(twice, i) + given(i);
    auto here = [i, k = a[i]](int j) { return k + i * j; };
    b[i] += here(2) + applied([](int j) { return j << 2; }, i);
  }
  PARALLEL
  for (int i = 0; i < n; ++i)
    switch (int k = a[i]; k) {
    case 1:
    again:
      v[i] = +k;
      break;
    default:
      v[i] = -a[i];
    }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    if (int k = a[i]; k > 3)
      b[i] = k;
    else if (int l = a[i + 1])
      b[i] = l;
    while (int k = b[i] & 3)
      b[i] -= k;
  }
}
struct number {
  int at[4];
  int operator[](int i) const { return at[i & 3]; }
  bool operator==(const number &) const = default;
};
void numbers(int n, const number *a, int *b, int number::*, const number &c) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    b[i] = a[i][i] + (a[i] == c);
}
void kept(int n, int *a) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int *own = new int[4]{1, 2, i};
    a[i] = own[i & 3];
    delete[] own;
    number *one = new number{{i}};
    a[i] += one->at[0];
    delete one;
  }
}

// Truths in memory, and comparisons that are written by others.
struct order {
  int a;
  float b;
  bool operator==(const order &) const = default;
  auto operator<=>(const order &other) const { return a - other.a; }
};
struct loose {
  int a;
  bool operator==(const loose &other) const { return a == other.a + 1; }
};
void truths(int n, const int *a, int *b, const number *c, const order *d,
            const loose *e) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    bool seen = a[i] > 3, set = false;
    bool *to = &seen;
    *to = *to != set;
    b[i] = seen + (c[i] != c[i + 1]);
  }
  PARALLEL
  for (int i = 0; i < n; ++i)
    b[i] = (d[i] != d[i + 1]) + (e[i] != e[i + 1]);
  PARALLEL
  for (int i = 0; i < n; ++i)
    b[i] = (d[i] < d[i + 1]) + (d[i] >= d[i + 1]);
}
