/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- PolyBenchGrids.c - stencils and sweeps -----------------------------===*\
|*
|* PolyBench's stencils and its recursive filter, written from their formulas.
\*===----------------------------------------------------------------------===*/
#include "PolyBench.h"

enum {
  JT = PICK(4, 100, 500),
  J1 = PICK(60, 400, 2000),
  J2 = PICK(30, 250, 1300)
};

KERNEL jacobi_1d(int steps, int n, real *a, real *b) {
  for (int t = 0; t < steps; ++t) {
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 1; i < n - 1; ++i)
      b[i] = (real)0.33333 * (a[i - 1] + a[i] + a[i + 1]);
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 1; i < n - 1; ++i)
      a[i] = (real)0.33333 * (b[i - 1] + b[i] + b[i + 1]);
  }
}
POLYBENCH(jacobi_1d, ORDERED,
          (reals(w, J1, 0, 1), changed(w), reals(w, J1, 0, 1), changed(w)),
          jacobi_1d(JT, J1, A0, A1))

KERNEL jacobi_2d(int steps, int n, real a[J2][J2], real b[J2][J2]) {
  for (int t = 0; t < steps; ++t) {
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b[i][j] = (real)0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] +
                               a[i + 1][j] + a[i - 1][j]);
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[i][j] = (real)0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] +
                               b[i + 1][j] + b[i - 1][j]);
  }
}
POLYBENCH(jacobi_2d, ORDERED,
          (reals(w, J2 *J2, 0, 1), changed(w), reals(w, J2 *J2, 0, 1),
           changed(w)),
          jacobi_2d(JT, J2, A0, A1))

enum { ST = PICK(4, 100, 500), S2 = PICK(30, 400, 2000) };

/* Gauss and Seidel's sweep: no loop of it is parallel as it stands, so that
   nothing is annotated and all compilers are on their own. */
KERNEL seidel_2d(int steps, int n, real a[S2][S2]) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] +
                   a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j - 1] +
                   a[i + 1][j] + a[i + 1][j + 1]) /
                  9;
}
POLYBENCH(seidel_2d, ORDERED, (reals(w, S2 *S2, 0, 1), changed(w)),
          seidel_2d(ST, S2, A0))

enum {
  FT = PICK(4, 100, 500),
  FX = PICK(20, 200, 1000),
  FY = PICK(30, 240, 1200)
};

/* Electric and magnetic fields in two dimensions, a source in the first row. */
KERNEL fdtd_2d(int steps, int nx, int ny, real ex[FX][FY], real ey[FX][FY],
               real hz[FX][FY], real *source) {
  for (int t = 0; t < steps; ++t) {
#pragma omp parallel for
#pragma twofold parallel for
    for (int j = 0; j < ny; ++j)
      ey[0][j] = source[t];
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 1; i < nx; ++i)
      for (int j = 0; j < ny; ++j)
        ey[i][j] = ey[i][j] - (real)0.5 * (hz[i][j] - hz[i - 1][j]);
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 0; i < nx; ++i)
      for (int j = 1; j < ny; ++j)
        ex[i][j] = ex[i][j] - (real)0.5 * (hz[i][j] - hz[i][j - 1]);
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 0; i < nx - 1; ++i)
      for (int j = 0; j < ny - 1; ++j)
        hz[i][j] = hz[i][j] - (real)0.7 * (ex[i][j + 1] - ex[i][j] +
                                           ey[i + 1][j] - ey[i][j]);
  }
}
POLYBENCH(fdtd_2d, ORDERED,
          (reals(w, FX *FY, 0, 1), changed(w), reals(w, FX *FY, 0, 1),
           changed(w), reals(w, FX *FY, 0, 1), changed(w), reals(w, FT, 0, 1)),
          fdtd_2d(FT, FX, FY, A0, A1, A2, A3))

enum { HT = PICK(4, 100, 500), H3 = PICK(10, 40, 120) };

KERNEL heat_3d(int steps, int n, real a[H3][H3][H3], real b[H3][H3][H3]) {
  for (int t = 1; t <= steps; ++t) {
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        for (int k = 1; k < n - 1; ++k)
          b[i][j][k] =
              (real)0.125 * (a[i + 1][j][k] - 2 * a[i][j][k] + a[i - 1][j][k]) +
              (real)0.125 * (a[i][j + 1][k] - 2 * a[i][j][k] + a[i][j - 1][k]) +
              (real)0.125 * (a[i][j][k + 1] - 2 * a[i][j][k] + a[i][j][k - 1]) +
              a[i][j][k];
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        for (int k = 1; k < n - 1; ++k)
          a[i][j][k] =
              (real)0.125 * (b[i + 1][j][k] - 2 * b[i][j][k] + b[i - 1][j][k]) +
              (real)0.125 * (b[i][j + 1][k] - 2 * b[i][j][k] + b[i][j - 1][k]) +
              (real)0.125 * (b[i][j][k + 1] - 2 * b[i][j][k] + b[i][j][k - 1]) +
              b[i][j][k];
  }
}
POLYBENCH(heat_3d, ORDERED,
          (reals(w, H3 * H3 * H3, 0, 1), changed(w),
           reals(w, H3 * H3 * H3, 0, 1), changed(w)),
          heat_3d(HT, H3, A0, A1))

