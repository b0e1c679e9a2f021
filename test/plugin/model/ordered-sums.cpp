// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators by the names of sums whose order matters: they scale what there was by
// a number, set it back, or change a variable that all objects share. Loops with
// them run in order. Others are sums, whatever they do with two objects.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -c -Xclang -verify -Xclang -verify-ignore-unexpected=note %s -o %t.o
struct Filter {
  float level = 0;
  Filter(float x = 0) : level(x) {}
  Filter &operator+=(const Filter &o) {
    level = level * 0.5f + o.level;
    return *this;
  }
};
void filtered(Filter &f, const float *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    f += Filter(a[i]); // expected-warning {{is read before the iteration has assigned it, so iterations depend on one another and run in order}}
}

struct Shift {
  unsigned bits = 0;
  Shift &operator+=(Shift o) {
    bits <<= 1;
    bits ^= o.bits;
    return *this;
  }
};
void shifted(Shift &s, const Shift *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s += a[i]; // expected-warning {{is read before the iteration has assigned it, so iterations depend on one another and run in order}}
}

struct Full {
  int level = 0;
  Full &operator+=(Full o) {
    level += o.level;
    if (level > 500)
      level = 0;
    return *this;
  }
};
void filled(Full &f, const Full *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    f += a[i]; // expected-warning {{is read before the iteration has assigned it, so iterations depend on one another and run in order}}
}

static unsigned state = 1;
struct Counted {
  unsigned sum = 0;
  Counted &operator+=(Counted o) {
    state = state * 3 + 1;
    sum += o.sum;
    return *this;
  }
};
void counted(Counted &c, const Counted *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    c += a[i]; // expected-warning {{is read before the iteration has assigned it}}
}

struct Horner {
  int x = 0;
};
static Horner operator+(Horner a, Horner b) {
  a.x = a.x * 3 + b.x;
  return a;
}
void horner(Horner &h, const Horner *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    h = h + a[i]; // expected-warning {{is read before the iteration has assigned it, so iterations depend on one another and run in order}}
}

struct Mean {
  double mean = 0;
  long many = 0;
  bool empty = true;
  Mean &operator+=(const Mean &o) {
    if (o.many != 0) {
      mean = (mean * many + o.mean * o.many) / (many + o.many);
      many += o.many;
      empty = false;
    }
    return *this;
  }
};
struct Modular {
  unsigned v = 0;
  Modular &operator+=(Modular o) {
    v = (v + o.v) % 1009;
    return *this;
  }
};
void sums(Mean &m, Modular &r, const Mean *a, const Modular *b, int n) {
#pragma twofold parallel for reduction(+ : m)
  for (int i = 0; i < n; ++i)
    m += a[i];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    r += b[i];
}
