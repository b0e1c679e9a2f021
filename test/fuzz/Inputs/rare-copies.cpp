// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects with pointers that an iteration copies, assigns and sets to zero,
// with arrays, bases and objects in them, and places in derived classes.
struct Base {
  double *p;
  int n;
};
struct Inner {
  const double *at;
  float f[3];
};
struct Two : Base {
  double m[2][2];
  int k[4];
  double *rows[2];
  Inner in;
  Inner both[2];
};
struct Long {
  double *p;
  int most[64];
};
struct Longer {
  double *p;
  int more[65];
};
struct Bound {
  double *p;
  double &r;
};
struct Late : Two {
  bool last;
};

static double sum(const Base &b, int i) { return b.p[i] + b.n; }
static double down(const Base &b) {
  return static_cast<const Two &>(b).m[1][0];
}

void copies(int n, double *x, double *y, const Two *given) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Two a{{x, i}, {{1, 2}, {3, 4}}, {i, 2}, {x, y}, {x, {1}}, {}};
    Two b = a;
    b.m[1][0] = i;
    b.k[2] = 7;
    b.in.at = y;
    b.in.f[1] = 2;
    a = b;
    Two c{};
    c = a;
    c.in = b.in;
    static_cast<Base &>(c) = {y, 3};
    y[i] = c.m[1][0] + c.k[2] + c.in.at[i] + c.in.f[1] + c.p[i];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Two z = Two(), w;
    w = z;
    w.p = y;
    w.n = i;
    Base slice = w;
    y[i] = z.n + w.k[3] + sum(w, i) + sum(slice, i) + down(w);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Late l{};
    l.p = x;
    Late m = l;
    m.m[0][1] = i;
    l = m;
    Two two = l;
    y[i] = l.m[0][1] + two.p[i] + down(m) + m.last;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Long a{x, {i}}, b = a;
    b.most[63] = i;
    a = b;
    y[i] = a.p[i] + a.most[63];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Longer a{x, {i}}, b = a;
    a = b;
    y[i] = a.p[i] + a.more[0];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Two a = given[i];
    a.k[1] = 3;
    Inner in = given[i].in;
    y[i] = a.k[1] + in.f[0] + sum(given[i], 0);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Bound a{x, y[i]}, b = a;
    b.r = a.p[i];
    Inner some[2] = {{x, {1}}, {y, {2}}}, one = some[i & 1];
    some[1] = some[0];
    y[i] += one.at[i] + some[1].f[0];
  }
}
