// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of classes in every order, private variables of directives in lambdas,
// and arrays whose addresses go elsewhere.
#include <complex>

struct Vec {
  double x, y;
  Vec operator+(const Vec &O) const { return {x + O.x, y + O.y}; }
  Vec operator-(const Vec &O) const { return {x - O.x, y - O.y}; }
  Vec operator*(const Vec &O) const { return {x * O.x, y * O.y}; }
  Vec &operator+=(const Vec &O) {
    x += O.x;
    y += O.y;
    return *this;
  }
  Vec &operator-=(const Vec &O) {
    x -= O.x;
    y -= O.y;
    return *this;
  }
};

using Complex = std::complex<double>;

template <class T> T sums(int n, const T *a, const T *b) {
  T s{}, t{}, u{}, v{}, w{}, p{}, q{}, r{};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    s = s + a[i];
    t = a[i] + t;
    u = u - a[i];
    v = T(v) + a[i];
    w -= a[i];
    w += b[i];
    p = (p) + (a[i]);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    q = a[i] - q;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    r = a[i] + b[i];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    r = a[i] + r + b[i];
  return s + t + u + v + w + p + q + r;
}
template Vec sums(int, const Vec *, const Vec *);
template Complex sums(int, const Complex *, const Complex *);

Complex products(int n, const Complex *a) {
  Complex s = 1, t = 1, u = 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    s = s * a[i];
    t = a[i] * t;
    u *= a[i];
  }
  return s + t + u;
}

Vec scaled(int n, const Vec *a) {
  Vec s{1, 1}, t{1, 1};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s = s * a[i];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    t = Vec(t + a[i]);
  return s + t;
}

void lambdas(int n, const double *a, double *b) {
  double t = 0, u = 1;
  int k = 2;
  auto one = [&](int m) {
#pragma omp parallel for private(t)
    for (int i = 0; i < m; ++i) {
      t = a[i] * 2;
      b[i] = t + u;
    }
  };
  auto two = [=]() mutable {
#pragma omp parallel for private(t, k)
    for (int i = 0; i < n; ++i) {
      t = a[i];
      k = i & 3;
      b[i] += t * k;
    }
  };
  auto three = [&, k] {
#pragma omp parallel for private(t) firstprivate(u)
    for (int i = 0; i < n; ++i) {
      t = u;
      b[i] += t + k;
    }
  };
  one(n);
  two();
  three();
}

double *kept;
void seen(const double *);

void addresses(int n, const double *x, double *out) {
  double a[16], b[16], c[16], d[4][4], e[16], f[16], g = 0;
  auto by = [&c] { return c[1]; };
  kept = e;
  seen(b);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 16; ++k) {
      a[k] = x[i] + k;
      b[k] = a[k];
      c[k] = b[k];
      e[k] = c[k] + sizeof e;
      *(f + k) = e[k];
      d[k / 4][k % 4] = *(&f[0] + k);
    }
    double s = 0;
    for (int k = 0; k < 16; ++k)
      s += a[k] + b[k] + c[k] + e[k] + f[k] + *(*(d + k / 4) + k % 4);
    out[i] = s;
  }
  (void)f;
  (void)by();
  g = d[1][2];
  out[0] += g + (reinterpret_cast<unsigned long>(a) & 1);
}
