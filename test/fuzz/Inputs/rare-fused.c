// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products that become one operation with a sum, and those that do not: with
// signs, parts of complex numbers, conversions, commas and effects around them.
#include <complex.h>

typedef float _Complex Cf;
typedef double _Complex Cd;

void parts(int n, const float *x, const float *y, const Cf *u, const Cf *w,
           float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = out[i];
    s += crealf(u[i] * x[i]);
    s += cimagf(x[i] * u[i]);
    s += crealf(conjf(x[i] * w[i]));
    s += cimagf(conjf(w[i] * x[i]));
    s -= cimagf(~(u[i] * x[i]));
    s -= crealf(~(u[i] * x[i]));
    s += __real__(u[i] * x[i]);
    s += __imag__(x[i] * u[i]);
    s += __real__(x[i] * y[i]);
    s += __imag__(x[i] * y[i]);
    s += cimagf(x[i] * u[i] + y[i]);
    s += cimagf(y[i] + x[i] * u[i]);
    s += cimagf(y[i] - x[i] * u[i]);
    s += cimagf(x[i] * u[i] - y[i]);
    s += crealf(x[i] * u[i] + y[i]);
    s += cimagf(x[i] * u[i] + w[i]);
    s += crealf(u[i] * w[i]);
    s += crealf((Cf)(x[i] * y[i]));
    s += cimagf((Cf)(x[i] * y[i]));
    s += crealf(__builtin_complex(x[i] * y[i], y[i]));
    s += cimagf(__builtin_complex(y[i], x[i] * y[i]));
    s += cimagf(__builtin_complex(x[i] * y[i], y[i]));
    s += crealf(-(u[i] * x[i]));
    s += crealf(+(u[i] * x[i]));
    out[i] = s;
  }
}

void around(int n, int *k, const float *x, const double *y, float *out,
            double *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int j = i;
    float s = out[i];
    double t = d[i];
    s += (j++, x[i] * x[j]);
    s = (j--, x[i] * x[i]) + s;
    s = s - (float)(x[i] * 2.0f);
    s = s + (double)(x[i] * 3.0f);
    t += (float)(y[i] * 2.0);
    t = y[i] * 4.0 + (float)t;
    t = t * t + t * y[i];
    t = t - -(t * y[i]);
    t = -t * y[i] - (s + 2.0f);
    t = (-1.5) * y[i] - t;
    t = y[i] * y[i] - -t;
    t = y[i] * y[i] - 2.5;
    t = y[i] * y[i] - -2.5;
    t = (y[i] - 1) * (y[i] + 1) - (t ? t : 1.0);
    t = (i & 1 ? t : y[i]) * y[i] - t;
    t = t - (i & 1 ? t : y[i]) * y[i];
    t = t - -y[i] * y[i];
    t -= (y[i] - 1) * y[i];
    t -= -1.5 * y[i];
    k[i] = k[i] * k[i] + 3;
    t = k[i] * k[i] + t;
    out[i] = s;
    d[i] = t;
  }
}

void doubles(int n, const double *x, const Cd *u, Cd *w, double *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double s = out[i];
    s = creal(u[i] * x[i]) + s;
    s = s - cimag(conj(u[i] * x[i]));
    s = s - creal(conj(x[i] * u[i]));
    s = cimag(2.0 - u[i] * x[i]) - s;
    w[i] = u[i] * x[i] + w[i];
    w[i] += u[i] * w[i];
    out[i] = s;
  }
}
