// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// math.h: exact functions bit for bit, the others within OpenCL's error bounds
// of a double-precision reference.
// RUN: %e2e %s %t
#include "Inputs/show.h"
#include <math.h>
#include <stdlib.h>

enum { Count = 500, Exact = 24, Near = 30 };
static double exact[Count][Exact];
static double near_[Count][Near], near_float[Count][Near];

// The arguments of both columns: the functions' common domain and more.
static double positive(int i) { return 0.01 + i * 0.037; }
static double any(int i) { return (i - 250) * 0.0361; }
static double unit(int i) { return (i - 250) / 251.0; }

#define FUNCTIONS(F, p, a, u)                                                  \
  F(sin, a)                                                                    \
  F(cos, a)                                                                    \
  F(tan, u)                                                                    \
  F(asin, u) F(acos, u) F(atan, a) F(sinh, u) F(cosh, u) F(tanh, a)            \
      F(asinh, a) F(atanh, u) F(exp, a) F(exp2, a) F(expm1, a) F(log, p)       \
          F(log2, p) F(log10, p) F(log1p, p) F(cbrt, a) F(erf, a) F(erfc, u)   \
              F(tgamma, p < 20 ? p : 20) F(lgamma, p + 3)

int main(void) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i) {
    double p = positive(i), a = any(i), u = unit(i);
    float pf = (float)p, af = (float)a;
    int k = 0;
    exact[i][k++] = sqrt(p);
    exact[i][k++] = sqrtf(pf);
    exact[i][k++] = fabs(a);
    exact[i][k++] = fabsf(af);
    exact[i][k++] = floor(a);
    exact[i][k++] = ceilf(af);
    exact[i][k++] = trunc(a);
    exact[i][k++] = round(a);
    exact[i][k++] = roundf(af * 2) / 2;
    exact[i][k++] = rint(a);
    exact[i][k++] = nearbyintf(af);
    exact[i][k++] = fmin(a, u);
    exact[i][k++] = fmaxf(af, 0.5f);
    exact[i][k++] = copysign(p, a);
    exact[i][k++] = fmod(a, 0.7);
    exact[i][k++] = remainder(a, 0.7);
    exact[i][k++] = fma(a, u, p);
    exact[i][k++] = ldexp(a, i % 9 - 4);
    exact[i][k++] = fdim(a, u);
    exact[i][k++] = (double)lround(a) + (double)lrint(u * 9);
    exact[i][k++] =
        isnan(a) + 2 * isinf(p) + 4 * !!signbit(a) + 8 * isfinite(u);
    exact[i][k++] = abs(i - 250) + (double)labs(-3L * i);
    exact[i][k++] = sqrt(pf);
    exact[i][k++] = ilogb(p) + logb(p);
  }
#define DOUBLE(name, x) near_[i][k++] = name(x);
#define FLOAT(name, x) near_float[i][k++] = name##f((float)(x));
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i) {
    double p = positive(i), a = any(i), u = unit(i);
    int k = 0;
    FUNCTIONS(DOUBLE, p, a, u)
    near_[i][k++] = pow(p, u);
    near_[i][k++] = atan2(a, p);
    near_[i][k++] = hypot(a, p);
    for (; k < Near; ++k)
      near_[i][k] = 0;
    k = 0;
    FUNCTIONS(FLOAT, p, a, u)
    near_float[i][k++] = powf((float)p, (float)u);
    near_float[i][k++] = atan2f((float)a, (float)p);
    near_float[i][k++] = hypotf((float)a, (float)p);
    for (; k < Near; ++k)
      near_float[i][k] = 0;
  }
  for (int i = 0; i < Count; i += 7)
    SHOW_FLOATS("exact", exact[i], Exact);

  // 16 units in the last place is the most OpenCL allows any of these, gamma
  // functions aside; near a zero of the function the absolute error counts.
  int bad = 0;
#define ONE(value, reference, digits)                                          \
  {                                                                            \
    double v = value, r = reference;                                           \
    double size = fabs(r) > 1e-2 ? fabs(r) : 1e-2;                             \
    if (!(fabs(v - r) <= size * ldexp(32, -(digits)))) {                       \
      ++bad;                                                                   \
      printf("%s at %d: %a, not %a\n", #reference, i, v, r);                   \
    }                                                                          \
  }
#define CHECK(name, x) ONE(near_[i][k++], name(x), 53)
#define CHECK_FLOAT(name, x)                                                   \
  ONE(near_float[i][k++], name((double)(float)(x)), 24)
  for (int i = 0; i < Count; ++i) {
    double p = positive(i), a = any(i), u = unit(i);
    int k = 0;
    FUNCTIONS(CHECK, p, a, u)
    ONE(near_[i][k++], pow(p, u), 53)
    ONE(near_[i][k++], atan2(a, p), 53)
    ONE(near_[i][k++], hypot(a, p), 53)
    k = 0;
    FUNCTIONS(CHECK_FLOAT, p, a, u)
    ONE(near_float[i][k++], pow((float)p, (float)u), 24)
    ONE(near_float[i][k++], atan2((float)a, (float)p), 24)
    ONE(near_float[i][k++], hypot((float)a, (float)p), 24)
  }
  SHOW_INTEGER(bad);
}