enum { DT = PICK(4, 100, 500), DN = PICK(20, 200, 1000) };

/* Alternating directions: implicit along columns, then along rows. Each half
   step solves tridiagonal systems, forwards into p and q, then backwards. */
KERNEL adi(int steps, int n, real u[DN][DN], real v[DN][DN], real p[DN][DN],
           real q[DN][DN]) {
  real dx = (real)1 / n, dt = (real)1 / steps;
  real across = 2 * dt / (dx * dx), along = dt / (dx * dx);
  real a = -across / 2, b = 1 + across, c = a;
  real d = -along / 2, e = 1 + along, f = d;
  for (int t = 1; t <= steps; ++t) {
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 1; i < n - 1; ++i) {
      v[0][i] = 1;
      p[i][0] = 0;
      q[i][0] = v[0][i];
      for (int j = 1; j < n - 1; ++j) {
        p[i][j] = -c / (a * p[i][j - 1] + b);
        q[i][j] = (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] - f * u[j][i + 1] -
                   a * q[i][j - 1]) /
                  (a * p[i][j - 1] + b);
      }
      v[n - 1][i] = 1;
      for (int j = n - 2; j >= 1; --j)
        v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
#pragma omp parallel for
#pragma twofold parallel for
    for (int i = 1; i < n - 1; ++i) {
      u[i][0] = 1;
      p[i][0] = 0;
      q[i][0] = u[i][0];
      for (int j = 1; j < n - 1; ++j) {
        p[i][j] = -f / (d * p[i][j - 1] + e);
        q[i][j] = (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - c * v[i + 1][j] -
                   d * q[i][j - 1]) /
                  (d * p[i][j - 1] + e);
      }
      u[i][n - 1] = 1;
      for (int j = n - 2; j >= 1; --j)
        u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
}
POLYBENCH(adi, ORDERED,
          (reals(w, DN *DN, 0, 1), changed(w), zeros(w, DN *DN),
           zeros(w, DN *DN), zeros(w, DN *DN)),
          adi(DT, DN, A0, A1, A2, A3))

enum { EW = PICK(40, 720, 4096), EH = PICK(30, 480, 2160) };

/* Deriche's filter: recurrences both ways along one axis, their sum, then the
   same along the other. */
KERNEL deriche(int width, int height, real alpha, real in[EW][EH],
               real out[EW][EH], real there[EW][EH], real back[EW][EH]) {
  real decay = REAL(exp)(-alpha);
  real k = (1 - decay) * (1 - decay) /
           (1 + 2 * alpha * decay - REAL(exp)(2 * alpha));
  real a1 = k, a2 = k * decay * (alpha - 1), a3 = k * decay * (alpha + 1),
       a4 = -k * decay * decay;
  real b1 = REAL(pow)(2, -alpha), b2 = -decay * decay;
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < width; ++i) {
    real x1 = 0, y1 = 0, y2 = 0;
    for (int j = 0; j < height; ++j) {
      there[i][j] = a1 * in[i][j] + a2 * x1 + b1 * y1 + b2 * y2;
      x1 = in[i][j];
      y2 = y1;
      y1 = there[i][j];
    }
  }
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < width; ++i) {
    real x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int j = height - 1; j >= 0; --j) {
      back[i][j] = a3 * x1 + a4 * x2 + b1 * y1 + b2 * y2;
      x2 = x1;
      x1 = in[i][j];
      y2 = y1;
      y1 = back[i][j];
    }
  }
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < width; ++i)
    for (int j = 0; j < height; ++j)
      out[i][j] = there[i][j] + back[i][j];
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < height; ++j) {
    real x1 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < width; ++i) {
      there[i][j] = a1 * out[i][j] + a2 * x1 + b1 * y1 + b2 * y2;
      x1 = out[i][j];
      y2 = y1;
      y1 = there[i][j];
    }
  }
#pragma omp parallel for
#pragma twofold parallel for
  for (int j = 0; j < height; ++j) {
    real x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int i = width - 1; i >= 0; --i) {
      back[i][j] = a3 * x1 + a4 * x2 + b1 * y1 + b2 * y2;
      x2 = x1;
      x1 = out[i][j];
      y2 = y1;
      y1 = back[i][j];
    }
  }
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < width; ++i)
    for (int j = 0; j < height; ++j)
      out[i][j] = there[i][j] + back[i][j];
}
POLYBENCH(deriche, ORDERED | REPEATS,
          (reals(w, (size_t)EW *EH, 0, 1), zeros(w, (size_t)EW *EH),
           zeros(w, (size_t)EW *EH), zeros(w, (size_t)EW *EH)),
          deriche(EW, EH, 0.25, A0, A1, A2, A3))
