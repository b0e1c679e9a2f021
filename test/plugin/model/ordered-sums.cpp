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

struct Smoothed {
  float value = 0, alpha = 0.5f;
  Smoothed &operator+=(const Smoothed &o) {
    value = (1 - alpha) * value + alpha * o.value;
    return *this;
  }
};
void smoothed(Smoothed &s, const Smoothed *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s += a[i]; // expected-warning {{is read before the iteration has assigned it}}
}

static float decay = 0.5f;
struct Level {
  float level = 0;
  Level &operator+=(Level o) {
    level *= decay;
    level += o.level;
    return *this;
  }
};
void decayed(Level &s, const Level *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s += a[i]; // expected-warning {{is read before the iteration has assigned it}}
}

struct Before {
  float level = 0;
  Before &operator+=(Before o) {
    float half = level * 0.5f;
    level = half + o.level;
    return *this;
  }
};
void halved(Before &s, const Before *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s += a[i]; // expected-warning {{is read before the iteration has assigned it}}
}

/// Carries divide and shift what another member gets.
struct Wide {
  unsigned long lo = 0, hi = 0;
  Wide &operator+=(const Wide &o) {
    lo += o.lo;
    hi += o.hi + (lo >> 32);
    lo &= 0xffffffff;
    return *this;
  }
};
struct Duration {
  long sec = 0, usec = 0;
  Duration &operator+=(const Duration &o) {
    usec += o.usec;
    const long carry = usec / 1000000;
    sec += o.sec + carry;
    usec %= 1000000;
    return *this;
  }
};
struct Weighted {
  double value = 1;
  Weighted &operator+=(const Weighted &o) {
    value = value * o.value;
    return *this;
  }
};
void carried(Wide &w, Duration &d, Weighted &p, const Wide *a, const Duration *b, const Weighted *c, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    w += a[i];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    d += b[i];
#pragma twofold parallel for reduction(+ : p)
  for (int i = 0; i < n; ++i)
    p += c[i];
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
