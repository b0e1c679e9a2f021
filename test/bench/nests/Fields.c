/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Fields.c - convolutions, stencils and what else science does -------===*/
#include "Nest.h"

/* Five by five weights over an image. */
KERNEL convolution(int n, real *o, const real *in, const real *weight) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int y = 2; y < n - 2; ++y)
    for (int x = 2; x < n - 2; ++x) {
      real sum = 0;
      for (int v = 0; v < 5; ++v)
        for (int u = 0; u < 5; ++u)
          sum += weight[v * 5 + u] * in[(y + v - 2) * n + x + u - 2];
      o[y * n + x] = sum;
    }
}
NEST(convolution, "field", ORDERED | REPEATS, "19", "256", "2048",
     (zeros(w, (size_t)n *n), reals(w, (size_t)n *n, 0, 1),
      reals(w, 25, 0, 0.04)),
     convolution(n, A0, A1, A2))

/* Channels in, channels out, three by three: a layer of a network. */
enum { IN = 16, OUT = 16 };
KERNEL channels(int n, real *o, const real *in, const real *weight) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int c = 0; c < OUT; ++c)
    for (int y = 1; y < n - 1; ++y)
      for (int x = 1; x < n - 1; ++x) {
        real sum = 0;
        for (int d = 0; d < IN; ++d)
          for (int v = 0; v < 3; ++v)
            for (int u = 0; u < 3; ++u)
              sum += weight[((c * IN + d) * 3 + v) * 3 + u] *
                     in[(d * n + y + v - 1) * n + x + u - 1];
        o[(c * n + y) * n + x] = sum;
      }
}
NEST(channels, "field", ORDERED | REPEATS, "9", "56", "224",
     (zeros(w, (size_t)OUT * n * n), reals(w, (size_t)IN * n * n, 0, 1),
      reals(w, OUT * IN * 9, -0.5, 0.5)),
     channels(n, A0, A1, A2))

KERNEL five_points(int n, real *o, const real *a) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      o[i * n + j] = (real)0.25 * (a[(i - 1) * n + j] + a[(i + 1) * n + j] +
                                   a[i * n + j - 1] + a[i * n + j + 1]);
}
NEST(five_points, "field", ORDERED | REPEATS, "19", "500", "4000",
     (zeros(w, (size_t)n *n), reals(w, (size_t)n *n, 0, 1)),
     five_points(n, A0, A1))

KERNEL seven_points(int n, real *o, const real *a) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      for (int k = 1; k < n - 1; ++k)
        o[(i * n + j) * n + k] =
            a[(i * n + j) * n + k] +
            (real)0.1 *
                (a[((i - 1) * n + j) * n + k] + a[((i + 1) * n + j) * n + k] +
                 a[(i * n + j - 1) * n + k] + a[(i * n + j + 1) * n + k] +
                 a[(i * n + j) * n + k - 1] + a[(i * n + j) * n + k + 1] -
                 6 * a[(i * n + j) * n + k]);
}
NEST(seven_points, "field", ORDERED | REPEATS, "11", "64", "256",
     (zeros(w, (size_t)n * n * n), reals(w, (size_t)n * n * n, 0, 1)),
     seven_points(n, A0, A1))

/* Rows of eight to sixteen numbers, compressed. */
static void compressed(struct work *w) {
  int *from = integers(w, (size_t)w->n + 1, 0, 1);
  for (int i = 0; i < w->n; ++i)
    from[i + 1] = from[i] + 8 + i % 9;
  integers(w, from[w->n], 0, w->n);
  reals(w, from[w->n], 0, 1);
}
KERNEL sparse(int n, real *y, const int *from, const int *column,
              const real *value, const real *x) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real sum = 0;
    for (int k = from[i]; k < from[i + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}
NEST(sparse, "field", ORDERED | REPEATS, "40", "20000", "1000000",
     (zeros(w, n), compressed(w), reals(w, n, 0, 1)),
     sparse(n, A0, A1, A2, A3, A4))

KERNEL bodies(int n, real *force, const real *x, const real *y, const real *z,
              const real *mass) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; ++j) {
      real dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      real square = dx * dx + dy * dy + dz * dz + (real)0.01;
      real scale = mass[j] / (square * REAL(sqrt)(square));
      fx += dx * scale;
      fy += dy * scale;
      fz += dz * scale;
    }
    force[3 * i] = fx;
    force[3 * i + 1] = fy;
    force[3 * i + 2] = fz;
  }
}
NEST(bodies, "field", ORDERED | REPEATS, "23", "1000", "8000",
     (zeros(w, 3 * n), reals(w, n, 0, 1), reals(w, n, 0, 1), reals(w, n, 0, 1),
      reals(w, n, 0, 1)),
     bodies(n, A0, A1, A2, A3, A4))

/* Black and Scholes' prices of options to buy and to sell. */
static inline real normal(real x) {
  return (real)0.5 * REAL(erfc)(-x * (real)0.70710678118654752);
}
KERNEL options(int n, real rate, real volatility, real *call, real *put,
               const real *price, const real *strike, const real *years) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real root = volatility * REAL(sqrt)(years[i]);
    real d1 = (REAL(log)(price[i] / strike[i]) +
               (rate + (real)0.5 * volatility * volatility) * years[i]) /
              root;
    real d2 = d1 - root;
    real due = strike[i] * REAL(exp)(-rate * years[i]);
    call[i] = price[i] * normal(d1) - due * normal(d2);
    put[i] = due * normal(-d2) - price[i] * normal(-d1);
  }
}
NEST(options, "field", ORDERED | REPEATS | FUNCTIONS, "70", "10000", "2000000",
     (zeros(w, n), zeros(w, n), reals(w, n, 5, 30), reals(w, n, 1, 100),
      reals(w, n, 0.25, 10)),
     options(n, 0.02, 0.3, A0, A1, A2, A3, A4))

/* Which pixels stay small: iterations of very different lengths. */
KERNEL escape(int n, int *steps) {
#pragma omp parallel for schedule(dynamic, 4)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      real cx = 3 * (real)j / n - 2, cy = 2 * (real)i / n - 1, x = 0, y = 0;
      int s = 0;
      while (s < 200 && x * x + y * y < 4) {
        real t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        ++s;
      }
      steps[i * n + j] = s;
    }
}
NEST(escape, "field", ORDERED | REPEATS, "20", "200", "1500",
     (integers(w, (size_t)n *n, 0, 1), changed(w)), escape(n, A0))
